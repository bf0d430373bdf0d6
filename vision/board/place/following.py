"""Following a board from frame to frame: points of one frame, whose pose is known, found again near where
they were."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from hardware.layout import Layout
from vision.board.place.canvas import Picture
from vision.board.place.features import shrunk
from vision.board.place.fit import PlaneFit, fit_plane
from vision.board.place.pose import FloatArray, map_points

POINTS: Final = 300
WINDOW: Final = (21, 21)
SPACING_PX: Final = 10
RETURN_PX: Final = 0.7
"""A point followed there and back must come home so near."""

REACH_PX: Final = 1.5
"""Followed points farther off than this disagree with a pose: pieces that moved, a hand."""

LEAST_POINTS: Final = 20
LEAST_SHARE: Final = 0.4
"""So many of the points, and such a share of them, must agree: a hand covers less than half of a board."""

LEAST_SPREAD: Final = 0.25
"""The agreeing points must reach over at least this share of the board's width and height."""


class PrintFollower:
    """Follows the board of one frame, the key frame; errors cannot add up, for every frame is matched with
    that one."""

    def __init__(self, picture: Picture, homography: FloatArray, layout: Layout) -> None:
        """`homography` takes mm to pixels of `picture`."""
        self._grey, self._factor = _prepared(picture)
        outline = map_points(homography, np.array(layout.corners)) * self._factor
        mask = np.zeros(self._grey.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 255)
        found = cv2.goodFeaturesToTrack(self._grey, POINTS, 0.01, SPACING_PX, mask=mask, blockSize=7)
        self._pixels = np.empty((0, 2)) if found is None else found.reshape(-1, 2).astype(np.float64)
        small = np.diag([self._factor, self._factor, 1.0]) @ homography
        self._points = map_points(np.linalg.inv(small), self._pixels) if len(self._pixels) else self._pixels
        self._size = np.ptp(np.array(layout.corners), axis=0)

    def find(self, picture: Picture, guess: FloatArray) -> tuple[PlaneFit, FloatArray] | None:
        """The board in a later frame of the same size, near `guess` (mm to pixels): the fit and its points
        in mm."""
        grey, factor = _prepared(picture)
        if grey.shape != self._grey.shape or len(self._points) < LEAST_POINTS:
            return None
        scaled = np.diag([factor, factor, 1.0])
        start = map_points(scaled @ guess, self._points).astype(np.float32).reshape(-1, 1, 2)
        before = self._pixels.astype(np.float32).reshape(-1, 1, 2)
        flags = cv2.OPTFLOW_USE_INITIAL_FLOW
        after, ok, _ = cv2.calcOpticalFlowPyrLK(
            self._grey, grey, before, start.copy(), winSize=WINDOW, maxLevel=3, flags=flags
        )
        back, ok_back, _ = cv2.calcOpticalFlowPyrLK(
            grey, self._grey, after, before.copy(), winSize=WINDOW, maxLevel=1, flags=flags
        )
        home = np.linalg.norm((back - before).reshape(-1, 2), axis=1) <= RETURN_PX
        kept = home & (ok.ravel() == 1) & (ok_back.ravel() == 1)
        points, pixels = self._points[kept], after.reshape(-1, 2)[kept].astype(np.float64)
        fit = fit_plane(points, pixels, REACH_PX)
        if fit is None or not self._enough(points[fit.inliers]):
            return None
        larger = np.diag([1 / factor, 1 / factor, 1.0])
        return PlaneFit(larger @ fit.homography, fit.inliers, fit.noise_px / factor), points

    def _enough(self, agreeing: FloatArray) -> bool:
        """Whether the agreeing points are many and far enough apart to hold the board."""
        many = len(agreeing) >= max(LEAST_POINTS, LEAST_SHARE * len(self._points))
        return many and bool((np.ptp(agreeing, axis=0) >= LEAST_SPREAD * self._size).all())


def _prepared(picture: Picture) -> tuple[Picture, float]:
    """A small grey picture without its finest noise, and the factor of its size."""
    small, factor = shrunk(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
    return np.asarray(cv2.GaussianBlur(small, (5, 5), 0), np.uint8), factor
