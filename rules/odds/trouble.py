"""Playouts of Trouble, many at once: moves are compulsory and chosen evenly, the first to finish wins.

A man is the code of the cell that he stands in, and stands in row `4 * seat + man`:

    0 .. 27     the circles of the ring
    28 + seat   that seat's HOME
    32 ..       the FINISH circles, four a seat
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from rules.core import State
from rules.odds.lanes import Ints, Lanes, first_seats
from rules.trouble.board import FINISH, HOME, LAST, MEN, RING
from rules.trouble.match import NOWHERE, Match
from rules.trouble.state import ToMove, ToStart, TroubleState

__all__ = ["CELLS", "Playouts", "cell", "reads", "unknown", "winners"]

_HOMES: Final = RING
_FINISHES: Final = _HOMES + 4
CELLS: Final = _FINISHES + 4 * MEN
_NONE: Final = 255
_SIX: Final = 5  # rolls are counted from 0

_KNOWN: Final = frozenset(
    {"overshoot", "enter_on", "stop_at_first", "start_tie"}
    # what matters only to one who passes or errs
    | {"pass", "pass_before_pop", "pass_on_six", "second_pop", "wrong_move"}
)

_PLAIN_EDITIONS: Final = ("rulebook", "classic_1176", "kimble", "frustration_uk")


def reads(state: State) -> bool:
    """Whether a state is one of this game."""
    return isinstance(state, TroubleState)


def unknown(state: TroubleState) -> tuple[str, ...]:
    """The house rules in force that these playouts do not know."""
    match = state.match
    rules = [key for key in match.options.chosen if key not in _KNOWN]
    if match.options["variant"] in _PLAIN_EDITIONS:
        rules = [key for key in rules if key != "variant"]
    if len(set(match.owners)) < len(match.seats):
        rules.append("two teams a player")
    return tuple(rules)


def winners(states: Sequence[TroubleState], games: int, dice: np.random.Generator) -> Ints:
    """Play each state to its first winner, `games` times.

    Args:
        states: moments of one match.
        games: how often each is played.
        dice: the source of chance.

    Returns:
        The seat of each winner, shape (len(states), games).
    """
    won = Playouts(states, games, dice).play().reshape(len(states), games)
    for number, state in enumerate(states):
        if state.done:  # somebody had finished before
            won[number] = dice.choice(state.done[0], games)
    return won


def _cells(state: TroubleState) -> list[int]:
    seats = range(len(state.match.seats))
    return [cell(state.match, seat, place) for seat in seats for place in state.men[seat]]


def cell(match: Match, seat: int, place: int) -> int:
    """The code of the cell in which a man stands at a place of his path."""
    if place == HOME:
        return _HOMES + seat
    if place >= FINISH:
        return _FINISHES + MEN * seat + place - FINISH
    return (match.starts[seat] + place) % RING


def _turns(state: TroubleState, games: int, dice: np.random.Generator) -> Ints:
    if isinstance(state, ToStart):
        all_repop = state.options["start_tie"] == "all_repop"
        return first_seats(state.contest, state.faces, games, dice, all_repop=all_repop)
    return np.full(games, state.turn)


def _leads_to(match: Match) -> Ints:
    """Where a roll takes a man: index (seat * 6 + roll) * CELLS + cell, `_NONE` for nowhere."""
    table = np.full((len(match.seats), 6, CELLS), _NONE, np.uint8)
    for seat in range(len(match.seats)):
        for roll in range(6):
            for place in range(HOME, LAST + 1):
                target = match.reach[roll + 1][place]
                if target != NOWHERE:
                    table[seat, roll, cell(match, seat, place)] = cell(match, seat, target)
    return table.ravel()


def _pick() -> Ints:
    """Which man moves: index (which of the four can, as bits) * 12 + a number below 12."""
    able = [[man for man in range(MEN) if bits >> man & 1] or [0] for bits in range(1 << MEN)]
    return np.array([men[number * len(men) // 12] for men in able for number in range(12)])


class Playouts(Lanes):
    """Games of Trouble.

    Attributes:
        cells: where each man stands, shape (4 * seats, games).
        first: the first roll, counted from 0, where it has been made; `_NONE` where not; used up by one step.
    """

    per_game = ("cells",)

    def __init__(self, states: Sequence[TroubleState], games: int, dice: np.random.Generator) -> None:
        super().__init__(np.concatenate([_turns(state, games, dice) for state in states]), dice)
        match = states[0].match
        self.cells = np.repeat(np.array([_cells(state) for state in states], np.uint8).T, games, axis=1)
        rolls = [state.roll - 1 if isinstance(state, ToMove) else _NONE for state in states]
        self.first = np.repeat(rolls, games)
        self.seats = len(match.seats)
        self.leads_to = _leads_to(match)
        self.pick = _pick()

    def step(self) -> None:
        """One pop and one move in every game."""
        roll = self.up_to(6)
        if len(self.first):
            roll = np.where(self.first == _NONE, roll, self.first)
            self.first = self.first[:0]
        rows = self.turn * (MEN * self.count) + self.lane + np.arange(MEN)[:, None] * self.count
        mine = self.cells.ravel().take(rows)
        target = self.leads_to.take((self.turn * 6 + roll) * CELLS + mine)
        bits = self._able(mine, target)
        man = self._choose(bits, mine, target)
        chosen = man * self.count + self.lane
        # One who cannot move stays where he is.
        lands = np.where(bits > 0, target.ravel().take(chosen), mine.ravel().take(chosen))
        cells = self.cells.ravel()
        met = np.flatnonzero(self.cells == lands)
        cells[met] = _HOMES + met // (MEN * self.count)
        cells[rows.ravel().take(chosen)] = lands
        mine.ravel()[chosen] = lands
        self.wins(mine.min(axis=0) >= _FINISHES)
        self.turn = np.where(roll == _SIX, self.turn, (self.turn + 1) % self.seats)

    def _choose(self, bits: Ints, mine: Ints, target: Ints) -> Ints:
        """Which man moves, of those that can: evenly any."""
        man: Ints = self.pick.take(bits * 12 + self.up_to(12))
        return man

    def _able(self, mine: Ints, target: Ints) -> Ints:
        """Which of the player's men can move, as bits; of several in HOME, one."""
        able = target != _NONE
        for man in range(MEN):
            able &= target != mine[man]
        home = mine == _HOMES + self.turn
        before = home[0].copy()
        for man in range(1, MEN):
            able[man] &= ~(home[man] & before)
            before |= home[man]
        bits: Ints = (able * np.array([1, 2, 4, 8], np.uint8)[:, None]).sum(axis=0, dtype=np.intp)
        return bits
