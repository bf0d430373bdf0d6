"""How much popped dice remember, and what that does to their counts.

What a face does to the next one is taken to be a chain that treats pairs of opposite faces alike. It has two
eigenvalues: one of which of two opposite faces is up, in three dimensions, and one of which of the three
pairs is, in two. Both are taken from the dice themselves, as the share of pops that show the same face as
the one before, or the opposite one, beyond the share that chance gives such counts; so a dome whose dice
do not remember is judged rightly too. Dice that no camera saw popped are tested without a memory.

Counts of dice that remember spread more or less than those of independent ones. Pearson's statistics are
divided by how much larger they are on average: the first-order correction of J. N. K. Rao and A. J. Scott,
"The analysis of categorical data from complex sample surveys", JASA 76 (1981).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from firmware_py.luck.pops import OPPOSITE_SUM, DieKey, Pop, counts

__all__ = ["NO_MEMORY", "Spreads", "spreads_of"]

_MOST: Final = 0.8
"""The greatest eigenvalue that is believed: beyond lies chance in a short series, or a dome that sticks."""


@dataclass(frozen=True, slots=True)
class Spreads:
    """By what factor Pearson's statistics are larger on average than those of dice without memory.

    Attributes:
        together: of all dice against fair ones.
        between: of several players' dice against each other, in the order in which they popped; of one
            player's alone it says nothing.
    """

    together: float = 1.0
    between: float = 1.0


NO_MEMORY: Final = Spreads()


@dataclass(frozen=True, slots=True)
class _Part:
    """A space of the chain: its dimensions and its eigenvalue."""

    dimensions: int
    eigenvalue: float


def spreads_of(pops: Iterable[Pop], die: DieKey) -> Spreads:
    """What the memory of a die does to the counts; nothing if it is not popped.

    Args:
        pops: the dice of one game or of many, in order, whoever rolled them.
        die: those that are counted.
    """
    series = [pop for pop in pops if pop.die == die]
    if die.how != "popped" or not series:
        return NO_MEMORY
    parts = _parts(series, die)
    dimensions = sum(part.dimensions for part in parts)
    together = between = 0.0
    for part in parts:
        (of_all,) = _means(series, part.eigenvalue, lambda pop: "")
        each = _means(series, part.eigenvalue, lambda pop: pop.player)
        together += part.dimensions / dimensions * of_all
        between += part.dimensions / dimensions * (sum(each) - of_all) / max(len(each) - 1, 1)
    return Spreads(together, between)


def _parts(series: Sequence[Pop], die: DieKey) -> tuple[_Part, ...]:
    """The spaces of a die's chain, with eigenvalues as far as the series shows them."""
    followed = [(one.face, other.face) for one, other in pairwise(series) if other.follows]
    if not followed:
        return (_Part(1, 0.0),)
    counted = counts(series, die)
    pairs = len(series) * (len(series) - 1)
    same = sum(one == other for one, other in followed) / len(followed)
    same_by_chance = sum(count * (count - 1) for count in counted) / pairs
    if die.kind != "d6":
        return (_Part(1, _beyond(same, same_by_chance)),)
    opposite = sum(one + other == OPPOSITE_SUM for one, other in followed) / len(followed)
    opposite_by_chance = sum(low * high for low, high in zip(counted, counted[::-1], strict=True)) / pairs
    return (
        _Part(3, _beyond(same - opposite, same_by_chance - opposite_by_chance)),
        _Part(2, _beyond(same + opposite, same_by_chance + opposite_by_chance)),
    )


def _beyond(share: float, by_chance: float) -> float:
    """How far a share goes beyond that of chance, 1 for as far as it can."""
    return max(-_MOST, min((share - by_chance) / (1 - by_chance), _MOST)) if by_chance < 1 else 0.0


def _means(series: Iterable[Pop], eigenvalue: float, group: Callable[[Pop], str]) -> list[float]:
    """The variance of each group's sum, over that of as many independent dice.

    Two pops of an unbroken series that are k apart correlate by the k-th power of the eigenvalue.
    """
    variance: dict[str, float] = {}
    number: dict[str, int] = {}
    felt: dict[str, float] = {}
    for pop in series:
        felt = {name: eigenvalue * strength for name, strength in felt.items()} if pop.follows else {}
        name = group(pop)
        before = felt.get(name, 0.0)
        felt[name] = before + 1
        variance[name] = variance.get(name, 0.0) + 1 + 2 * before
        number[name] = number.get(name, 0) + 1
    return [variance[name] / number[name] for name in variance]
