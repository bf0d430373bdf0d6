"""Pegs, pawns and cones: round things standing, stacked or lying on a board, met ray by ray."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from vision.studio.geometry import Doubles, Floats, View, box_around, length, turn_about
from vision.studio.light import Colour, Light, gleam, shade
from vision.studio.painted import Painted

Form: TypeAlias = Literal["peg", "pawn", "cone"]

_ROUND = np.radians(np.arange(0, 360, 15.0))
_FAR = np.float32(1e9)


@dataclass(frozen=True, slots=True)
class PieceLook:
    """A piece's make.

    form: "peg" (a stem under a flat cap), "pawn" (a cone with a ball on it) or "cone" (with a rounded tip).
    base_radius, height: mm. gloss: 0-1.
    """

    form: Form
    base_radius: float
    height: float
    gloss: float = 0.2

    def walls(self) -> tuple[tuple[float, float, float, float], ...]:
        """Its turned surfaces bottom to top, each from height and radius to height and radius, in mm."""
        r, h = self.base_radius, self.height
        if self.form == "peg":
            stem, cap, bevel = 0.78 * r, 0.72 * h, h - 0.1 * r
            return (
                (0, stem, cap, stem),
                (cap, stem, cap, r),
                (cap, r, bevel, r),
                (bevel, r, h, 0.9 * r),
                (h, 0.9 * r, h, 0.0),
            )
        if self.form == "pawn":
            return (0, r, 0.1 * h, r), (0.1 * h, r, 0.75 * h, 0.34 * r)
        return (0, r, 0.06 * h, r), (0.06 * h, r, h - 0.34 * r, 0.36 * r)

    def ball(self) -> tuple[float, float] | None:
        """Height of the middle and radius of the ball on top, mm; None on a peg."""
        if self.form == "peg":
            return None
        radius = (0.5 if self.form == "pawn" else 0.38) * self.base_radius
        return self.height - radius, radius


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece somewhere on a board.

    at: mm, the middle of its foot (z is how far captives lift it). lean: degrees off upright, 90 when it
    lies. toward: degrees, the side to which it leans.
    """

    look: PieceLook
    colour: Colour
    at: tuple[float, float, float]
    lean: float = 0.0
    toward: float = 0.0

    def turn(self) -> Doubles:
        """The rotation (3, 3) from its own axes to the world."""
        way = np.radians(self.toward + 90)
        return turn_about((float(np.cos(way)), float(np.sin(way)), 0.0), self.lean)

    def rings(self) -> Doubles:
        """Points (n, 3) whose convex hull is all of it, in mm."""
        ends = [(z, r) for z0, r0, z1, r1 in self.look.walls() for z, r in ((z0, r0), (z1, r1))]
        return self._circles(ends + self._ball_ends())

    def crown(self) -> Doubles:
        """Points (n, 3) whose convex hull is its cap or ball, by which it is known from above, in mm."""
        ends = [end for z0, r0, z1, r1 in self.look.walls()[2:] for end in ((z0, r0), (z1, r1))]
        return self._circles(self._ball_ends() or ends)

    def _ball_ends(self) -> list[tuple[float, float]]:
        if (ball := self.look.ball()) is None:
            return []
        middle, radius = ball
        return [(middle + radius * np.sin(a), radius * np.cos(a)) for a in np.radians((0, 25, 50, 75, 90))]

    def _circles(self, ends: list[tuple[float, float]]) -> Doubles:
        """Circles at heights with radii, placed in the world."""
        circles = [
            np.column_stack((r * np.cos(_ROUND), r * np.sin(_ROUND), np.full(_ROUND.size, z)))
            for z, r in ends
        ]
        return np.asarray(np.concatenate(circles) @ self.turn().T + self.at)

    def top(self) -> Doubles:
        """The middle (3,) of its top, mm."""
        return np.asarray(self.turn() @ (0, 0, self.look.height) + self.at)


