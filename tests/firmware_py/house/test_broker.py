"""At a real Mosquitto: what is told, who hears it, and a broker that goes away and comes back."""

from __future__ import annotations

import json
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py.errors import DeviceError
from firmware_py.house import Broker, BrokerLine, ClubTable, HouseShow
from firmware_py.house.show import TableName
from firmware_py.house.topics import Message, Topics
from firmware_py.loop import Loop
from firmware_py.table import Table
from firmware_py.table.events import Aborted, Answered, DiceGiven, Started, Undone
from firmware_py.words import Words
from rules import Seat, read_answer
from tests.firmware_py.house.conftest import Mosquitto, until

BEGUN = Started(at=0.0, game="trouble", seats=(Seat("red", "Anna"), Seat("blue", "Ben")), first="red")


class Playing:
    """A table whose house is told, its loop in threads of its own."""

    def __init__(self, broker: Mosquitto, name: str, discovery: str = "homeassistant") -> None:
        self.club: tuple[ClubTable, ...] = ()
        self.line: bool | None = None
        known = TableName(name, Topics("pop-umpire", name), discovery, "http://192.168.1.5:8080/")
        self.show = HouseShow(
            Broker("127.0.0.1", broker.port),
            known,
            table=lambda: self.loop.table,
            words=Words(strict=True),
            clock=lambda: "2026-11-29T20:00:00+00:00",
            club=self._club,
        )
        self.loop = Loop(Table(), None, [], [self.show])

    def __enter__(self) -> Playing:
        self.loop.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        self.loop.stop()
        self.loop.close()

    def _club(self, tables: tuple[ClubTable, ...], line: bool) -> None:
        self.club, self.line = tables, line

    def do(self, *events: Any) -> None:
        for event in events:
            self.loop.post(event)
            self.loop.step(0.0)

    def step_until(self, ready: Callable[[], bool]) -> None:
        until(lambda: self.loop.step(0.02) and ready())

    def seen(self, name: str) -> ClubTable | None:
        return next((table for table in self.club if table.name == name), None)


class Listener:
    """Somebody else in the house."""

    def __init__(self, broker: Mosquitto) -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        will = Message("nobody/availability", "offline")
        self.line = BrokerLine(
            Broker("127.0.0.1", broker.port), will, ["pop-umpire/#", "homeassistant/#"], self._hear
        )
        self.line.open()

    def _hear(self, topic: str, payload: bytes, kept: bool) -> None:
        self.heard.append((topic, payload, kept))

    def last(self, topic: str) -> Any:
        payloads = [payload for heard, payload, _ in self.heard if heard == topic]
        return json.loads(payloads[-1]) if payloads and payloads[-1][:1] == b"{" else (payloads or [None])[-1]

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(payload) for topic, payload, _ in self.heard if topic.endswith("/event")]


@pytest.fixture
def listener(broker: Mosquitto) -> Iterator[Listener]:
    listens = Listener(broker)
    yield listens
    listens.line.close()


def test_the_house_is_told_how_a_game_goes(broker: Mosquitto, listener: Listener) -> None:
    with Playing(broker, "kitchen") as table:
        table.step_until(lambda: listener.last("pop-umpire/kitchen/state") is not None)
        assert listener.last("pop-umpire/kitchen/availability") == b"online"
        table.do(
            BEGUN,
            DiceGiven(at=1.0, faces=(6,)),
            Answered(at=2.0, answer=read_answer("RH4-T0")),
            Undone(at=3.0),
            Answered(at=4.0, answer=read_answer("RH4-T5")),
        )
        table.step_until(lambda: "(T-" in (listener.last("pop-umpire/kitchen/state")["verdict"] or ""))
        state = listener.last("pop-umpire/kitchen/state")
        assert (state["turn"], state["player"], state["die"]) == ("red", "Anna", [6])
        assert state["rule"].startswith("T-")
        table.do(Aborted(at=5.0))
        table.step_until(lambda: any(event["event_type"] == "end" for event in listener.events))
    told = [event["event_type"] for event in listener.events]
    assert told[:2] == ["start", "die"]
    assert told[-2:] == ["verdict", "end"]
    assert listener.last("pop-umpire/kitchen/availability") == b"offline"


def test_home_assistant_finds_the_table(broker: Mosquitto, listener: Listener) -> None:
    with Playing(broker, "kitchen") as table:
        topic = "homeassistant/device/pop_umpire_kitchen/config"
        table.step_until(lambda: listener.last(topic) is not None)
    found = listener.last(topic)
    assert found["device"]["configuration_url"] == "http://192.168.1.5:8080/"
    assert {part["platform"] for part in found["components"].values()} == {"sensor", "binary_sensor", "event"}
    unique = [part["unique_id"] for part in found["components"].values()]
    assert len(set(unique)) == len(unique)


