"""Playouts of Headache, many at once: moves are chosen evenly, the last one in wins.

Who lies under a stack no longer matters, so a game is where its owners' men and stacks stand. Each is in row
`4 * seat + man`: the space it stands on, `NOWHERE` if it has not entered or is captured, and whether it is a
stack. Sets of spaces are bits of whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from rules.core import State
from rules.headache.board import CROSS, MEN, PIPS, SPACES, walk
from rules.headache.state import HeadacheState, ToMove, ToSet, ToStart
from rules.odds.lanes import Ints, Lanes, first_seats

__all__ = ["BIT", "BODIES", "ENDS", "END_BITS", "NOWHERE", "STACK", "Playouts", "reads", "unknown", "winners"]

NOWHERE: Final = len(SPACES)
BODIES: Final = 2 * (NOWHERE + 1)
"""A body is a space, plus `STACK` if a stack stands there."""
STACK: Final = NOWHERE + 1
_FREE: Final = 255
"""No space: any piece may move."""
_WAYS: Final = 8
"""Most destinations of a pop: 4 clockwise and 4 back."""

_KNOWN: Final = frozenset({"safety", "red_faces", "refuse_bonus"})


def reads(state: State) -> bool:
    """Whether a state is one of this game."""
    return isinstance(state, HeadacheState)


def unknown(state: HeadacheState) -> tuple[str, ...]:
    """The house rules in force that these playouts do not know."""
    return tuple(key for key in state.options.chosen if key not in _KNOWN)


def winners(states: Sequence[HeadacheState], games: int, dice: np.random.Generator) -> Ints:
    """Play each state to its end, `games` times.

    Args:
        states: moments of one match.
        games: how often each is played.
        dice: the source of chance.

    Returns:
        The seat of each winner, shape (len(states), games).
    """
    return Playouts(states, games, dice).play().reshape(len(states), games)


def _turns(state: HeadacheState, games: int, dice: np.random.Generator) -> Ints:
    if isinstance(state, ToStart):
        return first_seats(state.contest, state.popped, games, dice, all_repop=False)
    return np.full(games, state.turn)


def _reach() -> tuple[Ints, Ints]:
    """Where a pop takes a body: index [way, pop * BODIES + body], as spaces and as bits."""
    spaces = np.full((_WAYS, 6, BODIES), NOWHERE, np.uint8)
    for pips in PIPS:
        for space in range(NOWHERE):
            ahead = sorted(walk(space, pips, clockwise=True))
            both = ahead + sorted(walk(space, pips, clockwise=False))
            spaces[: len(ahead), pips - 1, space] = ahead
            spaces[: len(both), pips - 1, space + STACK] = both
    flat = spaces.reshape(_WAYS, -1)
    return flat, np.uint64(1) << flat.astype(np.uint64)


ENDS, END_BITS = _reach()
BIT: Final = np.uint64(1) << np.arange(NOWHERE + 1, dtype=np.uint64)
_CROSS_BITS: Final = np.bitwise_or.reduce(BIT[sorted(CROSS)])


class Playouts(Lanes):
    """Games of Headache.

    Attributes:
        spaces: where each man or stack stands, shape (4 * seats, games).
        stacks: `STACK` where it is a stack, else 0, same shape.
        reserve: men that have not entered, shape (seats, games).
        only: the space of the piece that alone must move, or `_FREE`.
        bonus: bonus pops still to come.
        fresh: whether a turn begins, in which a man may be to set.
        alive: which seats are in, as bits.
        first: the first number, counted from 0, where it has been popped; -1 where not; used up by one step.
    """

    per_game = ("spaces", "stacks", "reserve", "only", "bonus", "fresh", "alive")

    def __init__(self, states: Sequence[HeadacheState], games: int, dice: np.random.Generator) -> None:
        super().__init__(np.concatenate([_turns(state, games, dice) for state in states]), dice)
        match = states[0].match
        self.seats = len(match.seats)
        self.starts = np.array(match.starts, np.uint8)
        self.safety = match.safety
        self.red = float(str(match.options["red_faces"])) / 6
        self.next_seat = _next_seat(self.seats)
        columns = [_men(state) for state in states]
        self.spaces = np.repeat(np.array([spaces for spaces, _ in columns], np.uint8).T, games, axis=1)
        self.stacks = np.repeat(np.array([stacks for _, stacks in columns], np.uint8).T, games, axis=1)
        self.reserve = np.repeat(np.array([state.reserve for state in states], np.uint8).T, games, axis=1)
        only = [getattr(state, "only", None) for state in states]
        self.only = np.repeat([_FREE if space is None else space for space in only], games)
        self.bonus = np.repeat([getattr(state, "bonus", 0) for state in states], games)
        self.fresh = np.repeat([isinstance(state, ToSet | ToStart) for state in states], games)
        self.alive = np.repeat([_alive(state) for state in states], games)
        popped = [state.pips - 1 if isinstance(state, ToMove) else -1 for state in states]
        self.first = np.repeat(popped, games)

    def step(self) -> None:
        """One pop and one move in every game."""
        self._set_men()
        pop, red = self.up_to(6), self.chances() < self.red
        if len(self.first):
            made = self.first >= 0
            pop, red = np.where(made, self.first, pop), red & ~made
            self.first = self.first[:0]
        self.bonus += red
        rows = self.turn * (MEN * self.count) + self.lane + np.arange(MEN)[:, None] * self.count
        mine = self.spaces.ravel().take(rows)
        bodies = self.stacks.ravel().take(rows) + mine + pop * BODIES
        ways = (END_BITS.take(bodies, axis=1) & self._barred(mine)) == 0
        ways &= (mine == self.only) | (self.only == _FREE)
        way = self._choose(ways.reshape(-1, self.count), bodies)
        moves = np.flatnonzero(ways.any(axis=(0, 1)))
        piece = (way % MEN) * self.count + self.lane
        target = ENDS.ravel().take((way // MEN) * ENDS.shape[1] + bodies.ravel().take(piece))
        captures = self._land(rows.ravel().take(piece)[moves], target[moves], moves)
        if len(captures):
            self._count_out(captures)
        self._onward(moves, target)

    def _set_men(self) -> None:
        """H-10, H-A4: at the beginning of a turn a man comes onto START, unless it is held."""
        waiting = self.reserve.ravel().take(self.turn * self.count + self.lane)
        games = np.flatnonzero(self.fresh & (waiting > 0))
        if not len(games):
            return
        seats = self.turn[games]
        starts = self.starts[seats]
        self.only[games] = starts
        held = (self.spaces[:, games] == starts).any(axis=0)
        games, seats = games[~held], seats[~held]
        self.spaces[seats * MEN + MEN - waiting[games], games] = starts[~held]
        self.reserve[seats, games] -= 1

    def _barred(self, mine: Ints) -> Ints:
        """The spaces where the player may not land (H-4, H-11, H-14), as bits; nowhere is one of them."""
        barred: Ints = np.bitwise_or.reduce(BIT.take(mine), axis=0) | BIT[NOWHERE]
        if self.reserve.any():
            for seat, start in enumerate(self.starts):
                barred |= np.where((self.reserve[seat] > 0) & (self.turn != seat), BIT[start], np.uint64(0))
        if self.safety:
            barred |= np.bitwise_or.reduce(BIT.take(self.spaces), axis=0) & _CROSS_BITS
        return barred

    def _choose(self, ways: Ints, bodies: Ints) -> Ints:
        """One of the ways that are open in every game, evenly any; where none is, just any."""
        upto = ways.cumsum(axis=0, dtype=np.uint8)
        number = (self.chances() * upto[-1]).astype(np.uint8)
        way = (upto <= number).sum(axis=0, dtype=np.intp)
        chosen: Ints = np.minimum(way, len(ways) - 1)
        return chosen

    def _land(self, mover: Ints, target: Ints, games: Ints) -> Ints:
        """H-3: the movers land and go on top; returns the games in which they capture."""
        landing = np.full(self.count, _FREE, np.uint8)
        landing[games] = target
        met = np.flatnonzero(self.spaces == landing)
        self.spaces.ravel()[met] = NOWHERE
        self.spaces.ravel()[mover] = target
        captures = met % self.count
        above = np.zeros(self.count, np.intp)
        above[games] = mover
        self.stacks.ravel()[above[captures]] = STACK
        return captures

    def _count_out(self, games: Ints) -> None:
        """H-13: who has nothing left on the board and nothing to enter is out; the last one in has won."""
        spaces = self.spaces[:, games].reshape(self.seats, MEN, -1)
        stands = (spaces.min(axis=1) < NOWHERE) | (self.reserve[:, games] > 0)
        alive = (stands * (1 << np.arange(self.seats))[:, None]).sum(axis=0)
        self.alive[games] = alive
        won = np.zeros(self.count, bool)
        won[games] = (alive & (alive - 1)) == 0
        self.wins(won)

    def _onward(self, games: Ints, target: Ints) -> None:
        """A bonus pop (H-2, H-A1) or the next turn, in the games in which somebody has moved."""
        self.fresh[:] = False
        again = games[self.bonus[games] > 0]
        self.bonus[again] -= 1
        entering = (self.only[again] != _FREE) & (self.reserve[self.turn[again], again] > 0)
        self.only[again] = np.where(entering, target[again], _FREE)
        ends = np.zeros(self.count, bool)
        ends[games] = True
        ends[again] = False
        self.only[ends] = _FREE
        self.fresh |= ends
        self.turn = np.where(ends, self.next_seat.take(self.alive * self.seats + self.turn), self.turn)


def _men(state: HeadacheState) -> tuple[list[int], list[int]]:
    spaces, stacks = [], []
    for letter in state.match.letters:
        own = [space for space, stack in enumerate(state.board) if stack[-1:] == letter]
        rest = [NOWHERE] * (MEN - len(own))
        spaces += own + rest
        stacks += [STACK if len(state.board[space]) > 1 else 0 for space in own] + [0 for _ in rest]
    return spaces, stacks


def _alive(state: HeadacheState) -> int:
    gone = {seat for group in state.out for seat in group}
    return sum(1 << seat for seat in range(len(state.seats)) if seat not in gone)


def _next_seat(seats: int) -> Ints:
    """The seat whose turn follows: index (who is in, as bits) * seats + seat."""
    table = np.zeros((1 << seats, seats), np.intp)
    for alive in range(1, 1 << seats):
        for seat in range(seats):
            order = [(seat + step) % seats for step in range(1, seats + 1)]
            table[alive, seat] = next(other for other in order if alive >> other & 1)
    return table.ravel()
