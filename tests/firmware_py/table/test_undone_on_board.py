"""A move that the camera took and people take back is put back on the board, and not taken anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firmware_py.table import Fix, Phase
from firmware_py.table.events import Answered, Undone
from rules import Move
from tests.firmware_py.table.test_board import Board

Men = Callable[..., dict[str, tuple[str, ...]]]


@pytest.fixture
def undone(begin: Any, men: Men) -> Board:
    """Red has popped 4 and moved from T10 to T14, which was seen and then taken back."""
    evening = begin()
    evening.stand(men(red=["T3", "T10"], yellow=["T7"]), "red")
    evening.pop(4)
    board = Board(evening)
    assert board.move("T10", "T14").look().plies.top.answer == Move("T10", "T14")
    evening.do(Undone, by="Anna")
    return board


def test_an_undone_move_is_asked_back_and_not_taken_anew(undone: Board) -> None:
    table = undone.look()
    assert (table.phase, table.fix) == (Phase.CORRECTION, Fix("red", "T14", "T10"))
    assert undone.evening.said == "table.verdict.undone_by"
    assert undone.look() is table
    undone.move("T14", "T10").look()
    assert undone.evening.said == "table.verdict.as_it_should"
    table = undone.move("T10", "T14").look()  # he may make the same move after all
    assert table.plies.top.answer == Move("T10", "T14")
    undone.evening.replays()


def test_a_hand_over_the_undone_move_does_not_make_it_anew(undone: Board) -> None:
    undone.look(unsure=("T10", "T14"))
    assert undone.look().phase is Phase.CORRECTION
    undone.evening.replays()


def test_another_move_is_taken_instead_of_the_undone_one(undone: Board) -> None:
    undone.look()
    table = undone.move("T14", "T10").move("T3", "T7", home="YH4").look()
    assert table.plies.top.answer == Move("T3", "T7")
    undone.evening.replays()


def test_an_undone_move_may_be_chosen_again_by_button(undone: Board) -> None:
    undone.look()
    undone.evening.do(Answered, answer=Move("T10", "T14"))
    assert undone.look().phase is Phase.WAITING_FOR_POP
    assert undone.evening.table.fix is None
    undone.evening.replays()


def test_a_move_undone_with_its_die_is_not_called_too_early(undone: Board) -> None:
    undone.evening.do(Undone, by="Anna")
    table = undone.look()
    assert (table.phase, table.refused) == (Phase.CORRECTION, None)
    assert table.fix == Fix("red", "T14", "T10")
    undone.evening.replays()
