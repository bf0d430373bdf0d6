"""Parts of pictures: cut out, shrunk, in grey or one colour alone."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.reading import Point

__all__ = ["cut_square", "in_colours", "in_grey", "quickly_shrunk", "shrunk"]

SMOOTH = 0.35
"""Steps of sampling by which a picture is smoothed before."""


def in_grey(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture, (H, W) grey or (H, W, 3) BGR, in grey."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture, np.uint8)


def in_colours(picture: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """Each colour (H, W) of such a picture: a red rim on a green board is one grey, another colour tells."""
    return [np.asarray(layer, np.uint8) for layer in cv2.split(picture)]


def cut_square(picture: NDArray[np.uint8], middle: Point, side: int) -> tuple[NDArray[np.uint8], Point]:
    """A square part of a picture round a place, to the pixel; beyond the border its edge is repeated.

    Returns the part (side, side[, 3]) and the place of its first pixel in the picture.
    """
    left, top = round(middle[0] - (side - 1) / 2), round(middle[1] - (side - 1) / 2)
    height, width = picture.shape[:2]
    # A square all outside shows the nearest edge.
    x0, y0 = min(max(left, 0), width - 1), min(max(top, 0), height - 1)
    x1, y1 = max(min(left + side, width), x0 + 1), max(min(top + side, height), y0 + 1)
    part = picture[y0:y1, x0:x1]
    if part.shape[:2] != (side, side):
        before = min(max(y0 - top, 0), side - 1), min(max(x0 - left, 0), side - 1)
        part = part[: side - before[0], : side - before[1]]
        after = side - part.shape[0] - before[0], side - part.shape[1] - before[1]
        edges = before[0], after[0], before[1], after[1]
        part = np.asarray(cv2.copyMakeBorder(part, *edges, cv2.BORDER_REPLICATE), np.uint8)
    return part, (left, top)


def shrunk(picture: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """A picture (H, W[, 3]) at a smaller size, each pixel about the mean of what it covers.

    Halving is ten times as fast as shrinking by any other number, so it comes first, as often as it goes.
    """
    picture = _halved(picture, width, height)
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def quickly_shrunk(picture: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """A picture (H, W[, 3]) at a smaller size, as nets have learnt to see it: smoothed, then sampled.

    That is three times as fast as the mean of what a pixel covers, and a little less exact.
    """
    picture = _halved(picture, width, height)
    steps = picture.shape[1] / width, picture.shape[0] / height
    if steps == (1, 1) or max(steps) > 2:
        return shrunk(picture, width, height)
    smooth = cv2.GaussianBlur(picture, (3, 3), SMOOTH * max(steps))
    return np.asarray(cv2.resize(smooth, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _halved(picture: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """A picture halved as long as it does not become smaller than this."""
    while _halves(picture.shape[0], height) and _halves(picture.shape[1], width):
        half = picture.shape[1] // 2, picture.shape[0] // 2
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
    return picture


def _halves(side: int, least: int) -> bool:
    """Whether a side can be halved without loss and without becoming too short."""
    return side % 2 == 0 and side >= 2 * least
