"""Stacks of Headache that hands take apart: nothing is ever taken out of one (H-12)."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.table import Fix, Phase
from firmware_py.table.events import Answered, Undone
from rules import Move, Seat
from tests.firmware_py.table.test_board import Board, cones

CONES = {
    "O1.1": ["red"],
    "O4.1": ["blue", "red"],
    "X1": ["red"],
    "O1.3": ["blue"],
    "X5": ["blue", "red"],
    "X7": ["blue"],
}


@pytest.fixture
def board(begin: Any) -> Board:
    """A Headache board with two stacks of red; red has popped 2."""
    evening = begin("headache", seats=(Seat("red", "Anna"), Seat("blue", "Ben")))
    cones(evening, CONES)
    evening.pop(2, red=False)
    return Board(evening, "headache")


def test_a_cone_lifted_off_its_captive_is_no_move_of_the_stack(board: Board) -> None:
    board.pieces |= {"O4.1": ("blue",), "O4.3": ("red",)}
    table = board.look()
    assert (table.phase, board.evening.said) == (Phase.ILLEGAL_MOVE, "headache.ruling.captive_lifted")
    assert table.verdict.facts["rule"] == "H-12"
    assert table.fix == Fix("red", "O4.3", "O4.1")  # and not: take the captive away
    del board.pieces["O4.3"]
    board.pieces["O4.1"] = ("blue", "red")
    assert board.look().phase is Phase.WAITING_FOR_MOVE
    assert board.move("O4.1", "O4.3").look().state.pieces["O4.3"] == ("blue", "red")
    board.evening.replays()


def test_a_capture_that_hands_take_back_is_set_on_its_captive_again(board: Board) -> None:
    assert board.move("O1.1", "O1.3").look().state.pieces["O1.3"] == ("blue", "red")
    board.pieces |= {"O1.1": ("red",), "O1.3": ("blue",)}
    assert board.look().fix == Fix("red", "O1.1", "O1.3")
    board.evening.do(Undone)
    assert board.look().fix is None
    board.evening.replays()


def test_a_man_who_stands_where_a_stack_stood_goes_first(board: Board) -> None:
    board.pieces |= {"O4.1": board.pieces.pop("X7"), "O5.3": ("blue", "red")}
    assert board.look().fix == Fix("blue", "O4.1", "X7")
    board.move("O4.1", "X7")
    assert board.look().fix == Fix("red", "O5.3", "O4.1")


@pytest.fixture
def bonus(begin: Any) -> Board:
    """Red has moved a stack from X1 to O1.3 by a 3 with the red dot, and popped another 3."""
    evening = begin("headache", seats=(Seat("red", "Anna"), Seat("blue", "Ben")))
    red, blue = dict.fromkeys(("O4.1", "O4.2", "O4.3"), "red"), dict.fromkeys(("X5", "X6", "X7"), "blue")
    cones(evening, {"X1": ["blue", "red"]} | {space: [colour] for space, colour in (red | blue).items()})
    board = Board(evening, "headache")
    evening.pop(3, red=True)
    evening.do(Answered, answer=Move("X1", "O1.3"))
    evening.pop(3, red=False)
    return board


def test_a_stack_that_goes_back_to_where_it_came_from_is_asked_about(bonus: Board) -> None:
    table = bonus.look()  # it was moved back, or not yet forth
    assert (table.phase, table.doubt) == (Phase.MOVE_SEEN, (Move("O1.3", "X1"),))
    assert bonus.evening.said == "board.reason.which_move"
    assert bonus.move("X1", "O1.3").look().phase is Phase.WAITING_FOR_MOVE
    bonus.move("O1.3", "X1").look()
    table = bonus.evening.do(Answered, answer=Move("O1.3", "X1"))
    assert (table.state.pieces["X1"], table.phase) == (("blue", "red"), Phase.WAITING_FOR_POP)
    bonus.evening.replays()


def test_going_back_that_was_undone_is_asked_forth_again(bonus: Board) -> None:
    bonus.evening.do(Answered, answer=Move("O1.3", "X1"))
    bonus.evening.do(Undone)
    assert bonus.look().fix == Fix("red", "X1", "O1.3")
