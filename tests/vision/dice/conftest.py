"""Plain dice drawn for the tests: flat colours, no perspective, nothing that the reader was tuned on."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

PLACES = {
    1: [(0, 0)],
    2: [(1, 1), (-1, -1)],
    3: [(1, 1), (0, 0), (-1, -1)],
    4: [(1, 1), (1, -1), (-1, -1), (-1, 1)],
    5: [(1, 1), (1, -1), (-1, -1), (-1, 1), (0, 0)],
    6: [(1, 1), (1, -1), (-1, -1), (-1, 1), (0, 1), (0, -1)],
}
FINE = 8
"""Drawn at this many times the size, then shrunk: soft edges as a camera has them."""


def _table(width: int = 320, height: int = 240, colour: Colour = (60, 110, 70)) -> Picture:
    """An empty table with a little grain."""
    grain = np.random.default_rng(1).normal(0, 2, (height, width, 1))
    return np.clip(np.array(colour, float) + grain, 0, 255).astype(np.uint8)


def _put_die(
    picture: Picture,
    value: int,
    centre: tuple[float, float],
    side: float = 60,
    turn: float = 20,
    body: Colour = (235, 240, 240),
    pip: Colour = (25, 20, 20),
    pip_radius: float = 0.1,
) -> None:
    """Draw a die seen from straight above into a picture; `turn` in degrees, `pip_radius` in sides."""
    half = int(side)
    x0, y0 = int(centre[0]) - half, int(centre[1]) - half
    window = picture[max(y0, 0) : y0 + 2 * half, max(x0, 0) : x0 + 2 * half]
    large = cv2.resize(window, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_NEAREST)
    middle = (np.array(centre) - [max(x0, 0), max(y0, 0)]) * FINE
    angle = np.deg2rad(turn)
    axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]) * side * FINE
    corners = middle + 0.42 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ axes
    cv2.fillConvexPoly(large, np.rint(corners).astype(np.int32), body)
    cv2.polylines(large, [np.rint(corners).astype(np.int32)], True, body, int(0.16 * side * FINE))
    for u, v in PLACES[value]:
        x, y = np.rint(middle + 0.26 * np.array([u, v]) @ axes).astype(int)
        cv2.circle(large, (int(x), int(y)), int(pip_radius * side * FINE), pip, -1)
    window[:] = cv2.resize(large, window.shape[1::-1], interpolation=cv2.INTER_AREA)


@pytest.fixture(scope="session")
def table() -> Callable[..., Picture]:
    """Draws an empty table: width, height, colour."""
    return _table


@pytest.fixture(scope="session")
def put_die() -> Callable[..., None]:
    """Draws a die into a picture: value, centre, side, turn, body, pip, pip_radius."""
    return _put_die
