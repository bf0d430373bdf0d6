"""Is a die fair? Pearson's chi-squared tests, for dice that remember too.

A popped die is reported to show the opposite face next with probability .239, the same face .108, each of the
other four .163, though each face still comes once in six. So the counts of a long series spread otherwise
than those of independent throws: the tests are told by how much, see `memory`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from firmware_py.luck.pops import DieKey, Runs

__all__ = ["Fit", "chi_squared_sf", "fairness", "homogeneity", "pops_to_show", "runs_fit"]

SAME, OPPOSITE = 0.108, 0.239
"""How likely a popped die is reported to show the same face again, or the opposite one."""

_OTHER = (1 - SAME - OPPOSITE) / 4
_LEAST_EXPECTED: Final = 5.0
"""The chi-squared distribution is a fair picture of the statistic from so many expected in every cell on."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well counts fit what was expected.

    Attributes:
        statistic: chi-squared.
        freedom: degrees of freedom.
        p: how often fair dice would be at least as far off; None with too few dice to tell.
    """

    statistic: float
    freedom: int
    p: float | None


def chi_squared_sf(x: float, freedom: int) -> float:
    """The probability that chi-squared exceeds `x`: Abramowitz and Stegun, 26.4.4 and 26.4.5."""
    if x <= 0:
        return 1.0
    half = x / 2
    if freedom % 2:
        tail, term, start = math.erfc(math.sqrt(half)), math.sqrt(half / math.pi) * 2, 1.5
    else:
        tail, term, start = 0.0, 1.0, 1.0
    total = 0.0
    for k in range(freedom // 2):
        total += term
        term *= half / (start + k)
    return min(tail + math.exp(-half) * total, 1.0)


def fairness(counted: Sequence[int], die: DieKey, spread: float = 1.0) -> Fit:
    """How well the counts of a die's faces fit a fair one.

    `spread` is by what factor Pearson's statistic of such dice is larger on average than that of independent
    ones: `Spreads.together`.
    """
    n, faces = sum(counted), len(counted)
    if not n:
        return Fit(0.0, faces - 1, None)
    expected = [n * weight for weight in die.weights]
    return _fit(_pearson(counted, expected) / spread, faces - 1, min(expected))


def homogeneity(rows: Sequence[Sequence[int]], spread: float = 1.0) -> Fit:
    """Whether several players' counts of the same faces differ by more than chance; a row a player.

    `spread` is the same as of `fairness`, between players: `Spreads.between`.
    """
    rows = [row for row in rows if sum(row)]
    columns = [sum(column) for column in zip(*rows, strict=True)]
    kept = [k for k, total in enumerate(columns) if total]
    n = sum(columns)
    freedom = (len(rows) - 1) * (len(kept) - 1)
    if freedom < 1:
        return Fit(0.0, 0, None)
    expected = [sum(row) * columns[k] / n for row in rows for k in kept]
    statistic = _pearson([row[k] for row in rows for k in kept], expected)
    return _fit(statistic / spread, freedom, min(expected))


def runs_fit(found: Runs, *, remembers: bool) -> Fit:
    """How well runs fit those reported of popped dice, or those of dice that do not remember."""
    shares = (SAME, OPPOSITE, 4 * _OTHER) if remembers else (1 / 6, 1 / 6, 4 / 6)
    expected = [share * found.total for share in shares]
    if not found.total:
        return Fit(0.0, 2, None)
    return _fit(_pearson((found.same, found.opposite, found.other), expected), 2, min(expected))


def pops_to_show(bias: float, *, level: float = 0.05, power: float = 0.8, faces: int = 6) -> int:
    """How many rolls are needed to show that one face comes by a share too often.

    Args:
        bias: 0.1 for a face that comes ten per cent too often; the other faces share what it takes.
        level: how often a fair die may be called unfair.
        power: how often such an unfair one is to be found out.

    The statistic is then noncentral chi-squared (Abramowitz and Stegun, 26.4.25); a face too frequent by b
    moves it by n b^2 / (faces - 1).

    Raises:
        ValueError: for a bias that is not above 0, or leaves the others nothing.
    """
    if not 0 < bias < faces - 1:
        raise ValueError(f"a bias lies between 0 and {faces - 1}, not at {bias:g}")
    freedom = faces - 1
    critical = _root(lambda x: level - chi_squared_sf(x, freedom))
    moved = _root(lambda shift: _noncentral_sf(critical, freedom, shift) - power)
    return math.ceil(moved * freedom / bias**2)


def _noncentral_sf(x: float, freedom: int, shift: float) -> float:
    """The noncentral chi-squared's tail: a Poisson mixture of central ones."""
    total, weight, k = 0.0, math.exp(-shift / 2), 0
    covered = 0.0
    while covered < 1 - 1e-9 and k < 1000:
        total += weight * chi_squared_sf(x, freedom + 2 * k)
        covered += weight
        k += 1
        weight *= shift / 2 / k
    return total


def _root(rising: Callable[[float], float]) -> float:
    """Where a rising function of positive numbers crosses zero, by halving."""
    low, high = 0.0, 1.0
    while rising(high) < 0:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if rising(middle) > 0 else (middle, high)
    return high


def _pearson(counted: Sequence[int], expected: Sequence[float]) -> float:
    return sum((got - hoped) ** 2 / hoped for got, hoped in zip(counted, expected, strict=True))


def _fit(statistic: float, freedom: int, least: float) -> Fit:
    return Fit(statistic, freedom, chi_squared_sf(statistic, freedom) if least >= _LEAST_EXPECTED else None)
