"""Dice as they are told, from the outlines in which they were seen, and their tops cut out upright."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.nets.spotter import Spot
from vision.dice.reading import Die, DieKind

__all__ = ["outlined", "spot_square", "upright"]

Floats = NDArray[np.float64]

NO_PIPS: Floats = np.empty((0, 2))


def outlined(
    corners: Floats,
    value: int,
    confidence: float,
    *,
    flat: bool = True,
    kind: DieKind = "pips",
    pips: Floats = NO_PIPS,
) -> Die:
    """A die whose face has these corners (4, 2) and perhaps pips (n, 2), all in pixels of the picture."""
    low, high = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
    return Die(
        value=value,
        flat=flat,
        confidence=confidence,
        box=(int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])),
        kind=kind,
        outline=tuple((float(x), float(y)) for x, y in corners),
        pips=tuple((float(x), float(y)) for x, y in pips),
    )


def spot_square(spot: Spot) -> Floats:
    """The corners (4, 2) of the square that the spotter tells, in the pixels of the spot."""
    return np.asarray(cv2.boxPoints((spot.centre, (spot.side, spot.side), spot.turn)), float)


def upright(grey: NDArray[np.uint8], spot: Spot, side: int, face: float) -> NDArray[np.uint8]:
    """A picture (side, side) in whose middle the top of a spotted die lies upright, `face` pixels a side."""
    angle, scale = np.radians(spot.turn), face / spot.side
    turn = scale * np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    matrix = np.column_stack([turn, (side - 1) / 2 - turn @ np.array(spot.centre)])
    soft = cv2.GaussianBlur(grey, (0, 0), 0.4 / scale) if scale < 1 else grey
    size, edge = (side, side), cv2.BORDER_REPLICATE
    return np.asarray(cv2.warpAffine(soft, matrix, size, flags=cv2.INTER_LINEAR, borderMode=edge), np.uint8)
