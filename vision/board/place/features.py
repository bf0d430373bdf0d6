"""Finding the board by its print: features of a picture whose pose is known, found again in another
picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.layout import Layout
from vision.board.place.canvas import Frame, Picture, frame_of, straighten
from vision.board.place.fit import PlaneFit, fit_plane
from vision.board.place.pose import FloatArray, map_points

Descriptors = npt.NDArray[np.float32]

MODEL_MM_PER_PX: Final = 0.45
"""Scale of the straightened known picture in which features are looked for."""

PICTURE_PX: Final = 800
"""The longer side to which a picture is shrunk for its features: finer ones are noise and time."""

FEATURES: Final = 1000
ALIKE: Final = 5
"""So many nearest descriptors are looked at: prints repeat themselves, at each side and each player's
corner."""

DISTINCT: Final = 0.9
"""A match must be nearer than this times the next descriptor after the repeats."""

TURN_SPREAD_DEG: Final = 30.0
"""How far features of one board seem turned against each other: a tilt of 35 degrees turns them by up to
12."""

REACH_PX: Final = 3.0
"""Features farther off than this, in the shrunk picture, disagree with a pose (at that scale, 1 mm or
less)."""

GUIDE_MM: Final = 5.0
"""With a first pose, a feature's partner is looked for so near."""

LEAST_MATCHES: Final = 14
"""Fewer agreeing features happen by chance: four always agree, and each of hundreds agrees once in a
hundred."""

THUMB_MM_PER_PX: Final = 2.5
LIKE_LEAST: Final = 0.35
"""Correlation of colours that the board in the picture must have with the known one; strangers lie about
0."""

LIKE_LEAD: Final = 0.05
"""By how much the best of the turned poses must look more alike than the next."""

QUARTER: Final = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])


@dataclass(frozen=True, slots=True)
class Located:
    """A board found: the fit, the model points (n, 2), mm, that it rests on, and how alike the colours are,
    -1..1."""

    fit: PlaneFit
    points: FloatArray
    likeness: float


class KnownColours:
    """The colours of one known picture of a board: by them, not by its lines, a quarter turn is told."""

    def __init__(self, picture: Picture, homography: FloatArray, layout: Layout) -> None:
        """`homography` takes mm to pixels of `picture`."""
        reach = float(np.abs([*layout.corners, *layout.spaces.values()]).max())
        side = int(np.ceil(2 * reach / THUMB_MM_PER_PX))
        # Square, its middle pixel on the board's middle: so a canvas turned is the canvas of a board turned.
        edge = THUMB_MM_PER_PX * (side - 1) / 2
        self._frame = Frame(-edge, edge, (side, side), THUMB_MM_PER_PX)
        self._thumb = _colour_signs(straighten(picture, homography, self._frame))

    def likenesses(self, picture: Picture, homography: FloatArray) -> list[float]:
        """How alike to the known ones the colours of a straightened board are, -1..1: as it lies by
        `homography`, and turned by one, two and three quarters (`QUARTER`)."""
        thumb = _colour_signs(straighten(picture, homography, self._frame))
        return [float((np.rot90(thumb, -n) * self._thumb).mean()) for n in range(4)]


