"""Printed digits as dice carry them: in the type that comes with Pillow, or drawn with a pen."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.digits import drawn_digit
from vision.studio.geometry import Floats

__all__ = ["NUMERAL_FONTS", "NumeralFont", "digit_ink", "numeral_face"]

NumeralFont: TypeAlias = Literal["type", "round", "open", "serif"]
NUMERAL_FONTS: tuple[NumeralFont, ...] = get_args(NumeralFont)

_FORMS = {"round": 0, "open": 1, "serif": 2}
_THINNEST, _THICKER = 0.08, 0.13
"""A stroke's thickness in heights of the digit, and how much thicker the boldest is."""

_FINE = 3


def digit_ink(value: int, height: int, font: NumeralFont, stroke: float) -> Floats:
    """A digit (h, w), 1 where it is inked and 0 elsewhere, cut close; `stroke`: how bold, 0 to 1."""
    if font != "type":
        drawn = drawn_digit(value, height, _FORMS[font], weight=_THINNEST + _THICKER * stroke)
        return np.asarray(drawn, np.float32) / np.float32(255)
    image = Image.new("L", (2 * height, 2 * height), 0)
    face = ImageFont.load_default(size=1.36 * height)
    width = round(0.07 * stroke * height)
    ImageDraw.Draw(image).text((height, height), str(value), 255, face, anchor="mm", stroke_width=width)
    ink = np.asarray(image, np.uint8)
    rows, columns = np.nonzero(ink > 127)
    cut = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return np.asarray(cut, np.float32) / np.float32(255)


def numeral_face(
    value: int, cell: int, height: float, font: NumeralFont, stroke: float, underlined: bool
) -> Floats:
    """A die's face (cell, cell) with a digit in its middle, 1 where it is inked; `height` in its sides.

    An `underlined` 6 has the dash that tells it from a 9.
    """
    side = cell * _FINE
    ink = digit_ink(value, max(8, round(height * side)), font, stroke)
    face = np.zeros((side, side), np.float32)
    top, left = (side - ink.shape[0]) // 2, (side - ink.shape[1]) // 2
    face[top : top + ink.shape[0], left : left + ink.shape[1]] = ink
    if value == 6 and underlined:
        low = top + ink.shape[0] + round(0.04 * side)
        face[low : low + max(2, side // 28), round(0.36 * side) : round(0.64 * side)] = 1
    return np.asarray(cv2.resize(face, (cell, cell), interpolation=cv2.INTER_AREA), np.float32)
