"""A move in Headache whose red dot could not be told: what is lawful with it and without it is told."""

from __future__ import annotations

import pytest

from hardware.layout import load_layout
from rules import Move, Rolled, State, game
from tests.vision.board.drawn import View, draw_board
from tests.vision.board.game.told_dice import ToldDice
from vision.board.game import turns
from vision.board.game.follow import Followed, GameFollower
from vision.board.game.moves import Stacks
from vision.board.game.turns import stacks_of
from vision.board.place.canvas import Picture

LAYOUT = load_layout("headache-tags")
HEADACHE = game("headache")


def drawn(stacks: Stacks) -> Picture:
    return draw_board(LAYOUT, {space: stack[-1] for space, stack in stacks.items()}, View(tilt=5.0))


@pytest.fixture
def start() -> State:
    """All men of two players on the board, yellow to pop."""
    board = {"O1.1": ["yellow"], "O2.1": ["yellow"], "I2.1": ["yellow"], "O5.1": ["yellow"]}
    board |= {"O3.1": ["blue"], "I5.1": ["blue"], "I6.1": ["blue"], "O7.1": ["blue"]}
    return HEADACHE.from_neutral(
        {
            "players": ["yellow", "blue"],
            "starts": {"yellow": "X0", "blue": "X4"},
            "board": board,
            "reserve": {"yellow": 0, "blue": 0},
            "turn": "yellow",
            "just_entered": None,
            "safety": False,
        }
    )


def follow(start: State, rolls: list[tuple[int, bool | None]], boards: list[Stacks]) -> list[Followed]:
    follower = GameFollower(LAYOUT, HEADACHE, start, dice=ToldDice([(1, False), *rolls]))
    assert follower.look(drawn(stacks_of(start))).seen == "start"
    return [follower.look(drawn(stacks)) for stacks in boards]


def played(state: State, number: int, dot: bool, move: Move) -> State:
    return state.after(Rolled((number, int(dot))))[0].after(move)[0]


def any_move(state: State, number: int) -> Move:
    options = turns.options(state.after(Rolled((number, 0)))[0])
    return next(option for option in options if isinstance(option, Move))


@pytest.mark.parametrize("dot", [False, True])
def test_a_lawful_move_is_named_whatever_the_dot(start: State, dot: bool) -> None:
    move = any_move(start, 2)
    after = played(start, 2, dot, move)
    (told,) = follow(start, [(2, None)], [stacks_of(after)])
    assert (told.seen, told.die, told.red) == ("unsure", 2, None)
    assert told.reason == "dice.reason.red_unclear"
    assert told.move is not None
    assert (told.move.origin, told.move.target) == (move.origin, move.target)
    then = played(after, 3, False, any_move(after, 3))
    first, second = follow(start, [(2, None), (3, False)], [stacks_of(after), stacks_of(then)])
    assert (first.seen, second.seen) == ("unsure", "move")


def test_a_cone_lifted_off_its_captive_is_no_lawful_move(start: State) -> None:
    stacked = {**stacks_of(start), "O1.1": ("blue", "yellow")}
    stacked.pop("O7.1")
    begun = HEADACHE.from_pieces(start, stacked, "yellow")
    lifted = {**stacked, "O1.1": ("blue",), "O1.3": ("yellow",)}
    half, whole = (follow(begun, [(2, dot)], [lifted])[0] for dot in (None, False))
    assert (half.seen, half.move, whole.seen, whole.move) == ("unsure", None, "unsure", None)
    assert whole.stacks == stacked


def test_an_unlawful_move_is_not_told_without_the_dot(start: State) -> None:
    before = stacks_of(start)
    odd = {**{space: stack for space, stack in before.items() if space != "O1.1"}, "O4.3": before["O1.1"]}
    (told,) = follow(start, [(2, None)], [odd])
    assert (told.seen, told.reason) == ("unsure", "dice.reason.red_unclear")
