"""A picture with what was read drawn into it: outlines, pips, values, and what was doubted."""

from __future__ import annotations

import textwrap

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.dice.reading import DiceReading, Die

__all__ = ["draw_reading"]

Colour = tuple[int, int, int]

_COLOURS: dict[str, Colour] = {
    "read": (40, 200, 60),
    "unsure": (250, 180, 0),
    "cocked": (240, 90, 30),
    "none": (150, 150, 150),
}
_PIP: Colour = (255, 0, 200)

LETTER = 0.55
"""About how wide a letter is, in sizes of its font."""


def draw_reading(
    picture: NDArray[np.uint8], reading: DiceReading, why: str | None = None
) -> NDArray[np.uint8]:
    """The picture, (H, W) or (H, W, 3) BGR, as a new (H, W, 3) BGR one with the reading drawn in.

    Green is sure, amber doubted, orange leaning. Each die has its outline, its pips and its value with the
    confidence, one without a value a box; the verdict stands in the upper left, with `why` in words, or else
    the reason's key.
    """
    colours = cv2.cvtColor(picture, cv2.COLOR_GRAY2RGB if picture.ndim == 2 else cv2.COLOR_BGR2RGB)
    canvas = Image.fromarray(colours)
    draw = ImageDraw.Draw(canvas)
    size = max(10, min(canvas.size) // 28)
    font = ImageFont.load_default(size)
    for die in reading.dice:
        _draw_die(draw, die, reading, font, max(1, size // 8))
    for x, y, w, h in reading.beside:
        draw.rectangle([x, y, x + w, y + h], outline=_COLOURS[reading.verdict], width=max(1, size // 8))
    head = (
        reading.verdict
        if reading.red is None
        else f"{reading.verdict}, {'red dot' if reading.red else 'blank'}"
    )
    letters = max(int(canvas.width / (LETTER * size)), 12)
    told = textwrap.fill(f"{head}: {why or reading.reason}", letters)
    _label(draw, (size // 3, size // 3), told, _COLOURS[reading.verdict], font)
    return np.ascontiguousarray(np.asarray(canvas)[..., ::-1])


def _draw_die(
    draw: ImageDraw.ImageDraw,
    die: Die,
    reading: DiceReading,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    width: int,
) -> None:
    colour = _COLOURS["read" if reading.verdict == "read" else "cocked" if not die.flat else "unsure"]
    x, y, w, h = die.box
    corners = list(die.outline) or [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    draw.line([*corners, corners[0]], fill=colour, width=width, joint="curve")
    for px, py in die.pips:
        draw.ellipse(
            [px - 1.5 * width, py - 1.5 * width, px + 1.5 * width, py + 1.5 * width],
            outline=_PIP,
            width=width,
        )
    value = "?" if die.value is None else str(die.value)
    text = f"{value} {die.confidence:.0%}" + ("" if die.flat else " leans")
    _label(draw, (x, y + h + width), text, colour, font)


def _label(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    colour: Colour,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
) -> None:
    """A text on a dark ground, which can be read on any picture."""
    left, top, right, bottom = draw.textbbox(at, text, font=font)
    draw.rectangle([left - 2, top - 2, right + 2, bottom + 2], fill=(20, 20, 20))
    draw.text(at, text, fill=colour, font=font)
