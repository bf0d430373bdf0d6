"""The page's address as a QR code: for a phone's camera, on the OLED and in a terminal. Pure."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import segno
from PIL import Image, ImageDraw
from rich.text import Text

from firmware_py.shows.font import LINE, draw_text, text_width, wrap
from firmware_py.words import Words

__all__ = ["draw_address", "qr_modules", "qr_text"]

_QUIET: Final = 2
"""Modules of light round a code in a terminal: the standard says 4, phones are content with 2."""


@lru_cache(maxsize=4)
def qr_modules(address: str) -> tuple[tuple[bool, ...], ...]:
    """The dark modules of the code for an address, row by row.

    Scheme and host of an address mean the same in capitals, which take less room (ISO/IEC 18004, 7.4.4):
    a usual address then needs 25 by 25 modules.
    """
    found = segno.make(address.upper(), error="m", boost_error=True, micro=False)
    return tuple(tuple(bool(module) for module in row) for row in found.matrix)


def draw_address(image: Image.Image, address: str, words: Words) -> None:
    """Fill the OLED's frame: the code on a lit square on the left, the address to be typed on the right.

    An address that is too long for a code with two pixels a module stands there in letters alone.
    """
    rows = qr_modules(address)
    side = image.height
    scale = side // len(rows)
    left = 0
    if scale > 1:
        pen = ImageDraw.Draw(image)
        pen.rectangle((0, 0, side - 1, side - 1), fill=1)
        margin = (side - scale * len(rows)) // 2
        for y, row in enumerate(rows):
            for x, dark in enumerate(row):
                if dark:
                    at = margin + x * scale, margin + y * scale
                    pen.rectangle((*at, at[0] + scale - 1, at[1] + scale - 1), fill=0)
        left = side + 4
    lines = [*wrap(words.short("web.address.title"), image.width - left), ""]
    lines += _broken(address.removeprefix("http://").rstrip("/"), image.width - left)
    y = max(0, (image.height - len(lines) * (LINE + 1)) // 2)
    for number, line in enumerate(lines):
        draw_text(image, (left, y + number * (LINE + 1)), line, 1)


def qr_text(address: str) -> Text:
    """The code for a terminal, two rows of modules a line, dark on light whatever its colours are."""
    rows = qr_modules(address)
    blank = (False,) * (len(rows) + 2 * _QUIET)
    sides = (False,) * _QUIET
    padded = [blank] * _QUIET + [sides + row + sides for row in rows] + [blank] * (_QUIET + len(rows) % 2)
    lines = (
        "".join(" ▀▄█"[upper + 2 * lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(padded[::2], padded[1::2], strict=True)
    )
    return Text("\n".join(lines), style="black on white", no_wrap=True)


def _broken(address: str, room: int) -> list[str]:
    """An address in lines, broken after a dot or a colon where that can be."""
    lines = [""]
    for letter in address:
        if text_width(lines[-1] + letter) > room:
            cut = max(lines[-1].rfind(mark) for mark in ".:-") + 1 or len(lines[-1])
            lines[-1:] = [lines[-1][:cut], lines[-1][cut:]]
        lines[-1] += letter
    return lines
