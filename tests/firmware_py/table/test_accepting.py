"""A board that people accept as it stands keeps every piece that it had."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.table import Phase
from firmware_py.table.events import Accepted
from rules import Seat
from tests.firmware_py.table.test_board import Board, cones

CONES = {
    "O1.1": ["red"],
    "O4.1": ["blue", "red"],
    "X1": ["red"],
    "X6": ["blue"],
    "X5": ["blue", "red"],
    "X7": ["blue"],
}


@pytest.fixture
def headache(begin: Any) -> Board:
    """A Headache board with two stacks; red has popped 2."""
    evening = begin("headache", seats=(Seat("red", "Anna"), Seat("blue", "Ben")))
    cones(evening, CONES)
    evening.pop(2, red=False)
    return Board(evening, "headache")


def test_a_stack_that_was_bumped_keeps_its_captives_when_it_is_accepted(headache: Board) -> None:
    headache.move("O4.1", "O4.3").move("X6", "X4").look()
    state = headache.evening.do(Accepted, by="Anna").state
    assert state.pieces["O4.3"] == ("blue", "red")
    assert (state.pieces["X4"], state.reserve) == (("blue",), (0, 0))
    headache.evening.replays()


def test_a_stack_of_unknown_captives_is_not_accepted(headache: Board) -> None:
    headache.move("O4.1", "O4.3").move("X1", "O3.1").look()  # which of the two has the captive?
    table = headache.evening.do(Accepted, by="Anna")
    assert table.state.pieces["O4.1"] == ("blue", "red")
    assert (table.phase, headache.evening.said) == (Phase.CORRECTION, "table.verdict.cannot_accept")


def test_a_stack_that_went_out_of_sight_is_not_accepted_twice(headache: Board) -> None:
    headache.move("X5", "O4.3").move("X6", "X4").look(unsure=("X5",))
    table = headache.evening.do(Accepted, by="Anna")
    assert (table.state.pieces["X5"], table.state.pieces.get("O4.3")) == (("blue", "red"), None)
    assert headache.evening.said == "table.verdict.cannot_accept"


def test_a_cone_that_fell_off_the_table_is_not_accepted_into_the_reserve(headache: Board) -> None:
    fallen = headache.pieces.pop("X7")
    headache.look()
    table = headache.evening.do(Accepted, by="Anna")
    assert (table.state.reserve, table.state.pieces["X7"]) == ((0, 0), ("blue",))
    assert headache.evening.said == "table.verdict.cannot_accept"
    headache.pieces["X7"] = fallen
    assert headache.look().phase is Phase.WAITING_FOR_MOVE
    headache.evening.replays()


def test_accepting_a_wrong_set_up_does_not_skip_the_pops_for_who_begins(begin: Any) -> None:
    board = Board(begin(first=None))
    assert not board.move("RH4", "T5").look().may_accept
    board.evening.do(Accepted, by="Anna")
    assert board.evening.said == "table.verdict.cannot_accept_yet"
    board.evening.pop(2)
    board.evening.pop(5)
    table = board.look()
    assert (table.may_accept, table.state.awaits.colour) == (True, "yellow")
    table = board.evening.do(Accepted, by="Anna")
    assert (table.state.pieces["T5"], table.state.awaits.colour) == (("red",), "yellow")
    board.evening.replays()
