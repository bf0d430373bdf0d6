"""Where things are: the camera as a pinhole, its rays and projection, turns in space.

The world is in millimetres: the base plate (or the board) is the plane z = 0 with its origin under the dome's
centre, x to the right, y up the board, z towards the ceiling. Pixels follow OpenCV: x right, y down, whole
numbers at pixel centres.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import SceneError

Floats: TypeAlias = npt.NDArray[np.float32]
Doubles: TypeAlias = npt.NDArray[np.float64]
Size: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera that looks at a point of the plane z = 0.

    height: mm of the lens above the plane. tilt: degrees off the vertical, below 80. azimuth: degrees, from
    which side it looks (-90: from the near side, so that y is up in the picture). roll: degrees that the
    camera is turned about its own axis. fov: degrees across the picture's width. aim: mm, the point of the
    plane that lies in the picture's centre.
    """

    height: float = 260.0
    tilt: float = 0.0
    azimuth: float = -90.0
    roll: float = 0.0
    fov: float = 32.0
    aim: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        """Refuse a camera that cannot see the plane (SceneError)."""
        if not (self.height > 0 and 0 <= self.tilt < 80 and 1 <= self.fov <= 150):
            raise SceneError(
                f"camera: height {self.height}, tilt {self.tilt}, fov {self.fov}: "
                "give a height above 0 mm, a tilt of 0 to 80 degrees, and a field of view of 1 to 150"
            )


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A camera's matrices for one picture size.

    centre: (3,) mm. turn: (3, 3), rows are the picture's right, down and forward in the world. focal: pixels.
    middle: the picture's centre in pixels.
    """

    centre: Doubles
    turn: Doubles
    focal: float
    middle: tuple[float, float]
    size: Size

    def project(self, points: Doubles) -> Doubles:
        """Pixels (n, 2) of world points (n, 3) in mm."""
        inside = (np.atleast_2d(points) - self.centre) @ self.turn.T
        return np.asarray(inside[:, :2] / inside[:, 2:] * self.focal + self.middle)

    def plane_to_pixels(self, z: float = 0.0) -> Doubles:
        """The 3x3 homography from mm on the plane at height z to pixels."""
        matrix = np.array([[self.focal, 0, self.middle[0]], [0, self.focal, self.middle[1]], [0, 0, 1.0]])
        lifted = self.turn @ (np.array([0, 0, z]) - self.centre)
        result = matrix @ np.column_stack((self.turn[:, 0], self.turn[:, 1], lifted))
        return np.asarray(result / result[2, 2])

    def plane_points(self, box: Box, oversample: int = 1) -> tuple[Floats, Floats]:
        """The x and y (mm, z = 0) that the pixels of a box x, y, w, h see; arrays (h * oversample, w *
        oversample).
        """
        x0, y0, w, h = box
        u = x0 + (np.arange(w * oversample) + 0.5) / oversample - 0.5
        v = y0 + (np.arange(h * oversample) + 0.5) / oversample - 0.5
        inverse = np.linalg.inv(self.plane_to_pixels())
        columns = (inverse[:, :1] * u + inverse[:, 2:]).astype(np.float32)
        rows = (inverse[:, 1:2] * v).astype(np.float32)
        x, y, scale = (columns[k][None, :] + rows[k][:, None] for k in range(3))
        return x / scale, y / scale

    def pixels_per_mm(self, point: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> float:
        """How many pixels a millimetre across the line of sight takes at a point."""
        return self.focal / float((np.array(point) - self.centre) @ self.turn[2])


@lru_cache(maxsize=64)
def view_of(camera: Camera, size: Size) -> View:
    """The matrices of a camera for pictures of a size (width, height)."""
    tilt, azimuth, roll = np.radians((camera.tilt, camera.azimuth, camera.roll))
    side = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    aim = np.array([*camera.aim, 0.0])
    centre = aim + camera.height * (np.array([0, 0, 1.0]) + np.tan(tilt) * side)
    forward = (aim - centre) / np.linalg.norm(aim - centre)
    up = -side - (-side @ forward) * forward
    up /= np.linalg.norm(up)
    right = np.cross(forward, up)
    right, up = np.cos(roll) * right + np.sin(roll) * up, np.cos(roll) * up - np.sin(roll) * right
    focal = size[0] / 2 / np.tan(np.radians(camera.fov) / 2)
    return View(
        centre, np.stack((right, -up, forward)), float(focal), ((size[0] - 1) / 2, (size[1] - 1) / 2), size
    )


def length(rows: Floats) -> Floats:
    """Lengths (n,) of vectors (3, n)."""
    return np.asarray(np.sqrt(rows[0] * rows[0] + rows[1] * rows[1] + rows[2] * rows[2]))


def turn_about(axis: tuple[float, float, float] | Doubles, degrees: float) -> Doubles:
    """The 3x3 rotation by an angle about an axis (Rodrigues' formula)."""
    x, y, z = np.asarray(axis, dtype=np.float64) / np.linalg.norm(axis)
    skew = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = np.radians(degrees)
    return np.asarray(np.eye(3) + np.sin(angle) * skew + (1 - np.cos(angle)) * (skew @ skew))


def turn_between(first: Doubles, second: Doubles) -> tuple[Doubles, float]:
    """The axis (3,) and degrees of the turn that brings one rotation (3, 3) to another."""
    vector, _ = cv2.Rodrigues(np.asarray(second @ first.T, np.float64))
    angle = float(np.linalg.norm(vector))
    axis = vector.ravel() / angle if angle > 1e-9 else np.array([0.0, 0.0, 1.0])
    return np.asarray(axis), float(np.degrees(angle))


def box_around(pixels: Doubles, size: Size, margin: float = 0.0) -> Box:
    """The smallest whole box x, y, w, h round some pixels, cut at the picture's edge (w or h is 0 outside
    it).
    """
    low = np.floor(pixels.min(axis=0) - margin + 0.5).astype(int)
    high = np.ceil(pixels.max(axis=0) + margin + 0.5).astype(int)
    x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
    return x0, y0, max(0, min(size[0], int(high[0])) - x0), max(0, min(size[1], int(high[1])) - y0)
