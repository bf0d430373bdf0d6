"""One match: who plays, on which board, by which house rules, and what follows from these.

A `Match` is made once a game and shared by all its states. Seats are numbered in turn order from 0.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from rules.core import Chance, Colour, Dice, Rolled, Seat
from rules.dice import RED, RED_SIDES
from rules.headache.board import COLOURS, PIPS, STARTS
from rules.match import BaseMatch
from rules.options import Options

__all__ = ["COLOUR_OF", "Board", "Match", "Out", "Reserve", "match"]

Board: TypeAlias = tuple[str, ...]
"""The stack on each space: the first letters of its men's colours, bottom to top; empty for none."""

Reserve: TypeAlias = tuple[int, ...]
"""By seat, the men that have not entered yet."""

Out: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats that are out (H-13), first out first; those of one group went out as equals (set by hand)."""

COLOUR_OF: Final[dict[str, Colour]] = {colour[0]: colour for colour in COLOURS}


class Match(BaseMatch):
    """The unchanging part of a game.

    Attributes:
        board: the four colours of the board, clockwise; the START of the first is X0, of the next X2.
        letters: the colour of each seat as it is written in stacks.
        own: by seat, the letters of all the colours that its player runs (H-A12).
        starts: by seat, its START.
        safety, entering_capture, start_safe, refuse_bonus, entering_bonus, red_void, lose_move, free_start:
            the house rules that are asked for at every pop.
    """

    __slots__ = (
        "_dice",
        "_outcomes",
        "_pops",
        "entering_bonus",
        "entering_capture",
        "free_start",
        "letters",
        "lose_move",
        "own",
        "red_void",
        "refuse_bonus",
        "safety",
        "start_safe",
        "starts",
    )

    def __init__(self, seats: tuple[Seat, ...], board: tuple[Colour, ...], options: Options) -> None:
        super().__init__(seats, board, options)
        self.letters = tuple(colour[0] for colour in self.colours)
        self.own = tuple(
            "".join(other.colour[0] for other in seats if other.player == seat.player) for seat in seats
        )
        self.starts = tuple(STARTS[board.index(colour)] for colour in self.colours)
        self.safety = bool(options["safety"])
        self.entering_bonus = str(options["entering_bonus"])
        self.lose_move = options["no_move"] == "lose_move"
        self.red_void = options["red_on_repeat"] == "void"
        self.free_start = options["held_start"] == "free_choice"
        self.entering_capture = bool(options["entering_capture"])
        self.start_safe = options["start_safe"] == "until_moved"
        self.refuse_bonus = bool(options["refuse_bonus"])
        self._dice = _dice(options)
        self._outcomes = _outcomes(self._dice)
        self._pops: dict[tuple[int, str], Chance] = {}

    def pop(self, seat: int, why: str) -> Chance:
        """What a seat waits for when it is to pop."""
        if (seat, why) not in self._pops:
            who = self.seats[seat]
            may_pass = self.refuse_bonus and why == "again"  # H-A17
            self._pops[seat, why] = Chance(who.player, who.colour, self._dice, self._outcomes, may_pass, why)
        return self._pops[seat, why]

    # -- who is in, who is out -----------------------------------------------------------------------

    def standing(self, board: Board, reserve: Reserve, seat: int) -> bool:
        """Whether a seat has a man or stack of its own, or men still off the board (H-13, H-A7)."""
        letter = self.letters[seat]
        return reserve[seat] > 0 or any(stack[-1:] == letter for stack in board)

    def next_turn(self, turn: int, out: Out) -> int:
        """The next seat clockwise that is still in (H-1, H-13)."""
        gone = {seat for group in out for seat in group}
        following = (turn + 1) % len(self.seats)
        while following in gone:
            following = (following + 1) % len(self.seats)
        return following

    def winners(self, out: Out) -> tuple[Colour, ...]:
        """All the colours of the one player who is left; empty while there are several (H-13)."""
        if not out:
            return ()
        gone = {seat for group in out for seat in group}
        left = {seat.player for number, seat in enumerate(self.seats) if number not in gone}
        return tuple(seat.colour for seat in self.seats if seat.player in left) if len(left) == 1 else ()

    def ranking(self, out: Out) -> tuple[tuple[Colour, ...], ...]:
        """The colours, best first: the winner's, then those that went out, the last one first."""
        first = self.winners(out)
        groups = [tuple(self.colours[seat] for seat in group) for group in reversed(out)]
        others = [tuple(colour for colour in group if colour not in first) for group in groups]
        return (first, *(group for group in others if group))


@lru_cache(maxsize=256)
def match(seats: tuple[Seat, ...], board: tuple[Colour, ...], options: Options) -> Match:
    """The match of these seats (in turn order), this board and these options; made once."""
    return Match(seats, board, options)


def _dice(options: Options) -> Dice:
    """Both dice: an ordinary one, and a blank one with a dot on some faces (H-A15)."""
    dots = options["red_faces"]
    assert isinstance(dots, int)
    return Dice("d6", RED, red_faces=dots)


def _outcomes(dice: Dice) -> tuple[tuple[Rolled, int], ...]:
    """What both dice can show, with its weight."""
    weights = (RED_SIDES - dice.red_faces, dice.red_faces)
    return tuple((Rolled((pips, red)), weights[red]) for pips in PIPS for red in (0, 1))