class FeatureMap:
    """The features of one known picture of a board, in mm."""

    def __init__(self, picture: Picture, homography: FloatArray, layout: Layout) -> None:
        """`homography` takes mm to pixels of `picture`."""
        self._layout = layout
        self._sift = cv2.SIFT.create(nfeatures=FEATURES)
        frame = frame_of(layout, MODEL_MM_PER_PX, margin=0.0)
        canvas = straighten(picture, homography, frame)
        keys, descriptors = self._sift.detectAndCompute(cv2.cvtColor(canvas, cv2.COLOR_BGR2GRAY), None)
        at = np.array([k.pt for k in keys], np.float64).reshape(-1, 2)
        self._points = frame.points(at)
        self._angles = np.array([k.angle for k in keys])
        self._descriptors = np.empty((0, 128), np.float32) if descriptors is None else descriptors
        self._colours = KnownColours(picture, homography, layout)

    def locate(self, picture: Picture) -> Located | str:
        """Where the board lies in a picture (BGR), or the reason key for which it cannot be told."""
        small, shrink = shrunk(picture)
        keys, descriptors = self._sift.detectAndCompute(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), None)
        if descriptors is None or len(keys) < LEAST_MATCHES or len(self._points) <= ALIKE:
            return "few_features"
        at = np.array([k.pt for k in keys], np.float64)
        first = self._first_pose(at, np.array([k.angle for k in keys]), descriptors)
        if first is None:
            return "few_features"
        scores = self._colours.likenesses(small, first.homography)
        best, second, *_ = sorted(scores, reverse=True)
        if best < LIKE_LEAST:
            return "not_alike"
        if best < second + LIKE_LEAD:
            return "which_way"
        turned = first.homography @ np.linalg.matrix_power(QUARTER, scores.index(best))
        settled = self._settle(turned, at, descriptors)
        if settled is None:
            return "few_features"
        fit, points = settled
        larger = np.diag([1 / shrink, 1 / shrink, 1.0])
        return Located(PlaneFit(larger @ fit.homography, fit.inliers, fit.noise_px / shrink), points, best)

    def _first_pose(self, at: FloatArray, angles: FloatArray, descriptors: Descriptors) -> PlaneFit | None:
        """A pose from all descriptors that look alike, right up to quarter turns."""
        pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(descriptors, self._descriptors, k=ALIKE)
        good = [
            m
            for row in pairs
            if len(row) == ALIKE
            for m in row[:-1]
            if m.distance < DISTINCT * row[-1].distance
        ]
        if len(good) < LEAST_MATCHES:
            return None
        mine = np.array([m.queryIdx for m in good])
        theirs = np.array([m.trainIdx for m in good])
        turns = (angles[mine] - self._angles[theirs]) % 360.0
        votes = np.histogram(turns, bins=36, range=(0.0, 360.0))[0].astype(np.float64)
        smooth = votes + np.roll(votes, 1) + np.roll(votes, -1)
        peak = 10.0 * int(np.argmax(smooth)) + 5.0
        kept = np.abs((turns - peak + 180.0) % 360.0 - 180.0) <= TURN_SPREAD_DEG
        fit = fit_plane(self._points[theirs[kept]], at[mine[kept]], REACH_PX)
        return fit if fit is not None and fit.inliers.sum() >= LEAST_MATCHES else None

    def _settle(
        self, homography: FloatArray, at: FloatArray, descriptors: Descriptors
    ) -> tuple[PlaneFit, FloatArray] | None:
        """The pose from all features whose partners lie where a first pose says, twice over."""
        fit, points = None, self._points
        looks = _distances(descriptors, self._descriptors)
        for near in (GUIDE_MM, GUIDE_MM / 2):
            gap = _distances(map_points(np.linalg.inv(homography), at), self._points)
            unlike = np.where(gap <= near**2, looks, np.inf)
            partner = unlike.argmin(axis=1)
            mutual = unlike.argmin(axis=0)[partner] == np.arange(len(at))
            kept = mutual & np.isfinite(unlike[np.arange(len(at)), partner])
            points = self._points[partner[kept]]
            fit = fit_plane(points, at[kept], REACH_PX)
            if fit is None or fit.inliers.sum() < LEAST_MATCHES:
                return None
            homography = fit.homography
        return None if fit is None else (fit, points)


def shrunk(picture: Picture) -> tuple[Picture, float]:
    """The picture at a size fit for features, and the factor."""
    factor = min(1.0, PICTURE_PX / max(picture.shape[:2]))
    if factor == 1.0:
        return picture, 1.0
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), small.shape[1] / picture.shape[1]


def _distances(one: npt.NDArray[np.floating], other: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Squared distances between vectors (n, k) and (m, k): (n, m)."""
    return np.asarray((one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1)[None] - 2.0 * one @ other.T)


def _colour_signs(canvas: Picture) -> FloatArray:
    """A straightened board's colours (h, w, 2), free of tint and strength: each channel with mean 0 and
    spread 1."""
    lab = cv2.cvtColor(cv2.GaussianBlur(canvas, (3, 3), 0), cv2.COLOR_BGR2LAB)[..., 1:].astype(np.float64)
    lab -= lab.mean(axis=(0, 1))
    return np.asarray(lab / np.maximum(lab.std(axis=(0, 1)), 1.0))
