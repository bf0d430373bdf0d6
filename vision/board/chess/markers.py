"""Finding the counters on a chessboard by their markers: which toy, where, and which way it faces.

The board is straightened first, so that every marker has one size. A marker counts only if it is read without
a single wrong bit and has the size and shape that it must have.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.counters import FACES, FAMILY, Face, plan_of_counters
from hardware.layout import Layout
from vision.board.place.canvas import Frame, Picture, frame_of, straighten
from vision.board.place.pose import BoardPose, FloatArray
from vision.errors import PictureError

CELL_PX: Final = 8.0
"""A cell of a marker on the straightened board, pixels."""

SIZE_REACH: Final = 0.16
"""By how much, as a share, a side of a marker may be longer or shorter than it must be."""

SKEW_REACH: Final = 0.16
"""How far a marker's corners may be from right ones: the cosine."""

CELL_MIDDLE: Final = 0.5
"""The part of a cell that is looked at to tell its colour."""

APART: Final = 0.2
"""White and black cells must lie at least so far apart, as a share of their usual distance."""

SAMPLES: Final = 8
"""So many points along a cell are looked at."""

CELLS: Final = 6
"""Cells along a marker's side, with its black border."""


@dataclass(frozen=True, slots=True)
class Found:
    """A counter found: its face, its middle in mm, degrees from north to where it points (as the sun goes),
    its four corners (4, 2) in mm."""

    face: Face
    at: tuple[float, float]
    heading: float
    corners: FloatArray


