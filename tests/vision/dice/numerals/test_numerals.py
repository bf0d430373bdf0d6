"""Printed numerals: drawn faces, and domes of the studio."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.nets.numeral_net import CROP, numeral_net
from vision.dice.nets.numeral_net import FACE as NET_FACE
from vision.dice.numerals.numerals import or_numerals, read_numerals
from vision.dice.numerals.shapes import FACE, SIDE, shape_of
from vision.dice.reader import DiceReader
from vision.dice.reading import Circle, DiceReading
from vision.dice.settings import ReaderSettings
from vision.studio.looks import DieLook, atlas_of
from vision.studio.numerals import NUMERAL_FONTS, NumeralFont, numeral_face

DOME = Circle(160.0, 160.0, 120.0)
NONE = DiceReading("none", (), None, "no_die")


def face(value: int, font: NumeralFont, size: int = 64) -> NDArray[np.uint8]:
    """An ivory face with a dark digit."""
    ink = numeral_face(value, size, 0.46, font, 0.4, False)
    return np.asarray(225 - 190 * ink, np.uint8)


def dome(
    face: NDArray[np.uint8], degrees: float, at: tuple[float, float] = (170.0, 150.0)
) -> NDArray[np.uint8]:
    """A grey picture of a face on a darker, slightly grainy plate."""
    grain = np.random.default_rng(0).normal(90, 3, (320, 320)).astype(np.float32)
    middle = (face.shape[0] - 1) / 2
    move = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
    move[:, 2] += np.array(at) - middle
    cover = cv2.warpAffine(np.ones(face.shape, np.float32), move, (320, 320))
    laid = cv2.warpAffine(face.astype(np.float32), move, (320, 320))
    picture = cv2.GaussianBlur(grain * (1 - cover) + laid, (0, 0), 0.8)
    return np.clip(picture, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("font", NUMERAL_FONTS)
def test_the_shape_of_a_digit_is_known_whatever_its_type(value: int, font: NumeralFont) -> None:
    upright = np.full((SIDE, SIDE), 90, np.uint8)
    edge = (SIDE - int(FACE)) // 2
    upright[edge : edge + int(FACE), edge : edge + int(FACE)] = face(value, font, int(FACE))
    shape = shape_of(upright, dark=True)
    assert shape is not None and shape.value == value
    assert shape.parts == 1 and shape.holes == {4: shape.holes, 6: 1}.get(value, 0)


@pytest.mark.parametrize("degrees", [10.0, 100.0, 200.0, 305.0])
def test_numerals_are_read_from_any_side(degrees: float) -> None:
    for value in range(1, 7):
        picture = dome(face(value, "type", 56), degrees)
        reading = read_numerals(picture, DOME, sure=0.5, expect=1)
        assert reading.values in ((value,), ()) and (
            reading.verdict != "read" or reading.dice[0].kind == "numeral"
        )


def test_most_plain_numerals_are_read() -> None:
    read = [
        read_numerals(dome(face(value, font, 56), 33.0), DOME, sure=0.5).values == (value,)
        for value in range(1, 7)
        for font in NUMERAL_FONTS
    ]
    assert np.mean(read) > 0.7


def test_pips_are_no_numerals() -> None:
    atlas = atlas_of(DieLook(), 56)[..., 1]
    for value in range(6):
        pips = np.clip(255 * atlas[:, 56 * value : 56 * (value + 1)], 0, 255).astype(np.uint8)
        assert read_numerals(dome(pips, 20.0), DOME, sure=0.5).verdict == "none"


def test_blank_faces_and_plain_pictures_show_nothing() -> None:
    assert read_numerals(dome(np.full((56, 56), 225, np.uint8), 20.0), DOME, sure=0.5).verdict == "none"
    assert read_numerals(np.full((200, 200, 3), 120, np.uint8), None, sure=0.5).verdict == "none"


def test_the_kind_of_dice_can_be_chosen() -> None:
    picture = dome(face(5, "round", 56), 33.0)
    assert or_numerals(NONE, picture, DOME, ReaderSettings()).values == (5,)
    pips = DiceReader(settings=ReaderSettings(kind="pips")).read(picture, dice="trouble", dome=DOME)
    assert pips.verdict != "read"
    only = DiceReader(settings=ReaderSettings(kind="numerals")).read(picture, dice="trouble", dome=DOME)
    assert only.values == (5,) and only.dice[0].kind == "numeral" and only.dice[0].flat


def test_the_net_is_asked_for_any_number_of_faces() -> None:
    net = numeral_net()
    assert net.chances([]).shape == (0, 7)
    face_of = np.full((CROP, CROP), 100, np.uint8)
    chances = net.chances([face_of, face_of])
    assert chances.shape == (2, 7) and np.allclose(chances.sum(axis=1), 1, atol=1e-4)
    assert chances[0].argmax() == 0 and NET_FACE < CROP
