"""The piece to be put right, on the OLED: from where, and with an arrow, to where."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from firmware_py.shows.drawings import draw_arrow
from firmware_py.shows.font import draw_text, text_width
from firmware_py.view.values import Fix

__all__ = ["draw_fix"]

_BOX: Final = 11
_HAND, _AWAY = "+", "×"
"""What stands for a piece that is in no space, and for a place that is off the board."""


def draw_fix(image: Image.Image, xy: tuple[int, int], side: int, fix: Fix, t: float) -> None:
    """Draw it into a square with its upper left corner at `xy`, px; the arrow moves once a second."""
    x, y = xy
    _place(image, (x, y), side, fix.origin or f"{_HAND}{fix.colour[:1].upper()}", filled=False)
    _place(image, (x, y + side - _BOX), side, fix.target or _AWAY, filled=True)
    tip = y + side - _BOX - (2 if t % 1.0 < 0.5 else 6)
    draw_arrow(ImageDraw.Draw(image), (x + side // 2, tip))


def _place(image: Image.Image, xy: tuple[int, int], side: int, text: str, *, filled: bool) -> None:
    x, y = xy
    box = (x, y, x + side - 1, y + _BOX - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, radius=2, fill=int(filled), outline=1)
    draw_text(image, (x + (side - text_width(text)) // 2, y + 2), text, 0 if filled else 1)
