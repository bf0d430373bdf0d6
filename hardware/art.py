"""The project's own drawings of the toys: small SVG files, read as coloured outlines.

The files in `printable/toys` keep to circles, ellipses, boxes, polygons, polylines, and paths of absolute M,
L, Q, C and Z, so that they can be drawn with the standard library alone and edited with any SVG editor.
"""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Final

from hardware.errors import ArtError
from hardware.layout import Point

__all__ = ["Drawing", "Shape", "drawing", "drawing_names", "drawing_text"]

Rgb = tuple[int, int, int]

_FOLDER: Final = "printable/toys"
_ROUND: Final = 40
"""A full circle is drawn with so many corners, a curve of a path with a quarter of them."""
_TOKEN: Final = re.compile(r"[MLQCZ]|[-+]?\d*\.?\d+")


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline: its points, whether it is closed, its fill and its stroke (None: not drawn)."""

    points: tuple[Point, ...]
    closed: bool
    fill: Rgb | None
    stroke: Rgb | None
    width: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: its size, and its shapes from the lowest to the uppermost; x right, y down."""

    size: Point
    shapes: tuple[Shape, ...]


def drawing_names() -> tuple[str, ...]:
    """The names of all drawings, sorted."""
    folder = resources.files("hardware").joinpath(_FOLDER)
    return tuple(sorted(f.name.removesuffix(".svg") for f in folder.iterdir() if f.name.endswith(".svg")))


@cache
def drawing(name: str) -> Drawing:
    """A drawing of the project by its name, such as "ziggy".

    Raises:
        ArtError: if there is none, or it has something that cannot be drawn.
    """
    return parse_drawing(drawing_text(name), name)


@cache
def drawing_text(name: str) -> str:
    """A drawing of the project as it is written: an SVG document.

    Raises:
        ArtError: if there is none.
    """
    try:
        return resources.files("hardware").joinpath(_FOLDER, f"{name}.svg").read_text(encoding="utf-8")
    except OSError as error:
        raise ArtError(f"drawing {name!r}: there is none; there are {', '.join(drawing_names())}") from error


def parse_drawing(text: str, name: str) -> Drawing:
    """The drawing in the text of an SVG file.

    Raises:
        ArtError: if it has something that cannot be drawn.
    """
    try:
        root = ET.fromstring(text)
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        return Drawing((width, height), tuple(_shapes(root, name)))
    except (ET.ParseError, KeyError, ValueError) as error:
        raise ArtError(f"drawing {name!r}: it cannot be drawn: {error}") from error


def _shapes(root: ET.Element, name: str) -> Iterator[Shape]:
    for element in root:
        tag = element.tag.rpartition("}")[2]
        if tag == "title":
            continue
        if tag not in _OUTLINES:
            raise ArtError(f"drawing {name!r}: <{tag}> is not drawn; use {', '.join(_OUTLINES)}")
        points, closed = _OUTLINES[tag](element.attrib)
        fill, stroke = _colour(element.get("fill", "#000000")), _colour(element.get("stroke", "none"))
        yield Shape(tuple(points), closed, fill, stroke, float(element.get("stroke-width", 1)))


def _colour(text: str) -> Rgb | None:
    if text == "none":
        return None
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise ValueError(f"the colour {text!r} is not one like #1a2b3c")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


# -- outlines ----------------------------------------------------------------------------------------

_Outline = tuple[list[Point], bool]
_Attributes = Mapping[str, str]


def _circle(has: _Attributes) -> _Outline:
    return _arc(float(has["cx"]), float(has["cy"]), float(has["r"]), float(has["r"])), True


def _ellipse(has: _Attributes) -> _Outline:
    return _arc(float(has["cx"]), float(has["cy"]), float(has["rx"]), float(has["ry"])), True


def _rect(has: _Attributes) -> _Outline:
    x, y, w, h = (float(has[key]) for key in ("x", "y", "width", "height"))
    r = min(float(has.get("rx", 0)), w / 2, h / 2)
    if r <= 0:
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)], True
    points: list[Point] = []
    for cx, cy, start in (
        (x + w - r, y + h - r, 0),
        (x + r, y + h - r, 90),
        (x + r, y + r, 180),
        (x + w - r, y + r, 270),
    ):
        points += _arc(cx, cy, r, r, start, start + 90)
    return points, True


def _polygon(has: _Attributes) -> _Outline:
    return _pairs(has["points"]), True


def _polyline(has: _Attributes) -> _Outline:
    return _pairs(has["points"]), False


def _path(has: _Attributes) -> _Outline:
    points: list[Point] = []
    closed, command = False, ""
    numbers: list[float] = []
    for token in _TOKEN.findall(has["d"]):
        if token.isalpha():
            command, closed = token, closed or token == "Z"
            continue
        numbers.append(float(token))
        if len(numbers) == {"M": 2, "L": 2, "Q": 4, "C": 6}[command]:
            bends = list(zip(numbers[::2], numbers[1::2], strict=True))
            points += bends if command in "ML" else _bezier([points[-1], *bends])
            numbers = []
    return points, closed


_OUTLINES: Final[dict[str, Callable[[_Attributes], _Outline]]] = {
    "circle": _circle,
    "ellipse": _ellipse,
    "rect": _rect,
    "polygon": _polygon,
    "polyline": _polyline,
    "path": _path,
}


def _arc(cx: float, cy: float, rx: float, ry: float, start: float = 0, end: float = 360) -> list[Point]:
    steps = max(2, round(_ROUND * (end - start) / 360))
    angles = [math.radians(start + (end - start) * k / steps) for k in range(steps + (end - start < 360))]
    return [(cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles]


def _bezier(bends: list[Point]) -> list[Point]:
    """The points of a Bezier curve after its first one, by de Casteljau's construction."""
    curve: list[Point] = []
    for k in range(1, _ROUND // 4 + 1):
        t, row = k / (_ROUND // 4), bends
        while len(row) > 1:
            row = [(a + t * (c - a), b + t * (d - b)) for (a, b), (c, d) in pairwise(row)]
        curve.append(row[0])
    return curve


def _pairs(text: str) -> list[Point]:
    numbers = [float(word) for word in text.replace(",", " ").split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))
