"""Who may sit down, and positions set by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules import Over, PositionError, Seat, SeatsError, Toy
from rules.headache import GAME
from rules.headache.state import ToPop, ToSet

Fixture = Callable[..., Any]
PAIR = [Seat("yellow", "Anna"), Seat("blue", "Ben")]


@pytest.mark.parametrize(
    ("seats", "board", "first", "words"),
    [
        (PAIR[:1], None, None, ["2 to 4 colours, not 1"]),
        ([*PAIR, Seat("white", "Cleo")], None, None, ["white is no colour"]),
        ([*PAIR, Seat("blue", "Cleo")], None, None, ["blue is played 2 times"]),
        ([Seat("yellow", " "), PAIR[1]], None, None, ["yellow has no name"]),
        (PAIR, ["yellow", "blue"], None, ["each once, and not yellow and blue"]),
        (PAIR, None, "red", ["red cannot begin"]),
        (
            [Seat("yellow", "Anna"), Seat("yellow", "Anna")],
            ["red"],
            "blue",
            ["yellow is played", "Anna runs"],
        ),
    ],
)
def test_all_problems_of_the_seats_are_told(
    seats: list[Seat], board: list[str] | None, first: str | None, words: list[str]
) -> None:
    with pytest.raises(SeatsError) as caught:
        GAME.new(seats, board=board, first=first)
    assert all(word in str(caught.value) for word in words)


def test_a_position_set_by_hand_keeps_the_number_of_men() -> None:
    state = GAME.new(PAIR, first="yellow")
    after = GAME.from_pieces(state, {"O1.2": ("blue", "yellow"), "X5": ("blue",), "X6": ()}, "blue")
    assert after.reserve == (3, 2)
    assert isinstance(after, ToSet) and after.awaits.colour == "blue"
    assert GAME.from_pieces(after, after.pieces, "yellow").reserve == (3, 2)


def test_with_all_men_on_the_board_the_pop_comes_first() -> None:
    state = GAME.new(PAIR, first="yellow")
    pieces = {"O1.2": ("blue", "yellow"), "X5": ("yellow", "blue"), "X0": ("yellow",) * 2 + ("blue",) * 2}
    after = GAME.from_pieces(state, pieces, "yellow")
    assert isinstance(after, ToPop) and after.awaits.why == "turn" and after.only is None


def test_a_finished_game_may_be_set_by_hand() -> None:
    state = GAME.new(PAIR, first="yellow")
    pieces = {"O1.2": ("blue",) * 4 + ("yellow",) * 4}
    assert GAME.from_pieces(state, pieces, "yellow").awaits == Over((("yellow",), ("blue",)))


@pytest.mark.parametrize(
    ("pieces", "turn", "words"),
    [
        ({"O9.1": ("yellow",), "T5": ("blue",)}, "yellow", ["O9.1 is no space", "T5 is no space"]),
        ({"O1.1": ("red",), "X0": (Toy("orbit", "N"),)}, "yellow", ["red is no colour of this game", "Toy"]),
        ({"O1.1": ("yellow",) * 5}, "yellow", ["yellow has 5 men on the board, but 4 in the game"]),
        (
            {"X2": ("yellow",), "X0": ("blue",)},
            "yellow",
            ["X2 is the START of blue", "X0 is the START of yellow"],
        ),
        ({"O1.1": ("yellow",)}, "red", ["turn of red"]),
    ],
)
def test_all_problems_of_a_position_are_told(pieces: dict[str, Any], turn: str, words: list[str]) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.from_pieces(GAME.new(PAIR, first="yellow"), pieces, turn)
    assert all(word in str(caught.value) for word in words)


def test_it_cannot_be_the_turn_of_one_who_is_out() -> None:
    seats = [*PAIR, Seat("red", "Cleo")]
    pieces = {"O1.1": ("blue",) * 4 + ("yellow",), "O3.1": ("red",)}
    with pytest.raises(PositionError, match="blue, who has lost all"):
        GAME.from_pieces(GAME.new(seats, first="yellow"), pieces, "blue")


def test_the_order_of_going_out_is_remembered(place: Fixture) -> None:
    state = place("O1.1:ybr O1.2:g", players="ybrg", turn="red", reserve={})
    assert state.out == ((0, 1),)
    again = GAME.from_pieces(state, state.pieces, "red")
    assert again.out == ((0, 1),)
    ended = GAME.from_pieces(state, {"O1.1": ("yellow", "blue", "red", "green")}, "green")
    assert ended.awaits == Over((("green",), ("red",), ("yellow", "blue")))
