"""What the spotter sees of dice on an open table, held against what the geometry told of them.

The geometry misses a die now and then whose pips a lamp bleaches, or that is shaken or half in shadow. Where
any number of dice may lie nobody would notice; where their number is known, something else was told instead.
And of a die that is small in the picture the print of a board may have made all three pips.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.dice.nets.everywhere import spots_everywhere
from vision.dice.nets.spotter import Spot, the_spotter
from vision.dice.outline import lies_apart, side_of
from vision.dice.reading import Circle, DiceReading, Die

__all__ = ["none_overlooked", "seen_where_told"]

SEEN, SEEN_BESIDE_ALL = 0.45, 0.75
"""A die so plainly seen was overlooked where any number may lie, and where all expected ones were told."""

SIDES = (1.0, 1.6)
"""In these sizes of the dice that were told others are looked for: a glint told as a die is a small one."""

LIKE = (0.55, 2.2)
"""The size of a die in those of the others."""

SMALL = 0.3
"""A die with a smaller side than this, in shorter sides of the picture, does not fill it."""

AROUND = (1.6, 2.0, 2.6)
"""The radii of the circles in which the spotter looks at a die that was told, in sides of it."""

SAME = 0.45
"""It must see it with this chance in one of them."""


def none_overlooked(reading: DiceReading, picture: NDArray[np.uint8], expect: int | None) -> DiceReading:
    """A reading of dice on an open table, unsure if there is a die that it does not tell of."""
    if reading.verdict != "read":
        return reading
    side = float(np.median([side_of(die) for die in reading.dice]))
    least = SEEN if expect is None else SEEN_BESIDE_ALL
    if any(
        spot.plainness >= least
        and spot.shows_pips
        and LIKE[0] < spot.side / side < LIKE[1]
        and lies_apart(spot.centre, spot.side, reading.dice)
        for spot in spots_everywhere(picture, *(size * side for size in SIDES))
    ):
        return reading.unsure("pips_unclear")
    return reading


def seen_where_told(reading: DiceReading, picture: NDArray[np.uint8]) -> DiceReading:
    """A reading of the one die on an open table, unsure if it is small and the spotter does not see it."""
    if reading.verdict != "read" or all(_is_seen(die, picture) for die in reading.dice):
        return reading
    return reading.unsure("pips_unclear")


def _is_seen(die: Die, picture: NDArray[np.uint8]) -> bool:
    """Whether a die fills the picture, or the spotter sees it where it was told with the same value."""
    side = side_of(die)
    if side >= SMALL * min(picture.shape[:2]):
        return True
    x, y = np.mean(die.outline, axis=0).tolist()

    def same(spot: Spot) -> bool:
        chance = spot.chance * float(spot.classes[die.value or 0])
        return chance > SAME and not lies_apart(spot.centre, spot.side, [die])

    return any(any(map(same, the_spotter().look(picture, Circle(x, y, size * side)))) for size in AROUND)
