"""Finding the board by the square tags in its corners."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from hardware.layout import Tags
from vision.board.place.canvas import Picture
from vision.board.place.pose import FloatArray

_SQUARE: Final = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])
"""A tag's corners in OpenCV's order, clockwise from the upper left, in units of its size."""


SOFT: Final = 2.0
CRISP: Final = 1.5
"""How much is sharpened: the sigma in pixels of what is taken off, and how strongly."""


def sharpened(grey: Picture) -> Picture:
    """A grey picture with its edges overdone, in which blurred tags are found."""
    soft = cv2.GaussianBlur(grey, (0, 0), SOFT)
    return np.asarray(cv2.addWeighted(grey, 1 + CRISP, soft, -CRISP, 0), np.uint8)


class TagFinder:
    """Looks for a layout's tags."""

    def __init__(self, tags: Tags) -> None:
        self._tags = tags
        family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, tags.family))
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        # Small tags are blurred from cell to cell: only the middle of each is looked at, finely sampled.
        parameters.perspectiveRemovePixelPerCell = 8
        parameters.perspectiveRemoveIgnoredMarginPerCell = 0.3
        parameters.minMarkerDistanceRate = 0.05
        self._detector = cv2.aruco.ArucoDetector(family, parameters)

    def find(self, grey: Picture) -> tuple[FloatArray, FloatArray]:
        """The corners of the layout's tags in a grey picture: points in mm and pixels, both (4 a tag, 2)."""
        corners, ids, _ = self._detector.detectMarkers(grey)
        if ids is None or not set(self._tags.at) <= {int(i) for i in ids.ravel()}:
            again, found, _ = self._detector.detectMarkers(sharpened(grey))
            if found is not None and (ids is None or len(found) > len(ids)):
                corners, ids = again, found
        points: list[FloatArray] = []
        pixels: list[FloatArray] = []
        # An id seen twice is a tag in a picture on the table, or a misreading: neither is trusted.
        names = [] if ids is None else [int(i) for i in ids.ravel()]
        for name, corner in zip(names, corners, strict=True):
            if name in self._tags.at and names.count(name) == 1:
                points.append(np.array(self._tags.at[name]) + _SQUARE * self._tags.size)
                pixels.append(corner.reshape(4, 2).astype(np.float64))
        if not points:
            return np.empty((0, 2)), np.empty((0, 2))
        return np.concatenate(points), np.concatenate(pixels)
