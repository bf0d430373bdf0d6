"""The digits 1 to 6 as strokes of a pen, in the forms that printed dice have."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["FORMS", "digit_strokes", "drawn_digit"]

Strokes: TypeAlias = tuple[NDArray[np.float64], ...]

FORMS = 3
"""How many forms each digit has: plain, another plain one, and one with serifs or corners."""


def _arc(x: float, y: float, across: float, down: float, start: float, stop: float) -> NDArray[np.float64]:
    """An arc of an ellipse from one angle to another (degrees, 0 right, 90 down)."""
    angles = np.radians(np.linspace(start, stop, 25))
    return np.column_stack([x + across * np.cos(angles), y + down * np.sin(angles)])


def _line(*points: tuple[float, float]) -> NDArray[np.float64]:
    return np.array(points, np.float64)


def _one(form: int) -> Strokes:
    if form == 0:
        return (_line((0.22, 0.2), (0.55, 0.0), (0.55, 1.0)),)
    if form == 1:
        return (_line((0.5, 0.0), (0.5, 1.0)),)
    return _line((0.2, 0.22), (0.5, 0.0), (0.5, 1.0)), _line((0.15, 1.0), (0.85, 1.0))


def _two(form: int) -> Strokes:
    if form == 2:
        return (
            np.vstack([_arc(0.5, 0.27, 0.46, 0.27, -180, 20), _line((0.1, 1.0), (0.95, 1.0), (0.95, 0.84))]),
        )
    low = 40 if form == 0 else 15
    return (np.vstack([_arc(0.5, 0.28, 0.46, 0.28, -165, low), _line((0.04, 1.0), (1.0, 1.0))]),)


def _three(form: int) -> Strokes:
    bowl = _arc(0.42, 0.7, 0.54, 0.3, -90, 150)
    if form == 2:
        return (np.vstack([_line((0.06, 0.0), (0.92, 0.0), (0.4, 0.4)), bowl]),)
    reach = -160 if form == 0 else -130
    return (np.vstack([_arc(0.45, 0.24, 0.44, 0.24, reach, 90), _arc(0.45, 0.73, 0.51, 0.27, -90, -reach)]),)


def _four(form: int) -> Strokes:
    if form == 1:
        return _line((0.18, 0.0), (0.1, 0.62), (1.0, 0.62)), _line((0.72, 0.3), (0.72, 1.0))
    stem = _line((0.72, 1.0), (0.72, 0.0), (0.0, 0.7), (1.0, 0.7))
    return (stem,) if form == 0 else (stem, _line((0.5, 1.0), (0.94, 1.0)))


def _five(form: int) -> Strokes:
    top = _line((0.9, 0.0), (0.2, 0.0), (0.12, 0.46))
    reach = (150, 130, 165)[form]
    return (np.vstack([top, _arc(0.46, 0.67, 0.48, 0.33, -135, reach)]),)


def _six(form: int) -> Strokes:
    bowl = _arc(0.5, 0.68, 0.48, 0.32, -180, 180)
    if form == 2:
        return _line((0.66, 0.0), (0.08, 0.56)), bowl
    reach = -30 if form == 0 else -65
    return (np.vstack([_arc(0.56, 0.5, 0.54, 0.5, reach, -180), bowl]),)


_DIGITS = {1: _one, 2: _two, 3: _three, 4: _four, 5: _five, 6: _six}


def digit_strokes(value: int, form: int) -> Strokes:
    """The strokes (n, 2) of a digit, x right and y down, in a box of 1 by 1; `form` is 0 to FORMS - 1."""
    return _DIGITS[value](form)


def drawn_digit(
    value: int, height: int, form: int, *, weight: float, width: float = 0.62, slant: float = 0.0
) -> NDArray[np.uint8]:
    """A digit (h, w), 255 where it is inked, cut close, some `height` pixels high.

    Args:
        value: 1 to 6.
        height: pixels.
        form: 0 to FORMS - 1.
        weight: a stroke's thickness in heights of the digit.
        width: of the digit, in its heights.
        slant: how far the top leans to the right, in heights.
    """
    thick = max(1, round(weight * height))
    tall = height - thick
    room = height
    ink = np.zeros((height + 2 * room, round(2.2 * height) + 2 * room), np.uint8)
    for stroke in digit_strokes(value, form):
        x = room + tall * (width * stroke[:, 0] + slant * (1 - stroke[:, 1]))
        y = room + tall * stroke[:, 1]
        points = np.rint(16 * np.column_stack([x, y])).astype(np.int32)
        cv2.polylines(ink, [points], False, 255, thick, cv2.LINE_AA, 4)
    rows, columns = np.nonzero(ink > 127)
    return ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1].copy()
