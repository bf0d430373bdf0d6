"""Drawing what was seen at each space, to be understood at a glance."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from hardware.layout import Layout
from vision.board.place.canvas import Picture
from vision.board.place.pose import map_points
from vision.board.place.registration import space_points
from vision.board.reader import Look

INK: Final = {"red": (235, 40, 40), "blue": (40, 90, 255), "yellow": (255, 215, 0), "green": (30, 200, 80)}
UNSURE: Final = (255, 0, 255)
EMPTY_INK: Final = (235, 235, 235)
DARK: Final = (20, 20, 20)


def draw(picture: Picture, look: Look, layout: Layout) -> Picture:
    """The picture (BGR) with the board's outline, a ring of the colour seen and its letter at each piece's
    body, small rings at empty spaces, and a magenta ring with a question mark where it cannot be told.
    """
    image = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    pen = ImageDraw.Draw(image)
    size = max(picture.shape[:2]) / 1000
    font = ImageFont.load_default(max(10.0, 15 * size))
    found, lean = look.registration, look.lean
    if found is None or lean is None:
        _caption(pen, f"not seen: {look.seen.reason}", font)
        return _bgr(image)
    outline = map_points(found.pose.homography, np.array(layout.corners))
    pen.polygon([tuple(p) for p in outline.tolist()], outline=(0, 255, 255), width=max(round(2 * size), 1))
    points = space_points(layout)
    feet = found.pose.pixels(points)
    bodies = found.pose.pixels(lean.bodies(points))
    tops = found.pose.pixels(lean.tops(points))
    radii = 0.6 * layout.piece.base_radius * found.pose.scale(points)
    for i, (space, seen) in enumerate(look.seen.pieces.items()):
        (x, y), r = bodies[i], float(radii[i])
        if seen.sure and seen.colour is None:
            _ring(pen, float(feet[i, 0]), float(feet[i, 1]), 0.35 * r + size, DARK, round(3 * size))
            _ring(pen, float(feet[i, 0]), float(feet[i, 1]), 0.35 * r, EMPTY_INK, round(1.5 * size))
            continue
        ink = INK[seen.colour] if seen.sure and seen.colour is not None else UNSURE
        pen.line([tuple(feet[i]), tuple(tops[i])], fill=EMPTY_INK, width=max(round(1.5 * size), 1))
        _ring(pen, x, y, r + 3 * size, DARK, round(8 * size))
        _ring(pen, x, y, r + 2 * size, EMPTY_INK, round(6 * size))
        _ring(pen, x, y, r + size, ink, round(3.5 * size))
        mark = seen.colour[0].upper() if seen.sure and seen.colour is not None else "?"
        _label(pen, (x, y), mark, EMPTY_INK, font)
        if not seen.sure:
            _label(pen, (x, y + 2.6 * r + 9 * size), space, UNSURE, font)
    told = look.seen.tops
    text = f"found by {found.how}, off by {found.error_px:.1f} px; pieces: {len(told)}"
    if look.seen.unsure:
        text += f"; not told: {' '.join(look.seen.unsure)}"
    _caption(pen, text, font)
    return _bgr(image)


def _ring(
    pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, ink: tuple[int, int, int], width: int
) -> None:
    pen.ellipse([x - radius, y - radius, x + radius, y + radius], outline=ink, width=max(width, 1))


def _label(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    ink: tuple[int, int, int],
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
) -> None:
    pen.text(at, text, fill=ink, font=font, anchor="mm", stroke_width=2, stroke_fill=DARK)


def _caption(pen: ImageDraw.ImageDraw, text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont) -> None:
    pen.text((8, 8), text, fill=(255, 255, 255), font=font, stroke_width=2, stroke_fill=DARK)


def _bgr(image: Image.Image) -> Picture:
    return np.asarray(cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR), np.uint8)
