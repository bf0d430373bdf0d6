"""The faces of the counters of Gearhead Skirmish, painted: for the printer, and for pictures of boards."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw

from hardware.art import Drawing, drawing
from hardware.counters import FACES, FAMILY, Face, Plan, colour_of_kind
from vision.studio.lettering import letter, line_length

__all__ = ["paint_drawing", "paint_face", "paint_zap"]

Rgb = tuple[int, int, int]

_WHITE: Final[Rgb] = (255, 255, 255)
_INK: Final[Rgb] = (45, 36, 48)
_FINE: Final = 4
"""Drawings are painted so many times larger and shrunk: that makes their edges smooth."""
_PALE: Final = 0.14

# Where everything lies on a counter, in units of a 38th of its side, from its upper left corner.
_UNITS: Final = 38.0
_BAND: Final = 6.8
_ARROW: Final = ((19.0, 0.9), (24.4, 6.0), (13.6, 6.0))
_DRAWING: Final = (22.3, 8.2, 15.0, 18.0)
_NAME: Final = (19.0, 32.8)
_NAME_ROOM: Final = 35.0
_NAME_HEIGHT: Final = 5.2


def paint_face(face: Face, plan: Plan, name: str, px: int) -> Image.Image:
    """A counter's face, RGB, px by px pixels; `name` is written on it, the arrow points up."""
    image = Image.new("RGB", (px, px), _WHITE)
    pen, unit = ImageDraw.Draw(image), px / _UNITS
    colour = colour_of_kind(face.kind)
    pen.rectangle((0, 0, px, _BAND * unit), fill=colour)
    pen.rectangle((0, 29 * unit, px, px), fill=_mixed(colour, _PALE))
    if face.flipped:
        _stripes(pen, unit, colour, px)
    _smooth_polygon(image, [(x * unit, y * unit) for x, y in _ARROW], _WHITE)
    x, y, width, height = (round(v * unit) for v in _DRAWING)
    image.paste(paint_drawing(drawing(face.art), width, height, _WHITE), (x, y))
    _paste_marker(image, face, plan, px)
    _write(image, name, unit)
    return image


def paint_zap(px: int) -> Image.Image:
    """The round token that lies on a zapped toy (G-32), RGB, px by px pixels."""
    return paint_drawing(drawing("zapped"), px, px, _WHITE)


def paint_drawing(art: Drawing, width: int, height: int, ground: Rgb) -> Image.Image:
    """A drawing, as large as it fits into width by height pixels, on a ground."""
    big = Image.new("RGB", (width * _FINE, height * _FINE), ground)
    pen = ImageDraw.Draw(big)
    scale = min(big.width / art.size[0], big.height / art.size[1])
    left, top = (big.width - art.size[0] * scale) / 2, (big.height - art.size[1] * scale) / 2
    for shape in art.shapes:
        points = [(left + x * scale, top + y * scale) for x, y in shape.points]
        if shape.fill is not None and shape.closed:
            pen.polygon(points, fill=shape.fill)
        if shape.stroke is not None:
            _stroke(pen, [*points, points[0]] if shape.closed else points, shape.stroke, shape.width * scale)
    return big.resize((width, height), Image.Resampling.BOX)


def _stroke(pen: ImageDraw.ImageDraw, points: list[tuple[float, float]], colour: Rgb, width: float) -> None:
    """A line with round ends and joints."""
    pen.line(points, fill=colour, width=max(1, round(width)))
    r = width / 2
    for x, y in points:
        pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)


def _stripes(pen: ImageDraw.ImageDraw, unit: float, colour: Rgb, px: int) -> None:
    """The band of a back is striped, so that nobody takes it for the front."""
    for k in range(-1, 13):
        x = 3.6 * k * unit
        corners = [(x, _BAND * unit), (x + 1.8 * unit, _BAND * unit), (x + 5 * unit, 0), (x + 3.2 * unit, 0)]
        pen.polygon(corners, fill=_mixed(colour, 0.55))
    pen.rectangle((12 * unit, 0, px - 12 * unit, _BAND * unit), fill=colour)


def _mixed(colour: Rgb, share: float) -> Rgb:
    red, green, blue = (round(share * c + (1 - share) * 255) for c in colour)
    return red, green, blue


def _smooth_polygon(image: Image.Image, points: list[tuple[float, float]], colour: Rgb) -> None:
    mask = Image.new("L", (image.width * _FINE, image.height * _FINE), 0)
    ImageDraw.Draw(mask).polygon([(x * _FINE, y * _FINE) for x, y in points], fill=255)
    image.paste(colour, (0, 0), mask.resize(image.size, Image.Resampling.BOX))


def _paste_marker(image: Image.Image, face: Face, plan: Plan, px: int) -> None:
    scale = px / plan.side
    x, y = plan.marker_at
    left = (plan.side / 2 + x - plan.marker / 2) * scale
    top = (plan.side / 2 - y - plan.marker / 2) * scale
    ends = [round(left), round(top), round(left + plan.marker * scale), round(top + plan.marker * scale)]
    cells = Image.fromarray(_marker(face))
    image.paste(
        cells.resize((ends[2] - ends[0], ends[3] - ends[1]), Image.Resampling.NEAREST), (ends[0], ends[1])
    )


@lru_cache(maxsize=64)
def _marker(face: Face) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A face's marker, a pixel a cell (6, 6)."""
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, FAMILY))
    number = next(number for number, known in FACES.items() if known == face)
    return np.asarray(cv2.aruco.generateImageMarker(family, number, family.markerSize + 2), np.uint8)


def _write(image: Image.Image, name: str, unit: float) -> None:
    """The name, as large as it fits."""
    pen, size = ImageDraw.Draw(image), _NAME_HEIGHT * unit
    long = line_length(name, size)
    if long > _NAME_ROOM * unit:
        size *= _NAME_ROOM * unit / long
    at = _NAME[0] * unit, _NAME[1] * unit
    letter(pen, at, name, size, _INK, anchor="mm", bold=max(0, round(unit * 0.09)))
