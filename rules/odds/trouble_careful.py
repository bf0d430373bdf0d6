"""Careful players of Trouble: they capture, come in and get home, chase, and stay out of reach.

What a move is worth is counted in the worth of a whole round of the ring. The weights were found by letting
thousands of games be played, weight against weight: two such players against one who looks at captures,
HOME and FINISH alone win 60 % of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from rules.odds.careful import SHADE, Careful
from rules.odds.lanes import Floats, Ints
from rules.odds.trouble import CELLS, Playouts, cell
from rules.trouble.board import FINISH, HOME, LAST, MEN, RING, START
from rules.trouble.state import TroubleState

__all__ = ["TroubleCareful"]

_ENTERED: Final = 2.0
"""What it is worth to have left HOME,"""
_FINISHED: Final = 0.7
"""to be in FINISH besides,"""
_CAPTURE: Final = 1.5
"""to capture a man on his START, twice that one who has been round,"""
_CHASE: Final = 1.35
"""to be sure to reach an enemy with the next pop,"""
_CLEAR: Final = 0.3
"""and to clear START for those in HOME."""
_DANGER: Final = 3.0
"""What a man loses who is sure to be captured, times the way that he has come,"""
_AT_LEAST: Final = 8
"""counted from so many circles before START."""

_LEAD: Final = 0.7
"""By how much the exponent of the chance to win grows with a round that a man has come,"""
_BEHIND: Final = 7
"""if one in HOME stands so many circles before START."""
_TO_MOVE: Final = 0.07
"""And by how much with the pop."""

_REACH: Final = 6
_NEXT: Final = (1 << _REACH) - 1
"""The bits of the circles that one pop reaches."""
_OFF: Final = 2 * RING
"""A shift that leaves no bit."""
_SIXTHS: Final = np.array([bits.bit_count() / 6 for bits in range(1 << _REACH)], np.float32)


class TroubleCareful(Careful, Playouts):
    """Games of Trouble between careful players.

    Attributes:
        worth: what a cell is worth to a seat whose man stands there, index seat * CELLS + cell.
        stake: what a man loses there by being captured, alike.
        come: how far he has come there, in rounds, alike.
        place: where a cell lies on a seat's way, shape (seats, CELLS); `_OFF` if it is not on the ring.
        done: by seat, whether it is done whatever is answered.
        shadow: the bit of a seat's man at each cell: his place, and for HOME that before START from which
            a 6 takes him there; shape (seats, CELLS).
    """

    def __init__(self, states: Sequence[TroubleState], games: int, dice: np.random.Generator) -> None:
        super().__init__(states, games, dice)
        self.answers = len(states)
        done = set.intersection(*({seat for group in state.done for seat in group} for state in states))
        self.done = np.isin(np.arange(self.seats), list(done))
        match = states[0].match
        worth, stake, come = (np.zeros((self.seats, CELLS), np.float32) for _ in range(3))
        self.place = np.full((self.seats, CELLS), _OFF)
        self.shadow = np.zeros((self.seats, CELLS), np.int64)
        for seat in range(self.seats):
            self.place[seat, :RING] = (np.arange(RING) - match.starts[seat]) % RING
            for place in range(HOME, LAST + 1):
                at = seat, cell(match, seat, place)
                worth[at] = _ENTERED * (place != HOME) + _FINISHED * (place >= FINISH)
                come[at] = (-_BEHIND if place == HOME else min(place, FINISH)) / RING
                if START <= place < FINISH:
                    stake[at] = _DANGER * (place + _AT_LEAST) / RING
                if place < FINISH:
                    self.shadow[at] = 1 << (0 if place == HOME else place + _REACH)
        self.worth, self.stake, self.come = worth.ravel(), stake.ravel(), come
        ring = np.arange(CELLS)
        self.ahead_of = np.where(ring < RING, ring + 1, _OFF)
        self.twice_round = np.where(ring < RING, (1 << ring % RING) * (1 + (1 << RING)), 0)

    def _choose(self, bits: Ints, mine: Ints, target: Ints) -> Ints:
        able = (bits >> np.arange(MEN)[:, None] & 1) > 0
        target = np.where(able, target, mine)
        men = self.cells.reshape(self.seats, MEN, self.count)
        others = np.arange(self.seats)[:, None] != self.turn
        shadows = [
            np.where(others[seat], np.bitwise_or.reduce(self.shadow[seat].take(men[seat]), axis=0), 0)
            for seat in range(self.seats)
        ]
        ring = np.bitwise_or.reduce(self.twice_round.take(men), axis=1)
        ring = np.bitwise_or.reduce(np.where(others, ring, 0), axis=0)
        liking = self._stands(target, shadows, ring) - self._stands(mine, shadows, ring)
        liking += self._captures(target, shadows) + _CLEAR * self._clears(mine)
        chosen: Ints = np.where(able, liking + SHADE * self.chances(MEN), -np.inf).argmax(axis=0)
        return chosen

    def _stands(self, cells: Ints, shadows: Sequence[Ints], ring: Ints) -> Floats:
        """What it is worth to stand on cells, shape (men, games), with the others where they are now."""
        at = self.turn * CELLS + cells
        danger = np.zeros(cells.shape, np.float32)
        for seat, shadow in enumerate(shadows):
            danger += _SIXTHS.take(shadow >> self.place[seat].take(cells) & _NEXT)
        chase = _SIXTHS.take(ring >> self.ahead_of.take(cells) & _NEXT)
        return np.asarray(self.worth.take(at) - danger * self.stake.take(at) + _CHASE * chase)

    def _captures(self, cells: Ints, shadows: Sequence[Ints]) -> Floats:
        """What is won by capturing who stands on cells."""
        won = np.zeros(cells.shape, np.float32)
        for seat, shadow in enumerate(shadows):
            place = self.place[seat].take(cells)
            won += (shadow >> (place + _REACH) & 1) * (_CAPTURE * (1 + place / RING))
        return won

    def _clears(self, mine: Ints) -> Ints:
        """Whether a man stands on the START that another in HOME needs."""
        waiting = self.worth.take(self.turn * CELLS + mine) == 0
        on_start = self.place.ravel().take(self.turn * CELLS + mine) == START
        return np.asarray(on_start & waiting.any(axis=0))

    def wins(self, where: Ints) -> None:
        """The first who is not done yet wins; for those who are, the others play on (T-14)."""
        super().wins(where & ~self.done.take(self.turn))

    def lead(self) -> Floats:
        """How far the men of each seat have come, and who is to pop."""
        men = self.cells.reshape(self.seats, MEN, self.count)
        lead = np.stack([self.come[seat].take(men[seat]).sum(axis=0) for seat in range(self.seats)])
        lead = _LEAD * lead + _TO_MOVE * (np.arange(self.seats)[:, None] == self.turn)
        return np.where(self.done[:, None], -np.inf, lead)
