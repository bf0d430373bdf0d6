"""A counter drawn from the cup is shown to a camera."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from hardware.counters import FACES, Face, plan_of_counters
from hardware.layout import load_layout
from vision.board.chess.shown import Shown, outline_of, read_shown, something_new
from vision.studio.counters import paint_face

PLAN = plan_of_counters(load_layout("chessboard"))


def held(*faces: tuple[Face, int, float]) -> np.ndarray:
    """A picture of counters side by side, each so many pixels wide and turned by so many degrees."""
    picture = np.full((480, 640, 3), (96, 122, 140), np.uint8)
    for number, (face, px, turned) in enumerate(faces):
        image = np.asarray(paint_face(face, PLAN, face.kind, px))[..., ::-1]
        middle = (160 + 320 * number, 240) if len(faces) > 1 else (320, 240)
        turn = cv2.getRotationMatrix2D((px / 2, px / 2), turned, 1.0)
        turn[:, 2] += np.array(middle) - px / 2
        cv2.warpAffine(
            image, turn, (640, 480), dst=picture, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT
        )
    noise = np.random.default_rng(1).normal(0, 4, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("face", FACES.values(), ids=lambda face: face.art)
def test_every_face_is_read_whichever_way_it_is_held(face: Face) -> None:
    assert read_shown(held((face, 200, 25.0 + 40.0 * len(face.art)))) == Shown(face.kind)


def test_of_two_the_plainly_larger_one_is_meant() -> None:
    assert read_shown(held((Face("orbit"), 240, 10.0), (Face("handy"), 100, 0.0))) == Shown("orbit")
    assert read_shown(held((Face("orbit"), 200, 10.0), (Face("handy"), 190, 0.0))) == Shown(None, True)


def test_nothing_shown_is_nothing_read() -> None:
    assert read_shown(np.full((480, 640, 3), 128, np.uint8)) == Shown()


def test_what_lies_farther_off_is_not_shown() -> None:
    lying = held((Face("orbit"), 100, 10.0))
    assert read_shown(lying) == Shown("orbit")
    assert read_shown(lying, least=12.0) == Shown()


@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
@pytest.mark.parametrize("face", FACES.values(), ids=lambda face: face.art)
def test_a_counter_half_hidden_is_never_another(face: Face, side: str) -> None:
    picture = held((face, 220, 0.0))
    for reach in range(0, 200, 24):
        part: Any = {
            "left": np.s_[:, : 220 + reach],
            "right": np.s_[:, 420 - reach :],
            "top": np.s_[: 130 + reach],
            "bottom": np.s_[350 - reach :],
        }[side]
        thumbed = picture.copy()
        thumbed[part] = (120, 150, 205)
        assert read_shown(thumbed).kind in (face.kind, None)


def test_something_that_came_into_the_picture_is_noticed_and_light_is_not() -> None:
    empty = held()
    brighter = np.clip(empty.astype(np.int16) + 30, 0, 255).astype(np.uint8)
    assert something_new(outline_of(empty), outline_of(held((Face("orbit"), 200, 10.0))))
    assert not something_new(outline_of(empty), outline_of(brighter))
