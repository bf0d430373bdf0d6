"""The print of a chessboard, straight from above: squares, their names, the rim, corner tags."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from hardware.layout import Layout, Tags
from vision.studio.light import Picture

__all__ = ["ChessStyle", "chess_print"]

Rgb = tuple[int, int, int]
Part = tuple[float, float, float, float]
"""A part of a board: left and top, mm from its upper left corner, width and height."""


@dataclass(frozen=True, slots=True)
class ChessStyle:
    """How a chessboard looks; colours are sRGB.

    light, dark: its squares. rim: round them. ink: names and lines. names: whether the squares' names stand
    on the rim. tags: whether the layout's corner tags lie there. grain: how much it looks like wood, 0-1.
    line: mm of the line round the squares. seed: of the grain.
    """

    light: Rgb = (244, 238, 222)
    dark: Rgb = (134, 158, 128)
    rim: Rgb = (250, 247, 238)
    ink: Rgb = (62, 74, 60)
    names: bool = True
    tags: bool = True
    grain: float = 0.0
    line: float = 0.8
    seed: int = 0


def chess_print(layout: Layout, style: ChessStyle, scale: float, part: Part | None = None) -> Picture:
    """The print (h, w, 3), BGR sRGB, of the board or a part of it; scale pixels a mm.

    Squares lie where the layout has them; a1 is dark (G-A4 leaves it open).
    """
    part = part or (0.0, 0.0, *layout.size_mm)
    image = Image.new("RGB", (round(part[2] * scale), round(part[3] * scale)), style.rim)
    sheet = _Sheet(layout, part, scale)
    pen = ImageDraw.Draw(image)
    half, wide = pitch_of(layout) / 2, style.line
    if wide > 0:
        low, high = layout.spaces["a1"], layout.spaces["h8"]
        outer = sheet.box(
            low[0] - half - wide, low[1] - half - wide, high[0] + half + wide, high[1] + half + wide
        )
        pen.rectangle(outer, fill=style.ink)
    for name, (x, y) in layout.spaces.items():
        dark = ("abcdefgh".index(name[0]) + int(name[1])) % 2 == 1
        colour = style.dark if dark else style.light
        pen.rectangle(sheet.box(x - half, y - half, x + half, y + half), fill=colour)
    if style.names:
        _names(pen, sheet, style)
    picture = np.ascontiguousarray(np.asarray(image, np.uint8)[..., ::-1])
    if style.grain > 0:
        picture = _grained(picture, style, scale)
    if style.tags and layout.tags is not None:
        _tags(picture, sheet, layout.tags)
    return picture


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A part of a board on a picture, scale pixels a mm."""

    layout: Layout
    part: Part
    scale: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the board, mm, lies: pixels."""
        left, top = self.layout.corners[0]
        return (x - left - self.part[0]) * self.scale, (top - y - self.part[1]) * self.scale

    def box(self, x0: float, y0: float, x1: float, y1: float) -> tuple[int, int, int, int]:
        """The pixels of a box between two points, the lower left and the upper right one, mm."""
        (left, bottom), (right, top) = self.at(x0, y0), self.at(x1, y1)
        return round(left), round(top), round(right) - 1, round(bottom) - 1


def pitch_of(layout: Layout) -> float:
    """The side of a square, mm."""
    return abs(layout.spaces["b1"][0] - layout.spaces["a1"][0])


def _names(pen: ImageDraw.ImageDraw, sheet: _Sheet, style: ChessStyle) -> None:
    """The names of files and rows in the middle of the rim, on all four sides."""
    spaces, half = sheet.layout.spaces, pitch_of(sheet.layout) / 2
    low, high = spaces["a1"], spaces["h8"]
    rim = (low[0] - half) - sheet.layout.corners[0][0]
    font = ImageFont.load_default(size=max(4.0, 0.42 * rim * sheet.scale))
    for y in (low[1] - half - rim / 2, high[1] + half + rim / 2):
        for file in "abcdefgh":
            pen.text(sheet.at(spaces[f"{file}1"][0], y), file, fill=style.ink, font=font, anchor="mm")
    for x in (low[0] - half - rim / 2, high[0] + half + rim / 2):
        for row in "12345678":
            pen.text(sheet.at(x, spaces[f"a{row}"][1]), row, fill=style.ink, font=font, anchor="mm")


def _grained(picture: Picture, style: ChessStyle, scale: float) -> Picture:
    """The print on wood: streaks along the rows, a little different from square to square."""
    rng = np.random.default_rng(style.seed)
    height, width = picture.shape[:2]
    streaks = np.zeros((height, width), np.float32)
    for across, along, share in ((0.5, 30.0, 0.6), (1.8, 80.0, 0.8)):
        noise = rng.standard_normal((height // 2 + 1, width // 2 + 1)).astype(np.float32)
        noise = cv2.GaussianBlur(noise, (0, 0), sigmaX=along * scale / 2, sigmaY=max(across * scale / 2, 0.4))
        noise = cv2.resize(noise / noise.std(), (width, height))
        streaks += np.float32(share) * noise
    factor = 1 + np.float32(0.1 * style.grain) * streaks
    return np.asarray(np.clip(picture * factor[..., None], 0, 255), np.uint8)


def _tags(picture: Picture, sheet: _Sheet, tags: Tags) -> None:
    """The corner tags on white paper, in place."""
    height, width = picture.shape[:2]
    for number, (x, y) in tags.at.items():
        paper, black = tags.size * 2 / 3, tags.size / 2
        left, top, right, bottom = sheet.box(x - black, y - black, x + black, y + black)
        if left < 0 or top < 0 or right >= width or bottom >= height:
            continue
        x0, y0, x1, y1 = sheet.box(x - paper, y - paper, x + paper, y + paper)
        picture[max(y0, 0) : y1 + 1, max(x0, 0) : x1 + 1] = 255
        size = right - left + 1, bottom - top + 1
        cells = cv2.resize(_tag(tags.family, number), size, interpolation=cv2.INTER_NEAREST)
        picture[top : bottom + 1, left : right + 1] = cells[..., None]


@lru_cache(maxsize=64)
def _tag(family_name: str, number: int) -> Picture:
    """A tag, a pixel a cell."""
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, family_name))
    return np.asarray(cv2.aruco.generateImageMarker(family, number, family.markerSize + 2), np.uint8)
