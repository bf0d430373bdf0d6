"""What stays still under a dome: base plate, rim, and the board around."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from vision.studio.geometry import Camera, Floats, Size, view_of
from vision.studio.lens import DomeLens
from vision.studio.light import Colour, Light, srgb, threefold

_REACH = 150.0
_COARSE = 4
_SLATE = srgb(60, 66, 78)
_SILVER = srgb(205, 208, 210)
_BLUE = srgb(40, 90, 170)


@dataclass(frozen=True, slots=True)
class Plate:
    """The base plate under the dice.

    grain: how much it sparkles, 0-1. gloss: how well it mirrors a die, 0-1. foil: wrinkled metal's light and
    dark patches, 0-1.
    """

    colour: Colour = _SLATE
    grain: float = 0.15
    gloss: float = 0.08
    foil: float = 0.0


@dataclass(frozen=True, slots=True)
class Spot:
    """A printed disc on the board round the dome: mm."""

    at: tuple[float, float]
    radius: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Stage:
    """A dome on its board.

    radius: mm, of the inside of the dome. thickness: mm, of its shell. wobble: how uneven its plastic is,
    0-1. haze: milkiness, 0-1. dust: specks on it. rim: colour and width in mm of the ring at its foot. frame:
    half width in mm of a square frosted collar, 0 for none. board: colour round it. seed: of grain, wobble
    and dust.
    """

    radius: float = 29.0
    thickness: float = 1.8
    wobble: float = 0.1
    haze: float = 0.02
    dust: int = 12
    plate: Plate = field(default_factory=Plate)
    rim: Colour = _SILVER
    rim_width: float = 3.0
    frame: float = 0.0
    board: Colour = _BLUE
    spots: tuple[Spot, ...] = ()
    seed: int = 0

    @property
    def lens(self) -> DomeLens:
        """The dome as a lens."""
        return DomeLens(self.radius, self.thickness)


@lru_cache(maxsize=4)
def still_board(stage: Stage, camera: Camera, light: Light, size: Size) -> Floats:
    """The lit board and plate (H, W, 3), radiance, without dice and dome; the latest few are remembered."""
    view = view_of(camera, size)
    scale = float(np.clip(view.pixels_per_mm(), 1.5, 7.0))
    seen_x, seen_y = view.plane_points((0, 0, *size))
    reach = min(_REACH, float(max(np.abs(seen_x).max(), np.abs(seen_y).max())) + 2)
    print_ = _print(stage, scale, max(reach, stage.radius + stage.rim_width + 2))
    x, y = stage.lens.through(view.centre, seen_x, seen_y)
    middle = np.float32(print_.shape[0] / 2 - 0.5)
    columns, rows = x * np.float32(scale) + middle, middle - y * np.float32(scale)
    board = cv2.remap(print_, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    board *= fall_of_light(x, y, light)
    board *= threefold(light_at_foot(x, y, stage.radius))
    return np.asarray(board, np.float32)


def _print(stage: Stage, scale: float, reach: float) -> Floats:
    """The board straight from above (n, n, 3), reach mm each way, scale pixels a mm, the dome's centre in
    the middle."""
    rng = np.random.default_rng(stage.seed)
    side = 2 * int(reach * scale)
    sheet = np.empty((side, side, 3), np.float32)
    sheet[:] = stage.board
    paper = cv2.resize(rng.standard_normal((side // 6, side // 6)).astype(np.float32), (side, side))
    sheet *= threefold(1 + np.float32(0.03) * paper)
    middle = side / 2 - 0.5
    for spot in stage.spots:
        _disc(
            sheet, middle + spot.at[0] * scale, middle - spot.at[1] * scale, spot.radius * scale, spot.colour
        )
    if stage.frame > 0:
        lay_collar(sheet, stage.frame * scale)
    lay_ring(sheet, stage, scale)
    return sheet


def _disc(sheet: Floats, x: float, y: float, radius: float, colour: Colour) -> None:
    cv2.circle(sheet, (round(x * 16), round(y * 16)), round(radius * 16), colour, -1, cv2.LINE_8, 4)


def lay_collar(sheet: Floats, half: float) -> None:
    """A frosted square collar with cut corners, standing on a corner as on real boards."""
    middle = sheet.shape[0] / 2 - 0.5
    angles = np.radians(np.array([-10, 10, 80, 100, 170, 190, 260, 280.0]))
    corners = middle + half * np.column_stack((np.cos(angles), np.sin(angles)))
    mask = np.zeros(sheet.shape[:2], np.float32)
    cv2.fillPoly(mask, [np.rint(corners * 16).astype(np.int32)], 1.0, cv2.LINE_8, 4)
    small = cv2.resize(sheet, None, fx=1 / _COARSE, fy=1 / _COARSE, interpolation=cv2.INTER_AREA)
    frosted = cv2.GaussianBlur(small, (0, 0), half / 12 / _COARSE) * np.float32(0.45) + np.float32(0.3)
    frosted = cv2.resize(frosted, sheet.shape[1::-1])
    cover = threefold(cv2.GaussianBlur(mask, (0, 0), 1.5))
    sheet *= 1 - cover
    sheet += cover * frosted


def lay_ring(sheet: Floats, stage: Stage, scale: float) -> None:
    """The plate and the rounded rim round it, in place, within the square that holds them."""
    reach = int((stage.radius + stage.rim_width + 1) * scale)
    middle = sheet.shape[0] // 2
    inner = sheet[middle - reach : middle + reach, middle - reach : middle + reach]
    across = (np.arange(2 * reach, dtype=np.float32) + 0.5 - reach) / np.float32(scale)
    x, y = across[None, :], -across[:, None]
    distance = np.sqrt(x * x + y * y)
    rng = np.random.default_rng(stage.seed + 1)
    plate = np.array(stage.plate.colour, np.float32) * _plate_pattern(stage.plate, distance.shape, scale, rng)
    edge = (distance - stage.radius) / max(stage.rim_width, 1e-3)
    bulge = 2 * edge - 1
    lit = (
        0.72
        + 0.28 * np.sqrt(np.clip(1 - bulge * bulge, 0, 1))
        + 0.12 * bulge * (y - 0.5 * x) / np.maximum(distance, 1)
    )
    inside = np.clip((stage.radius - distance) * scale + 0.5, 0, 1)[..., None]
    outside = np.clip((distance - stage.radius - stage.rim_width) * scale + 0.5, 0, 1)[..., None]
    rim = lit[..., None] * np.array(stage.rim, np.float32)
    inner[:] = inside * plate + (1 - inside) * ((1 - outside) * rim + outside * inner)


def _plate_pattern(plate: Plate, shape: tuple[int, ...], scale: float, rng: np.random.Generator) -> Floats:
    """Factors (n, n, 1) of a plate's brightness: sparkle and wrinkles."""
    sparkle = cv2.GaussianBlur(rng.standard_normal(shape).astype(np.float32), (0, 0), 0.12 * scale)
    pattern = 1 + plate.grain * 0.35 * sparkle / max(float(sparkle.std()), 1e-6)
    if plate.foil > 0:
        wrinkles = cv2.GaussianBlur(
            rng.standard_normal((shape[0] // 4, shape[1] // 4)).astype(np.float32), (0, 0), 0.9 * scale
        )
        wrinkles = cv2.resize(wrinkles, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
        wrinkles /= max(float(wrinkles.std()), 1e-6)
        pattern *= 1 + plate.foil * (0.5 * np.maximum(wrinkles, 0) ** 2 + 0.25 * wrinkles)
    return np.asarray(np.clip(pattern, 0.1, 6)[..., None], np.float32)


def fall_of_light(x: Floats, y: Floats, light: Light) -> Floats:
    """How much light (H, W, 3) falls on each point of the board."""
    height, width = x.shape
    x, y = x[::_COARSE, ::_COARSE], y[::_COARSE, ::_COARSE]
    total = np.zeros((*x.shape, 3), np.float32)
    total[:] = light.ambient * np.array(light.tint, np.float32)
    for lamp in light.lamps:
        at = np.array(lamp.at, np.float32)
        distance2 = (x - at[0]) ** 2 + (y - at[1]) ** 2 + at[2] ** 2
        falling = at[2] * (at @ at) / distance2**1.5 * np.float32(lamp.strength)
        total += falling[..., None] * np.array(lamp.colour, np.float32)
    return np.asarray(cv2.resize(total, (width, height)), np.float32)


def light_at_foot(x: Floats, y: Floats, radius: float) -> Floats:
    """How much light (H, W) is left along the dome's foot, inside and outside."""
    s = np.sqrt(x * x + y * y) / np.float32(radius)
    inside = np.float32(0.3) * np.exp(-(((s - 1) / np.float32(0.09)) ** 2)) * (s < 1)
    outside = np.float32(0.25) * np.exp(-np.maximum(s - 1, 0) / np.float32(0.12)) * (s >= 1.1)
    return np.asarray(1 - inside - outside, np.float32)
