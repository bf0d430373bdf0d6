"""What the geometry of pips read alone, held against what the nets of the dome see.

Where no dome was looked for prints beside one, its rim and the lamps in it may look like one giant die. Where
one was looked for and the nets saw no die in it, the dome may be elsewhere, or what was read a print.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.domes.under_dome import read_dome, spots_in
from vision.dice.nets.looks import place_of
from vision.dice.nets.spotter import DOT, Spot
from vision.dice.outline import lies_apart, side_of
from vision.dice.reading import Circle, DiceReading, Die, Point
from vision.dice.scene import Scene, scene_of
from vision.dice.settings import ReaderSettings

__all__ = ["borne_out", "reconsidered", "without_giants"]

UNDER = (0.22, 1.0)
"""Least and greatest width of a die under a dome, in radii of the dome."""

GIANT = 2.2
"""A die is no die if it is so many times as large as one that is plainly seen."""

ON_A_PIP = 0.12
"""A place on a pip is nearer to its middle than so many sides of the die."""

HAS_PIPS = 3
"""So many marks in the places of pips are hardly ever anything but pips."""

AROUND = 2.0
"""In a circle of so many sides round a die the nets see it as they see one in the middle of a dome."""

PLAIN, PLAIN_UNDER_RIM = 0.85, 0.4
"""A die is plainly seen from this plainness on; from the second under a rim that is plain itself."""

MISSED = 0.75
"""A die as plain as this was missed if it is none of those that are told: then a glint or the top of a man is
told instead of it, or it lies beside those."""


@dataclass(frozen=True, slots=True)
class _Spotted:
    """A die that the spotter sees, middle and side in pixels of the picture; `one`: a one or a dot."""

    middle: Point
    side: float
    plainness: float
    one: bool


def without_giants(
    reading: DiceReading, picture: NDArray[np.uint8], settings: ReaderSettings, rim: Circle | None
) -> tuple[DiceReading, tuple[Die, ...]]:
    """A reading without dice that are far too large beside one that the spotter sees, and those dice.

    It is unsure if there were any, or if a plain die is none of those told. A pip is like a small die that
    shows a one: such a one on a pip makes no giant of the die of `HAS_PIPS` whose pip it is. `rim` is that of
    a dome that was noticed, in pixels of the picture.
    """
    if reading.verdict != "read":
        return reading, ()
    least = PLAIN if rim is None else PLAIN_UNDER_RIM
    scene = scene_of(picture, "trouble", rim, settings)
    seen = [_seen(spot, scene) for spot in spots_in(scene)[0]]
    plain = [one for one in seen if one.plainness >= least]
    giants = tuple(die for die in reading.dice if any(_is_giant_beside(die, one) for one in plain))
    missed = any(one.plainness >= MISSED and lies_apart(one.middle, one.side, reading.dice) for one in seen)
    if not giants and not missed:
        return reading, ()
    left = tuple(die for die in reading.dice if die not in giants)
    return replace(reading, dice=left).unsure("pips_unclear"), giants


def reconsidered(
    reading: DiceReading,
    picture: NDArray[np.uint8],
    rim: Circle,
    settings: ReaderSettings,
    slant: float,
    giants: Sequence[Die] = (),
) -> DiceReading:
    """A reading of a picture in which a dome was noticed though none was looked for, with the nets' say.

    `rim` in pixels of the picture. Where a die is told that cannot lie under that dome, the circle is
    something else, and the reading stands; so it does where a die would lie on a pip of one of the `giants`
    that were left out: one of them is taken for the other, and nobody knows which.
    """
    if not all(_may_lie_under(die, rim) for die in reading.dice):
        return reading
    together = read_dome(scene_of(picture, "trouble", rim, settings), "trouble", settings, slant)
    if together is None:
        return reading
    middles = [(die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2) for die in together.dice]
    if any(_on_a_pip(giant, middle) for giant in giants for middle in middles):
        return reading
    if reading.verdict != "read":
        return together if together.verdict in ("read", "cocked") else reading
    if together.verdict == "read" and together.values != reading.values:
        return together.unsure("pips_unclear")
    return together


def borne_out(
    reading: DiceReading, picture: NDArray[np.uint8], settings: ReaderSettings, slant: float
) -> DiceReading:
    """A game's die that the geometry read, unsure unless the nets read the same where it lies.

    They are asked where they saw no die in what was held to be the dome.
    """
    if reading.verdict != "read":
        return reading
    for die in reading.dice:
        x, y = np.mean(die.outline, axis=0).tolist()
        scene = scene_of(picture, "trouble", Circle(x, y, AROUND * side_of(die)), settings)
        seen = read_dome(scene, "trouble", settings, slant)
        if seen is None or seen.verdict != "read" or seen.values != (die.value,):
            return reading.unsure("pips_unclear")
    return reading


def _seen(spot: Spot, scene: Scene) -> _Spotted:
    """A spot of a scene as it lies in the picture."""
    return _Spotted(*place_of(scene, spot), spot.plainness, int(spot.classes.argmax()) in (1, DOT))


def _is_giant_beside(die: Die, seen: _Spotted) -> bool:
    """Whether a die is too large beside one that is seen, unless that one is a pip of it."""
    a_pip = seen.one and len(die.pips) >= HAS_PIPS and _on_a_pip(die, seen.middle)
    return side_of(die) > GIANT * seen.side and not a_pip


def _on_a_pip(die: Die, place: Point) -> bool:
    """Whether a place in the picture is on a pip of a die."""
    return any(np.hypot(x - place[0], y - place[1]) < ON_A_PIP * side_of(die) for x, y in die.pips)


def _may_lie_under(die: Die, dome: Circle) -> bool:
    """Whether a die lies inside a circle and has the size of one under such a dome."""
    x, y, w, h = die.box
    inside = np.hypot(x + w / 2 - dome.x, y + h / 2 - dome.y) < dome.r
    return bool(inside and UNDER[0] * dome.r < max(w, h) < UNDER[1] * dome.r)
