"""Text for the printer: the letters of English, French, German and Finnish in the font that Pillow brings.

That font has no letters with marks; here each mark is drawn over or under its letter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from PIL import ImageDraw, ImageFont

__all__ = ["font_of", "letter", "line_length"]

Rgb = tuple[int, int, int]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

_MARKS: Final = {
    "\u0300": (((-0.10, -0.20), (0.05, -0.08)),),
    "\u0301": (((-0.05, -0.08), (0.10, -0.20)),),
    "\u0302": (((-0.12, -0.08), (0.0, -0.20)), ((0.0, -0.20), (0.12, -0.08))),
    "\u0308": (((-0.12, -0.14), (-0.11, -0.14)), ((0.11, -0.14), (0.12, -0.14))),
    "\u0327": (((0.02, 0.0), (0.05, 0.10)), ((0.05, 0.10), (-0.06, 0.14))),
}
"""Grave, acute, circumflex, diaeresis and cedilla as strokes, in letters' heights: from the letter's middle,
and from its top (from its foot for what hangs below)."""
_SPELT: Final = {"\N{NO-BREAK SPACE}": " ", "ß": "ss", "œ": "oe", "Œ": "Oe", "–": "-"}
"""Signs that the font lacks, spelt otherwise."""
_HANGS: Final = "\u0327"
_STROKE: Final = 0.075


@lru_cache(maxsize=16)
def font_of(height: float) -> Font:
    """The font, so many pixels high."""
    return ImageFont.load_default(size=height)


def line_length(text: str, height: float) -> float:
    """How long a line is, pixels."""
    return float(font_of(height).getlength("".join(base for base, _ in _letters(text))))


def letter(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    height: float,
    fill: Rgb | int,
    *,
    anchor: str = "la",
    bold: int = 0,
) -> None:
    """Write a line.

    Args:
        at: pixels, where the anchor lies: "la" is its upper left corner, "mm" its middle.
        height: of the font, pixels.
        bold: by how many pixels each stroke is widened on either side.
    """
    font, letters = font_of(height), list(_letters(text))
    line = "".join(base for base, _ in letters)
    pen.text(at, line, fill=fill, font=font, anchor=anchor, stroke_width=bold, stroke_fill=fill)
    left = pen.textbbox(at, line, font=font, anchor=anchor)[0] - pen.textbbox((0, 0), line, font=font)[0]
    foot = pen.textbbox(at, "H" + line, font=font, anchor=anchor)[1]
    foot += _cap(height) if anchor[1] != "s" else 0
    for place, (base, marks) in enumerate(letters):
        if marks:
            before = float(font.getlength(line[:place]))
            middle = left + before + float(font.getlength(base)) / 2
            _mark(pen, (middle, foot), base, marks, height, fill, bold)


def _letters(text: str) -> Iterator[tuple[str, str]]:
    """Each letter without its marks, and the marks."""
    for one in "".join(_SPELT.get(sign, sign) for sign in text):
        parted = unicodedata.normalize("NFD", one)
        yield parted[0], parted[1:]


@lru_cache(maxsize=16)
def _cap(height: float) -> float:
    """How high a capital stands over the line."""
    return float(-_box("H", height)[1])


def _box(base: str, height: float) -> tuple[float, float, float, float]:
    """What a letter covers, from where it stands on the line."""
    font = font_of(height)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return font.getbbox(base, anchor="ls")


def _mark(
    pen: ImageDraw.ImageDraw,
    stands: tuple[float, float],
    base: str,
    marks: str,
    height: float,
    fill: Rgb | int,
    bold: int,
) -> None:
    """Draw the marks of a letter whose middle stands at a place on the line."""
    box = _box("\u0131" if base == "i" else base, height)
    wide = max(1, round(_STROKE * height) + 2 * bold)
    for mark in marks:
        y = stands[1] + (box[3] if mark == _HANGS else box[1])
        for stroke in _MARKS[mark]:
            points = [(stands[0] + height * dx, y + height * dy) for dx, dy in stroke]
            pen.line(points, fill=fill, width=wide)
            for x, end in points:
                pen.ellipse((x - wide / 2, end - wide / 2, x + wide / 2, end + wide / 2), fill=fill)
