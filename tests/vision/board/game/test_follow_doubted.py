"""A die that was not read for sure: a move that only its number makes lawful bears it out."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from hardware.layout import load_layout
from rules import Move, Rolled, State, game
from tests.vision.board.drawn import View, draw_board
from tests.vision.board.game.told_dice import ToldDice
from vision.board.game import turns
from vision.board.game.follow import Followed, GameFollower
from vision.board.game.turns import stacks_of
from vision.board.place.canvas import Picture
from vision.dice.reading import DiceReading, Die

LAYOUT = load_layout("trouble-tags")
TROUBLE = game("trouble")


@dataclass
class DoubtedDice(ToldDice):
    """Dice of which the last is doubted, and the others are read for sure."""

    doubt: float = 0.3
    flat: bool = True

    def told(self, roll: int | tuple[int, bool | None] | None) -> DiceReading:
        """What is said of a roll: nothing sure of the last."""
        told = super().told(roll)
        if self.rolls:
            return told
        die = Die(told.values[0], self.flat, self.doubt, (0, 0, 1, 1))
        if not self.flat:
            return DiceReading("cocked", (die,), None, "die_leans")
        return DiceReading("unsure", (die,), None, "glare_on_die")


@pytest.fixture
def start() -> State:
    """Two men of two players under way, red to pop."""
    men = {"red": ["H", "H", 3, 9], "yellow": ["H", "H", 20, 25]}
    seats = ["red", "blue", "yellow", "green"]
    return TROUBLE.from_neutral({"seats": seats, "players": list(men), "men": men, "turn": "red"})


def drawn(state: State) -> Picture:
    men = {space: stack[-1] for space, stack in stacks_of(state).items()}
    return draw_board(LAYOUT, men, View(tilt=5.0))


def followed(start: State, dice: DoubtedDice, after: State) -> Followed:
    follower = GameFollower(LAYOUT, TROUBLE, start, dice=dice)
    assert follower.look(drawn(start)).seen == "start"
    return follower.look(drawn(after))


def moved(state: State, number: int) -> tuple[Move, State]:
    popped = state.after(Rolled((number,)))[0]
    move = next(option for option in turns.options(popped) if isinstance(option, Move))
    return move, popped.after(move)[0]


def test_a_doubted_number_is_borne_out_by_the_move_that_it_makes_lawful(start: State) -> None:
    move, after = moved(start, 4)
    told = followed(start, DoubtedDice([1, 4]), after)
    assert (told.seen, told.die) == ("move", 4)
    assert told.move is not None
    assert (told.move.origin, told.move.target) == (move.origin, move.target)


@pytest.mark.parametrize(
    ("number", "doubt", "flat"), [(5, 0.3, True), (4, 0.1, True), (4, 0.3, False), (3, 0.45, True)]
)
def test_a_move_by_another_number_or_by_a_die_that_tells_nothing_is_not_told(
    start: State, number: int, doubt: float, flat: bool
) -> None:
    _, after = moved(start, 4)
    assert followed(start, DoubtedDice([1, number], doubt=doubt, flat=flat), after).seen == "unsure"


def test_a_board_that_did_not_change_bears_no_number_out(start: State) -> None:
    assert followed(start, DoubtedDice([1, 4]), start).seen == "unsure"
