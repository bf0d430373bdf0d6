"""How much of a dome is bleached by the reflection of a lamp or a window."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.reading import Circle, DiceReading

__all__ = ["Glare", "glare_of", "glare_reading", "with_glare"]

_BLEACHED = 245
"""The darkest channel of a pixel that shows nothing but light."""
_FAR_ABOVE = 60
"""Grey levels by which it is brighter than most of the dome: a white plate is no glare."""
_MUCH = 0.02


@dataclass(frozen=True, slots=True)
class Glare:
    """The bleached part of a dome.

    Attributes:
        share: of the dome's disc, 0 to 1.
        spots: how many separate reflections there are.
        clock: the hour, 1 to 12, at which they lie as one looks at the picture; None where there is none.
    """

    share: float
    spots: int
    clock: int | None

    @property
    def much(self) -> bool:
        """Whether a die that comes to lie there cannot be read: the lamp had better be turned or dimmed."""
        return self.share > _MUCH


def glare_of(picture: NDArray[np.uint8], dome: Circle) -> Glare:
    """The glare of the dome at a circle (px) of a picture, (H, W) grey or (H, W, 3) BGR.

    A white die in a bright light may count as glare: look at several pops and take the least.
    """
    darkest = picture.min(axis=2) if picture.ndim == 3 else picture
    disc = np.zeros(darkest.shape, np.uint8)
    cv2.circle(disc, (round(dome.x), round(dome.y)), max(1, round(0.95 * dome.r)), 255, -1)
    inside = disc > 0
    if not inside.any():
        return Glare(0.0, 0, None)
    level = float(np.median(darkest[inside]))
    bleached = inside & (darkest >= _BLEACHED) & (darkest > level + _FAR_ABOVE)
    share = float(np.count_nonzero(bleached) / np.count_nonzero(inside))
    if share == 0.0:
        return Glare(0.0, 0, None)
    spots = cv2.connectedComponents(cv2.dilate(bleached.astype(np.uint8), np.ones((3, 3), np.uint8)))[0] - 1
    rows, columns = np.nonzero(bleached)
    hours = np.degrees(np.arctan2(columns.mean() - dome.x, dome.y - rows.mean())) / 30
    return Glare(share, spots, (round(float(hours)) - 1) % 12 + 1)


def glare_reading(glare: Glare) -> DiceReading:
    """No dice, and the glare of the dome as the reason: what whoever sets it up is told."""
    facts = {"clock": glare.clock or 12, "percent": max(1, round(100 * glare.share))}
    return DiceReading("unsure", (), None, "glare_on_dome", facts)


_UNCLEAR = frozenset({"no_die", "pips_unclear", "numeral_unclear"})


def with_glare(reading: DiceReading, picture: NDArray[np.uint8], dome: Circle | None) -> DiceReading:
    """A reading of a picture; where it was refused and much of the dome is bleached, that is its reason."""
    if dome is None or reading.verdict == "read" or reading.reason not in _UNCLEAR:
        return reading
    glare = glare_of(picture, dome)
    if not glare.much:
        return reading
    told = glare_reading(glare)
    return reading.unsure(told.reason, told.facts)
