"""The odds of a game, by playing it to its end at random many times."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, TypeAlias

import numpy as np

from rules.core import Colour, Over, State
from rules.odds import headache, trouble
from rules.odds.lanes import Ints
from rules.odds.plain import play_out, shares

__all__ = ["Engine", "Odds", "odds"]

Engine: TypeAlias = Literal["known", "vector", "plain"]
"""How a chance was found: the game is over, many games at once, or the engine of the game itself."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Each team's chance to win.

    Attributes:
        chances: by team. Those of different players add up to 1; teams of one player have the same.
        playouts: how many games were played.
        engine: how they were played.
        unknown: the house rules for which the quick engine had to be left.
    """

    chances: Mapping[Colour, float]
    playouts: int
    engine: Engine
    unknown: tuple[str, ...] = ()

    def error(self, colour: Colour) -> float:
        """The standard error of a team's chance."""
        return _error(self.chances[colour], self.playouts)


class _Kernel(Protocol):
    """A module that plays many games of one kind at once."""

    def reads(self, state: State) -> bool:
        """Whether a state is one of its game."""

    def unknown(self, state: Any) -> tuple[str, ...]:
        """The house rules in force that it does not know."""

    def winners(self, states: Any, games: int, dice: np.random.Generator) -> Ints:
        """The winning seats, shape (len(states), games)."""


_KERNELS: Final[tuple[_Kernel, ...]] = (trouble, headache)


def odds(state: State, rng: random.Random, playouts: int = 1000) -> Odds:
    """Each team's chance to win from a state.

    Moves are chosen evenly, so these are the chances of players who do not think.

    Args:
        state: a moment of any game.
        rng: the source of chance.
        playouts: how many games to play.

    Raises:
        ValueError: if `playouts` is less than 1.
    """
    waits = state.awaits
    if isinstance(waits, Over):
        return Odds(shares(state, waits), playouts, "known")
    (chances,), engine, unknown = _play([state], rng, playouts)
    return Odds(chances, playouts, engine, unknown)


def _play(
    states: Sequence[State], rng: random.Random, playouts: int
) -> tuple[list[dict[Colour, float]], Engine, tuple[str, ...]]:
    """The chances of every state, by the quickest engine that knows its house rules."""
    if playouts < 1:
        raise ValueError(f"playouts is {playouts}: play at least one game.")
    if not states:
        return [], "known", ()
    kernel = next((kernel for kernel in _KERNELS if kernel.reads(states[0])), None)
    unknown = kernel.unknown(states[0]) if kernel else ()
    if kernel is None or unknown:
        return [_plain(state, rng, playouts) for state in states], "plain", unknown
    dice = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
    won = kernel.winners(states, playouts, dice)
    colours = [seat.colour for seat in states[0].seats]
    counts = [np.bincount(seats, minlength=len(colours)) / playouts for seats in won]
    return [dict(zip(colours, map(float, count), strict=True)) for count in counts], "vector", ()


def _plain(state: State, rng: random.Random, playouts: int) -> dict[Colour, float]:
    total: Counter[Colour] = Counter()
    for _ in range(playouts):
        total.update(play_out(state, rng))
    return {seat.colour: total[seat.colour] / playouts for seat in state.seats}


def _error(chance: float, playouts: int) -> float:
    return float((chance * (1 - chance) / playouts) ** 0.5)
