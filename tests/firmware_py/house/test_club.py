"""The tables seen at the broker: whatever is written there, nothing wrong is shown."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_py.errors import DeviceError
from firmware_py.house import Broker, BrokerLine, Club
from firmware_py.house.club import MOST_TABLES
from firmware_py.house.discovery import discovery
from firmware_py.house.messages import EVENT_TYPES, happened, state_of
from firmware_py.house.topics import Message, Topics, slug
from firmware_py.table import Table
from firmware_py.table.events import Answered, DiceGiven, Started
from firmware_py.view import view
from firmware_py.words import Words
from rules import Chance, Over, Rolled, Seat

WORDS = Words(strict=True)
AT = "2026-11-29T20:00:00+00:00"


def table_of(game: str) -> Table:
    colours = ("south", "north") if game == "gearhead" else ("red", "yellow")
    seats = (Seat(colours[0], "Anna"), Seat(colours[1], "Ben"))
    return Table().after(Started(at=1.0, game=game, seats=seats))


def heard(**more: Any) -> Club:
    state = state_of(view(table_of("trouble")), "kitchen", WORDS, "1", AT) | more
    club = Club().after("pop-umpire/kitchen/availability", b"online")
    return club.after("pop-umpire/kitchen/state", json.dumps(state).encode())


def test_a_table_is_shown_as_it_tells() -> None:
    (table,) = heard().tables
    assert (table.name, table.game, table.there) == ("kitchen", "Trouble", True)
    assert [seat.player for seat in table.seats] == ["Anna", "Ben"]
    assert table.headline


def test_a_table_that_vanished_is_shown_as_gone_and_last() -> None:
    club = heard()
    club = club.after("pop-umpire/zoo/availability", b"online")
    club = club.after("pop-umpire/zoo/state", b'{"name": "zoo"}')
    club = club.after("pop-umpire/kitchen/availability", b"offline")
    assert [(table.name, table.there) for table in club.tables] == [("zoo", True), ("kitchen", False)]


@pytest.mark.parametrize(
    "payload", [b"", b"{", b"[]", b"[" * 9000, b"\xff", b"7", b'{"x": "' + b"x" * 20_000 + b'"}']
)
def test_what_is_no_state_changes_nothing(payload: bytes) -> None:
    club = heard()
    assert club.after("pop-umpire/kitchen/state", payload) is club


@pytest.mark.parametrize("topic", ["", "state", "a/b/c/d", "pop-umpire/kitchen/event", "/"])
def test_other_topics_change_nothing(topic: str) -> None:
    club = heard()
    assert club.after(topic, b"online").tables == club.tables


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=150),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=9), inner, max_size=9),
    max_leaves=9,
)
KEYS = ("name", "game_name", "phase", "turn", "player", "die_in_words", "headline", "winners", "seats", "at")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(KEYS), json_values, max_size=6))
def test_whatever_is_written_there_is_cut_to_size(state: dict[str, Any]) -> None:
    payload = json.dumps(state).encode()
    for table in Club().after("base/kitchen/state", payload).tables:
        shown = [table.name, table.headline, table.at, *table.winners, *(seat.player for seat in table.seats)]
        assert all(isinstance(text, str) and len(text) <= 120 and text.isprintable() for text in shown)
        assert len(table.seats) <= 8


def test_no_more_tables_than_can_be_shown() -> None:
    club = Club()
    for number in range(MOST_TABLES + 50):
        club = club.after(f"base/t{number}/state", b'{"name": "t"}')
    assert len(club.tables) == MOST_TABLES


@pytest.mark.parametrize(
    ("name", "part"),
    [("Küche", "kuche"), ("Table 4", "table-4"), ("a/b+c#", "a-b-c"), ("日本", "table"), ("", "table")],
)
def test_a_name_as_a_part_of_a_topic(name: str, part: str) -> None:
    assert slug(name) == part


@pytest.mark.parametrize("game", ["trouble", "headache", "gearhead"])
def test_every_happening_of_a_game_is_told_once_and_in_words(game: str) -> None:
    table, told, plies = table_of(game), [], 0
    for _ in range(60):
        awaits = table.state.awaits
        if isinstance(awaits, Over):
            break
        answer = awaits.outcomes[-1][0] if isinstance(awaits, Chance) else awaits.options[0]
        if isinstance(answer, Rolled):
            after = table.after(DiceGiven(at=2.0, faces=answer.faces))
        else:
            after = table.after(Answered(at=2.0, answer=answer))
        told += list(happened(table, after, WORDS))
        plies += len(after.plies.top.events)
        table = after
        state_of(view(table), "kitchen", WORDS, "1", AT)
    assert {event["event_type"] for event in told} <= set(EVENT_TYPES)
    assert len([event for event in told if event["event_type"] != "verdict"]) == plies
    assert all(event["say"] for event in told)
    whole = list(happened(Table(), table, WORDS))
    assert whole[0]["event_type"] == "start"
    assert list(happened(table, table, WORDS)) == []


def test_discovery_names_a_template_for_every_part() -> None:
    message = discovery("homeassistant", Topics("pop-umpire", "hall-2"), "Hall 2", None, WORDS)
    assert message.topic == "homeassistant/device/pop_umpire_hall_2/config"
    found = json.loads(message.payload)
    assert message.retain
    assert "configuration_url" not in found["device"]
    state = state_of(view(table_of("headache")), "Hall 2", WORDS, "1", AT)
    for part in found["components"].values():
        assert part["name"]
        for key in ("player", "die_in_words", "headline", "verdict", "winners", "phase"):
            assert f"value_json.{key}" not in part.get("value_template", "") or key in state


def test_without_the_library_the_fault_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiomqtt", None)
    line = BrokerLine(Broker("127.0.0.1"), Message("a", "b"), [], lambda *_: None)
    with pytest.raises(DeviceError, match=r"pop-umpire\[mqtt\]"):
        line.open()
    line.close()
