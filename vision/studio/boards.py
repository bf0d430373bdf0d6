"""Whole boards as a camera over the table sees them: print, dome, dice, pieces, hands, shadows.

`draw_board` makes the picture, `truth_of_board` says exactly what is where in it, `draw_reference` is the
empty board straight from above.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np

from hardware.layout import Layout
from hardware.spaces import COLOURS
from vision.errors import SceneError
from vision.studio.dice import PlacedDie, paint
from vision.studio.geometry import Camera, Doubles, Floats, Size, View, box_around, view_of
from vision.studio.glass import glass_of
from vision.studio.hands import Hand, cover_with_hand
from vision.studio.light import Light, Picture, Sensor, develop, srgb, threefold
from vision.studio.pieces import PieceLook, PlacedPiece, paint_piece
from vision.studio.printing import BoardStyle, Plan, board_print, linear, plan_of, shape_of
from vision.studio.shadows import cast_shadow, darken
from vision.studio.stage import Stage, fall_of_light, lay_collar, lay_ring, light_at_foot

BOARD_SIZE: Size = (1280, 960)
_EVEN_LIGHT = Light((), 1.0)
_REFERENCE_HEIGHT = 12000.0
_ROUND = np.radians(np.arange(0, 360, 12.0))
_COARSE = 8


@dataclass(frozen=True, slots=True)
class Shade:
    """A shadow with a straight edge over part of the board, as a person or a lampshade throws it.

    toward: degrees, the dark side. start: mm from the dome's centre to its edge. depth: share of light gone.
    soft: mm that the edge is wide.
    """

    toward: float
    start: float
    depth: float
    soft: float = 25.0


@dataclass(frozen=True, slots=True)
class BoardScene:
    """Everything that decides a picture of a board, but for the grain of its noise.

    pieces: space -> colours, bottom to top. loose: pieces beside their spaces. looseness: how carelessly
    pieces are set, in mm. seed: of that carelessness.
    """

    layout: Layout
    look: PieceLook
    style: BoardStyle = field(default_factory=BoardStyle)
    pieces: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    loose: tuple[PlacedPiece, ...] = ()
    dice: tuple[PlacedDie, ...] = ()
    camera: Camera = field(default_factory=lambda: Camera(height=620, fov=38))
    light: Light = field(default_factory=lambda: _EVEN_LIGHT)
    sensor: Sensor = field(default_factory=Sensor)
    shade: Shade | None = None
    hand: Hand | None = None
    looseness: float = 0.4
    seed: int = 0

    def stage(self) -> Stage:
        """The dome in the board's middle, as large as the layout says."""
        return replace(self.style.stage, radius=plan_of(self.layout).dome_radius)

    def placed(self) -> dict[str, list[PlacedPiece]]:
        """The pieces in space, bottom to top on each space.

        Raises SceneError for a space that the layout does not have and for a colour that no piece has.
        """
        result: dict[str, list[PlacedPiece]] = {}
        for name, stack in self.pieces.items():
            if name not in self.layout.spaces or not set(stack) <= set(COLOURS):
                raise SceneError(
                    f"pieces: {name!r}: {list(stack)!r}: use spaces of layout {self.layout.name!r} "
                    f"and the colours {', '.join(COLOURS)}"
                )
            x, y = self.layout.spaces[name]
            rng = np.random.default_rng((self.seed, *name.encode()))
            off, lean, toward = (
                rng.normal(0, self.looseness, 2),
                rng.normal(0, 2 * self.looseness),
                rng.uniform(0, 360),
            )
            result[name] = [
                PlacedPiece(
                    self.look,
                    srgb(*self.style.men[COLOURS.index(colour)]),
                    (x + float(off[0]), y + float(off[1]), k * self.layout.piece.stack_step),
                    abs(float(lean)),
                    float(toward),
                )
                for k, colour in enumerate(stack)
            ]
        return result


