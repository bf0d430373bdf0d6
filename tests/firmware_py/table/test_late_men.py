"""Captured men who are still in somebody's hand while the game goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware_py.table import Phase
from firmware_py.table.events import Accepted, DiceSeen, Pressed
from rules import Move, Seat
from tests.firmware_py.table.test_board import Board
from vision.dice.reading import DiceReading, Die

Men = Callable[..., dict[str, tuple[str, ...]]]


def captured(begin: Any, men: Men) -> Board:
    """Red has captured the man on T7, who is not home yet; yellow, with a man on T20, is to pop."""
    evening = begin()
    evening.stand(men(red=["T3", "T10"], yellow=["T7", "T20"]), "red")
    evening.pop(4)
    board = Board(evening)
    assert board.move("T3", "T7").look().late == ("yellow",)
    return board


def test_a_wrong_count_is_told_as_such_though_an_older_man_is_late(begin: Any, men: Men) -> None:
    board = captured(begin, men)
    board.evening.pop(3)
    table = board.move("T20", "T24").look()
    assert (table.phase, board.evening.said) == (Phase.ILLEGAL_MOVE, "trouble.ruling.wrong_count")
    table = board.evening.do(Accepted, by="Anna")
    assert table.state.pieces["T24"] == ("yellow",)
    assert board.look().phase is Phase.WAITING_FOR_POP
    assert board.evening.table.late == ("yellow",)
    board.evening.replays()


def test_a_wrong_capture_with_the_man_in_the_hand_is_told_by_its_count(begin: Any, men: Men) -> None:
    evening = begin()
    evening.stand(men(red=["T3", "T10"], yellow=["T8"]), "red")
    evening.pop(4)
    assert Board(evening).move("T3", "T8").look().phase is Phase.ILLEGAL_MOVE
    assert evening.said == "trouble.ruling.wrong_count"


def test_a_legal_move_with_an_older_man_late_is_no_second_man_moved(begin: Any, men: Men) -> None:
    board = captured(begin, men)
    board.evening.pop(3)
    table = board.move("T20", "T23").look()
    assert table.plies.top.answer == Move("T20", "T23")
    assert (table.late, board.evening.said) == (("yellow",), "trouble.ruling.not_home_yet")
    board.evening.replays()


def test_a_player_who_captured_nobody_is_not_said_to_have_landed_on_a_man(begin: Any, men: Men) -> None:
    evening = begin(seats=(Seat("red", "Anna"), Seat("blue", "Cleo"), Seat("yellow", "Ben")))
    evening.stand(men(red=["T3"], blue=["T7"], yellow=["T20"]), "red")
    evening.pop(4)
    board = Board(evening)
    assert board.move("T3", "T7").look().late == ("blue",)
    evening.pop(3)  # blue has no move
    evening.pop(2)
    board.move("T20", "T22").look()
    assert evening.said == "trouble.ruling.not_home_yet"
    assert "blue" in str(evening.table.verdict.facts["missing"])


def test_a_doubted_die_is_told_though_an_older_man_is_late(begin: Any, men: Men) -> None:
    board = captured(begin, men)
    die = Die(3, True, 0.8, (0, 0, 9, 9))
    board.evening.do(Pressed)
    board.evening.do(DiceSeen, reading=DiceReading("read", (die,), None, "dice_read"), source="camera")
    table = board.move("T20", "T24").look()
    assert (table.phase, board.evening.said) == (Phase.WAITING_FOR_MOVE, "board.reason.die_doubted")


def test_a_board_in_disorder_may_stand_though_an_older_man_is_late(begin: Any, men: Men) -> None:
    board = captured(begin, men)
    table = board.move("T20", "T25").move("T10", "T16").look()
    assert table.phase is Phase.CORRECTION
    table = board.evening.do(Accepted, by="Anna")
    assert (table.state.pieces["T25"], table.state.pieces["T16"]) == (("yellow",), ("red",))
    assert board.look().phase is Phase.WAITING_FOR_POP
    board.evening.replays()
