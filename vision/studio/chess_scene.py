"""Chessboards with counters as a camera over the table sees them, and what is truly on each square."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from hardware.counters import Face, Plan, plan_of_counters
from hardware.layout import Layout
from rules import Toy
from vision.studio.boards import BOARD_SIZE, Shade, fill_hull, lay_cloth, throw_shade
from vision.studio.chessboards import ChessStyle, chess_print, pitch_of
from vision.studio.counters import paint_face
from vision.studio.geometry import Camera, Doubles, Floats, Size, View, view_of
from vision.studio.hands import Hand, cover_with_hand, hand_masks
from vision.studio.lens import DomeLens
from vision.studio.light import Light, Picture, Sensor, develop, reflected, threefold
from vision.studio.printing import BoardStyle, linear
from vision.studio.shadows import cast_shadow
from vision.studio.stage import fall_of_light

__all__ = ["ChessScene", "PlacedCounter", "draw_chessboard", "seen_shares", "toys_of"]

_FLAT: Final = DomeLens(1.0, 0.0)
_EVEN: Final = Light((), 1.0)
_COARSE: Final = 4
_EDGE: Final = 0.55
"""How light a counter's cut edge is."""


@dataclass(frozen=True, slots=True)
class PlacedCounter:
    """A counter on the board: at, its middle, mm; turned, degrees off where its toy faces."""

    toy: Toy
    at: tuple[float, float]
    turned: float = 0.0

    def heading(self) -> float:
        """Degrees from north to where it points, counted as the sun goes."""
        return (0.0 if self.toy.facing == "N" else 180.0) + self.turned

    def points(self, corners: Doubles, height: float) -> Doubles:
        """The counter's points (n, 2), mm from its middle, y towards where it points, in the world (n, 3)."""
        way = np.radians(self.heading())
        turn = np.array([[np.cos(way), np.sin(way)], [-np.sin(way), np.cos(way)]])
        flat = corners @ turn.T + self.at
        return np.column_stack((flat, np.full(len(flat), height)))


@dataclass(frozen=True, slots=True)
class ChessScene:
    """Everything that decides a picture of a chessboard, but for the grain of its noise.

    gloss: how well board and counters mirror the lamps, 0-1. thick: mm of the board.
    """

    layout: Layout
    counters: tuple[PlacedCounter, ...] = ()
    style: ChessStyle = field(default_factory=ChessStyle)
    camera: Camera = field(default_factory=lambda: Camera(height=900, fov=40))
    light: Light = field(default_factory=lambda: _EVEN)
    sensor: Sensor = field(default_factory=Sensor)
    shade: Shade | None = None
    hand: Hand | None = None
    gloss: float = 0.0
    thick: float = 8.0
    cloth: tuple[int, int, int] = (120, 92, 70)
    seed: int = 0


def draw_chessboard(
    scene: ChessScene, size: Size = BOARD_SIZE, rng: np.random.Generator | None = None
) -> Picture:
    """The camera's picture (h, w, 3), BGR uint8; size is width, height. rng draws the noise (default: seed
    0)."""
    view = view_of(scene.camera, size)
    x, y = view.plane_points((0, 0, *size))
    lit = fall_of_light(x, y, scene.light)
    canvas = _bare(scene, view, x, y)
    canvas *= lit
    plan = plan_of_counters(scene.layout)
    for counter in sorted(scene.counters, key=lambda one: _nearness(one.at, view)):
        _lay_counter(canvas, counter, plan, view, scene.light, lit)
    if scene.gloss > 0:
        canvas += _mirrored(scene, view, x, y)
    if scene.shade is not None:
        throw_shade(canvas, scene.shade, view)
    if scene.hand is not None:
        cover_with_hand(canvas, scene.hand, view, scene.light)
    return develop(canvas, scene.sensor, rng if rng is not None else np.random.default_rng(0))


def seen_shares(scene: ChessScene, size: Size = BOARD_SIZE) -> Mapping[str, float]:
    """How much (0-1) of each square no hand hides and lies in the picture."""
    view, half = view_of(scene.camera, size), pitch_of(scene.layout) / 2
    hidden = np.zeros((size[1], size[0]), np.float32)
    if scene.hand is not None:
        hidden = np.asarray(np.maximum(*hand_masks(scene.hand, view, size)), np.float32)
    steps = np.linspace(-half, half, 13)
    grid = np.array([(a, b) for a in steps for b in steps])
    shares = {}
    for name, at in scene.layout.spaces.items():
        points = np.column_stack((grid + at, np.zeros(len(grid))))
        columns, rows = np.rint(view.project(points)).astype(int).T
        inside = (columns >= 0) & (rows >= 0) & (columns < size[0]) & (rows < size[1])
        inside[inside] = hidden[rows[inside], columns[inside]] < 0.5
        shares[name] = float(inside.mean())
    return shares


def _nearness(at: tuple[float, float], view: View) -> float:
    return -float(np.linalg.norm(view.centre - np.array((*at, 0.0))))


