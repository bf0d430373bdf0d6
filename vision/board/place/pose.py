"""Where the camera stands over the board, and where a point at some height over the board appears in the
picture.

Board coordinates are the layout's: mm from the dome's centre, x right, y up, z towards the camera. Pixels
have their origin at the upper left, x right, y down, whole numbers at pixel centres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]

TYPICAL_FOCAL: Final = 0.85
"""Focal length over the picture's longer side: a Pi camera's, and in the middle of webcams (0.6 to 1.2)."""

FOCAL_SPREAD: Final = 0.35
"""How far, as a standard deviation of the logarithm, cameras stray from `TYPICAL_FOCAL`."""

PERSPECTIVE_NOISE: Final = 0.02
"""Error of the two perspective constraints on a homography measured to about a pixel."""


@dataclass(frozen=True, slots=True)
class BoardPose:
    """A board in a picture.

    `homography` (3, 3) takes (x, y, 1) on the board's plane to pixels; `camera` (3,) is the lens in mm, z
    its height.
    """

    homography: FloatArray
    camera: FloatArray

    def pixels(self, points: FloatArray, height: float | FloatArray = 0.0) -> FloatArray:
        """Where points (N, 2), mm, at a height over the board, mm, appear: (N, 2) pixels.

        A point at height z hides the plane's point c + (p - c) h / (h - z), c the camera's foot, h its
        height.
        """
        foot, lens = self.camera[:2], self.camera[2]
        stretch = np.asarray(lens / (lens - np.minimum(height, 0.9 * lens)))
        return map_points(self.homography, foot + (points - foot) * stretch.reshape(-1, 1))

    def on_board(self, pixels: FloatArray) -> FloatArray:
        """The plane's points (N, 2), mm, that pixels (N, 2) show."""
        return map_points(np.linalg.inv(self.homography), pixels)

    def scale(self, points: FloatArray) -> FloatArray:
        """Pixels a mm on the plane at points (N, 2): the geometric mean over directions, (N,)."""
        east, north = np.array([0.5, 0.0]), np.array([0.0, 0.5])
        dx = self.pixels(points + east) - self.pixels(points - east)
        dy = self.pixels(points + north) - self.pixels(points - north)
        return np.asarray(np.sqrt(np.abs(dx[:, 0] * dy[:, 1] - dx[:, 1] * dy[:, 0])))

    @property
    def tilt(self) -> float:
        """Degrees between the vertical and the line from the board's centre to the camera."""
        return float(np.degrees(np.arctan2(np.hypot(*self.camera[:2]), self.camera[2])))


def map_points(homography: npt.NDArray[np.floating], points: npt.NDArray[np.floating]) -> FloatArray:
    """Apply a homography (3, 3) to points (N, 2)."""
    mapped = np.asarray(points, float) @ homography[:, :2].T + homography[:, 2]
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def pose_from_homography(
    homography: FloatArray, shape: tuple[int, ...], focal: float | None = None
) -> BoardPose:
    """The camera behind a homography (board plane to pixels) of a picture of `shape` (height, width, ...).

    The lens is taken to look through the picture's middle. Without a known focal length (px), the one that
    agrees best with the homography's perspective is used, held near a usual camera's where there is little
    perspective. Method: Hartley and Zisserman, Multiple View Geometry, 2nd edition, section 8.8.
    """
    height, width = shape[:2]
    centred = np.array([[1, 0, -(width - 1) / 2], [0, 1, -(height - 1) / 2], [0, 0, 1]]) @ homography
    longer = float(max(width, height))
    if focal is None:
        logs = np.linspace(-3, 3, 121) * FOCAL_SPREAD
        costs = _focal_costs(centred, TYPICAL_FOCAL * longer * np.exp(logs)) + (logs / FOCAL_SPREAD) ** 2
        focal = TYPICAL_FOCAL * longer * float(np.exp(logs[int(np.argmin(costs))]))
    return BoardPose(homography, _camera(centred, focal))


def _axes(centred: FloatArray, focal: float) -> FloatArray:
    """The board's x and y axes and origin in the camera's frame, up to one factor, as columns."""
    return np.diag([1 / focal, 1 / focal, 1.0]) @ centred


def _focal_costs(centred: FloatArray, focals: FloatArray) -> FloatArray:
    """How badly the board's axes fail to be of one length and at a right angle with focal lengths (n,), in
    squared standard deviations (n,)."""
    x, y = centred[:, :2].T
    xx, yy, xy = ((a[:2] @ b[:2]) / focals**2 + a[2] * b[2] for a, b in ((x, x), (y, y), (x, y)))
    return np.asarray((xy**2 / (xx * yy) + (np.log(xx / yy) / 2) ** 2) / PERSPECTIVE_NOISE**2)


def _camera(centred: FloatArray, focal: float) -> FloatArray:
    """The lens in board coordinates (3,), with its height positive."""
    axes = _axes(centred, focal)
    size = np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
    x, y, origin = (axes / size).T
    if origin[2] < 0:
        x, y, origin = -x, -y, -origin
    # Nearest rotation: the two measured axes are only nearly at right angles.
    u, _, vt = np.linalg.svd(np.column_stack([x, y, np.cross(x, y)]))
    rotation = u @ np.diag([1, 1, np.linalg.det(u @ vt)]) @ vt
    lens = -rotation.T @ origin
    # The board's y points up and the picture's down, so the camera's side of the board may come out as
    # minus z.
    return np.array([lens[0], lens[1], abs(lens[2])])