def test_the_broker_goes_away_and_comes_back(broker: Mosquitto) -> None:
    with Playing(broker, "kitchen") as table:
        table.step_until(lambda: table.seen("kitchen") is not None)
        broker.kill()
        table.step_until(lambda: bool(table.loop.view.faults))
        (fault,) = table.loop.view.faults
        assert fault.part == "mqtt"
        assert f"port {broker.port}" in fault.why
        assert table.line is False
        table.do(BEGUN, DiceGiven(at=1.0, faces=(6,)))
        assert table.loop.view.die is not None, "the game goes on meanwhile"
        broker.start()
        listener = Listener(broker)
        table.step_until(lambda: not table.loop.view.faults)
        table.step_until(lambda: (listener.last("pop-umpire/kitchen/state") or {}).get("die") == [6])
        table.step_until(lambda: table.line is True)
        assert [event["event_type"] for event in listener.events] == [], "old news is no news"
        listener.line.close()


def test_a_broker_that_was_never_there_is_told_and_found_later(broker: Mosquitto) -> None:
    broker.kill()
    with Playing(broker, "kitchen") as table:
        table.step_until(lambda: bool(table.loop.view.faults))
        assert "is not there" in table.loop.view.faults[0].why
        broker.start()
        table.step_until(lambda: table.seen("kitchen") is not None and not table.loop.view.faults)


def test_the_tables_of_a_club_see_each_other(broker: Mosquitto) -> None:
    with Playing(broker, "kitchen") as kitchen, Playing(broker, "hall") as hall:
        hall.do(BEGUN, DiceGiven(at=1.0, faces=(6,)))

        def seen() -> bool:
            hall.loop.step(0.0)
            there = kitchen.seen("hall")
            return there is not None and there.player == "Anna" and kitchen.seen("kitchen") is not None

        kitchen.step_until(seen)
        found = kitchen.seen("hall")
        assert found is not None
        assert (found.game, found.die, found.there) == ("Trouble", "6", True)
        hall.end()
        kitchen.step_until(lambda: not getattr(kitchen.seen("hall"), "there", True))
        assert kitchen.club[-1].name == "hall", "who vanished comes last"


def test_many_tables(broker: Mosquitto) -> None:
    other = Listener(broker)
    state = {"game_name": "Trouble", "phase": "waiting_for_pop", "player": "Ben", "seats": []}
    for number in range(60):
        name = f"table {number}"
        topics = Topics("pop-umpire", f"table-{number}")
        payload = json.dumps({**state, "name": name})
        other.line.publish([topics.available(True), Message(topics.state, payload, retain=True)])
    with Playing(broker, "kitchen") as table:
        table.step_until(lambda: len(table.club) == 61)
        assert all(one.there for one in table.club)
    other.line.close()


def test_two_tables_of_one_name_are_told(broker: Mosquitto) -> None:
    with Playing(broker, "kitchen") as one, Playing(broker, "kitchen") as two:

        def told() -> bool:
            two.do(BEGUN)
            two.loop.step(0.0)
            return any("calls itself kitchen" in fault.why for fault in one.loop.view.faults)

        one.step_until(told)


def test_a_table_that_is_lost_is_told_by_its_will(broker: Mosquitto, listener: Listener) -> None:
    topics = Topics("pop-umpire", "lost")
    line = BrokerLine(Broker("127.0.0.1", broker.port), topics.available(False), [], lambda *_: None)
    line.open()
    line.publish([topics.available(True)])
    until(lambda: listener.last(topics.availability) == b"online")
    _cut(line)
    until(lambda: listener.last(topics.availability) == b"offline")


def _cut(line: BrokerLine) -> None:
    """Lose a line as a machine does that loses its power: without a goodbye."""
    _, client = line._ready.result()
    connection = client._client.socket()
    assert connection is not None
    connection.shutdown(socket.SHUT_RDWR)


def test_a_broker_with_a_password(make_broker: Any, tmp_path: Path) -> None:
    passwords = tmp_path / "passwords"
    passwords.touch(mode=0o700)
    made = subprocess.run(
        ["mosquitto_passwd", "-b", str(passwords), "table", "hush"], check=False, capture_output=True
    )
    if made.returncode:
        pytest.skip(f"mosquitto_passwd does not work here: {made.stderr.decode()}")
    passwords.chmod(0o644)
    broker = make_broker(f"allow_anonymous false\npassword_file {passwords}\n")
    secret = tmp_path / "secret"
    secret.write_text("hush\n")

    def line(user: str, file: str) -> BrokerLine:
        where = Broker("127.0.0.1", broker.port, user, file)
        return BrokerLine(where, Message("a", "b"), [], lambda *_: None)

    right = line("table", str(secret))
    right.open()
    right.close()
    with pytest.raises(DeviceError, match=r"(?i)not authori[sz]ed"):
        line("", "").open()
    with pytest.raises(DeviceError, match="cannot be read: No such file"):
        line("table", str(tmp_path / "nowhere")).open()


def test_a_closed_line_publishes_nothing(broker: Mosquitto) -> None:
    line = BrokerLine(Broker("127.0.0.1", broker.port), Message("a", "b"), [], lambda *_: None)
    line.open()
    line.close()
    line.close()
    with pytest.raises(DeviceError, match="closed"):
        line.publish([Message("a", "b")])
