"""Several pieces stand otherwise than before: a lawful move among them is not asked back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firmware_py.table import Fix, Phase
from firmware_py.view import view
from rules import Move
from tests.firmware_py.table.test_board import Board

Men = Callable[..., dict[str, tuple[str, ...]]]


@pytest.fixture
def board(begin: Any, men: Men) -> Board:
    """Red on T3 and T10, yellow on T7 and T20; red has popped 4."""
    evening = begin()
    evening.stand(men(red=["T3", "T10"], yellow=["T7", "T20"]), "red")
    evening.pop(4)
    return Board(evening)


def test_a_lawful_move_is_not_asked_back_because_another_man_was_knocked_over(board: Board) -> None:
    fallen = board.pieces.pop("T20")
    assert board.move("T10", "T14").look().fix == Fix("yellow", None, "T20")
    board.pieces["T20"] = fallen
    assert board.look().plies.top.answer == Move("T10", "T14")
    board.evening.replays()


def test_a_capture_is_not_asked_back_because_another_man_was_moved(board: Board) -> None:
    board.move("T3", "T7", home="YH4").move("T20", "T21")
    assert board.look().fix == Fix("yellow", "T21", "T20")
    assert board.move("T21", "T20").look().plies.top.answer == Move("T3", "T7")


def test_of_two_quick_moves_the_second_is_asked_back(board: Board) -> None:
    board.move("T10", "T14").evening.pop(1)
    assert board.move("T7", "T8").look().fix == Fix("yellow", "T8", "T7")
    board.evening.at += 5.0
    table = board.move("T8", "T7").look()
    assert (table.plies.top.answer, table.state.awaits.colour) == (Move("T10", "T14"), "yellow")


def test_a_refused_move_made_good_is_not_asked_back_because_the_next_player_moved(board: Board) -> None:
    assert board.move("T10", "T15").look().phase is Phase.ILLEGAL_MOVE
    board.move("T20", "T23").look()
    assert view(board.evening.table).headline.key == "table.headline.put_back"
    table = board.move("T15", "T14").look()
    assert table.fix == Fix("yellow", "T23", "T20")
    assert view(table).headline == table.fix.say  # and not: put it back on T10
    assert board.move("T23", "T20").look().plies.top.answer == Move("T10", "T14")
    board.evening.replays()
