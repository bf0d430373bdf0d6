"""Careful players of Headache: they capture, and stay out of reach.

The weights were found by letting thousands of games be played, weight against weight: such a player against
one who captures and looks at nothing else wins 69 % of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from rules.headache.board import MEN, PIPS
from rules.headache.state import HeadacheState
from rules.odds.careful import SHADE, Careful
from rules.odds.headache import BIT, BODIES, END_BITS, ENDS, NOWHERE, STACK, Playouts
from rules.odds.lanes import Floats, Ints

__all__ = ["HeadacheCareful"]

_CAPTURE: Final = 1.5
"""What a capture is worth, where losing the piece for sure costs 1,"""
_MOVES_STACK: Final = -0.1
"""and moving a stack, which can wait since it may go either way."""

_LEFT: Final = 0.5
"""By how much the exponent of the chance to win grows with a piece left, for each other seat,"""
_IS_STACK: Final = 1.0
"""and with a stack."""

_REACHED: Final = np.bitwise_or.reduce(END_BITS & ~BIT[NOWHERE], axis=0).reshape(len(PIPS), BODIES)
"""The spaces that a pop takes a body to, as bits: index [pop, body]."""
_ONE: Final = np.uint64(1)


class HeadacheCareful(Careful, Playouts):
    """Games of Headache between careful players."""

    def __init__(self, states: Sequence[HeadacheState], games: int, dice: np.random.Generator) -> None:
        super().__init__(states, games, dice)
        self.answers = len(states)

    def _choose(self, ways: Ints, bodies: Ints) -> Ints:
        is_stack = bodies % BODIES >= STACK
        mine = (bodies % BODIES - STACK * is_stack).astype(np.uint64)
        targets = ENDS.take(bodies, axis=1).astype(np.uint64)
        enemy = np.arange(self.seats).repeat(MEN)[:, None] != self.turn
        theirs = np.bitwise_or.reduce(np.where(enemy, BIT.take(self.spaces), 0), axis=0)
        at_large = np.where(enemy, self.spaces + self.stacks, NOWHERE)
        reached = [np.bitwise_or.reduce(_REACHED[pop].take(at_large), axis=0) for pop in range(len(PIPS))]
        liking = _CAPTURE * _bit(theirs, targets) + _MOVES_STACK * is_stack
        liking += _danger(reached, mine) - _danger(reached, targets)
        liking = liking.reshape(ways.shape) + SHADE * self.chances(len(ways))
        chosen: Ints = np.where(ways, liking, -np.inf).argmax(axis=0)
        return chosen

    def lead(self) -> Floats:
        """What each seat has left, men that have not entered included; nothing is the end."""
        stands = (self.spaces < NOWHERE).reshape(self.seats, MEN, self.count)
        stacks = (stands & (self.stacks > 0).reshape(stands.shape)).sum(axis=1)
        left = stands.sum(axis=1) + self.reserve
        lead = _LEFT * (self.seats - 1) * left + _IS_STACK * stacks
        return np.where(left > 0, lead, -np.inf)


def _bit(spaces: Ints, at: Ints) -> Ints:
    """Whether sets of spaces, shape (games,), have those at `at`, whose last axis is the game."""
    found: Ints = (spaces >> at & _ONE).astype(np.int8)
    return found


def _danger(reached: Sequence[Ints], at: Ints) -> Floats:
    """The part of the pops that take an enemy to spaces."""
    danger: Floats = np.sum([_bit(spaces, at) for spaces in reached], axis=0) / np.float32(len(PIPS))
    return danger
