"""Small drawings for the OLED, in black and white: dice, the dome, a cup, a laurel."""

from __future__ import annotations

import math
from typing import Final

from PIL import Image, ImageDraw

from firmware_py.shows.font import draw_text, text_width

__all__ = ["draw_cup", "draw_die", "draw_dome", "draw_laurel", "draw_mark", "draw_red_die"]

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def draw_die(pen: ImageDraw.ImageDraw, xy: tuple[int, int], side: int, face: int | None) -> None:
    """A white die with black pips; without a face it stays blank. `xy` is its upper left corner, px."""
    x, y = xy
    pen.rounded_rectangle((x, y, x + side - 1, y + side - 1), radius=side // 6, fill=1)
    middle_x, middle_y, spread = x + (side - 1) / 2, y + (side - 1) / 2, side * 0.27
    radius = max(1.0, side * 0.09)
    for across, down in _PIPS.get(face or 0, ()):
        centre_x, centre_y = middle_x + across * spread, middle_y + down * spread
        pen.ellipse((centre_x - radius, centre_y - radius, centre_x + radius, centre_y + radius), fill=0)


def draw_red_die(pen: ImageDraw.ImageDraw, xy: tuple[int, int], side: int, dot: bool) -> None:
    """Headache's second die, an outline: with its dot, or blank."""
    x, y = xy
    pen.rounded_rectangle((x, y, x + side - 1, y + side - 1), radius=side // 6, outline=1, width=2)
    if dot:
        radius = side * 0.22
        middle_x, middle_y = x + (side - 1) / 2, y + (side - 1) / 2
        pen.ellipse((middle_x - radius, middle_y - radius, middle_x + radius, middle_y + radius), fill=1)


def draw_number(image: Image.Image, xy: tuple[int, int], side: int, face: int) -> None:
    """A die without pips, such as an eight-sided one: a diamond with its number."""
    x, y, half = *xy, (side - 1) / 2
    pen = ImageDraw.Draw(image)
    pen.polygon([(x + half, y), (x + side - 1, y + half), (x + half, y + side - 1), (x, y + half)], fill=1)
    scale = 2 if side > 30 else 1
    width = text_width(str(face), scale)
    draw_text(image, (round(x + half - width / 2 + 1), round(y + half - 3 * scale)), str(face), 0, scale)


def draw_dome(pen: ImageDraw.ImageDraw, xy: tuple[int, int], side: int, pressed: float) -> None:
    """The dome from the side with a die in it; `pressed` 0..1 is how far it is down."""
    x, y = xy
    base = y + side - 6
    top = y + 13 + round(pressed * side * 0.2)
    pen.rectangle((x, base, x + side - 1, base + 3), fill=1)
    pen.arc((x + 1, top, x + side - 2, 2 * base - top), 180, 360, fill=1, width=2)
    die = side // 4
    draw_die(pen, (x + (side - die) // 2, base - die - 1), die, 0)


def draw_arrow(pen: ImageDraw.ImageDraw, tip: tuple[int, int]) -> None:
    """A small arrow downwards."""
    x, y = tip
    pen.polygon([(x - 4, y - 4), (x + 4, y - 4), (x, y)], fill=1)
    pen.rectangle((x - 1, y - 10, x + 1, y - 4), fill=1)


def draw_mark(image: Image.Image, xy: tuple[int, int], side: int, mark: str) -> None:
    """A big "!" or "?" in a rounded frame."""
    x, y = xy
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((x, y, x + side - 1, y + side - 1), radius=side // 6, outline=1, width=2)
    scale = max(1, side // 11)
    width = text_width(mark, scale)
    draw_text(image, (x + (side - width) // 2, y + (side - 7 * scale) // 2), mark, 1, scale)


def draw_laurel(image: Image.Image, xy: tuple[int, int], side: int, letter: str) -> None:
    """A wreath of leaves round a letter, for the winner."""
    x, y, half = *xy, (side - 1) / 2
    pen = ImageDraw.Draw(image)
    for step in range(11):
        for way in (1, -1):
            angle = math.radians(90 + way * (14 + step * 13))
            leaf_x, leaf_y = x + half + (half - 4) * math.cos(angle), y + half + (half - 4) * math.sin(angle)
            size = 2.6 if step % 2 else 1.6
            pen.ellipse((leaf_x - size, leaf_y - size, leaf_x + size, leaf_y + size), fill=1)
    width = text_width(letter, 2)
    draw_text(image, (round(x + half - width / 2 + 1), round(y + half - 6)), letter, 1, 2)


def draw_cup(pen: ImageDraw.ImageDraw, xy: tuple[int, int], side: int) -> None:
    """A cup to draw counters from."""
    x, y = xy
    pen.polygon(
        [(x + 4, y + 8), (x + side - 5, y + 8), (x + side - 11, y + side - 2), (x + 10, y + side - 2)], fill=1
    )
    pen.ellipse((x + 4, y + 3, x + side - 5, y + 13), fill=0, outline=1)
