"""Parts of pictures: cut where they lie, and beyond the border filled with its edge."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.scene import cut_square

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
