"""Light and sensor: lamps and windows, what they do to a surface, and how a camera makes bytes of it.

Colours are linear BGR reflectances or radiances (1 is a white sheet under full light). `srgb` makes one from
the familiar 0-255 red, green, blue.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.studio.geometry import Doubles, Floats

Colour: TypeAlias = tuple[float, float, float]
Picture: TypeAlias = npt.NDArray[np.uint8]
Vector: TypeAlias = tuple[float, float, float]

WHITE: Colour = (1.0, 1.0, 1.0)
_LEVELS = 4096
_NOISE_SIDE = 1536
_PLASTIC = 0.045
_HALO = 0.8
_FULL_WELL = np.float32(1.25)
_SHARPENINGS = 6


def srgb(red: float, green: float, blue: float) -> Colour:
    """Linear BGR of a colour given as 0-255 sRGB (IEC 61966-2-1)."""
    linear = [
        ((c / 255 + 0.055) / 1.055) ** 2.4 if c > 10.31475 else c / 255 / 12.92 for c in (blue, green, red)
    ]
    return linear[0], linear[1], linear[2]


@dataclass(frozen=True, slots=True)
class Lamp:
    """A shining rectangle or ellipse in the room.

    at: its middle in mm. across, along: half its sides as vectors in mm. strength: the light that it sends to
    a sheet at the origin facing it (1 is full light). panes: bars of a window, 1 for none.
    """

    at: Vector
    across: Vector
    along: Vector
    strength: float
    colour: Colour = WHITE
    round: bool = False
    panes: int = 1

    def radiance(self) -> float:
        """How bright its own surface is: its light over the part of the sky that it covers, with 1 = white
        sheet.
        """
        at, normal = np.array(self.at), np.cross(self.across, self.along)
        distance = float(np.linalg.norm(at))
        area = 4 * float(np.linalg.norm(normal)) * (np.pi / 4 if self.round else 1.0)
        facing = max(0.2, abs(float(normal @ at)) / (float(np.linalg.norm(normal)) * distance))
        return float(np.pi * self.strength * distance**2 / (area * facing))


@dataclass(frozen=True, slots=True)
class Light:
    """The light of a room: lamps and windows, and what comes evenly from everywhere."""

    lamps: tuple[Lamp, ...]
    ambient: float = 0.45
    tint: Colour = WHITE

    def level(self) -> float:
        """How much light falls on the plate, 1 being full light."""
        return self.ambient + sum(lamp.strength * _height_share(lamp) for lamp in self.lamps)


def _height_share(lamp: Lamp) -> float:
    return max(0.0, lamp.at[2]) / float(np.linalg.norm(lamp.at))


def shade(normals: Floats, light: Light) -> Floats:
    """Light (n, 3) on surfaces with unit normals (3, n): evenly from above plus Lambert's cosine for each
    lamp.
    """
    total = (light.ambient * (0.62 + 0.38 * normals[2]))[:, None] * np.array(light.tint, np.float32)
    for lamp in light.lamps:
        toward = np.array(lamp.at, np.float32) / np.float32(np.linalg.norm(lamp.at))
        cosine = np.maximum(toward @ normals, 0) * np.float32(lamp.strength)
        total = total + cosine[:, None] * np.array(lamp.colour, np.float32)
    return np.asarray(total, np.float32)


def gleam(normals: Floats, toward_eye: Floats, light: Light, gloss: float) -> Floats:
    """The shine (n, 3) of plastic: Blinn's highlight of every lamp, to the 64th power; normals (3, n), eye
    direction (3,).
    """
    total = np.zeros((normals.shape[1], 3), np.float32)
    for lamp in light.lamps:
        half = np.array(lamp.at) / np.linalg.norm(lamp.at) + toward_eye
        half = (half / np.linalg.norm(half)).astype(np.float32)
        spot = np.maximum(half @ normals, 0)
        for _ in range(_SHARPENINGS):
            spot *= spot
        spot *= np.float32(gloss * lamp.strength * 2.2)
        total += spot[:, None] * np.array(lamp.colour, np.float32)
    return total


def reflected(points: Floats, directions: Floats, light: Light) -> Floats:
    """Radiance (n, 3) that arrives at points (3, n) from unit directions (3, n): the lamps and the even
    room.
    """
    sky = np.float32(0.55 * light.ambient) * np.clip(0.6 + 0.8 * directions[2], 0.15, 1.2)
    total = sky[:, None] * np.array(light.tint, np.float32)
    for lamp in light.lamps:
        across, along = np.array(lamp.across, np.float32), np.array(lamp.along, np.float32)
        normal = np.cross(across, along)
        at = np.array(lamp.at, np.float32)
        slant = normal @ directions
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            t = (normal @ (at[:, None] - points)) / slant
            spot = points + t * directions - at[:, None]
            a, b = (across @ spot) / (across @ across), (along @ spot) / (along @ along)
        a, b = np.where(t > 0, np.nan_to_num(a, nan=9.0), 9.0), np.nan_to_num(b, nan=9.0)
        total += (_lamp_shape(lamp, a, b) * np.float32(lamp.radiance()))[:, None] * np.array(
            lamp.colour, np.float32
        )
    return np.asarray(total, np.float32)


def _lamp_shape(lamp: Lamp, a: Floats, b: Floats) -> Floats:
    """How much of the lamp is seen at a, b (-1..1 inside), with a soft edge and a window's bars."""
    if lamp.round:
        return np.asarray(np.clip((1.08 - np.sqrt(np.clip(a * a + b * b, 0, 9))) / 0.16, 0, 1), np.float32)
    inside = np.clip((1.05 - np.abs(a)) / 0.1, 0, 1) * np.clip((1.05 - np.abs(b)) / 0.1, 0, 1)
    for k in range(1, lamp.panes):
        bar = np.abs(a - (2 * k / lamp.panes - 1))
        inside = inside * np.clip((bar - 0.04) / 0.06, 0, 1)
    return np.asarray(inside, np.float32)


