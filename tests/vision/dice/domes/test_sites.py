"""What a face may show where a lamp covers some of the places of its pips."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.domes.sites import ambiguous, sites


@pytest.mark.parametrize(
    ("value", "covered", "doubted"),
    [
        (2, {0}, True),
        (4, {0}, True),
        (3, {0}, True),
        (6, {0}, False),
        (1, {0}, False),
        (1, {1, 2}, True),
        (6, {5, 6}, True),
        (5, {5, 6, 7, 8}, False),
        (2, {3}, False),
    ],
)
def test_a_value_is_doubted_only_where_another_fits_what_is_seen(
    value: int, covered: set[int], doubted: bool
) -> None:
    assert ambiguous(value, covered) is doubted


def test_the_places_turn_with_the_face() -> None:
    upright = sites((10.0, 20.0), 40.0, 0.0)
    assert upright[0] == pytest.approx((10.0, 20.0))
    assert upright[1] == pytest.approx((0.0, 10.0))
    turned = sites((10.0, 20.0), 40.0, 90.0)
    assert {tuple(np.round(place, 6)) for place in turned} == {tuple(np.round(place, 6)) for place in upright}