def _bare(scene: ChessScene, view: View, x: Floats, y: Floats) -> Floats:
    """The table and the empty board (H, W, 3), reflectances."""
    canvas = lay_cloth(
        BoardStyle(cloth=scene.cloth, thick=scene.thick, weave=0.4, seed=scene.seed), view, x, y
    )
    outline = np.array([(*corner, 0.0) for corner in scene.layout.corners])
    side = np.broadcast_to(np.float32(0.5) * canvas.mean(axis=(0, 1)), canvas.shape)
    low = view.project(outline - (0, 0, scene.thick))
    top = view.project(outline)
    fill_hull(canvas, np.concatenate((top, low)), np.asarray(side, np.float32))
    fine = float(np.clip(view.pixels_per_mm(), 1.0, 6.0))
    sheet = linear(_printed(scene.layout.name, scene.style, fine, _Held(scene.layout)))
    left, upper = scene.layout.corners[0]
    columns = (x - np.float32(left)) * np.float32(fine) - np.float32(0.5)
    rows = (np.float32(upper) - y) * np.float32(fine) - np.float32(0.5)
    board = cv2.remap(sheet, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    fill_hull(canvas, top, np.asarray(board, np.float32))
    return canvas


class _Held:
    """Passes a layout through a cache that knows it by its name."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def __hash__(self) -> int:
        return hash(self.layout.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self.layout == other.layout


@lru_cache(maxsize=2)
def _printed(_name: str, style: ChessStyle, fine: float, held: _Held) -> Picture:
    return chess_print(held.layout, style, fine)


def _lay_counter(
    canvas: Floats, counter: PlacedCounter, plan: Plan, view: View, light: Light, lit: Floats
) -> None:
    """A counter with its shadow and its edge, in place."""
    half = plan.side / 2
    square = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
    low, high = counter.points(square, 0.0), counter.points(square, plan.height)
    cast_shadow(canvas, np.concatenate((low, high)), plan.side, view, _FLAT, light)
    top = view.project(high)
    fill_hull(canvas, np.concatenate((view.project(low), top)), lit, _EDGE)
    x0, y0 = np.floor(top.min(axis=0)).astype(int) - 1
    x1, y1 = np.ceil(top.max(axis=0)).astype(int) + 2
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, canvas.shape[1]), min(y1, canvas.shape[0])
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    scale = float(np.clip(1.5 * view.pixels_per_mm((*counter.at, 0.0)), 3.0, 12.0))
    face = _face(Face(counter.toy.kind, counter.toy.flipped), plan, round(plan.side * scale))
    ends = np.array([(0, 0), (face.shape[1], 0), face.shape[1::-1], (0, face.shape[0])], np.float32) - 0.5
    turn = cv2.getPerspectiveTransform(ends.astype(np.float32), (top - (x0, y0)).astype(np.float32))
    box = x1 - x0, y1 - y0
    flags = cv2.INTER_AREA if scale < 3 else cv2.INTER_LINEAR
    seen = cv2.warpPerspective(face, turn, box, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros((box[1], box[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.rint((top - (x0, y0)) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    cover = threefold(mask.astype(np.float32) / np.float32(255))
    part = canvas[y0:y1, x0:x1]
    part *= 1 - cover
    part += cover * seen * lit[y0:y1, x0:x1]


@lru_cache(maxsize=32)
def _face(face: Face, plan: Plan, px: int) -> Floats:
    """A face's reflectances (px, px, 3): paper is not quite white, ink not quite black."""
    rgb = np.asarray(paint_face(face, plan, face.kind, px), np.uint8)
    return np.asarray(0.03 + 0.87 * linear(np.ascontiguousarray(rgb[..., ::-1])), np.float32)


def _mirrored(scene: ChessScene, view: View, x: Floats, y: Floats) -> Floats:
    """What board and counters mirror of the lamps (H, W, 3)."""
    height, width = x.shape
    x, y = x[::_COARSE, ::_COARSE], y[::_COARSE, ::_COARSE]
    points = np.stack((x.ravel(), y.ravel(), np.zeros(x.size, np.float32)))
    rays = points - view.centre.astype(np.float32)[:, None]
    rays /= np.linalg.norm(rays, axis=0)
    rays[2] = -rays[2]
    shine = reflected(points, np.asarray(rays, np.float32), scene.light).reshape(*x.shape, 3)
    soft = cv2.GaussianBlur(shine, (0, 0), 3 + 12 * (1 - scene.gloss))
    grown = cv2.resize(soft, (width, height))
    return np.asarray(grown * np.float32(0.045 * scene.gloss), np.float32)


def toys_of(scene: ChessScene) -> Mapping[str, Toy]:
    """The toy on each square: that in which its counter's middle lies."""
    half = pitch_of(scene.layout) / 2
    return {
        name: counter.toy
        for counter in scene.counters
        for name, (x, y) in scene.layout.spaces.items()
        if max(abs(counter.at[0] - x), abs(counter.at[1] - y)) < half
    }
