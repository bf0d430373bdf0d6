"""The chances and hints that `umpire games show` adds to a game."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from firmware_py.cli import analysis
from firmware_py.cli.analysis import Analyst
from firmware_py.table import Table
from firmware_py.table.events import Answered, DiceGiven, Started, TableEvent
from firmware_py.words import Words
from rules import PASS, Move, Seat

SEATS = (Seat("red", "Anna"), Seat("yellow", "Ben"))


def followed(events: Sequence[TableEvent], *, chances: bool, hints: bool) -> list[list[str]]:
    """What is said after each event."""
    analyst = Analyst(Words(strict=True), chances=chances, hints=hints, seed=1)
    table, said = Table(), []
    for event in events:
        table = table.after(event)
        said.append(list(analyst.lines(table, last=event is events[-1])))
    return said


OPENING = (
    Started(at=0.0, game="trouble", seats=SEATS, first="red"),
    DiceGiven(at=1.0, faces=(6,)),
    Answered(at=2.0, answer=Move("RH4", "T0")),
    DiceGiven(at=3.0, faces=(2,)),
    Answered(at=4.0, answer=PASS),
)


def test_the_chances_are_said_as_a_turn_begins() -> None:
    begins, rolled, moved, rolled_again, passed = followed(OPENING, chances=True, hints=False)
    assert (rolled, moved, rolled_again) == ([], [], [])
    for line, games in ((begins, 300), (passed, 2000)):
        (told,) = line
        found = re.fullmatch(
            rf"   Chances: Anna (\d+)%, Ben (\d+)% \(give or take \d%, by {games} .*\)", told
        )
        assert found is not None, told
        assert 99 <= int(found[1]) + int(found[2]) <= 101


def test_the_best_option_is_said_in_words() -> None:
    begins, first, moved, second, passed = followed(OPENING, chances=False, hints=True)
    assert (begins, moved, passed) == ([], [], [])
    for (line,) in (first, second):
        assert re.fullmatch(r"   Best: .+ \(\d+%, by 100 random games for each option\)", line), line


def test_a_person_with_two_teams_is_named_once_and_a_slow_game_looked_at_where_it_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(analysis, "_WHERE_IT_STANDS", {"plain": 4})
    four = tuple(
        Seat(colour, player)
        for colour, player in zip(("red", "blue", "yellow", "green"), ("Anna", "Ben") * 2, strict=True)
    )
    events = (Started(at=0.0, game="trouble", seats=four, first="red"), DiceGiven(at=1.0, faces=(3,)))
    begins, (line,) = followed(events, chances=True, hints=True)
    assert begins == []
    assert re.match(r"   Chances: Anna \d+%, Ben \d+% ", line), line


def test_the_same_game_has_the_same_figures() -> None:
    assert followed(OPENING, chances=True, hints=True) == followed(OPENING, chances=True, hints=True)
