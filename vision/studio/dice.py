"""Dice in space: how they lie, and what a camera sees of them, ray by ray.

A die is a cube with rounded edges. Rays meet its flat faces exactly; along edges and corners they are walked
in by the distance to the rounded box.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.studio.geometry import (
    Doubles,
    Floats,
    View,
    box_around,
    length,
    turn_about,
)
from vision.studio.lens import DomeLens, project_through
from vision.studio.light import Light, gleam, reflected, shade
from vision.studio.looks import DieLook, atlas_of
from vision.studio.painted import Painted

FLAT_DEGREES = 1.0
_WALK = 12
_NEAR = np.float32(0.004)
_GLASSY = np.float32(0.3)

# The outward normal and the picture's right and up of the six sides, which carry the faces 1 to 6 of a
# right-handed die: 1, 2, 3 run counter-clockwise round their corner, and opposite faces sum to seven.
_NORMALS = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, -1, 0], [-1, 0, 0], [0, 0, -1.0]])
_RIGHTS = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 0.0]])
_UPS = np.cross(_NORMALS, _RIGHTS)
_ACROSS, _UPWARD = _RIGHTS.T.astype(np.float32), _UPS.T.astype(np.float32)
_SIDE_OF_AXIS = np.array([[1, 4], [2, 3], [0, 5]])


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """A die somewhere in space.

    top: the face (1-6) that is up, or nearest to up if it leans; on a red die 1 means that the dot is up. at:
    its middle in mm. yaw: degrees about the vertical. tilt: how far it leans, degrees, about the level axis
    that points to lean_axis (degrees).
    """

    look: DieLook
    top: int
    at: tuple[float, float, float]
    yaw: float = 0.0
    tilt: float = 0.0
    lean_axis: float = 0.0

    @property
    def flat(self) -> bool:
        """Whether it lies flat."""
        return self.tilt <= FLAT_DEGREES

    def turn(self) -> Doubles:
        """The rotation (3, 3) from the die's own axes to the world."""
        axis = np.radians(self.lean_axis)
        lean = turn_about((float(np.cos(axis)), float(np.sin(axis)), 0.0), self.tilt)
        return np.asarray(lean @ turn_about((0, 0, 1), self.yaw) @ side_up(_side_of(self.look, self.top)))

    def corners(self) -> Doubles:
        """The eight centres (8, 3) of its corner spheres, in mm."""
        return self.at + _signs() * (self.look.size / 2 - self.look.rounding) @ self.turn().T

    def hull(self, steps: int = 1) -> Doubles:
        """Points (n, 3) whose convex hull is the die; with 3 steps it is true to a hundredth of a mm."""
        return np.asarray(
            (self.corners()[:, None] + self.look.rounding * _sphere(steps)[None]).reshape(-1, 3)
        )

    def top_quad(self) -> Doubles:
        """The corners (4, 3) of its uppermost face's square, as if its edges were sharp."""
        half = self.look.size / 2
        k = _side_of(self.look, self.top)
        square = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1.0]])
        local = half * (_NORMALS[k] + square[:, :1] * _RIGHTS[k] + square[:, 1:] * _UPS[k])
        return np.asarray(self.at + local @ self.turn().T)


def posed(look: DieLook, turn: Doubles, at: tuple[float, float, float]) -> PlacedDie:
    """The die that lies at a place (mm) turned by any rotation (3, 3)."""
    sides = turn @ _NORMALS.T
    side = int(sides[2].argmax())
    up = sides[:, side]
    axis = float(np.degrees(np.arctan2(up[1], up[0]))) + 90.0
    tilt = float(np.degrees(np.arccos(np.clip(up[2], -1, 1))))
    lean = turn_about((np.cos(np.radians(axis)), np.sin(np.radians(axis)), 0.0), tilt)
    about = lean.T @ turn @ side_up(side).T
    yaw = float(np.degrees(np.arctan2(about[1, 0], about[0, 0])))
    face = 6 - side if look.left_handed and side in (2, 3) else side + 1
    return PlacedDie(look, face, at, yaw, tilt, axis)


