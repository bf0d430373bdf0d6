"""The rests of a series of pictures."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.pop import Rest, rests


def series(places: list[int]) -> Iterator[tuple[float, NDArray[np.uint8]]]:
    """A white square of 20 px at a column, 25 pictures a second."""
    for number, x in enumerate(places):
        picture = np.zeros((120, 160), np.uint8)
        picture[50:70, x : x + 20] = 255
        yield number / 25, picture


def column(rest: Rest) -> int:
    return int(np.argmax(rest.pictures[0][60] > 0))


def rolling(end: int) -> list[int]:
    return [(end + 31 * i) % 130 for i in range(8, 0, -1)]


def test_each_rest_is_found_once_with_three_looks() -> None:
    found = list(rests(series([10] * 20 + rolling(50) + [50] * 40 + rolling(90) + [90] * 40)))
    assert [column(rest) for rest in found] == [50, 90]
    assert [len(rest.pictures) for rest in found] == [3, 3]
    assert found[0].t < found[1].t


def test_a_series_in_which_nothing_moves_is_one_rest() -> None:
    (found,) = rests(series([40] * 30))
    assert (found.t, column(found), len(found.pictures)) == (0.0, 40, 3)


def test_dice_popped_again_at_once_were_at_rest_all_the_same() -> None:
    settled = 10  # the tenth still picture is the first at rest
    found = list(rests(series(rolling(50) + [50] * (settled + 1) + rolling(90) + [90] * 40)))
    assert [column(rest) for rest in found] == [50, 90]


def test_a_series_may_end_in_a_rest() -> None:
    found = list(rests(series(rolling(50) + [50] * 11)))
    assert [column(rest) for rest in found] == [50]


def test_an_empty_series_has_none() -> None:
    assert list(rests([])) == []