def paint_piece(piece: PlacedPiece, view: View, light: Light) -> Painted | None:
    """What the camera sees of a piece; None outside the picture."""
    box = box_around(view.project(piece.rings()), view.size, 1)
    if box[2] < 1 or box[3] < 1:
        return None
    fine = 2 if max(box[2:]) < 120 else 1
    x, y = view.plane_points(box, fine)
    eye = view.centre.astype(np.float32)
    rays = np.stack(((x - eye[0]).ravel(), (y - eye[1]).ravel(), np.full(x.size, -eye[2], np.float32)))
    rays /= length(rays)
    turn = piece.turn().astype(np.float32)
    at = np.array(piece.at, np.float32)
    far, normals = _meet(piece.look, turn.T @ (eye - at), turn.T @ rays)
    which = np.nonzero(far < _FAR)[0]
    cover = np.zeros(x.size, np.float32)
    colour = np.zeros((x.size, 3), np.float32)
    if which.size:
        cover[which] = 1
        facing = turn @ normals[:, which]
        height = eye[2] + far[which] * rays[2, which] - at[2]
        dimmed = 0.65 + 0.35 * np.clip(height / np.float32(piece.look.height), 0, 1)
        body = shade(facing, light) * np.array(piece.colour, np.float32) * dimmed[:, None]
        colour[which] = body + gleam(facing, -rays[:, which[which.size // 2]], light, piece.look.gloss)
    return Painted.shrunk(box, colour.reshape(*x.shape, 3), cover.reshape(x.shape))


def _meet(look: PieceLook, eye: Floats, rays: Floats) -> tuple[Floats, Floats]:
    """How far (n,) rays (3, n) from an eye go to a piece in its own axes (1e9: past it), and the normals
    (3, n).
    """
    far = np.full(rays.shape[1], _FAR, np.float32)
    normals = np.zeros_like(rays)
    for wall in look.walls():
        _nearer(far, normals, *_meet_wall(wall, eye, rays))
    if (ball := look.ball()) is not None:
        _nearer(far, normals, *_meet_ball(ball, eye, rays))
    return far, normals


def _nearer(far: Floats, normals: Floats, t: Floats, other: Floats) -> None:
    """Keep the nearer of two meetings, in place."""
    closer = t < far
    np.copyto(far, t, where=closer)
    np.copyto(normals, other, where=closer)


def _meet_wall(wall: tuple[float, float, float, float], eye: Floats, rays: Floats) -> tuple[Floats, Floats]:
    """Meet the turned surface between two heights and radii."""
    z0, r0, z1, r1 = (np.float32(v) for v in wall)
    if z1 - z0 < 1e-6:
        return _meet_disc(z0, min(r0, r1), max(r0, r1), eye, rays)
    slope = (r1 - r0) / (z1 - z0)
    reach = r0 + slope * (eye[2] - z0)
    a = rays[0] ** 2 + rays[1] ** 2 - (slope * rays[2]) ** 2
    b = eye[0] * rays[0] + eye[1] * rays[1] - slope * rays[2] * reach
    c = eye[0] ** 2 + eye[1] ** 2 - reach**2
    root = np.sqrt(np.maximum(b * b - a * c, 0))
    best = np.full(rays.shape[1], _FAR, np.float32)
    a = np.where(np.abs(a) < 1e-9, np.float32(1e-9), a)
    for t in ((-b - root) / a, (-b + root) / a):
        z = eye[2] + t * rays[2]
        good = (b * b >= a * c) & (t > 0) & (z >= z0) & (z <= z1) & (t < best)
        best = np.where(good, t, best)
    x, y = eye[0] + best * rays[0], eye[1] + best * rays[1]
    flat = np.maximum(np.sqrt(x * x + y * y), np.float32(1e-6))
    steep = np.sqrt(1 + slope * slope)
    normals = np.stack((x / flat / steep, y / flat / steep, np.full_like(x, -slope / steep)))
    return best, np.asarray(normals, np.float32)


def _meet_disc(
    z: np.float32, inner: np.float32, outer: np.float32, eye: Floats, rays: Floats
) -> tuple[Floats, Floats]:
    t = (z - eye[2]) / np.where(np.abs(rays[2]) < 1e-9, np.float32(1e-9), rays[2])
    r2 = (eye[0] + t * rays[0]) ** 2 + (eye[1] + t * rays[1]) ** 2
    normals = np.zeros_like(rays)
    normals[2] = -np.sign(rays[2])
    return np.where((r2 <= outer**2) & (r2 >= inner**2) & (t > 0), t, _FAR), normals


def _meet_ball(ball: tuple[float, float], eye: Floats, rays: Floats) -> tuple[Floats, Floats]:
    centre = np.array((0, 0, ball[0]), np.float32)
    away = eye - centre
    b = away @ rays
    inside = b * b - (away @ away - np.float32(ball[1] ** 2))
    t = np.where(inside >= 0, -b - np.sqrt(np.maximum(inside, 0)), _FAR).astype(np.float32)
    points = away[:, None] + np.minimum(t, np.float32(1e4)) * rays
    return t, np.asarray(points / np.float32(ball[1]), np.float32)