@lru_cache(maxsize=1)
def _signs() -> Doubles:
    return np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)


@lru_cache(maxsize=4)
def _sphere(steps: int) -> Doubles:
    """Directions (n, 3) spread over a cube's surface, so many steps from the middle of a side to its edge."""
    span = np.arange(-steps, steps + 1, dtype=np.float64)
    grid = np.stack(np.meshgrid(span, span, span), axis=-1).reshape(-1, 3)
    grid = grid[np.abs(grid).max(axis=1) == steps]
    return np.asarray(grid / np.linalg.norm(grid, axis=1, keepdims=True))


@lru_cache(maxsize=6)
def side_up(side: int) -> Doubles:
    """The rotation (3, 3) that brings a side of the cube, 0 to 5, up."""
    return np.stack((_RIGHTS[side], _UPS[side], _NORMALS[side]))


def _side_of(look: DieLook, face: int) -> int:
    """The side of the cube, 0 to 5, that carries a face: on a left-handed die 3 and 4 have changed places."""
    return 6 - face if look.left_handed and face in (3, 4) else face - 1


def rest_height(look: DieLook, turn: Doubles) -> float:
    """How high (mm) the middle of a die lies when its lowest point touches the plate."""
    return float(np.abs(turn[2]).sum() * (look.size / 2 - look.rounding) + look.rounding)


@dataclass(frozen=True, slots=True, eq=False)
class _Hits:
    """Where rays meet a die, in its own axes: which rays, points and normals (3, n), sides of the cube
    (n,).
    """

    which: np.ndarray[tuple[int], np.dtype[np.intp]]
    points: Floats
    normals: Floats
    sides: np.ndarray[tuple[int], np.dtype[np.intp]]


def paint(die: PlacedDie, view: View, lens: DomeLens, light: Light, mirrored: bool = False) -> Painted | None:
    """What the camera sees of a die under a dome's lens, or of its mirror image in the plate; None outside
    the picture.
    """
    hull = die.hull() * (1, 1, -1 if mirrored else 1)
    box = box_around(project_through(view, lens, hull), view.size, 1)
    if box[2] < 1 or box[3] < 1:
        return None
    side = die.look.size * view.pixels_per_mm(die.at)
    fine = 1 if mirrored or side > 180 else 2 if side > 40 else 3
    x, y = view.plane_points(box, fine)
    starts, rays = lens.rays(view.centre, x.ravel(), y.ravel())
    if mirrored:
        starts[2], rays[2] = -starts[2], -rays[2]
    turn = die.turn().astype(np.float32)
    hits = _meet(die.look, turn.T @ (starts - np.array(die.at, np.float32)[:, None]), turn.T @ rays)
    colour = np.zeros((x.size, 3), np.float32)
    cover = np.zeros((x.size, 1), np.float32)
    if hits.which.size:
        body, normals, ink = _surface(die.look, hits, int(side * fine))
        colour[hits.which] = _lit(die, turn, hits, normals, body, rays, light)
        cover[hits.which, 0] = 1 - 0.7 * die.look.clear * (1 - ink)
        colour *= cover
    return Painted.shrunk(box, colour.reshape(*x.shape, 3), cover.reshape(x.shape))


def _meet(look: DieLook, starts: Floats, rays: Floats) -> _Hits:
    """Meet rays (3, n) from points (3, n) with a rounded cube in its own axes."""
    half, inner = np.float32(look.size / 2), np.float32(look.size / 2 - look.rounding)
    with np.errstate(divide="ignore"):
        inverse = 1 / rays
    first, second = (-half - starts) * inverse, (half - starts) * inverse
    near = _greatest(np.minimum(first, second))
    far = -_greatest(-np.maximum(first, second))
    which = np.nonzero(near < far)[0]
    rays, near, far = rays[:, which], near[which], far[which]
    points = starts[:, which] + near * rays
    beyond = np.abs(points) > inner
    edge = np.nonzero(beyond[0].astype(np.int8) + beyond[1] + beyond[2] > 1)[0]
    if edge.size:
        t = _walk(points[:, edge], rays[:, edge], inner, np.float32(look.rounding))
        points[:, edge] += np.minimum(t, 99) * rays[:, edge]
        good = np.ones(which.size, bool)
        good[edge] = t + near[edge] < far[edge]
        points, which = points[:, good], which[good]
    normals = np.maximum(np.abs(points) - inner, 0) * np.sign(points)
    normals /= np.maximum(length(normals), np.float32(1e-6))
    x, y, z = np.abs(points)
    axis = np.where(x > y, np.where(x > z, 0, 2), np.where(y > z, 1, 2))
    below = np.choose(axis, (points[0], points[1], points[2])) < 0
    return _Hits(which, points, normals, _SIDE_OF_AXIS[axis, below.astype(np.intp)])


