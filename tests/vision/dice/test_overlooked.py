"""A die in sight that nothing was told of makes a reading unsure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.nets.everywhere import side_under, spots_everywhere
from vision.dice.overlooked import none_overlooked, seen_where_told
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading, Die

Picture = NDArray[np.uint8]
PLACES = {2: (70.0, 60.0), 5: (230.0, 70.0), 3: (160.0, 180.0)}


@pytest.fixture(scope="module")
def three(table: Callable[..., Picture], put_die: Callable[..., None]) -> Picture:
    """A table with three dice."""
    picture = table()
    for value, centre in PLACES.items():
        put_die(picture, value, centre, side=44)
    return picture


def test_all_dice_are_seen_where_they_lie(three: Picture) -> None:
    plain = [spot for spot in spots_everywhere(three, 44.0) if spot.plainness > 0.5]
    assert {int(spot.classes.argmax()) for spot in plain} == set(PLACES)
    for spot in plain:
        assert np.hypot(*np.subtract(spot.centre, PLACES[int(spot.classes.argmax())])) < 6
        assert spot.side == pytest.approx(44, rel=0.25)


def test_dice_of_other_sizes_are_seen_if_they_are_looked_for(three: Picture) -> None:
    large = np.asarray(three.repeat(3, axis=0).repeat(3, axis=1))
    plain = [spot for spot in spots_everywhere(large, 40.0, 132.0) if spot.plainness > 0.5]
    assert sorted(int(spot.classes.argmax()) for spot in plain) == sorted(PLACES)
    assert all(spot.side == pytest.approx(132, rel=0.25) for spot in plain)


def test_a_reading_of_all_dice_stands(three: Picture) -> None:
    reading = DiceReader().read(three)
    assert (reading.verdict, sorted(reading.values)) == ("read", sorted(PLACES))


@pytest.mark.parametrize("expect", [None, 2])
def test_a_reading_without_one_of_the_dice_is_unsure(three: Picture, expect: int | None) -> None:
    reading = DiceReader().read(three)
    for left_out in reading.dice:
        told = replace(reading, dice=tuple(die for die in reading.dice if die is not left_out))
        assert none_overlooked(told, three, expect).verdict == "unsure"


def test_a_bare_table_overlooks_nothing(table: Callable[..., Picture]) -> None:
    reading = DiceReader().read(table())
    assert none_overlooked(reading, table(), None) is reading


def test_a_dome_is_about_twice_as_wide_as_the_die_under_it() -> None:
    assert side_under(30.0) == pytest.approx(14.0, abs=0.5)


def test_a_row_of_printed_spaces_is_no_large_three(
    table: Callable[..., Picture], put_die: Callable[..., None]
) -> None:
    corners = ((60.0, 60.0), (120.0, 60.0), (120.0, 120.0), (60.0, 120.0))
    told = DiceReading("read", (Die(3, True, 0.99, (60, 60, 60, 60), outline=corners),), None, "dice_read")
    spaces = table()
    for step in range(-1, 2):
        spaces[82 + 20 * step : 98 + 20 * step, 82 + 20 * step : 98 + 20 * step] = (235, 240, 240)
    assert seen_where_told(told, spaces).verdict == "unsure"
    with_die = table()
    put_die(with_die, 3, (90.0, 90.0), side=60, turn=0)
    assert seen_where_told(told, with_die) is told


def test_a_die_that_fills_its_picture_need_not_be_seen_by_the_spotter(table: Callable[..., Picture]) -> None:
    corners = ((10.0, 10.0), (110.0, 10.0), (110.0, 110.0), (10.0, 110.0))
    told = DiceReading("read", (Die(1, True, 0.99, (10, 10, 100, 100), outline=corners),), None, "dice_read")
    assert seen_where_told(told, table(120, 120)) is told
