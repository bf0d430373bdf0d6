"""Dice anywhere in a picture: the spotter is shown one part of it after another, as if each was a dome."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import quickly_shrunk
from vision.dice.nets.spotter import INPUT, REACH, Spot, the_spotter
from vision.dice.reading import Circle, Point

__all__ = ["side_under", "spots_everywhere"]

TYPICAL = 2.15
"""The radius of a dome in sides of the dice under it."""

WELL_INSIDE = 0.9
"""A die counts where it lies in so many radii of a circle: nearer to the edge another sees it better."""

APART = 0.8
"""Two spots nearer than so many sides of the larger one are the same die."""


def side_under(radius: float) -> float:
    """The side that a die usually has under a dome of a radius."""
    return radius / TYPICAL


def spots_everywhere(picture: NDArray[np.uint8], *sides: float) -> list[Spot]:
    """The dice with sides of about one of these lengths (px) in a grey or BGR picture, plainest first.

    It takes two milliseconds for each part of `TYPICAL` sides.
    """
    apart: list[Spot] = []
    found = (spot for side in sides for spot in _spots(picture, TYPICAL * side))
    for spot in sorted(found, key=lambda spot: -spot.plainness):
        if all(_apart(spot, other) for other in apart):
            apart.append(spot)
    return apart


def _spots(picture: NDArray[np.uint8], radius: float) -> Iterator[Spot]:
    """The dice of a picture under what may be domes of a radius, some told more than once."""
    height, width = picture.shape[:2]
    # The net sees each part shrunk: it is far quicker to shrink the picture once.
    scale = min(1.0, INPUT / (2 * REACH * radius))
    if scale < 1:
        small = quickly_shrunk(picture, *(max(round(scale * length), 1) for length in (width, height)))
    else:
        small = picture
    step = np.array(small.shape[1::-1]) / (width, height)
    for circle in _circles(small, radius * float(step.mean())):
        for spot in the_spotter().look(small, circle):
            if _well_inside(spot.centre, circle) and _in_picture(spot.centre, small):
                yield _enlarged(spot, step)


def _circles(picture: NDArray[np.uint8], radius: float) -> Iterator[Circle]:
    """Circles about a radius from each other that cover a picture."""
    height, width = picture.shape[:2]
    across, down = max(round(width / radius), 1), max(round(height / radius), 1)
    for row in range(down):
        for column in range(across):
            yield Circle((column + 0.5) * width / across, (row + 0.5) * height / down, radius)


def _well_inside(place: Point, circle: Circle) -> bool:
    return bool(np.hypot(place[0] - circle.x, place[1] - circle.y) < WELL_INSIDE * circle.r)


def _in_picture(place: Point, picture: NDArray[np.uint8]) -> bool:
    (x, y), (height, width) = place, picture.shape[:2]
    return bool(-0.5 <= x < width - 0.5 and -0.5 <= y < height - 0.5)


def _enlarged(spot: Spot, step: NDArray[np.float64]) -> Spot:
    """A spot of a shrunk picture in the picture itself, of which a pixel is `step` (across, down) there."""
    x, y = (np.array(spot.centre) + 0.5) / step - 0.5
    return replace(spot, centre=(float(x), float(y)), side=spot.side / float(step.mean()))


def _apart(one: Spot, other: Spot) -> bool:
    away = np.hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1])
    return bool(away > APART * max(one.side, other.side))
