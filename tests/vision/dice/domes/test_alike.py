"""What is on the middle of a face is held against its other pips: lamps hide pips and pass for some."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.domes.alike import middle_misleads
from vision.dice.domes.sites import sites

Floats = NDArray[np.float32]
Colour = tuple[int, int, int]
MIDDLE, SIDE, TURN = (60.0, 60.0), 48.0, 20.0
CREAM, BLACK, RED, PALE = (200, 214, 220), (25, 25, 28), (40, 36, 170), (206, 208, 210)
PLACES = {1: (0,), 2: (1, 2), 3: (0, 1, 2), 4: (1, 2, 3, 4), 5: (0, 1, 2, 3, 4)}


def face(value: int, body: Colour, pips: Colour) -> Floats:
    """A die on green felt, a little turned and softened."""
    picture = np.full((120, 120, 3), (60, 110, 70), np.uint8)
    square = cv2.boxPoints((MIDDLE, (SIDE, SIDE), TURN))
    cv2.fillPoly(picture, [np.rint(square).astype(np.int32)], body)
    for x, y in sites(MIDDLE, SIDE, TURN)[list(PLACES[value])]:
        cv2.circle(picture, (round(x), round(y)), 5, pips, -1)
    return cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32)


def lit(levels: Floats, share: float, radius: float, at: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """A face with a round lamp reflected over it that adds such a share of the most light."""
    rows, columns = np.mgrid[0 : levels.shape[0], 0 : levels.shape[1]]
    away = np.hypot(columns - MIDDLE[0] - at[0] * SIDE, rows - MIDDLE[1] - at[1] * SIDE) / SIDE
    lamp = cv2.GaussianBlur((away < radius).astype(np.float32), (0, 0), 0.8)[..., None]
    light = (levels / 255) ** 2.2 + share * lamp
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / 2.2), np.float32)


def misleads(levels: Floats, value: int) -> bool:
    return middle_misleads(levels, MIDDLE, SIDE, TURN, value)


@pytest.mark.parametrize("value", [2, 3, 4, 5])
@pytest.mark.parametrize(("body", "pips"), [(CREAM, BLACK), (RED, PALE), (PALE, RED)])
def test_a_face_without_a_lamp_is_what_it_shows(value: int, body: Colour, pips: Colour) -> None:
    assert not misleads(face(value, body, pips), value)


@pytest.mark.parametrize(("value", "seen"), [(3, 2), (5, 4)])
@pytest.mark.parametrize("radius", [0.12, 0.16, 0.3])
def test_a_lamp_may_hide_the_middle_pip(value: int, seen: int, radius: float) -> None:
    assert misleads(lit(face(value, CREAM, BLACK), 2.0, radius), seen)
    assert misleads(lit(face(value, RED, PALE), 2.0, radius), seen)


@pytest.mark.parametrize(("value", "seen"), [(2, 3), (4, 5)])
@pytest.mark.parametrize(("share", "radius"), [(0.4, 0.06), (0.5, 0.2), (1.5, 0.1)])
def test_a_lamp_on_a_bare_middle_is_no_pip(value: int, seen: int, share: float, radius: float) -> None:
    assert misleads(lit(face(value, RED, PALE), share, radius), seen)
    assert misleads(lit(face(value, CREAM, BLACK), share, radius), seen)


@pytest.mark.parametrize("value", [2, 3, 4, 5])
def test_a_veil_of_light_over_half_a_face_hides_nothing(value: int) -> None:
    for body, pips in ((CREAM, BLACK), (RED, PALE)):
        assert not misleads(lit(face(value, body, pips), 0.08, 0.6, at=(0.5, 0.0)), value)


def test_a_lamp_beside_the_middle_of_a_white_die_leaves_it_plain() -> None:
    assert not misleads(lit(face(4, (235, 238, 240), BLACK), 2.0, 0.14, at=(0.3, 0.0)), 4)


def test_a_dark_middle_pip_half_under_a_lamp_is_one_still() -> None:
    assert not misleads(lit(face(5, CREAM, BLACK), 2.0, 0.12, at=(0.12, 0.0)), 5)


@pytest.mark.parametrize("radius", [0.25, 0.3, 0.4])
def test_the_edge_of_a_lamp_through_a_bare_middle_is_none_of_a_pip(radius: float) -> None:
    """A pip has an edge all round; that of a lamp crosses the middle, and what it leaves dark is bare."""
    for value in (2, 4):
        assert not misleads(lit(face(value, (150, 160, 165), BLACK), 0.25, radius, at=(radius, 0.0)), value)
    for value, seen in ((3, 2), (5, 4)):
        assert misleads(lit(face(value, (150, 160, 165), BLACK), 0.25, radius, at=(radius, 0.0)), seen)


def test_grey_pictures_have_one_level() -> None:
    grey = face(3, CREAM, BLACK).mean(axis=2, keepdims=True)
    assert not misleads(grey, 3)
    assert misleads(lit(grey, 2.0, 0.15), 2)