def draw_board(scene: BoardScene, size: Size = BOARD_SIZE, rng: np.random.Generator | None = None) -> Picture:
    """The camera's picture (h, w, 3), BGR uint8; size is width, height. rng draws the noise (default:
    seed 0).

    Raises SceneError for a layout that has no dome at its origin.
    """
    plan, stage, light = plan_of(scene.layout), scene.stage(), scene.light
    view = view_of(scene.camera, size)
    canvas = _still(plan, replace(scene.style, stage=stage), scene.camera, light, size).copy()
    for die in scene.dice:
        cast_shadow(canvas, die.hull(), die.look.size, view, stage.lens, light)
    for die in sorted(scene.dice, key=lambda die: -_distance(die.at, view)):
        if (seen := paint(die, view, stage.lens, light)) is not None:
            seen.onto(canvas)
    glass_of(stage, scene.camera, light, size).over(canvas)
    pieces = [piece for stack in scene.placed().values() for piece in stack] + list(scene.loose)
    flat = replace(stage, thickness=0.0).lens
    for piece in pieces:
        cast_shadow(canvas, piece.rings(), 2 * piece.look.base_radius, view, flat, light)
    for piece in far_to_near(pieces, view):
        if (painted := paint_piece(piece, view, light)) is not None:
            painted.onto(canvas)
    if scene.shade is not None:
        throw_shade(canvas, scene.shade, view)
    if scene.hand is not None:
        cover_with_hand(canvas, scene.hand, view, light)
    return develop(canvas, scene.sensor, rng if rng is not None else np.random.default_rng(0))


def draw_reference(layout: Layout, mm_per_px: float = 0.3, style: BoardStyle | None = None) -> Picture:
    """The empty board straight from above (h, w, 3), the dome's centre exactly in the picture's middle.

    In a layout's terms centre_px is [(w - 1) / 2, (h - 1) / 2]. Raises SceneError for a layout without a
    dome at its origin, or a scale that is not above 0.
    """
    if not mm_per_px > 0:
        raise SceneError(f"reference: mm_per_px {mm_per_px}: give millimetres a pixel, above 0")
    half_x = max(abs(x) for x, _ in layout.corners) * 1.04
    half_y = max(abs(y) for _, y in layout.corners) * 1.04
    size = 2 * round(half_x / mm_per_px) + 1, 2 * round(half_y / mm_per_px) + 1
    fov = float(np.degrees(2 * np.arctan(size[0] * mm_per_px / 2 / _REFERENCE_HEIGHT)))
    camera = Camera(_REFERENCE_HEIGHT, fov=max(1.0, fov))
    look = PieceLook("peg", layout.piece.base_radius, layout.piece.height)
    sensor = Sensor(exposure=0.95, blur=0.5, noise=0.8)
    return draw_board(BoardScene(layout, look, style or BoardStyle(), camera=camera, sensor=sensor), size)


def _distance(at: tuple[float, float, float], view: View) -> float:
    return float(np.linalg.norm(view.centre - np.array(at)))


def far_to_near(pieces: list[PlacedPiece], view: View) -> list[PlacedPiece]:
    """Feet far from the camera first, and stacks from the bottom up."""
    return sorted(pieces, key=lambda p: (-round(_distance((p.at[0], p.at[1], 0.0), view), 3), p.at[2]))


@lru_cache(maxsize=2)
def _still(plan: Plan, style: BoardStyle, camera: Camera, light: Light, size: Size) -> Floats:
    """The lit table and empty board (H, W, 3), radiance, without what is under the dome."""
    view = view_of(camera, size)
    x, y = view.plane_points((0, 0, *size))
    canvas = lay_cloth(style, view, x, y)
    outline = np.array([(*p, 0.0) for p in shape_of(plan, style)])
    low = view.project(outline - (0, 0, style.thick))
    scale = view.pixels_per_mm()
    down = np.array((0, 0.3 * style.thick * scale))
    darken(canvas, [low + down], 0.45, 0.8 * style.thick * scale)
    top = view.project(outline)
    side = np.array(srgb(*style.ground)) * 0.45
    fill_hull(canvas, np.concatenate((top, low)), np.broadcast_to(side.astype(np.float32), canvas.shape))
    board = _lit_print(plan, style, view, x, y)
    fill_hull(canvas, top, board)
    canvas *= fall_of_light(x, y, light)
    if style.cup > 0:
        _cups(canvas, plan, style, view, light)
    return canvas


