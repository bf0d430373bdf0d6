"""The board straightened: its plane warped to a fixed scale, upright as the layout is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.layout import Layout
from vision.board.place.pose import FloatArray, map_points

Picture = npt.NDArray[np.uint8]

MARGIN_MM: Final = 25.0
"""How much is kept around the board: pieces at its edge lean outward in the picture."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Which part of the board's plane a canvas shows: `left`, `top` in mm, `size` (width, height) and
    scale."""

    left: float
    top: float
    size: tuple[int, int]
    mm_per_px: float

    @property
    def matrix(self) -> FloatArray:
        """Canvas pixels to mm, (3, 3)."""
        s = self.mm_per_px
        return np.array([[s, 0.0, self.left], [0.0, -s, self.top], [0.0, 0.0, 1.0]])

    def pixels(self, points: FloatArray) -> FloatArray:
        """Where points (n, 2), mm, lie on the canvas, pixels."""
        return np.asarray((points - (self.left, self.top)) / (self.mm_per_px, -self.mm_per_px))

    def points(self, pixels: FloatArray) -> FloatArray:
        """The points in mm of canvas pixels (n, 2)."""
        return np.asarray(pixels * (self.mm_per_px, -self.mm_per_px) + (self.left, self.top))


def frame_of(layout: Layout, mm_per_px: float, margin: float = MARGIN_MM) -> Frame:
    """The canvas of a whole board: its corners and spaces, and a margin in mm around them."""
    every = np.array([*layout.corners, *layout.spaces.values()])
    low, high = every.min(axis=0) - margin, every.max(axis=0) + margin
    size = np.ceil((high - low) / mm_per_px).astype(int)
    return Frame(float(low[0]), float(high[1]), (int(size[0]), int(size[1])), mm_per_px)


def straighten(picture: Picture, homography: FloatArray, frame: Frame) -> Picture:
    """The board as seen from straight above; `homography` takes mm to the picture's pixels.

    What lies outside the picture comes out black; `in_picture` tells where that is.
    """
    matrix = homography @ frame.matrix
    # A picture much finer than the canvas would be sampled between its pixels: its noise is averaged first.
    ratio = _shrinking(matrix, frame)
    while ratio >= 2.0 and min(picture.shape[:2]) > 64:
        picture = np.asarray(
            cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
        )
        half = np.array([[0.5, 0.0, -0.25], [0.0, 0.5, -0.25], [0.0, 0.0, 1.0]])
        matrix, ratio = half @ matrix, ratio / 2
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(picture, matrix, frame.size, flags=flags), np.uint8)


def _shrinking(matrix: FloatArray, frame: Frame) -> float:
    """How many picture pixels a canvas pixel spans at its middle."""
    middle = np.array([[frame.size[0] / 2, frame.size[1] / 2]])
    steps = map_points(matrix, middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    dx, dy = steps[1] - steps[0], steps[2] - steps[0]
    return float(np.sqrt(abs(dx[0] * dy[1] - dx[1] * dy[0])))


def in_picture(pixels: FloatArray, shape: tuple[int, ...], border: float = 0.0) -> npt.NDArray[np.bool_]:
    """Which pixels (n, 2) lie inside a picture of `shape`, at least `border` from its edge."""
    x, y = pixels.T
    height, width = shape[:2]
    return np.asarray((x >= border) & (y >= border) & (x <= width - 1 - border) & (y <= height - 1 - border))
