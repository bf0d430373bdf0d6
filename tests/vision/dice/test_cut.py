"""Parts of pictures: cut where they lie, and beyond the border filled with its edge."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.cut import cut_square, quickly_shrunk, shrunk

PICTURE = np.random.default_rng(3).integers(0, 256, (23, 31, 3), dtype=np.uint8)


@given(st.integers(-60, 90), st.integers(-60, 90), st.integers(1, 50))
def test_a_square_shows_the_picture_and_beyond_it_the_nearest_edge(left: int, top: int, side: int) -> None:
    middle = left + (side - 1) / 2, top + (side - 1) / 2
    square, corner = cut_square(PICTURE, middle, side)
    assert square.shape == (side, side, 3)
    rows = np.clip(np.arange(side) + corner[1], 0, 22).astype(int)
    columns = np.clip(np.arange(side) + corner[0], 0, 30).astype(int)
    assert (square == PICTURE[np.ix_(rows, columns)]).all()
    assert corner == (pytest.approx(left, abs=0.6), pytest.approx(top, abs=0.6))


def test_a_grey_picture_stays_grey() -> None:
    square, _ = cut_square(PICTURE[:, :, 0], (15.0, 11.0), 7)
    assert (square == PICTURE[8:15, 12:19, 0]).all()


@given(st.integers(1, 12), st.integers(1, 12), st.sampled_from((1, 2, 4, 8)))
def test_a_pixel_of_a_shrunk_picture_is_the_mean_of_what_it_covers(width: int, height: int, by: int) -> None:
    picture = np.random.default_rng(by).integers(0, 256, (by * height, by * width, 3), dtype=np.uint8)
    means = picture.reshape(height, by, width, by, 3).mean(axis=(1, 3))
    small = shrunk(picture, width, height)
    assert small.shape == (height, width, 3)
    assert np.abs(small - means).max() <= 2  # each halving rounds once


@given(st.integers(9, 40), st.integers(9, 40))
def test_a_picture_shrunk_by_any_number_stays_in_its_place(width: int, height: int) -> None:
    """A slope of light is the same slope, seen at the middles of the larger pixels."""
    down, across = np.mgrid[0:60, 0:70].astype(float)
    slope = (across + 2 * down).astype(np.uint8)
    rows = (np.arange(height)[:, None] + 0.5) * 60 / height - 0.5
    columns = (np.arange(width)[None, :] + 0.5) * 70 / width - 0.5
    inner = np.s_[1:-1, 1:-1]
    for shrink in (shrunk, quickly_shrunk):
        assert np.abs(shrink(slope, width, height) - (columns + 2 * rows))[inner].max() <= 2
