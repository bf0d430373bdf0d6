"""A chessboard by its own squares: the points where four of them meet.

There two light and two dark squares lie crosswise. Counters in the middle of squares leave these points
free. Their kinds alternate (light at the upper left, or dark): which comes first is learnt when the board is
first found, and from then on one that is taken to lie one square off does not fit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import cv2
import numpy as np

from hardware.layout import Layout
from vision.board.place.canvas import Frame, Picture, frame_of, straighten
from vision.board.place.fit import PlaneFit, expected_error, fit_plane
from vision.board.place.pose import BoardPose, FloatArray, map_points, pose_from_homography
from vision.board.place.registration import Registration, check, space_points

PX_A_SQUARE: Final = 60.0
"""Pixels along a side of a straightened board's squares."""

REACH: Final = 0.11
"""Half the side of the window round a crossing, in squares: counters set with some care reach no nearer."""

SEARCH: Final = (0.42, 0.12)
"""How far off a crossing is looked for, in squares: at first, and once more."""

ALIKE: Final = 0.72
"""How like a crossing a window must look: the correlation."""

LEAST: Final = 14
"""So many of the 49 crossings must be found, and agree."""

LEAST_ROWS: Final = 4
"""In so many rows and files of the board at least."""

AGREE: Final = 0.06
"""Crossings farther off than this from where the others put them, in squares, are none."""


@dataclass(frozen=True, slots=True)
class Crossings:
    """Crossings found: where they belong, mm, and lie, pixels, both (n, 2); `sign`: 1 if a1 is dark."""

    points: FloatArray
    pixels: FloatArray
    sign: int = 1


class SquareFinder:
    """Finds the crossings of one chessboard's squares."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self.pitch = abs(layout.spaces["b1"][0] - layout.spaces["a1"][0])
        self._frame: Frame = frame_of(layout, self.pitch / PX_A_SQUARE, 0.0)
        x0, y0 = np.array(layout.spaces["a1"]) + self.pitch / 2
        self._places = list(product(range(7), range(7)))
        self._points = np.array([(x0 + f * self.pitch, y0 + r * self.pitch) for f, r in self._places])
        self._signs = np.array([(-1) ** (f + r) for f, r in self._places])
        self._sign: int | None = None

    def refined(self, picture: Picture, found: Registration) -> Registration | None:
        """The registration made better by the squares of a BGR picture; None if they do not bear it out."""
        pose, fit, crossings = found.pose, None, None
        for reach in SEARCH:
            crossings = self.crossings(picture, pose, reach)
            fit = self._fit(crossings, pose)
            if fit is None:
                return None
            pose = pose_from_homography(fit.homography, picture.shape)
        assert fit is not None
        assert crossings is not None
        error = expected_error(fit, crossings.points, space_points(self._layout))
        made = check(self._layout, fit.homography, error, found.how, picture.shape, None)
        if isinstance(made, Registration):
            self._sign = crossings.sign
        return replace(made, pose=pose) if isinstance(made, Registration) else None

    def crossings(self, picture: Picture, pose: BoardPose, reach: float) -> Crossings:
        """The crossings near where a pose has them, `reach` squares at most away."""
        canvas = straighten(picture, pose.homography, self._frame)
        grey = np.asarray(cv2.cvtColor(canvas, cv2.COLOR_BGR2GRAY), np.float64)
        half = max(3, round(REACH * self.pitch / self._frame.mm_per_px))
        likeness = crossing_likeness(grey, half)
        first = self._sign or self._sign_of(likeness, half)
        signs = self._signs * first
        seen: list[FloatArray] = []
        belongs: list[FloatArray] = []
        for point, at, sign in zip(self._points, self._frame.pixels(self._points), signs, strict=True):
            best = _strongest(likeness * sign, at - half, reach * self.pitch / self._frame.mm_per_px)
            if best is not None:
                seen.append(best + half)
                belongs.append(point)
        if not seen:
            return Crossings(np.empty((0, 2)), np.empty((0, 2)), first)
        matrix = pose.homography @ self._frame.matrix
        return Crossings(np.array(belongs), map_points(matrix, np.array(seen)), first)

    def _sign_of(self, likeness: FloatArray, half: int) -> int:
        """1 if a1 is darker than its neighbours, -1 if lighter: what most crossings say near their places."""
        near = 0.2 * self.pitch / self._frame.mm_per_px
        total = 0.0
        for at, sign in zip(self._frame.pixels(self._points), self._signs, strict=True):
            for way in (1, -1):
                best = _peak(likeness * sign * way, at - half, near)
                total += way * max(0.0, best - 0.5)
        return 1 if total >= 0 else -1

    def _fit(self, crossings: Crossings, pose: BoardPose) -> PlaneFit | None:
        if len(crossings.points) < LEAST:
            return None
        reach = AGREE * self.pitch * float(np.median(pose.scale(crossings.points)))
        fit = fit_plane(crossings.points, crossings.pixels, max(reach, 1.5))
        if fit is None or fit.inliers.sum() < LEAST:
            return None
        lines = [len(set(np.round(crossings.points[fit.inliers, axis]).tolist())) for axis in (0, 1)]
        return fit if min(lines) >= LEAST_ROWS else None


def crossing_likeness(grey: FloatArray, half: int) -> FloatArray:
    """How like a crossing each window of 2 half + 1 pixels looks: 1 if its upper right and lower left are
    light, -1 if the others are; the window's middle lies `half` pixels on."""
    side = np.arange(-half, half + 1)
    kernel = np.sign(side)[None, :] * -np.sign(side)[:, None]
    found = cv2.matchTemplate(np.asarray(grey, np.float32), kernel.astype(np.float32), cv2.TM_CCOEFF_NORMED)
    return np.asarray(np.nan_to_num(found, nan=0.0, posinf=0.0, neginf=0.0), np.float64)


def _window(likeness: FloatArray, at: FloatArray, reach: float) -> tuple[int, int, FloatArray]:
    x0, y0 = max(0, round(float(at[0]) - reach)), max(0, round(float(at[1]) - reach))
    x1, y1 = round(float(at[0]) + reach) + 1, round(float(at[1]) + reach) + 1
    return x0, y0, likeness[y0 : max(y1, y0), x0 : max(x1, x0)]


def _peak(likeness: FloatArray, at: FloatArray, reach: float) -> float:
    part = _window(likeness, at, reach)[2]
    return float(part.max()) if part.size else 0.0


def _strongest(likeness: FloatArray, at: FloatArray, reach: float) -> FloatArray | None:
    """The best place within reach of `at`, to a part of a pixel; None if none is good."""
    x0, y0, part = _window(likeness, at, reach)
    if not part.size:
        return None
    row, column = divmod(int(part.argmax()), part.shape[1])
    if part[row, column] < ALIKE:
        return None
    x, y = x0 + column, y0 + row
    if not (0 < x < likeness.shape[1] - 1 and 0 < y < likeness.shape[0] - 1):
        return None
    dx = _vertex(likeness[y, x - 1], likeness[y, x], likeness[y, x + 1])
    dy = _vertex(likeness[y - 1, x], likeness[y, x], likeness[y + 1, x])
    return np.array([x + dx, y + dy])


def _vertex(before: float, here: float, after: float) -> float:
    """Where a parabola through three neighbours has its top, -0.5 to 0.5."""
    bend = before - 2 * here + after
    return float(np.clip((before - after) / (2 * bend), -0.5, 0.5)) if bend < 0 else 0.0
