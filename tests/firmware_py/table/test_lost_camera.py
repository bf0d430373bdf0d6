"""A strict referee whose camera is gone does not hold the evening up."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.table import Phase
from firmware_py.table.events import BoardSeen, DiceGiven, Pressed
from tests.firmware_py.table.test_board import Board
from vision.board.seen import BoardSeen as Sight

LOST = Sight(False, None, 0.0, {}, "not_found")


@pytest.fixture
def astray(begin: Any) -> Board:
    """A set-up with two men astray, before a strict referee."""
    board = Board(begin(referee="strict"))
    board.pieces |= {"T4": board.pieces.pop("RH2"), "YF1": board.pieces.pop("YH1")}
    assert board.look().phase is Phase.CORRECTION
    return board


def test_dice_that_a_strict_referee_does_not_take_are_answered(astray: Board) -> None:
    astray.evening.do(DiceGiven, faces=(4,), by="Anna")
    assert astray.evening.said == "table.verdict.strict"
    told = astray.evening.table
    assert astray.evening.do(Pressed) is told
    astray.evening.replays()


def test_a_strict_referee_who_sees_no_board_takes_the_dice(astray: Board) -> None:
    astray.evening.do(BoardSeen, seen=LOST, source="board camera")
    assert astray.evening.said == "board.reason.not_found"
    table = astray.evening.do(DiceGiven, faces=(6,), by="Anna")
    assert (table.plies.top.roll.faces, table.phase) == ((6,), Phase.WAITING_FOR_MOVE)
    astray.evening.replays()


def test_a_strict_referee_who_sees_the_board_again_wants_it_right(astray: Board) -> None:
    astray.evening.do(BoardSeen, seen=LOST, source="board camera")
    astray.look()
    assert astray.evening.do(DiceGiven, faces=(6,), by="Anna").phase is Phase.CORRECTION
    astray.evening.replays()
