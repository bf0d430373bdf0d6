"""A game joins by one line in the table of games: everything else then plays it."""

from __future__ import annotations

import random

import pytest

from firmware_py.cli.analysis import Analyst
from firmware_py.cli.playing.setup import layout_for
from firmware_py.cli.problems import UsageError
from firmware_py.config import check_config
from firmware_py.errors import ConfigError
from firmware_py.table import Table, replay, to_record
from firmware_py.table.codec import from_text, to_text
from firmware_py.table.events import Answered, DiceGiven, Journalled, Started
from firmware_py.view import view
from firmware_py.words import Words
from hardware.spaces import game_spaces
from rules import GAMES, Chance, Choice, Rolled, Seat, game, read_record
from rules import replay as replay_record
from rules.odds import odds
from tests.rules import generic

SEATS = (Seat("red", "Anna"), Seat("blue", "Ben"))


@pytest.fixture(autouse=True)
def _dash(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line."""
    monkeypatch.setitem(GAMES, "dash", "tests.rules.dash")


def evening(seed: int) -> list[Journalled]:
    """What happens at a table where all play at random."""
    rng, table = random.Random(seed), Table()
    events: list[Journalled] = [Started(at=0.0, game="dash", seats=SEATS)]
    table = table.after(events[0])
    while isinstance(waits := table.state.awaits, Chance | Choice):
        if isinstance(waits, Chance):
            rolled = rng.choice([answer for answer, _ in waits.outcomes])
            assert isinstance(rolled, Rolled)
            events.append(DiceGiven(at=len(events), faces=rolled.faces))
        else:
            events.append(Answered(at=len(events), answer=rng.choice(waits.options)))
        table = table.after(events[-1])
        assert not table.refused
    return events


def test_the_generic_suite_plays_it() -> None:
    settings = list(generic.settings_of("dash"))
    assert settings
    for setting in settings:
        generic.check_game(setting)


def test_the_table_plays_it_and_the_journal_and_the_record_keep_it() -> None:
    events = evening(1)
    table = replay(events)
    assert replay([from_text(to_text(event)) for event in events]) == table
    record = to_record(table)
    assert read_record(str(record)) == record
    assert replay_record(record)[-1] == table.state


def test_the_view_shows_it() -> None:
    table = Table()
    for event in evening(2):
        table = table.after(event)
        shown = view(table)
        assert shown.game == "dash"
        assert [sum(seat.counts.values()) for seat in shown.seats] == [2, 2]
        if isinstance(table.state.awaits, Choice):
            assert [option.answer for option in shown.options] == list(table.state.awaits.options)
    assert shown.headline.key == "table.headline.over"
    assert sorted(seat.place or 0 for seat in shown.seats) == [1, 2]


def test_its_odds_and_hints_are_found_and_told() -> None:
    state = game("dash").new(SEATS).after(Rolled((4,)))[0]
    found = odds(state, random.Random(1), 50)
    assert found.engine == "plain"
    assert sum(found.chances.values()) == pytest.approx(1)
    told = list(Analyst(Words(), chances=True, hints=True, seed=1).lines(replay(evening(3)[:4]), last=True))
    assert told[0].startswith("   Chances: Anna")


def test_a_layout_may_place_its_spaces() -> None:
    assert game_spaces("dash") == game("dash").spaces()


def test_play_offers_it_with_a_layout_of_its_own_and_says_what_is_missing_without() -> None:
    assert check_config({"table": {"game": "dash"}}).table.game == "dash"
    with pytest.raises(UsageError, match=r"No board of dash .* name a layout"):
        layout_for(game("dash"), "")


def test_a_game_that_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(ConfigError, match="it takes trouble, headache or gearhead"):
        check_config({"table": {"game": "chess"}})