def _greatest(rows: Floats) -> Floats:
    return np.asarray(np.maximum(np.maximum(rows[0], rows[1]), rows[2]))


def _walk(points: Floats, rays: Floats, inner: np.float32, radius: np.float32) -> Floats:
    """How far (mm) rays (3, n) go from the cube's surface to the rounded one; infinity where they miss it."""
    t = np.zeros(points.shape[1], np.float32)
    for _ in range(_WALK):
        gap = length(np.maximum(np.abs(points + t * rays) - inner, 0)) - radius
        t += gap
        if gap.max() < _NEAR:
            break
    return np.where(gap < 0.03 * radius + _NEAR, t, np.float32(np.inf))


def _surface(look: DieLook, hits: _Hits, side_px: int) -> tuple[Floats, Floats, Floats]:
    """Of the points met: colours (n, 3), normals (3, n) with the pips' dents in the die's axes, and ink
    (n,).
    """
    cell = 64 if side_px < 60 else 128 if side_px < 120 else 256 if side_px < 250 else 512
    rights, ups = _ACROSS.take(hits.sides, axis=1), _UPWARD.take(hits.sides, axis=1)
    scale = np.float32(cell / look.size)
    column = np.clip(_dot(rights, hits.points) * scale + np.float32(cell / 2), 0, cell - 1).astype(np.intp)
    row = np.clip(np.float32(cell / 2) - _dot(ups, hits.points) * scale, 0, cell - 1).astype(np.intp)
    swapped = (hits.sides == 2) | (hits.sides == 3) if look.left_handed else False
    printed = np.where(swapped, 5 - hits.sides, hits.sides)
    texels = atlas_of(look, cell).reshape(-1, 6)[(row * 6 + printed) * cell + column]
    if look.dent <= 0 or look.kind == "numeral":
        return texels[:, :3], hits.normals, texels[:, 5]
    normals = hits.normals + rights * texels[:, 3] + ups * texels[:, 4]
    return texels[:, :3], normals / length(normals), texels[:, 5]


def _dot(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def _lit(
    die: PlacedDie, turn: Floats, hits: _Hits, normals: Floats, body: Floats, rays: Floats, light: Light
) -> Floats:
    """Radiance (n, 3) of the points met: lit body, darker towards the plate, with plastic's shine."""
    facing = turn @ normals
    height = die.at[2] + turn[2] @ hits.points
    dimmed = 0.55 + 0.45 * np.clip(height / np.float32(die.look.size), 0, 1)
    upright = np.clip(facing[2], 0, 1)
    dimmed = upright + (1 - upright) * dimmed
    colour = body * shade(facing, light) * dimmed[:, None]
    seen = rays[:, hits.which]
    middle = seen[:, seen.shape[1] // 2]
    colour += gleam(facing, -middle, light, die.look.gloss)
    if die.look.gloss > _GLASSY:
        bounce = middle[:, None] - 2 * (middle @ facing) * facing
        points = (turn @ hits.points + np.array(die.at, np.float32)[:, None]).astype(np.float32)
        even = Light((), light.ambient, light.tint)
        colour += np.float32(0.06 * die.look.gloss) * reflected(points, bounce.astype(np.float32), even)
    return np.asarray(colour, np.float32)
