"""What the playouts of all games have in common: many games side by side, one column a game.

All games take their steps together. Every so often the columns of those that are over are taken out, so that
a few long games do not cost as much as all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["OPEN", "Floats", "Ints", "Lanes", "first_seats"]

Ints: TypeAlias = NDArray[Any]
"""Whole numbers of some width, or booleans."""

Floats: TypeAlias = NDArray[Any]
"""Fractions of some width."""

_CLEAR: Final = 16
"""Steps between two clearances."""

OPEN: Final = -1
"""No winner yet."""


class Lanes(ABC):
    """Games of one kind, played to their ends.

    Attributes:
        count: the games that are still on the board.
        lane: their numbers, 0 .. count - 1.
        dice: the source of chance.
        turn: by game, the seat whose turn it is.
        winner: by game, the seat that has won; -1 while it goes on.
    """

    per_game: ClassVar[tuple[str, ...]]
    """The attributes whose last axis is the game."""

    def __init__(self, turn: Ints, dice: np.random.Generator) -> None:
        self.dice = dice
        self.turn = turn
        self.count = len(turn)
        self.lane = np.arange(self.count)
        self.winner = np.full(self.count, OPEN, np.int8)

    @abstractmethod
    def step(self) -> None:
        """One pop and one move in every game; sets `winner` where one has won."""

    def play(self) -> Ints:
        """The seat of each winner, shape (games,)."""
        result = np.full(self.count, OPEN, np.int8)
        game = np.arange(self.count)
        steps = 0
        while self.count:
            self.step()
            steps += 1
            if steps % _CLEAR == 0:
                over = self.winner != OPEN
                result[game[over]] = self.winner[over]
                game = game[~over]
                self._keep(~over)
        return result

    def _keep(self, going: Ints) -> None:
        if going.all():
            return
        for name in (*self.per_game, "turn", "winner"):
            setattr(self, name, np.ascontiguousarray(getattr(self, name)[..., going]))
        self.count = len(self.turn)
        self.lane = np.arange(self.count)

    def wins(self, where: Ints) -> None:
        """The player whose turn it is wins these games, unless they were over before."""
        where = where & (self.winner == OPEN)
        self.winner[where] = self.turn[where]

    def chances(self, *rows: int) -> Floats:
        """Random numbers from 0 to below 1 for every game, shape (*rows, games)."""
        return self.dice.random((*rows, self.count), np.float32)

    def up_to(self, limit: int) -> Ints:
        """A random whole number below `limit` for every game."""
        return (self.chances() * limit).astype(np.intp)


def first_seats(
    contest: Sequence[int], popped: Sequence[int], games: int, dice: np.random.Generator, *, all_repop: bool
) -> Ints:
    """Who begins after a roll-off: the highest number, and among equals any of them is as likely.

    Args:
        contest: the seats that pop.
        popped: what the first of them have popped already.
        games: how many answers are wanted.
        dice: the source of chance.
        all_repop: whether after a tie all pop again, and not the tied alone.

    Returns:
        Seats, shape (games,).
    """
    pips = dice.integers(1, 7, (len(contest), games))
    pips[: len(popped)] = np.reshape(popped, (-1, 1))
    best = (pips + dice.random(pips.shape)).argmax(axis=0)
    if all_repop:
        tied = (pips == pips.max(axis=0)).sum(axis=0) > 1
        best = np.where(tied, dice.integers(0, len(contest), games), best)
    seats: Ints = np.asarray(contest)[best]
    return seats