def fresnel(cosine: Floats) -> Floats:
    """Share of light that clear plastic throws back at an angle with this cosine (Schlick's formula)."""
    return np.asarray(_PLASTIC + (1 - _PLASTIC) * (1 - np.clip(cosine, 0, 1)) ** 5, np.float32)


@dataclass(frozen=True, slots=True)
class Sensor:
    """How a camera turns light into bytes.

    exposure: factor on the light. balance: factors on blue, green, red. blur: sigma of the lens in pixels.
    noise: standard deviation at mid-grey, in 8-bit steps. jpeg: quality 1-100, or None. vignette: light lost
    in the corners, 0-1. veil: stray light in the lens, as a share of the picture's mean. sharpen: how far the
    camera's own software overdoes edges, 0-1.
    """

    exposure: float = 1.0
    balance: Colour = WHITE
    blur: float = 0.6
    noise: float = 2.0
    jpeg: int | None = None
    vignette: float = 0.0
    veil: float = 0.0
    sharpen: float = 0.0


@lru_cache(maxsize=1)
def _tone_curve() -> Picture:
    """sRGB's curve with a soft shoulder for the brightest tenth, over 0..2 in 4,096 steps."""
    x = np.arange(_LEVELS) / (_LEVELS - 1) * 2
    x = np.where(x < 0.8, x, 0.8 + 0.2 * (1 - np.exp(-(x - 0.8) / 0.2)))
    curve = np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.power(np.maximum(x, 1e-9), 1 / 2.4) - 0.055)
    return np.asarray(np.clip(np.rint(curve * 255), 0, 255), np.uint8)


@lru_cache(maxsize=1)
def _grain() -> Floats:
    """A large sheet of noise of unit strength, slightly clumped as a sensor's colour filter leaves it."""
    sheet = np.random.default_rng(20).standard_normal((_NOISE_SIDE, _NOISE_SIDE, 3), np.float32)
    sheet = cv2.GaussianBlur(sheet, (0, 0), 0.55)
    return np.asarray(sheet / sheet.std(), np.float32)


def _noise(shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """A window of the sheet at a random place: a hundredth of the cost of fresh noise."""
    height, width = shape[:2]
    if max(height, width) > _NOISE_SIDE - 64:
        return rng.standard_normal((height, width, 3), np.float32)
    y = int(rng.integers(_NOISE_SIDE - height))
    x = int(rng.integers(_NOISE_SIDE - width))
    window = _grain()[y : y + height, x : x + width]
    return window[:: int(rng.choice((-1, 1)))]


@lru_cache(maxsize=8)
def _falloff(shape: tuple[int, int], loss: float) -> Floats:
    y, x = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j]
    lit = np.asarray(1 - loss * (x * x + y * y) / 2, np.float32)
    return threefold(lit)


def _softened(light: Floats, sigma: float) -> Floats:
    """A Gaussian blur cut at 2.5 sigma: OpenCV's own choice of 4 takes twice as long for float pictures."""
    side = 2 * int(np.ceil(2.5 * sigma)) + 1
    return np.asarray(cv2.GaussianBlur(light, (side, side), sigma), np.float32)


def develop(radiance: Floats, sensor: Sensor, rng: np.random.Generator) -> Picture:
    """The camera's BGR picture (h, w, 3) uint8 of a radiance (h, w, 3)."""
    gains = np.diag(np.array(sensor.balance) * sensor.exposure)
    light = np.asarray(cv2.transform(radiance, gains), np.float32)
    if sensor.vignette > 0:
        light *= _falloff(light.shape[:2], sensor.vignette)
    if sensor.blur > 0.2:
        light = _softened(light, sensor.blur)
    if sensor.sharpen > 0:
        np.minimum(light, _FULL_WELL, out=light)
        light += (light - _softened(light, _HALO + sensor.blur)) * np.float32(sensor.sharpen)
        np.maximum(light, 0, out=light)
    if sensor.veil > 0:
        light += np.float32(sensor.veil * float(light.mean()))
    if sensor.noise > 0:
        spread = np.sqrt(light + np.float32(0.01))
        spread *= _noise(light.shape, rng)
        spread *= np.float32(sensor.noise * 0.008)
        light += spread
    light *= np.float32((_LEVELS - 1) / 2)
    np.clip(light, 0, _LEVELS - 1, out=light)
    picture: Picture = _tone_curve().take(light.astype(np.uint16), mode="clip")
    if sensor.jpeg is not None:
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return picture


def threefold(mask: Floats) -> Floats:
    """A mask (h, w) for all colours (h, w, 3): whole arrays multiply ten times faster than broadcast ones."""
    return np.asarray(cv2.merge((mask, mask, mask)), np.float32)


def lamp_above(x: float, y: float, z: float, half: float, strength: float, colour: Colour = WHITE) -> Lamp:
    """A round ceiling lamp that faces down."""
    return Lamp((x, y, z), (half, 0.0, 0.0), (0.0, half, 0.0), strength, colour, round=True)


def window_beside(azimuth: float, distance: float, height: float, half: float, strength: float) -> Lamp:
    """An upright window that faces the table from a side (degrees), with two panes."""
    side: Doubles = np.radians(np.array(azimuth, np.float64))
    c, s = float(np.cos(side)), float(np.sin(side))
    middle = (distance * c, distance * s, height)
    return Lamp(
        middle, (-s * half, c * half, 0.0), (0.0, 0.0, half * 1.2), strength, (1.05, 1.0, 0.96), panes=2
    )
