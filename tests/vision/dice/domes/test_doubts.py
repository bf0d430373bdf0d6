"""A lamp on the middle of a face, and pips that are hardly there, leave a value in doubt."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.domes.doubts import FaceLevels, face_levels
from vision.dice.pips.place import Place
from vision.dice.scene import Scene

Colour = tuple[int, int, int]
WHITE: Colour = (254, 254, 254)
CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))


def face(body: Colour, pips: Colour, corners: int, middle: Colour | None, radius: int = 5) -> FaceLevels:
    """A face of 48 px a side with pips in so many corners, and something in its middle."""
    picture = np.full((100, 100, 3), (60, 110, 70), np.uint8)
    cv2.rectangle(picture, (26, 26), (74, 74), body, -1)
    for x, y in CORNERS[:corners]:
        cv2.circle(picture, (50 + 12 * x, 50 + 12 * y), 5, pips, -1)
    if middle is not None:
        cv2.circle(picture, (50, 50), radius, middle, -1)
    grey: NDArray[np.uint8] = np.ascontiguousarray(picture.mean(axis=2).astype(np.uint8))
    place = Place((50.0, 50.0), 48.0, np.zeros(7, np.float32))
    return face_levels(Scene(grey, picture, (0, 0), 1.0, None, None), place, 0.0)


@pytest.mark.parametrize(("corners", "value"), [(2, 3), (4, 5)])
def test_a_lamp_brighter_than_the_light_pips_is_none_of_them(corners: int, value: int) -> None:
    blue, pale = (120, 60, 40), (190, 195, 198)
    assert face(blue, pale, corners, WHITE, radius=6).lamp_misleads(value)
    assert not face(blue, pale, corners, pale).lamp_misleads(value)
    assert not face(blue, WHITE, corners, WHITE).lamp_misleads(value)


def test_a_white_middle_among_dark_pips_is_a_lamp() -> None:
    cream, black = (180, 200, 205), (20, 20, 20)
    assert face(cream, black, 2, WHITE).lamp_misleads(3)
    assert not face(cream, black, 2, black).lamp_misleads(3)


def test_a_lamp_may_hide_the_middle_pip_of_a_three() -> None:
    cream, black = (180, 200, 205), (20, 20, 20)
    assert face(cream, black, 2, WHITE).lamp_misleads(2)
    assert not face(cream, black, 2, None).lamp_misleads(2)


def test_what_is_left_of_a_pip_round_a_lamp_as_light_as_the_face_is_seen() -> None:
    cream, black = (226, 228, 229), (20, 20, 20)
    seen = face(cream, black, 2, black, radius=6)
    x, y, side, _ = seen.place
    cv2.circle(seen.levels, (round(x), round(y)), round(0.1 * side), (232, 233, 234), -1)
    assert seen.lamp_misleads(2)
    assert not face(cream, black, 2, None).lamp_misleads(2)


@pytest.mark.parametrize("corners", [2, 4])
def test_a_three_with_faint_pips_is_no_one(corners: int) -> None:
    yellow, faint, plain = (90, 190, 225), (120, 190, 215), (90, 120, 140)
    assert face(yellow, faint, corners, plain).hardly_shows_pips()


@pytest.mark.parametrize("radius", [4, 9])
def test_a_one_has_bare_corners(radius: int) -> None:
    assert not face((90, 190, 225), WHITE, 0, (20, 20, 20), radius).hardly_shows_pips()


def test_a_bevel_is_no_faint_pip_beside_a_plain_one() -> None:
    seen = face((226, 228, 229), (205, 207, 208), 2, (20, 20, 20))
    assert not seen.hardly_shows_pips()
    assert face((226, 228, 229), (205, 207, 208), 2, (200, 202, 203)).hardly_shows_pips()


def test_a_two_with_silver_pips_is_no_one_for_a_lamp_on_its_middle() -> None:
    lilac, silver, lamp = (154, 143, 149), (176, 174, 176), (255, 255, 255)
    assert face(lilac, silver, 2, lamp, 8).hardly_shows_pips()
    assert not face(lilac, silver, 0, lamp, 8).hardly_shows_pips()
