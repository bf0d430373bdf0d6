"""What stays still under a dome: base plate, rim, the board around, and the clear dome's own reflections."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from vision.studio.geometry import Box, Camera, DomeLens, Floats, Size, View, box_around, view_of
from vision.studio.light import Colour, Light, fresnel, reflected, srgb

_REACH = 150.0
_SHELL = 1.8
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

    radius: mm, of the clear dome at its foot. lens: how much it enlarges. wobble: how uneven its plastic is,
    0-1. haze: milkiness, 0-1. dust: specks on it. rim: colour and width in mm of the ring at its foot. frame:
    half width in mm of a square frosted collar, 0 for none. board: colour round it. seed: of grain, wobble
    and dust.
    """

    radius: float = 29.0
    power: float = 0.04
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
        return DomeLens(self.radius, self.power)


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """What is drawn once for a table and camera.

    base: radiance (H, W, 3) without dice and dome. box: the dome's part of the picture x, y, w, h. clear:
    what the dome lets through there (h, w, 1). glare: what it reflects (h, w, 3).
    """

    base: Floats
    box: Box
    clear: Floats
    glare: Floats


@lru_cache(maxsize=6)
def set_up(stage: Stage, camera: Camera, light: Light, size: Size) -> Still:
    """Draw the still part of a scene; the latest few are remembered."""
    view = view_of(camera, size)
    scale = float(np.clip(1.1 * view.pixels_per_mm(), 1.5, 8.0))
    rng = np.random.default_rng(stage.seed)
    print_ = _print(stage, scale, rng)
    x, y = stage.lens.through(*view.plane_points((0, 0, *size)))
    middle = np.float32(print_.shape[0] / 2 - 0.5)
    base = cv2.remap(
        print_,
        x * np.float32(scale) + middle,
        middle - y * np.float32(scale),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT_101,
    )
    base = base * _fall_of_light(x, y, light, stage.radius)
    box = _dome_box(view, stage.radius)
    clear, glare = _glass(stage, view, light, box, rng)
    return Still(np.asarray(base, np.float32), box, clear, glare)


def _dome_box(view: View, radius: float) -> Box:
    around, up = np.meshgrid(np.radians(np.arange(0, 360, 10.0)), np.radians(np.arange(0, 91, 15.0)))
    points = radius * np.stack(
        (np.cos(around) * np.cos(up), np.sin(around) * np.cos(up), np.sin(up)), axis=-1
    )
    return box_around(view.project(points.reshape(-1, 3)), view.size, 2)


