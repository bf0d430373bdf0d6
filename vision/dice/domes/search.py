"""A dome that is small in a picture, as of a whole board: a die is looked for everywhere, and a rim round it.

Prints, tags and the heads of men look like dice, and many things have a round edge; only a dome has both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import in_colours, in_grey
from vision.dice.dome import Dome, find_domes
from vision.dice.domes.under_dome import SMALLEST, Looked
from vision.dice.nets.everywhere import side_under, spots_everywhere
from vision.dice.nets.spotter import Spot, the_spotter
from vision.dice.reading import Circle, DiceReading
from vision.dice.scene import Scene

__all__ = ["NOTHING", "Elsewhere", "doubted", "look_elsewhere"]

PLAINLY, PLAINLY_UNDER_RIM = 0.8, 0.65
"""What is seen in the middle of a picture, or under a rim, is a die from this plainness on: prints and tags
of a whole board are less plain."""

SHARES = (0.075, 0.105, 0.14)
"""Radii of the domes that are looked for, in shorter sides of the picture: larger ones are seen at once."""

LONGEST = 3.0
"""No camera's picture is longer than so many of its shorter sides; in a longer one nothing is looked for."""

SEEN = 0.35
"""What is less plainly seen is no die."""

MOST = 12
"""A rim is looked for round so many of what may be dice."""

REACHES = (3.2, 4.0)
"""A rim is looked for within so many sides of the die, each way: the rim is found best where it is large."""

RADII = (1.5, 3.2)
"""Least and greatest radius of a dome, in sides of its dice."""

INSIDE = 0.4
"""A die's middle lies inside the rim by at least so many sides."""

RIMS = 4
"""So many of the rims round a die are tried, those first that have an edge on most of them."""

NEAR = 0.5
"""A die is the same one if it is nearer than so many of its sides."""

PLAIN = 0.5
"""A dome is seen from this product on: the plainness of the die under its rim and the share of that with an
edge."""

NEXT = 0.8
"""The next best may have so much of that: else nobody knows which of them is the dome."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A small dome somewhere in a picture, px, and the plainness of what is seen more plainly there than in
    the dome of the scene; 0 if nothing is.
    """

    dome: Circle | None
    plainness: float


NOTHING = Elsewhere(None, 0.0)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """What may be a dome with a die in it, and how plainly it is seen."""

    circle: Circle
    plainness: float

    def apart_from(self, other: _Candidate) -> bool:
        """Whether it is at another place."""
        x, y = self.circle.x - other.circle.x, self.circle.y - other.circle.y
        return bool(np.hypot(x, y) > 0.7 * other.circle.r)


def doubted(reading: DiceReading, elsewhere: Elsewhere) -> DiceReading:
    """A reading of what may be no dome: it tells nothing surely where something else is more like a die.

    A die that leans is less plain than one that does not: it is doubted only if there is one elsewhere.
    """
    leaning = reading.verdict == "cocked" and elsewhere.plainness >= PLAINLY
    if leaning or (reading.verdict == "read" and elsewhere.plainness > 0):
        return reading.unsure("pips_unclear")
    return reading


def look_elsewhere(picture: NDArray[np.uint8], scene: Scene, looked: Looked, *, search: bool) -> Elsewhere:
    """What is seen at other places of a grey or BGR picture than in the dome of a scene of it.

    Nobody looks where a die is plain in the scene. A dome is told whose radius is 0.06 to 0.16 of the shorter
    side, if one is plain and no other is as plain. The `search` takes a second or two; without it, and where
    a picture is far longer than wide, anything may be elsewhere. `looked` is what `spots_in` tells of the
    scene.
    """
    spots, _ = looked
    plainest = spots[0].plainness if spots else 0.0
    if plainest >= (PLAINLY if scene.rim is None else PLAINLY_UNDER_RIM):
        return NOTHING
    shorter, longer = sorted(picture.shape[:2])
    if not search or longer > LONGEST * shorter:
        return Elsewhere(None, SEEN)
    sides = (side_under(share * shorter) for share in SHARES)
    seen = spots_everywhere(picture, *(side for side in sides if side >= SMALLEST))
    plainer = [spot for spot in seen if spot.plainness > max(SEEN, plainest) and spot.shows_pips]
    return Elsewhere(_plain_dome(picture, plainer[:MOST]), plainer[0].plainness if plainer else 0.0)


def _plain_dome(picture: NDArray[np.uint8], spots: Sequence[Spot]) -> Circle | None:
    """The dome round one of what may be dice, if it is plain and no other is as plain."""
    found = sorted(_candidates(picture, spots), key=lambda one: -one.plainness)
    if not found or found[0].plainness < PLAIN:
        return None
    others = (one for one in found if one.apart_from(found[0]))
    if any(one.plainness > NEXT * found[0].plainness for one in others):
        return None
    return found[0].circle


def _candidates(picture: NDArray[np.uint8], spots: Sequence[Spot]) -> Iterator[_Candidate]:
    """The rims round some of what may be dice: under its own rim a die is plainer yet, and a print is not."""
    for spot in spots:
        rims = sorted(_rims(picture, spot), key=lambda rim: -rim.sureness)[:RIMS]
        found = [_Candidate(rim.circle, rim.sureness * _plainness(picture, rim.circle, spot)) for rim in rims]
        if found:
            yield max(found, key=lambda one: one.plainness)


def _plainness(picture: NDArray[np.uint8], rim: Circle, spot: Spot) -> float:
    """How plain a die is that is looked for under a rim; 0 if it is not seen there."""
    for seen in the_spotter().look(picture, rim):
        if np.hypot(seen.centre[0] - spot.centre[0], seen.centre[1] - spot.centre[1]) < NEAR * spot.side:
            return seen.plainness if seen.shows_pips else 0.0
    return 0.0


def _rims(picture: NDArray[np.uint8], spot: Spot) -> Iterator[Dome]:
    """The circles round a die that may be its dome's rim."""
    x, y = spot.centre
    for reach in REACHES:
        half = reach * spot.side
        left, top = max(int(x - half), 0), max(int(y - half), 0)
        part = picture[top : int(y + half) + 1, left : int(x + half) + 1]
        for layer in (in_grey(part), *in_colours(part)):
            for dome in find_domes(layer):
                circle = Circle(dome.circle.x + left, dome.circle.y + top, dome.circle.r)
                if _is_round(circle, spot):
                    yield Dome(circle, dome.sureness)


def _is_round(circle: Circle, spot: Spot) -> bool:
    """Whether a circle is as large as the dome of such a die, and the die lies in it."""
    away = np.hypot(spot.centre[0] - circle.x, spot.centre[1] - circle.y)
    sized = RADII[0] * spot.side < circle.r < RADII[1] * spot.side
    return bool(sized and away < circle.r - INSIDE * spot.side)
