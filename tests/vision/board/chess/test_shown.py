"""A counter drawn from the cup is shown to a camera."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.counters import FACES, Face, plan_of_counters
from hardware.layout import load_layout
from vision.board.shown import read_shown
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
    assert read_shown(held((face, 200, 25.0 + 40.0 * len(face.art)))) == face.kind


def test_of_two_the_plainly_larger_one_is_meant() -> None:
    assert read_shown(held((Face("orbit"), 240, 10.0), (Face("handy"), 100, 0.0))) == "orbit"
    assert read_shown(held((Face("orbit"), 200, 10.0), (Face("handy"), 190, 0.0))) is None


def test_nothing_shown_is_nothing_read() -> None:
    assert read_shown(np.full((480, 640, 3), 128, np.uint8)) is None
