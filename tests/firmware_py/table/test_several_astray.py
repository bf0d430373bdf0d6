"""Several pieces stand otherwise than before: a lawful move among them is not asked back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firmware_py.table import Fix, Phase
from firmware_py.view import view
from firmware_py.words import Words
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


@pytest.mark.parametrize("astray", ["RH4", "T8", "T3"])
def test_a_capture_is_not_asked_back_because_the_captured_man_was_put_elsewhere(
    board: Board, astray: str
) -> None:
    table = board.move("T3", "T7", home=astray).look()
    assert (table.phase, table.fix) == (Phase.CORRECTION, Fix("yellow", astray, "YH3"))
    said = Words().say(table.fix.say.key, table.fix.say.facts)
    where = "Put a yellow piece" if astray == "RH4" else f"Put the yellow piece from {astray}"
    assert said == f"{where} at home."
    assert board.move(astray, "YH4").look().plies.top.answer == Move("T3", "T7")
    board.evening.replays()


def test_another_mans_capture_by_a_wrong_count_is_asked_back_to_where_he_stood(board: Board) -> None:
    table = board.move("T10", "T7", home="YH4").look()
    assert (table.phase, table.fix) == (Phase.ILLEGAL_MOVE, Fix("red", "T7", "T10"))


def test_a_second_quick_move_that_its_dice_do_not_give_is_asked_back(board: Board) -> None:
    board.move("T10", "T14").evening.pop(2)
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
