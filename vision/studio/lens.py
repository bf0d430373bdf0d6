"""The clear dome as a lens: a hemispherical shell, through which dice are seen a little displaced.

Each ray is bent by Snell's law where it enters the plastic and where it leaves it. From above, the top of a
die seems farther out than it is, the more so the nearer to the wall: its square looks longer towards it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.studio.geometry import Doubles, Floats, View, length

PLASTIC = 1.5
"""Index of refraction; acrylic glass has 1.49, polycarbonate 1.58."""

_STEPS = 4
_NEXT = 0.2
"""No step of the search for where a point appears is longer than this, in radii."""


@dataclass(frozen=True, slots=True)
class DomeLens:
    """A dome's shell round the origin.

    radius: mm, of its inside. thickness: mm, 0 for no dome.
    """

    radius: float
    thickness: float

    def rays(self, eye: Doubles, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """How an eye (3,) looks at the plate's points x, y (mm, each (n,)).

        What lies under the dome is met by rays from points (3, n) in directions (3, n) of length 1. Those
        that pass beside the dome, or that the shell throws back, come straight from the eye.
        """
        starts = np.empty((3, x.size), np.float32)
        starts[:] = eye.astype(np.float32)[:, None]
        ways = np.stack((x, y, np.zeros_like(x))) - starts
        ways /= length(ways)
        if self.thickness > 0:
            entered, into, first = _bent(starts, ways, self.radius + self.thickness, 1 / PLASTIC)
            left, onward, second = _bent(entered, into, self.radius, PLASTIC)
            bends = first & second & (entered[2] > 0)
            starts[:, bends], ways[:, bends] = left[:, bends], onward[:, bends]
        return starts, ways

    def through(self, eye: Doubles, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """The plate points (mm) really seen where x, y (of any shape) would appear without a dome."""
        starts, ways = self.rays(eye, x.ravel(), y.ravel())
        seen = starts - starts[2] / ways[2] * ways
        return seen[0].reshape(x.shape), seen[1].reshape(x.shape)

    def appears(self, eye: Doubles, points: Doubles) -> Doubles:
        """Where on the plate (n, 2) points (n, 3) under the dome appear to an eye (3,): to 0.02 mm.

        Points that lie beside the dome appear where they are.
        """
        up = eye[2] / (eye[2] - points[:, 2:])
        straight = eye[:2] + up * (points[:, :2] - eye[:2])
        seen = straight.copy()
        for _ in range(_STEPS):
            starts, ways = self.rays(eye, *seen.T.astype(np.float32))
            met = starts + (points[:, 2] - starts[2]) / ways[2] * ways
            off = (points[:, :2] - met[:2].T) * up
            far = np.linalg.norm(off, axis=1, keepdims=True)
            seen += off * np.minimum(1, _NEXT * self.radius / np.maximum(far, 1e-9))
        under = np.linalg.norm(points, axis=1, keepdims=True) < self.radius
        return np.asarray(np.where(under, seen, straight))


def _bent(
    points: Floats, rays: Floats, radius: float, ratio: float
) -> tuple[Floats, Floats, npt.NDArray[np.bool_]]:
    """Where rays (3, n) from points (3, n) first meet a sphere and how they go on (3, n), and which do (n,).

    `ratio` is that of the indices before and behind the surface, as in Snell's law.
    """
    middle = (points * rays).sum(axis=0)
    inside = middle**2 - (points * points).sum(axis=0) + np.float32(radius**2)
    met = points - (middle + np.sqrt(np.maximum(inside, 0))) * rays
    normals = met / np.float32(radius)
    cosine = -(normals * rays).sum(axis=0)
    rest = 1 - np.float32(ratio**2) * (1 - cosine**2)
    onward = np.float32(ratio) * rays + (np.float32(ratio) * cosine - np.sqrt(np.maximum(rest, 0))) * normals
    return met, onward, (inside > 0) & (rest > 0)


def project_through(view: View, lens: DomeLens, points: Doubles) -> Doubles:
    """Pixels (n, 2) of world points (n, 3) in mm that lie under a dome."""
    points = np.atleast_2d(np.asarray(points, np.float64))
    if lens.thickness == 0:
        return view.project(points)
    shown = lens.appears(view.centre, points)
    return view.project(np.column_stack((shown, np.zeros(len(shown)))))
