"""The next player pops before the board was looked at: his pop is neither lost nor held against him."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firmware_py.table import Phase
from firmware_py.table.events import Answered, DiceGiven, DiceSeen, Pressed
from rules import Move, Rolled, Seat
from tests.firmware_py.conftest import reading
from tests.firmware_py.table.test_board import Board, cones

BLUE = {"X7": ["blue"], "I7.1": ["blue"], "I7.2": ["blue"]}
FAR = {"O5.1": ["red"], "O5.2": ["red"], "O5.3": ["red"], **BLUE}
"""Cones of Headache that are not moved."""

Men = Callable[..., dict[str, tuple[str, ...]]]


@pytest.fixture
def moved(begin: Any, men: Men) -> Board:
    """Red has popped 4 and moved from T10 to T14, and the camera has not looked yet; yellow stands on T7."""
    evening = begin()
    evening.stand(men(red=["T3", "T10"], yellow=["T7"]), "red")
    evening.pop(4)
    return Board(evening).move("T10", "T14")


def test_a_die_that_rolls_while_the_last_move_is_seen_counts_for_the_next_player(moved: Board) -> None:
    moved.evening.do(Pressed)
    table = moved.look()
    assert (table.plies.top.answer, table.phase) == (Move("T10", "T14"), Phase.ROLLING)
    table = moved.evening.do(DiceSeen, reading=reading(5), source="camera")
    assert (table.state.awaits.colour, table.phase) == ("yellow", Phase.WAITING_FOR_MOVE)
    assert moved.move("T7", "T12").look().plies.top.answer == Move("T7", "T12")
    moved.evening.replays()


def test_dice_that_were_popped_long_before_the_move_are_not_the_next_players(moved: Board) -> None:
    moved.evening.do(Pressed)
    moved.evening.at += 5.5
    assert moved.look().phase == Phase.WAITING_FOR_POP
    moved.evening.replays()


def test_a_dome_pressed_twice_before_the_move_is_seen_leads_to_the_same_table_after_a_power_cut(
    moved: Board,
) -> None:
    moved.evening.do(Pressed)
    moved.evening.at += 4.0
    moved.evening.do(Pressed)
    assert moved.look().phase is Phase.ROLLING
    moved.evening.replays()
    table = moved.evening.do(DiceSeen, reading=reading(5), source="camera")
    assert (table.state.awaits.colour, table.phase) == ("yellow", Phase.WAITING_FOR_MOVE)
    moved.evening.replays()


def test_a_die_read_just_before_the_last_move_is_seen_counts_for_the_next_player(moved: Board) -> None:
    moved.evening.pop(5)
    assert moved.evening.said == "trouble.ruling.move_first"
    table = moved.look()
    assert (table.state.awaits.colour, table.plies.top.roll.faces) == ("yellow", (5,))
    table = moved.move("T7", "T12").look()
    assert (table.plies.top.answer, table.verdict) == (Move("T7", "T12"), None)
    moved.evening.replays()


def test_a_die_read_long_before_the_move_is_not_the_next_players(moved: Board) -> None:
    moved.evening.pop(5)
    moved.evening.at += 5.0
    table = moved.look()
    assert (table.state.awaits.colour, table.phase) == ("yellow", Phase.WAITING_FOR_POP)
    assert moved.evening.said == "table.verdict.pop_once_more"
    assert dict(table.verdict.facts) == {"faces": "5", "colour": "yellow"}
    moved.evening.replays()


def test_a_second_pop_before_the_move_is_forgotten_once_the_board_was_seen(moved: Board) -> None:
    moved.move("T14", "T10").evening.pop(5)
    moved.look()
    table = moved.move("T10", "T14").look()
    assert (table.phase, table.verdict) == (Phase.WAITING_FOR_POP, None)
    moved.evening.replays()


def test_a_second_pop_that_declines_is_not_counted_twice(begin: Any, men: Men) -> None:
    evening = begin()
    evening.stand(men(red=["T3"], yellow=["T8"]), "red")
    evening.pop(6)
    evening.pop(5)
    table = evening.pop(5)  # red declines the 6 and moves the 5
    assert (table.plies.top.roll.faces, table.early) == ((5,), None)
    table = Board(evening).move("T3", "T8", home="YH4").look()
    assert (table.state.awaits.colour, table.phase) == ("yellow", Phase.WAITING_FOR_POP)
    evening.replays()


def test_two_moves_before_one_look_are_both_taken(moved: Board) -> None:
    moved.evening.pop(5)
    moved.move("T7", "T12")
    moved.evening.at += 4.0
    table = moved.look()
    answers = [ply.answer for ply in table.plies][:3]
    assert answers == [Move("T7", "T12"), Rolled((5,)), Move("T10", "T14")]
    assert (table.phase, table.state.awaits.colour, moved.evening.said) == (Phase.WAITING_FOR_POP, "red", "")
    moved.evening.replays()


def test_a_6_and_the_pop_after_it_may_be_moved_by_one_man_before_one_look(begin: Any, men: Men) -> None:
    evening = begin()
    evening.stand(men(red=["T3"], yellow=["T7"]), "red")
    board = Board(evening)
    evening.pop(6)
    board.move("T3", "T9")
    evening.pop(3)
    table = board.move("T9", "T12").look()
    assert (table.state.pieces["T12"], table.state.awaits.colour) == (("red",), "yellow")
    evening.replays()


def test_a_man_captured_by_the_second_of_two_moves_must_be_home(begin: Any, men: Men) -> None:
    evening = begin()
    evening.stand(men(red=["T10"], yellow=["T8"]), "red")
    board = Board(evening)
    evening.pop(3)
    board.move("T10", "T13")
    evening.pop(5)
    board.move("T8", "T13").look()
    assert evening.table.state.pieces["T10"] == ("red",)
    board.pieces["RH4"] = ("red",)
    assert board.look().state.pieces["T13"] == ("yellow",)


def test_two_moves_that_cannot_be_told_from_others_are_not_guessed(moved: Board) -> None:
    moved.evening.pop(5)
    moved.move("T7", "T12").look(unsure=("T12",))
    assert moved.evening.table.state.pieces["T10"] == ("red",)
    assert moved.look().state.pieces["T12"] == ("yellow",)


def test_a_move_is_not_paired_with_dice_that_were_popped_long_before(moved: Board) -> None:
    moved.evening.pop(5)
    moved.move("T7", "T12")
    moved.evening.at += 30.0
    table = moved.look()
    assert (table.state.awaits.colour, table.state.pieces["T10"]) == ("red", ("red",))
    assert table.phase is Phase.CORRECTION
    moved.evening.replays()


@pytest.fixture
def stacked(begin: Any) -> Board:
    """A stack of red on X1; red has popped 6 and the red dot."""
    evening = begin("headache", seats=(Seat("red", "Anna"), Seat("blue", "Ben")))
    cones(evening, {"X1": ["blue", "red"], **FAR})
    evening.pop(6, red=True)
    return Board(evening, "headache")


def test_one_stack_moved_twice_to_where_one_move_leads_is_asked_about(stacked: Board) -> None:
    stacked.evening.pop(2, red=False)
    table = stacked.move("X1", "X3").look()
    assert (table.state.pieces["X1"], table.phase) == (("blue", "red"), Phase.MOVE_SEEN)
    assert stacked.evening.said == "board.reason.one_move_or_two"
    assert table.doubt == (Move("X1", "X3"), Move("X1", "O2.2"))
    stacked.evening.replays()


def test_who_says_that_it_was_two_moves_enters_the_dice_of_the_second(stacked: Board) -> None:
    stacked.evening.pop(2, red=False)
    stacked.move("X1", "X3").look()
    stacked.evening.do(Answered, answer=Move("X1", "O2.2"))
    stacked.look()
    stacked.evening.do(DiceGiven, faces=(2, 0))
    table = stacked.look()
    assert (table.plies.top.answer, table.state.awaits.colour) == (Move("O2.2", "X3"), "blue")
    stacked.evening.replays()


def test_two_moves_that_may_have_changed_nothing_are_not_taken_from_an_unclear_board(begin: Any) -> None:
    evening = begin("headache", seats=(Seat("red", "Anna"), Seat("blue", "Ben")))
    cones(evening, {**BLUE, "X1": ["blue", "red"], "X0": ["red"], "X2": ["red"], "O0.1": ["red"]})
    evening.pop(3, red=True)
    evening.pop(3, red=False)
    before = evening.table.state
    assert Board(evening, "headache").look(unsure=("X1", "O1.3")).state == before
    evening.replays()


def test_two_moves_back_to_where_a_stack_stood_before_its_last_move_are_not_taken(begin: Any) -> None:
    evening = begin("headache", seats=(Seat("red", "Anna"), Seat("blue", "Ben")))
    cones(evening, {"X1": ["blue", "red"], **FAR})
    board = Board(evening, "headache")
    evening.pop(3, red=True)
    evening.do(Answered, answer=Move("X1", "O1.3"))
    evening.pop(2, red=True)
    evening.pop(1, red=False)
    table = board.look()  # its stack was not moved by hand yet, or it was moved 3, 2 back and 1 back
    assert table.state.pieces["O1.3"] == ("blue", "red")
    evening.replays()


def test_two_moves_are_not_taken_where_two_others_to_a_hidden_place_may_have_been_made(begin: Any) -> None:
    evening = begin("headache", seats=(Seat("red", "Anna"), Seat("blue", "Ben")))
    stacks = {"O4.1": ["blue", "red"], "X6": ["blue", "red"]}
    others = {"I0.1": ["red"], "I0.2": ["red"], "I1.1": ["blue"], "I1.2": ["blue"]}
    cones(evening, stacks | others)
    evening.pop(1, red=True)
    board = Board(evening, "headache").move("X6", "O5.3")
    evening.pop(5, red=False)
    table = board.move("O4.1", "O2.3").look(unsure=("X6", "O2.3"))
    assert table.state.pieces["O4.1"] == ("blue", "red")  # and not moved by 1 and by 5 to O5.3
    assert table.doubt == (Move("O4.1", "O4.2"), Move("X6", "O5.3"))
    assert evening.said == "board.reason.one_move_or_two"
    evening.replays()
