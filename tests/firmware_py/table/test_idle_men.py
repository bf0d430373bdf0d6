"""The men of colours that nobody plays stay in their homes, where many families keep them."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.table import Fix, Phase
from firmware_py.table.events import Accepted
from rules import Move
from tests.firmware_py.table.test_board import Board


@pytest.fixture
def board(begin: Any) -> Board:
    """Red and yellow begin a game; the blue and green men stand in their homes."""
    board = Board(begin())
    board.pieces |= {
        f"{colour[0].upper()}H{n}": (colour,) for colour in ("blue", "green") for n in range(1, 5)
    }
    return board


def test_men_whom_nobody_plays_are_no_wrong_set_up_and_hide_no_move(board: Board) -> None:
    assert board.look().phase is Phase.WAITING_FOR_POP
    board.evening.pop(6)
    table = board.move("RH1", "T0").look()
    assert (table.plies.top.answer, table.verdict) == (Move("RH4", "T0"), None)
    board.evening.replays()


def test_a_man_in_the_home_of_a_colour_that_nobody_plays_is_asked_back(board: Board) -> None:
    board.evening.pop(6)
    del board.pieces["BH2"]
    table = board.move("RH1", "BH2").look()
    assert (table.phase, table.fix) == (Phase.CORRECTION, Fix("red", "BH2", "RH1"))
    assert board.move("BH2", "RH1").look().fix is None


def test_a_man_whom_nobody_plays_is_taken_off_the_track(board: Board) -> None:
    table = board.move("BH2", "T9").look()
    assert (table.phase, table.fix) == (Phase.CORRECTION, Fix("blue", "T9", None))
    assert board.move("T9", "BH2").look().phase is Phase.WAITING_FOR_POP


def test_a_board_that_is_accepted_as_it_stands_has_only_the_men_who_play(board: Board) -> None:
    board.evening.pop(6)
    board.move("RH1", "T5").move("YH1", "T9").look()
    table = board.evening.do(Accepted, by="Anna")
    assert set(table.state.pieces.values()) == {("red",), ("yellow",)}
    assert (table.state.pieces["T5"], board.look().phase) == (("red",), Phase.WAITING_FOR_POP)