def _print(stage: Stage, scale: float, rng: np.random.Generator) -> Floats:
    """The board straight from above (n, n, 3), scale pixels a mm, the dome's centre in the middle."""
    side = int(2 * _REACH * scale)
    sheet = np.empty((side, side, 3), np.float32)
    sheet[:] = stage.board
    paper = cv2.resize(rng.standard_normal((side // 6, side // 6)).astype(np.float32), (side, side))
    sheet *= 1 + 0.03 * paper[..., None]
    middle = side / 2 - 0.5
    for spot in stage.spots:
        _disc(
            sheet, middle + spot.at[0] * scale, middle - spot.at[1] * scale, spot.radius * scale, spot.colour
        )
    if stage.frame > 0:
        _collar(sheet, stage.frame * scale)
    _ring(sheet, stage, scale)
    return sheet


def _disc(sheet: Floats, x: float, y: float, radius: float, colour: Colour) -> None:
    cv2.circle(sheet, (round(x * 16), round(y * 16)), round(radius * 16), colour, -1, cv2.LINE_8, 4)


def _collar(sheet: Floats, half: float) -> None:
    """A frosted square collar with cut corners, standing on a corner as on real boards."""
    middle = sheet.shape[0] / 2 - 0.5
    angles = np.radians(np.array([-10, 10, 80, 100, 170, 190, 260, 280.0]))
    corners = middle + half * np.column_stack((np.cos(angles), np.sin(angles)))
    mask = np.zeros(sheet.shape[:2], np.float32)
    cv2.fillPoly(mask, [np.rint(corners * 16).astype(np.int32)], 1.0, cv2.LINE_8, 4)
    frosted = cv2.GaussianBlur(sheet, (0, 0), half / 12) * 0.45 + 0.3
    mask = cv2.GaussianBlur(mask, (0, 0), half / 50)[..., None]
    sheet *= 1 - mask
    sheet += mask * frosted


def _ring(sheet: Floats, stage: Stage, scale: float) -> None:
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


def _fall_of_light(x: Floats, y: Floats, light: Light, radius: float) -> Floats:
    """How much light (H, W, 3) falls on each point of the board, darker along the inside of the dome's
    foot.
    """
    total = np.zeros((*x.shape, 3), np.float32)
    total[:] = light.ambient * np.array(light.tint, np.float32)
    for lamp in light.lamps:
        at = np.array(lamp.at, np.float32)
        home = np.linalg.norm(at)
        distance2 = (x - at[0]) ** 2 + (y - at[1]) ** 2 + at[2] ** 2
        falling = at[2] * home**2 / distance2**1.5 * np.float32(lamp.strength)
        total += falling[..., None] * np.array(lamp.colour, np.float32)
    s = np.sqrt(x * x + y * y) / np.float32(radius)
    corner = 1 - 0.3 * np.exp(-(((s - 1) / 0.09) ** 2)) * (s < 1)
    foot = 1 - 0.25 * np.exp(-(s - 1) / 0.12) * (s >= 1.1)
    return np.asarray(total * (corner * foot)[..., None], np.float32)


def _glass(
    stage: Stage, view: View, light: Light, box: Box, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """What a dome lets through (h, w, 1) and throws back (h, w, 3) in its box of the picture."""
    w, h = box[2], box[3]
    x, y = view.plane_points(box)
    eye = view.centre.astype(np.float32)
    rays = np.stack((x.ravel() - eye[0], y.ravel() - eye[1], np.full(x.size, -eye[2], np.float32)))
    rays /= np.linalg.norm(rays, axis=0)
    glare = np.zeros((x.size, 3), np.float32)
    clear = np.ones(x.size, np.float32)
    uneven = _wobble(stage, (h, w), rng)
    for radius in (stage.radius, stage.radius - _SHELL):
        along = -(eye @ rays)
        depth2 = radius**2 - (eye @ eye - along**2)
        t = along - np.sqrt(np.maximum(depth2, 0))
        points = eye[:, None] + t * rays
        hit = np.nonzero((depth2 > 0) & (points[2] > 0))[0]
        points, into = points[:, hit], rays[:, hit]
        normals = points / np.float32(radius) + uneven[:, hit]
        normals /= np.linalg.norm(normals, axis=0)
        cosine = -(normals * into).sum(axis=0)
        share = fresnel(cosine)
        bounce = into + 2 * cosine * normals
        glare[hit] += share[:, None] * reflected(points, bounce, light) * clear[hit, None]
        clear[hit] *= 1 - share
    domed = clear < 1
    milk = np.float32(stage.haze) * domed
    clear *= 1 - milk
    glare += milk[:, None] * np.float32(0.6 * light.level())
    thrown = glare.reshape(h, w, 3)
    _dust(stage, thrown, domed.reshape(h, w), light, rng)
    return clear.reshape(h, w, 1), np.asarray(cv2.GaussianBlur(thrown, (0, 0), 0.5), np.float32)


def _wobble(stage: Stage, shape: tuple[int, int], rng: np.random.Generator) -> Floats:
    """Small slow errors (3, h * w) of the dome's normals."""
    coarse = rng.standard_normal((9, 9, 3)).astype(np.float32)
    smooth = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.ascontiguousarray(smooth.reshape(-1, 3).T) * np.float32(0.06 * stage.wobble)


def _dust(
    stage: Stage,
    glare: Floats,
    domed: np.ndarray[tuple[int, int], np.dtype[np.bool_]],
    light: Light,
    rng: np.random.Generator,
) -> None:
    """Specks on the dome that catch the light, in place."""
    h, w = domed.shape
    for x, y, size, bright in zip(*(rng.random((4, stage.dust))), strict=True):
        at = int(x * (w - 1)), int(y * (h - 1))
        if domed[at[1], at[0]]:
            tone = float(0.05 + 0.2 * bright) * light.level()
            cv2.circle(glare, at, int(1 + 1.2 * size), (tone, tone, tone), -1, cv2.LINE_8)
