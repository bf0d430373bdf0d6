"""Who was lucky: a player's pips and sixes against what fair dice give. Exact, by adding dice up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from firmware_py.luck.pops import Pop

__all__ = ["Fortune", "fortune"]

_SIX = 6


@dataclass(frozen=True, slots=True)
class Fortune:
    """A player's six-sided dice.

    Attributes:
        pops: how many there were.
        pips: their sum.
        sixes: how many sixes.
        pips_rank: the share of fair series of as many dice that have fewer pips, and half of those with as
            many: 0.5 is neither lucky nor unlucky.
        sixes_rank: the same of sixes.
    """

    pops: int
    pips: int
    sixes: int
    pips_rank: float
    sixes_rank: float


def fortune(pops: Iterable[Pop], player: str) -> Fortune:
    """How a player fared with six-sided dice.

    Popped dice remember a little, which a player hardly feels: others pop in between.
    """
    faces = [pop.face for pop in pops if pop.player == player and pop.die.kind == "d6"]
    number, pips, sixes = len(faces), sum(faces), faces.count(_SIX)
    pips_rank = (_at_most(number, pips - 1) + _at_most(number, pips)) / 2
    sixes_rank = (_at_most_sixes(number, sixes - 1) + _at_most_sixes(number, sixes)) / 2
    return Fortune(number, pips, sixes, pips_rank, sixes_rank)


def _at_most(number: int, pips: int) -> float:
    """How likely so many dice show at most so many pips in all: de Moivre's sum, in whole numbers."""
    above = pips - number
    ways = sum(
        (-1) ** k * comb(number, k) * comb(above - 6 * k + number, number) for k in range(above // 6 + 1)
    )
    return float(ways / 6**number)


def _at_most_sixes(number: int, sixes: int) -> float:
    ways = sum(comb(number, k) * 5 ** (number - k) for k in range(sixes + 1))
    return float(ways / 6**number)
