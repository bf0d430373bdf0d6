"""Dice as they are told, from the outlines in which they were seen, and their tops cut out upright."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.nets.spotter import Spot
from vision.dice.reading import Die, DieKind, Point

__all__ = ["lies_apart", "outlined", "side_of", "spot_square", "upright"]

Floats = NDArray[np.float64]

NO_PIPS: Floats = np.empty((0, 2))

APART = 0.6
"""What lies so many sides of the larger one from a die is another one."""


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


def side_of(die: Die) -> float:
    """The side of a die in pixels of the picture: the mean one of its outline."""
    corners = np.array(die.outline)
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def lies_apart(middle: Point, side: float, dice: Sequence[Die]) -> bool:
    """Whether a die with this middle and side, in pixels of the picture, is none of these dice."""
    return all(
        np.hypot(*(np.mean(die.outline, axis=0) - middle)) > APART * max(side_of(die), side) for die in dice
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
