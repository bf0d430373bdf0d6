"""Dice that nothing was told of: the spotter looks for them everywhere, at the size of those that were told.

The geometry misses a die now and then whose pips a lamp bleaches, or that is shaken or half in shadow. Where
any number of dice may lie nobody would notice; where their number is known, something else was told instead.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.nets.everywhere import spots_everywhere
from vision.dice.outline import lies_apart, side_of
from vision.dice.reading import DiceReading

__all__ = ["none_overlooked"]

SEEN, SEEN_BESIDE_ALL = 0.45, 0.75
"""A die so plainly seen was overlooked where any number may lie, and where all expected ones were told."""

SIDES = (1.0, 1.6)
"""In these sizes of the dice that were told others are looked for: a glint told as a die is a small one."""

LIKE = (0.55, 2.2)
"""The size of a die in those of the others."""


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
        return replace(reading, verdict="unsure", reason="pips_unclear")
    return reading
