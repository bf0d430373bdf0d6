"""Round spots: where they are found, of which polarity and size, and how touching ones are parted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice.pips.blobs import find_blobs
from vision.dice.settings import ReaderSettings

SETTINGS = ReaderSettings()


@pytest.mark.parametrize("radius", [3, 6, 15, 40])
@pytest.mark.parametrize("dark", [True, False])
def test_a_disc_is_one_spot(radius: int, dark: bool) -> None:
    picture = np.full((160, 200), 200 if dark else 40, np.uint8)
    cv2.circle(picture, (90, 70), radius, 60 if dark else 180, -1, cv2.LINE_AA)
    blobs = find_blobs(picture, SETTINGS)
    assert len(blobs) == 1
    assert (blobs.x[0], blobs.y[0]) == pytest.approx((90, 70), abs=0.6)
    assert blobs.r[0] == pytest.approx(radius, abs=1.2) and bool(blobs.dark[0]) is dark
    assert blobs.aspect[0] > 0.9 and blobs.high[0] - blobs.low[0] > 90


def test_an_even_picture_has_none() -> None:
    assert len(find_blobs(np.full((50, 60), 128, np.uint8), SETTINGS)) == 0


def test_three_touching_discs_are_parted() -> None:
    picture = np.full((100, 160), 40, np.uint8)
    for x in (50, 70, 90):
        cv2.circle(picture, (x, 50), 10, 230, -1, cv2.LINE_AA)
    blobs = find_blobs(picture, SETTINGS)
    assert sorted(blobs.x.round().tolist()) == pytest.approx([50, 70, 90], abs=2)
    assert blobs.parted.all() and not blobs.dark.any()


def test_sizes_outside_the_limits_are_left_out() -> None:
    picture = np.full((100, 200), 40, np.uint8)
    for x, radius in ((30, 3), (90, 10), (160, 25)):
        cv2.circle(picture, (x, 50), radius, 200, -1, cv2.LINE_AA)
    blobs = find_blobs(picture, SETTINGS, least_radius=6, most_radius=15)
    assert blobs.x.round().tolist() == [90]
