"""A picture in which no dome was looked for, read anew with an eye to domes.

Prints beside a dome, its rim and the lamps in it may look like one giant die; the nets of the dome see the
dice that are there.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.domes.under_dome import plainness, read_dome, spots_in
from vision.dice.nets.looks import place_of
from vision.dice.reading import Circle, DiceReading, Die
from vision.dice.scene import scene_of
from vision.dice.settings import ReaderSettings

__all__ = ["reconsidered", "without_giants"]

UNDER = (0.22, 1.0)
"""Least and greatest width of a die under a dome, in radii of the dome."""

GIANT = 2.2
"""A die is no die if it is so many times as large as one that is plainly seen."""

PLAIN, PLAIN_UNDER_RIM = 0.85, 0.5
"""A die is plainly seen from this plainness on; from the second under a rim that is plain itself."""


def without_giants(
    reading: DiceReading, picture: NDArray[np.uint8], settings: ReaderSettings, rim: Circle | None
) -> DiceReading:
    """A reading without dice that are far too large beside one that the spotter sees; unsure if any were.

    `rim` is that of a dome that was noticed, in pixels of the picture.
    """
    if reading.verdict != "read":
        return reading
    least = PLAIN if rim is None else PLAIN_UNDER_RIM
    scene = scene_of(picture, "trouble", rim, settings)
    seen = [place_of(scene, spot)[1] for spot in spots_in(scene)[0] if plainness(spot) >= least]
    left = tuple(die for die in reading.dice if not seen or _side(die) <= GIANT * max(seen))
    if len(left) == len(reading.dice):
        return reading
    return replace(reading, verdict="unsure", dice=left, reason="pips_unclear")


def reconsidered(
    reading: DiceReading, picture: NDArray[np.uint8], rim: Circle, settings: ReaderSettings, slant: float
) -> DiceReading:
    """A reading of a picture in which a dome was noticed though none was looked for, with the nets' say.

    `rim` in pixels of the picture. Where a die is told that cannot lie under that dome, the circle is
    something else, and the reading stands.
    """
    if not all(_may_lie_under(die, rim) for die in reading.dice):
        return reading
    together = read_dome(scene_of(picture, "trouble", rim, settings), "trouble", settings, slant)
    if together is None:
        return reading
    if reading.verdict != "read":
        return together if together.verdict in ("read", "cocked") else reading
    if together.verdict == "read" and together.values != reading.values:
        return replace(together, verdict="unsure", reason="pips_unclear")
    return together


def _side(die: Die) -> float:
    """The side of a die in pixels: the mean one of its outline."""
    corners = np.array(die.outline)
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _may_lie_under(die: Die, dome: Circle) -> bool:
    """Whether a die lies inside a circle and has the size of one under such a dome."""
    x, y, w, h = die.box
    inside = np.hypot(x + w / 2 - dome.x, y + h / 2 - dome.y) < dome.r
    return bool(inside and UNDER[0] * dome.r < max(w, h) < UNDER[1] * dome.r)
