"""The chances and hints that `umpire games show` adds to a game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from firmware_py.cli import analysis
from firmware_py.cli.analysis import Analyst
from firmware_py.table import Table
from firmware_py.table.events import Aborted, Answered, DiceGiven, Paused, Started, TableEvent, Undone
from firmware_py.words import Words
from rules import PASS, Move, Seat
from tests.firmware_py.conftest import Evening

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


@pytest.fixture
def middle(begin: Any, men: Any) -> Evening:
    """Red has popped 3 and may capture, or walk on."""
    evening: Evening = begin()
    evening.stand(men(red=["T2", "T14"], yellow=["T17", "T20"]), "red")
    evening.pop(3)
    return evening


def test_the_best_option_is_what_the_strongest_bot_would_play(middle: Evening) -> None:
    middle.do(Answered, answer=Move("T14", "T19"))
    middle.do(Undone)
    middle.do(Answered, answer=Move("T2", "T5"))
    *before, popped, refused, undone, moved = followed(middle.journal, chances=False, hints=True)
    assert not any(before)
    assert popped == ["   Best: T14 to T17, capturing a yellow man (so the strongest bot would play)"]
    assert (refused, undone, moved) == ([], [], []), "it is said once"


def test_whether_to_move_at_all_is_left_to_the_player() -> None:
    assert not any(followed(OPENING, chances=False, hints=True))


@pytest.mark.parametrize("act", [Paused, Aborted])
def test_a_game_that_was_left_at_a_choice_has_hints_too(middle: Evening, act: type[TableEvent]) -> None:
    middle.do(act)
    told = followed(middle.journal, chances=True, hints=True)
    assert any("Best: " in line for line in told[-2])
    assert not any("Best: " in line for line in told[-1])


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
