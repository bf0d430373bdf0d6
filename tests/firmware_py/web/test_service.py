"""A real server: streams, floods, an end."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_py.errors import DeviceError
from firmware_py.loop import Loop
from firmware_py.table import Table
from firmware_py.table.events import DiceGiven, Started
from firmware_py.web import Phones, Site, SiteParts, WebSense, WebShow, addresses
from firmware_py.web.feed import MOST_FROM_ONE
from firmware_py.web.gate import COOKIE
from firmware_py.web.limits import ACTS
from firmware_py.words import Words
from hardware.layout import load_layout
from rules import Seat

PATIENCE = 60.0
BEGUN = Started(at=0.0, game="trouble", seats=(Seat("red", "Anna"), Seat("yellow", "Ben")), first="red")


class Running:
    """A loop with its page on a free port."""

    def __init__(self, folder: Path) -> None:
        self.phones = Phones(folder / "phones.json")
        parts = SiteParts(
            table=lambda: self.loop.table,
            words=Words(),
            phones=self.phones,
            layout_of=lambda _: load_layout("trouble"),
            boards={},
            wall=lambda: 0.0,
        )
        self.site = Site(parts)
        self.sense = WebSense(self.site, "127.0.0.1", 0)
        self.loop = Loop(Table(), None, [self.sense], [WebShow(self.site)])
        self.thread = threading.Thread(target=self.loop.run)
        self.thread.start()
        self.until(lambda: self.sense.port != 0)

    def until(self, ready: Any) -> None:
        for _ in range(int(PATIENCE * 100)):
            if ready():
                return
            threading.Event().wait(0.01)
        raise AssertionError("it never happened")

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.sense.port, timeout=PATIENCE)

    def end(self) -> None:
        self.loop.stop()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    made = Running(tmp_path)
    yield made
    made.end()


def states(response: http.client.HTTPResponse) -> Iterator[Any]:
    """The states of an event stream."""
    for line in response:
        if line.startswith(b"data: {"):
            yield json.loads(line[6:])


@contextmanager
def watching(running: Running) -> Iterator[Iterator[Any]]:
    with closing(running.connect()) as line:
        line.request("GET", "/events")
        with line.getresponse() as response:
            assert response.headers["content-type"].startswith("text/event-stream")
            yield states(response)


def test_whoever_comes_has_the_whole_state_at_once_and_every_newer_one(running: Running) -> None:
    running.until(lambda: running.site.feed.number > 0)
    with watching(running) as early:
        assert next(early)["phase"] == "setting_up"
        running.loop.post(BEGUN)
        begun = next(early)
        assert (begun["phase"], begun["ply"]) == ("waiting_for_pop", 0)
        with watching(running) as late:
            assert next(late) == begun
            running.loop.post(DiceGiven(at=1.0, faces=(6,)))
            assert next(early) == next(late)


def test_a_page_that_went_leaves_nothing_behind(running: Running) -> None:
    with watching(running) as told:
        next(told)
        running.until(lambda: running.site.feed.watchers == 1)
    for number in range(4):  # the server notices when it next writes
        running.loop.post(DiceGiven(at=float(number), faces=(1,)) if number else BEGUN)
    running.until(lambda: running.site.feed.watchers == 0)


def test_one_address_cannot_take_all_the_room(running: Running) -> None:
    with ExitStack() as pages:
        for count in range(MOST_FROM_ONE):
            next(pages.enter_context(watching(running)))
            running.until(lambda count=count: running.site.feed.watchers == count + 1)
        with closing(running.connect()) as line:
            line.request("GET", "/events")
            with line.getresponse() as refused:
                assert refused.status == 503
                assert json.loads(refused.read())["refused"] == "too_many"
        assert running.site.feed.has_room_for("10.0.0.7")


def test_a_flood_from_one_phone_does_not_stop_the_game(running: Running) -> None:
    running.loop.post(BEGUN)
    running.phones.add("Anna", "token", 0.0)
    origin = f"http://127.0.0.1:{running.sense.port}"
    headers = {"Origin": origin, "Cookie": f"{COOKIE}=token", "Content-Type": "application/json"}
    statuses: list[int] = []
    over = threading.Event()
    since = running.loop.now()

    def flood(name: int) -> None:
        with closing(running.connect()) as line:
            for number in range(500):
                body = {"act": "undo", "id": f"{name}-{number}", "began": 0.0, "ply": 0}
                line.request("POST", "/act", json.dumps(body), headers)
                with line.getresponse() as response:
                    response.read()
                    statuses.append(response.status)
        over.set()

    threads = [threading.Thread(target=flood, args=(name,)) for name in range(2)]
    for thread in threads:
        thread.start()
    played = 0
    while not over.is_set():
        ply = running.loop.view.ply
        if running.loop.view.options:
            running.loop.post(DiceGiven(at=1.0, faces=(3,)))
        running.until(lambda before=ply: running.loop.view.ply != before or over.is_set())
        played += 1
    for thread in threads:
        thread.join(PATIENCE)
    assert len(statuses) == 1000
    allowed = ACTS.burst + ACTS.a_second * (running.loop.now() - since)
    assert len(statuses) - statuses.count(429) <= allowed + 1
    assert set(statuses) <= {202, 409, 429}
    assert played > 0
    ply = running.loop.view.ply
    running.loop.post(DiceGiven(at=1.0, faces=(3,)))
    running.until(lambda: running.loop.view.ply != ply)


def test_a_port_that_is_taken_is_told(running: Running) -> None:
    other = WebSense(running.site, "127.0.0.1", running.sense.port)
    with pytest.raises(DeviceError, match=r"web\.port"):
        other.run(None)  # type: ignore[arg-type]


def test_addresses_are_told() -> None:
    assert addresses("127.0.0.1", 80) == ["http://127.0.0.1:80/"]
    assert addresses("::1", 80) == ["http://[::1]:80/"]
    everywhere = addresses("0.0.0.0", 8080)
    assert len(everywhere) == 2
    assert everywhere[1].endswith(".local:8080/")


def test_the_address_is_shown_until_somebody_comes(tmp_path: Path) -> None:
    made = Running(tmp_path)
    try:
        assert made.loop.view.address is None, "no phone finds a page that this machine alone can reach"
        made.site.sit(made.site._desk, "http://192.168.1.5:8080/")
        made.until(lambda: made.loop.view.address is not None)
        with closing(made.connect()) as line:
            line.request("GET", "/state.json")
            shown = json.loads(line.getresponse().read())
            assert shown["address"]["where"] == "http://192.168.1.5:8080/", "a phone may invite the next"
            assert made.loop.view.address is not None, "nobody watches yet"
            line.request("GET", "/events")
            line.getresponse()
            made.until(lambda: made.loop.view.address is None)
    finally:
        made.end()
