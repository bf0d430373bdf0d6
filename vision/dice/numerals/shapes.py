"""Which digit a glyph's outline is like: a look that shares nothing with the net but the place of the face.

The glyph is cut out of its upright face, turned about, and laid on drawn digits of several forms, weights and
widths; how many holes it has must fit too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.pips.judge import ramp
from vision.digits import FORMS, drawn_digit

__all__ = ["FACE", "SIDE", "Shape", "bears_out", "shape_of"]

SIDE = 80
"""Side in pixels of the picture in which a face lies upright, in its middle."""

FACE = 64.0
"""Side of the face in it."""

Grey = NDArray[np.uint8]
Floats = NDArray[np.float32]

_BOX = 28
"""Pixels a side of the square that turned glyphs are laid into, as high as it."""

_WEIGHTS, _WIDTHS, _SLANTS = (0.1, 0.15, 0.21), (0.48, 0.64), (0.0, 0.14)
_ANGLES = np.add.outer(np.arange(0, 360, 90), np.arange(-16, 17, 8)).ravel()
"""Digits lie along the edges of their face, or nearly."""

_INK = 0.5
_LEAST_AREA = 60.0
_HOLES_OF = {1: (0,), 2: (0,), 3: (0,), 4: (0, 1), 5: (0,), 6: (1, 2)}
"""Holes that each digit may have; between a 6 and its dash there may be another."""
_LEAST_SHARE = 0.12
"""A part of less than this share of the largest one's area is a speck."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What a glyph is like.

    Attributes:
        value: the digit, 1 to 6.
        likeness: to the best drawing of that digit, at most 1.
        margin: by which that is better than the best drawing of another digit.
        holes: in the glyph.
        height, width: of the glyph, in sides of the face.
        parts: how many pieces of ink lie on the face; the dash below a 6 is one.
        stray: share of the face that is inked besides the glyph and its dash.
    """

    value: int
    likeness: float
    margin: float
    holes: int
    height: float
    width: float
    parts: int
    stray: float


def shape_of(face: Grey, dark: bool) -> Shape | None:
    """The shape of the glyph on an upright face (SIDE, SIDE); None where nothing is inked in its middle."""
    ink = _inked(face.astype(np.float32), dark)
    if ink is None:
        return None
    _, labels, stats, centres = cv2.connectedComponentsWithStats((ink > _INK).astype(np.uint8))
    middle = (SIDE - 1) / 2
    whole = [k for k in range(1, len(stats)) if _on_face(stats[k])]
    inner = [k for k in whole if np.abs(centres[k] - middle).max() < 0.24 * FACE]
    if not inner:
        return None
    glyph = max(inner, key=lambda k: stats[k, cv2.CC_STAT_AREA])
    area = float(stats[glyph, cv2.CC_STAT_AREA])
    if area < _LEAST_AREA:
        return None
    parts = [k for k in whole if stats[k, cv2.CC_STAT_AREA] > _LEAST_SHARE * area]
    mask = np.asarray(np.where(labels == glyph, ink, 0.0), np.float32)
    likeness, tall, wide = _likeness(mask)
    value = int(likeness.argmax()) + 1
    others = np.delete(likeness, value - 1)
    stray = sum(float(stats[k, cv2.CC_STAT_AREA]) for k in parts if k != glyph) / FACE**2
    return Shape(
        value,
        float(likeness[value - 1]),
        float(likeness[value - 1] - others.max()),
        _holes(labels == glyph),
        tall / FACE,
        wide / FACE,
        len(parts),
        stray,
    )


def bears_out(shape: Shape, value: int) -> dict[str, float]:
    """The named grounds, each 0 to 1, on which a shape bears out that a digit is on the face."""
    dashed = value == 6 and shape.parts == 2
    return {
        "agreed": float(shape.value == value),
        "like_it": ramp(shape.likeness, 0.7, 0.84),
        "unlike_others": ramp(shape.margin, 0.0, 0.04),
        "holes": 1.0 if shape.holes in _HOLES_OF[value] else 0.3,
        "size": min(ramp(shape.height, 0.24, 0.34), ramp(shape.height, 0.78, 0.66)),
        "alone": 1.0 if shape.parts == 1 or dashed else ramp(shape.stray, 0.05, 0.015),
    }


def _on_face(stats: NDArray[np.int32]) -> bool:
    """Whether a piece of ink lies wholly on the face: the table beside it may be as dark."""
    x, y, w, h = (int(v) for v in stats[:4])
    margin = (SIDE - 0.94 * FACE) / 2
    return min(x, y) > margin and max(x + w, y + h) < SIDE - margin


def _inked(face: Floats, dark: bool) -> Floats | None:
    """How inky each pixel is: 0 at the face's own level, 1 at the digit's."""
    face = cv2.GaussianBlur(face, (0, 0), 1.0).astype(np.float32)
    low, high = round(SIDE / 2 - 0.4 * FACE), round(SIDE / 2 + 0.4 * FACE)
    bare = face[low:high, low:high]
    ground = float(np.median(bare))
    sign = -1.0 if dark else 1.0
    reach = float(np.percentile(sign * (bare - ground), 96))
    if reach < 6:
        return None
    return np.asarray(np.clip(sign * (face - ground) / reach, 0, 1), np.float32)


def _holes(mask: NDArray[np.bool_]) -> int:
    """How many holes of more than a few pixels a glyph has."""
    padded = np.pad(mask, 1).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(1 - padded, connectivity=4)
    return sum(int(stats[k, cv2.CC_STAT_AREA]) >= 6 for k in range(1, count)) - 1


def _boxed(ink: NDArray[np.floating]) -> Floats:
    """Ink cut close, as high as the box, in its middle, with mean 0 and length 1."""
    rows, columns = np.nonzero(ink > _INK)
    cut = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    scale = _BOX / cut.shape[0]
    width = max(1, min(_BOX, round(scale * cut.shape[1])))
    small = cv2.resize(cut, (width, _BOX), interpolation=cv2.INTER_AREA)
    box = np.zeros((_BOX, _BOX), np.float32)
    left = (_BOX - width) // 2
    box[:, left : left + width] = small
    box = cv2.GaussianBlur(box, (0, 0), 1.2).astype(np.float32)
    box -= box.mean()
    return np.asarray(box / max(float(np.linalg.norm(box)), 1e-6), np.float32).ravel()


@lru_cache(maxsize=1)
def _drawings() -> tuple[Floats, NDArray[np.intp]]:
    """All drawn digits as rows, and the digit of each."""
    rows, values = [], []
    for value in range(1, 7):
        for form in range(FORMS):
            for weight in _WEIGHTS:
                for width in _WIDTHS:
                    for slant in _SLANTS:
                        ink = drawn_digit(value, 84, form, weight=weight, width=width, slant=slant)
                        rows.append(_boxed(ink.astype(np.float32) / 255))
                        values.append(value)
    return np.stack(rows), np.array(values)


def _likeness(mask: Floats) -> tuple[Floats, float, float]:
    """How like each digit a glyph is at its best angle (6,), and its height and width there (px)."""
    drawings, values = _drawings()
    points = cv2.moments(mask)
    centre = points["m10"] / points["m00"], points["m01"] / points["m00"]
    turned, sizes = [], []
    for angle in _ANGLES:
        move = cv2.getRotationMatrix2D(centre, float(angle), 1.0)
        move[:, 2] += (SIDE - 1) / 2 - np.array(centre)
        ink = np.asarray(cv2.warpAffine(mask, move, (SIDE, SIDE)), np.float32)
        rows, columns = np.nonzero(ink > _INK)
        turned.append(_boxed(ink))
        sizes.append((float(np.ptp(rows)) + 1, float(np.ptp(columns)) + 1))
    fits = np.stack(turned) @ drawings.T
    best = np.array([fits[:, values == value].max() for value in range(1, 7)], np.float32)
    tall, wide = sizes[int(fits.max(axis=1).argmax())]
    return best, tall, wide