def lay_cloth(style: BoardStyle, view: View, x: Floats, y: Floats) -> Floats:
    """The table (H, W, 3), lower than the board by its thickness."""
    rng = np.random.default_rng(style.seed)
    tile = np.zeros((512, 512), np.float32)
    for sigma, share in ((0.8, 0.5), (3.0, 0.3), (12.0, 0.4)):
        layer = cv2.GaussianBlur(rng.standard_normal((512, 512)).astype(np.float32), (0, 0), sigma)
        tile += np.float32(share) * layer / layer.std()
    grow = np.float32(1 + style.thick / view.centre[2])
    cx, cy = np.float32(view.centre[0]), np.float32(view.centre[1])
    columns, rows = (cx + (x - cx) * grow) * 1.5 + 256, (cy + (y - cy) * grow) * 1.5 + 256
    rough = cv2.remap(tile, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    rough = np.clip(1 + np.float32(0.3 * style.weave) * rough, 0.15, 3).astype(np.float32)
    shaded = threefold(np.asarray(rough, np.float32))
    return np.asarray(cv2.transform(shaded, np.diag(srgb(*style.cloth))), np.float32)


def _lit_print(plan: Plan, style: BoardStyle, view: View, x: Floats, y: Floats) -> Floats:
    """The board's print (H, W, 3) as it lies in the picture, with the dome's plate and rim."""
    fine = float(np.clip(view.pixels_per_mm(), 1.5, 6.0))
    sheet = linear(board_print(plan, style, fine))
    if style.stage.frame > 0:
        lay_collar(sheet, style.stage.frame * fine)
    lay_ring(sheet, style.stage, fine)
    seen_x, seen_y = style.stage.lens.through(view.centre, x, y)
    middle = np.float32(sheet.shape[0] / 2 - 0.5)
    columns, rows = seen_x * np.float32(fine) + middle, middle - seen_y * np.float32(fine)
    board = cv2.remap(sheet, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    board *= threefold(light_at_foot(x, y, style.stage.radius))
    return np.asarray(board, np.float32)


def fill_hull(canvas: Floats, points: Doubles, content: Floats, share: float = 1.0) -> None:
    """Lay a content (H, W, 3), or a share of it, into the convex hull of some pixels (n, 2), in place."""
    near = np.clip(points, -30000, 30000)
    x, y, w, h = box_around(near, (canvas.shape[1], canvas.shape[0]), 2)
    if w < 1 or h < 1:
        return
    mask = np.zeros((h, w), np.uint8)
    hull = cv2.convexHull(np.rint(near * 16).astype(np.int32) - np.array((16 * x, 16 * y), np.int32))
    cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, 4)
    cover = threefold(np.asarray(mask, np.float32) / np.float32(255))
    part = canvas[y : y + h, x : x + w]
    part *= 1 - cover
    part += cover * (content[y : y + h, x : x + w] * np.float32(share))


def _cups(canvas: Floats, plan: Plan, style: BoardStyle, view: View, light: Light) -> None:
    """Clear cups round the spaces: a bright rim above, a faint one below, a veil between, in place."""
    veil = np.zeros(canvas.shape[:2], np.uint8)
    rims = np.zeros_like(veil)
    radius = plan.piece_radius * 1.25
    circle = radius * np.column_stack((np.cos(_ROUND), np.sin(_ROUND)))
    wide = max(1, round(0.7 * view.pixels_per_mm()))
    for _, at in plan.spaces:
        for z, tone in ((0.0, 110), (style.cup, 230)):
            ring = view.project(np.column_stack((circle + at, np.full(len(circle), z))))
            fixed = [np.rint(ring * 8).astype(np.int32)]
            cv2.fillPoly(veil, fixed, 255, cv2.LINE_AA, 3)
            cv2.polylines(rims, fixed, True, tone, wide, cv2.LINE_AA, 3)
    level = np.float32(light.level())
    for mask, share in ((veil, 0.14), (rims, 0.45)):
        cover = threefold(mask.astype(np.float32) * np.float32(share / 255))
        canvas *= 1 - cover
        canvas += cover * level * np.float32(0.8)


def throw_shade(canvas: Floats, shade: Shade, view: View) -> None:
    """Take light away beyond the edge of a shade, in place."""
    height, width = canvas.shape[:2]
    x, y = view.plane_points((0, 0, width, height))
    x, y = x[::_COARSE, ::_COARSE], y[::_COARSE, ::_COARSE]
    way = np.radians(shade.toward)
    beyond = x * np.float32(np.cos(way)) + y * np.float32(np.sin(way)) - np.float32(shade.start)
    dark = np.clip(beyond / np.float32(max(shade.soft, 1.0)) + 0.5, 0, 1)
    left = cv2.resize(np.asarray(1 - shade.depth * dark, np.float32), (width, height))
    canvas *= threefold(np.asarray(left, np.float32))
