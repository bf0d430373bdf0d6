"""Playouts of players who take care, cut short: how good each answer to a choice is when all play well.

Three things make them tell good from bad by few games. Everybody moves as a careful player would, who
captures and stays out of reach, instead of anyhow. The dice fall alike after every answer (common random
numbers), so that what differs is the answers' own. And nobody plays to the end: after some pops, who is ahead
tells nearly as much, by weights that were fitted to some thousand games of careful players.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

import numpy as np

from rules.odds.lanes import OPEN, Floats, Lanes

__all__ = ["SHADE", "Careful"]

SHADE: Final = 1e-3
"""What chance adds to a liking at most: it decides between equals alone."""


class Careful(Lanes):
    """Games of careful players, as many after each of several answers.

    Attributes:
        answers: how many answers there are.
    """

    answers: int

    def chances(self, *rows: int) -> Floats:
        """Random numbers from 0 to below 1 for every game, the same after each answer."""
        return np.tile(self.dice.random((*rows, self.count // self.answers), np.float32), self.answers)

    @abstractmethod
    def lead(self) -> Floats:
        """How far each seat has come, shape (seats, games): its chance to win is as the exponential of it."""

    def ahead(self, pops: int) -> Floats:
        """Each seat's chance to win, as it looks after so many pops, shape (seats, games)."""
        for _ in range(pops):
            self.step()
        likely = np.exp(self.lead())
        likely /= likely.sum(axis=0)
        over = np.flatnonzero(self.winner != OPEN)
        likely[:, over] = 0
        likely[self.winner[over], over] = 1
        return likely