class MarkerFinder:
    """Finds the counters of one layout."""

    def __init__(self, layout: Layout) -> None:
        """Raises PictureError if the layout's own tags are those of counters."""
        tags = layout.tags
        if tags is not None and tags.family == FAMILY and set(tags.at) & set(FACES):
            taken = ", ".join(map(str, sorted(set(tags.at) & set(FACES))))
            raise PictureError(
                f"layout {layout.name}: its corner tags {taken} are markers of counters; use 0 to 3"
            )
        self._plan = plan_of_counters(layout)
        self.frame: Frame = frame_of(layout, self._plan.marker / CELLS / CELL_PX, self._plan.side / 2)
        self._family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, FAMILY))
        self._codes = {number: white_cells(self._family, number) for number in FACES}
        self._part = round(2 * self._plan.side / self.frame.mm_per_px)
        self._detector, self._close = (
            cv2.aruco.ArucoDetector(self._family, self._parameters(longest))
            for longest in (max(self.frame.size), self._part)
        )

    def _parameters(self, longest: int) -> cv2.aruco.DetectorParameters:
        """How markers are looked for in a picture whose longer side is so many pixels."""
        parameters = cv2.aruco.DetectorParameters()
        side = CELLS * CELL_PX
        parameters.minMarkerPerimeterRate = 4 * side * (1 - SIZE_REACH) / longest
        parameters.maxMarkerPerimeterRate = 4 * side * (1 + 2 * SIZE_REACH) / longest
        parameters.adaptiveThreshWinSizeMin = 9
        parameters.adaptiveThreshWinSizeMax = 69
        parameters.adaptiveThreshWinSizeStep = 15
        parameters.polygonalApproxAccuracyRate = 0.06
        parameters.minMarkerDistanceRate = 0.05
        parameters.perspectiveRemovePixelPerCell = 8
        parameters.perspectiveRemoveIgnoredMarginPerCell = 0.3
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        parameters.cornerRefinementWinSize = 4
        parameters.errorCorrectionRate = 0.0
        parameters.maxErroneousBitsInBorderRate = 0.1
        return parameters

    def straightened(self, picture: Picture, pose: BoardPose) -> Picture:
        """The board of a BGR picture from straight above, on `frame`."""
        return straighten(picture, pose.homography, self.frame)

    def find(self, canvas: Picture, pose: BoardPose) -> list[Found]:
        """The counters on a straightened board (h, w, 3), BGR; each once."""
        grey = np.asarray(cv2.cvtColor(canvas, cv2.COLOR_BGR2GRAY), np.uint8)
        return self._detected(self._detector, grey, grey, (0, 0), pose)

    def find_near(self, canvas: Picture, at: tuple[float, float], pose: BoardPose) -> list[Found]:
        """Look once more, harder, round a point in mm: the canvas sharpened, stretched, or smoothed."""
        grey = np.asarray(cv2.cvtColor(canvas, cv2.COLOR_BGR2GRAY), np.uint8)
        reach = self._part // 2
        edged = cv2.copyMakeBorder(grey, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
        x, y = np.rint(self.frame.pixels(np.array([at]))[0]).astype(int)
        part = np.asarray(edged[max(y, 0) : y + self._part, max(x, 0) : x + self._part], np.uint8)
        for tried in _retouched(part):
            found = self._detected(self._close, tried, part, (x - reach, y - reach), pose)
            if found:
                return found
        return []

    def _detected(
        self,
        detector: cv2.aruco.ArucoDetector,
        looked_at: Picture,
        grey: Picture,
        shift: tuple[int, int],
        pose: BoardPose,
    ) -> list[Found]:
        """The counters in a part of the canvas that lies at `shift`, retouched and as it is."""
        corners, ids, _ = detector.detectMarkers(looked_at)
        names = [] if ids is None else [int(i) for i in ids.ravel()]
        found = []
        for name, corner in zip(names, corners, strict=True):
            pixels = corner.reshape(4, 2).astype(np.float64)
            if name in FACES and self._fits(pixels) and agrees(grey, pixels, self._codes[name]):
                found.append(self._counter(FACES[name], pixels + shift, pose))
        return found

    def _fits(self, pixels: FloatArray) -> bool:
        """Whether a marker's corners (4, 2) make a square of its size."""
        sides = np.roll(pixels, -1, axis=0) - pixels
        lengths = np.linalg.norm(sides, axis=1)
        wanted = CELLS * CELL_PX
        if np.abs(lengths / wanted - 1).max() > SIZE_REACH:
            return False
        bends = np.abs((sides * np.roll(sides, -1, axis=0)).sum(axis=1)) / (lengths * np.roll(lengths, -1))
        return bool(bends.max() <= SKEW_REACH)

    def _counter(self, face: Face, pixels: FloatArray, pose: BoardPose) -> Found:
        corners = _lowered(self.frame.points(pixels), self._plan.height, pose)
        up = (corners[0] - corners[3] + corners[1] - corners[2]) / 2
        heading = float(np.degrees(np.arctan2(up[0], up[1])))
        way = np.radians(heading)
        turn = np.array([[np.cos(way), np.sin(way)], [-np.sin(way), np.cos(way)]])
        middle = corners.mean(axis=0) - turn @ np.array(self._plan.marker_at)
        half = self._plan.side / 2
        square = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
        return Found(face, (float(middle[0]), float(middle[1])), heading, square @ turn.T + middle)


def white_cells(family: cv2.aruco.Dictionary, number: int) -> npt.NDArray[np.bool_]:
    """Which cells of a marker are white, (6, 6)."""
    return np.asarray(cv2.aruco.generateImageMarker(family, number, CELLS)) > 127


def agrees(grey: Picture, pixels: FloatArray, white: npt.NDArray[np.bool_]) -> bool:
    """Whether every cell of a marker with corners at pixels (4, 2) is as it should be, with room between
    black and white."""
    ends = np.array([(0, 0), (CELLS, 0), (CELLS, CELLS), (0, CELLS)], np.float32)
    turn = cv2.getPerspectiveTransform(ends * SAMPLES - np.float32(0.5), pixels.astype(np.float32))
    size = (CELLS * SAMPLES, CELLS * SAMPLES)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(grey, turn, size, flags=flags).astype(np.float64)
    cells = flat.reshape(CELLS, SAMPLES, CELLS, SAMPLES)
    rim = round(SAMPLES * (1 - CELL_MIDDLE) / 2)
    levels = cells[:, rim : SAMPLES - rim, :, rim : SAMPLES - rim].mean(axis=(1, 3))
    light, dark = levels[white], levels[~white]
    usual = float(np.median(light) - np.median(dark))
    return usual > 0 and float(light.min() - dark.max()) > APART * usual


def _lowered(points: FloatArray, height: float, pose: BoardPose) -> FloatArray:
    """Points (n, 2) seen on the board's plane, as those at a height, mm, that hide them."""
    foot, lens = pose.camera[:2], pose.camera[2]
    return np.asarray(foot + (points - foot) * (lens - height) / lens)


def _retouched(grey: Picture) -> list[Picture]:
    """A part of a picture as it may be easier to read."""
    soft = cv2.GaussianBlur(grey, (0, 0), 3.0)
    sharp = cv2.addWeighted(grey, 2.2, soft, -1.2, 0)
    sharper = cv2.addWeighted(grey, 4.0, soft, -3.0, 0)
    even = cv2.createCLAHE(3.0, (2, 2)).apply(grey)
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.5)
    return [np.asarray(one, np.uint8) for one in (sharp, even, sharper, smooth)]
