"""Pictures as characters: the OLED in braille dots or half blocks, the strip as coloured dots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from PIL import Image
from rich.style import Style
from rich.text import Text

from firmware_py.shows.colours import RGB

__all__ = ["braille", "half_blocks", "strip_dots"]

# The bit of each of the 4 by 2 dots of a braille character (Unicode's numbering of the dots).
_DOTS: Final = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
_BRAILLE: Final = 0x2800
_HALVES: Final = " ▀▄█"
_LIT: Final = 12
"""A light weaker than this is shown as off."""


def braille(image: Image.Image) -> list[str]:
    """A picture as lines of braille characters, 2 by 4 pixels each; pixels over the edge are dark."""
    dots = _padded(image, 4, 2)
    height, width = dots.shape
    cells = dots.reshape(height // 4, 4, width // 2, 2)
    codes = _BRAILLE + np.einsum("rycx,yx->rc", cells.astype(int), _DOTS)
    return ["".join(map(chr, row)) for row in codes]


def half_blocks(image: Image.Image) -> list[str]:
    """A picture as lines of half blocks, 1 by 2 pixels each."""
    dots = _padded(image, 2, 1).astype(int)
    upper, lower = dots[0::2], dots[1::2]
    return ["".join(_HALVES[code] for code in row) for row in upper + 2 * lower]


def _padded(image: Image.Image, down: int, across: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    dots = np.asarray(image.convert("1"), bool)
    more = (-dots.shape[0] % down, -dots.shape[1] % across)
    return np.pad(dots, ((0, more[0]), (0, more[1])))


def strip_dots(lights: Sequence[RGB]) -> Text:
    """The strip as a row of dots in their own colours; an LED that is off is a faint point."""
    text = Text()
    for red, green, blue in lights:
        if max(red, green, blue) < _LIT:
            text.append("·", Style(dim=True))
        else:
            # A weak light on a dark screen: lifted, or it would not be seen.
            lift = max(1.0, 110 / max(red, green, blue))
            shown = (min(255, round(part * lift)) for part in (red, green, blue))
            text.append("●", Style(color="#{:02x}{:02x}{:02x}".format(*shown)))
    return text
