"""Text in a small bitmap font, drawn for the OLED: 5 by 7 pixels, proportional, crisp in black and white.

The glyphs are drawn in font.txt. Accented letters are made of the letter and its accent; other writing
systems show a box.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib import resources
from typing import Final

from PIL import Image, ImageDraw

__all__ = ["LINE", "draw_text", "fit", "has_glyphs", "text_width", "wrap"]

LINE: Final = 9
"""Pixels from one line to the next, at scale 1."""

_GAP = 1
_SPACE = 3
_HEIGHT = 8
_ABOVE = 2  # rows over a letter, for the accents of capitals
_LOW = "acegmnopqrsuvwxyz"  # letters whose accents lie within the line
_INSTEAD = {
    "\N{NO-BREAK SPACE}": " ",
    "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d",
    "ı": "i", "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-",
}  # fmt: skip
_ACCENTS: dict[str, tuple[str, ...]] = {
    "\u0300": ("#.", ".#"),
    "\u0301": (".#", "#."),
    "\u0302": (".#.", "#.#"),
    "\u0303": (".#.#", "#.#."),
    "\u0308": ("#.#", "..."),
    "\u030a": ("##", "##"),
    "\u030c": ("#.#", ".#."),
}
_BELOW: dict[str, str] = {"\u0327": ".##"}  # in the row under the letter
_BOX = ("####", "#..#", "#..#", "#..#", "#..#", "#..#", "####", "....")


def draw_text(image: Image.Image, xy: tuple[int, int], text: str, fill: int = 1, scale: int = 1) -> int:
    """Draw one line of text into a 1-bit picture.

    Args:
        xy: the upper left corner of its capitals, px.
        fill: 1 for white, 0 for black.
        scale: how many pixels a pixel of the font becomes.

    Returns:
        The x after the last letter.
    """
    pen, (x, y) = ImageDraw.Draw(image), xy
    for letter in _letters(text):
        glyph = _glyph(letter, scale)
        if glyph is not None:
            pen.bitmap((x, y - _ABOVE * scale), glyph, fill)
        x += (_width(letter) + _GAP) * scale
    return x


def text_width(text: str, scale: int = 1) -> int:
    """How many pixels a line of text takes."""
    return max(0, sum(_width(letter) + _GAP for letter in _letters(text)) - _GAP) * scale


def fit(text: str, width: int, scale: int = 1) -> str:
    """The text, or as much of it as fits with three dots at its end."""
    if text_width(text, scale) <= width:
        return text
    while text and text_width(text + "…", scale) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text: str, width: int, scale: int = 1) -> list[str]:
    """The text in lines that fit; a word longer than a line is cut. No line is broken at a no-break space."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, scale) <= width:
            lines[-1] = longer
        else:
            lines.append(fit(word, width, scale))
    return lines


def has_glyphs(text: str) -> bool:
    """Whether every letter of a text is drawn, and none as a box."""
    accents = _ACCENTS.keys() | _BELOW.keys()
    return all(
        letter == " " or (letter[0] in _font() and accents.issuperset(letter[1:]))
        for letter in _letters(text)
    )


def _letters(text: str) -> list[str]:
    """The text as letters of the font, each with its accents."""
    letters: list[str] = []
    for character in unicodedata.normalize("NFD", "".join(_INSTEAD.get(c, c) for c in text)):
        if unicodedata.combining(character):
            if letters:
                letters[-1] += character
        elif character.isprintable():
            letters.append(character)
    return letters


def _width(letter: str) -> int:
    return _SPACE if letter == " " else len(_rows(letter[0])[0])


def _rows(character: str) -> tuple[str, ...]:
    return _font().get(character, _BOX)


@cache
def _glyph(letter: str, scale: int) -> Image.Image | None:
    """A letter with its accents as a mask whose top lies `_ABOVE` rows over the letter; None for a space."""
    if letter == " ":
        return None
    rows, width = _rows(letter[0]), _width(letter)
    mask = Image.new("1", (width, _HEIGHT + _ABOVE))
    dots = [(x, y + _ABOVE) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"]
    for accent in letter[1:]:
        dots += [(x, _ABOVE + _HEIGHT - 1) for x, dot in enumerate(_BELOW.get(accent, "")) if dot == "#"]
        drawn = _ACCENTS.get(accent, ())
        if letter[0] == "i":
            dots = [dot for dot in dots if dot[1] != _ABOVE]
        top = _ABOVE - 1 if letter[0] in _LOW + "i" else 0
        left = (width - len(drawn[0])) // 2 if drawn else 0
        dots += [
            (left + x, top + y) for y, row in enumerate(drawn) for x, dot in enumerate(row) if dot == "#"
        ]
    for x, y in dots:
        if 0 <= x < width:
            mask.putpixel((x, y), 1)
    return mask.resize((width * scale, mask.height * scale), Image.Resampling.NEAREST)


@cache
def _font() -> dict[str, tuple[str, ...]]:
    """The glyphs of font.txt: blocks of glyphs side by side, each under its own character."""
    text = resources.files("firmware_py.shows").joinpath("font.txt").read_text(encoding="utf-8")
    font: dict[str, tuple[str, ...]] = {}
    for block in text.strip("\n").split("\n\n"):
        head, *rows = block.split("\n")
        for left, character in enumerate(head):
            if character != " ":
                width = len(rows[0][left:].split(" ", 1)[0])
                font[character] = tuple(row[left : left + width].ljust(width, ".") for row in rows)
    return font
