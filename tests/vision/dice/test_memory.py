"""Lamps reflected in a dome are known after a few pops: they stay where they are while the die does not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.memory import DomeMemory, ambiguous
from vision.dice.reading import Circle, DiceReading, Die
from vision.studio.dome import SIZE, draw_dome, truth
from vision.studio.settings import Setting, Studio

Picture = NDArray[np.uint8]
DOME = Circle(160.0, 120.0, 90.0)
LAMP = (180, 100)
PLACES = ((110, 90), (200, 160), (120, 170), (190, 60))
SIDE = 40


def dome(die: tuple[int, int], lamp: tuple[int, int] | None = LAMP, plate: int = 60) -> Picture:
    """A grey dome with a cream die and a lamp that is reflected over everything."""
    picture = np.full((240, 320, 3), plate, np.uint8)
    half = SIDE // 2
    cv2.rectangle(
        picture, (die[0] - half, die[1] - half), (die[0] + half, die[1] + half), (180, 210, 220), -1
    )
    if lamp is not None:
        cv2.circle(picture, lamp, 7, (254, 254, 254), -1)
    return picture


def reading(die: tuple[int, int], value: int = 3, kind: str = "pips") -> DiceReading:
    """The die as it was read."""
    box = (die[0] - SIDE // 2, die[1] - SIDE // 2, SIDE, SIDE)
    seen = Die(value, True, 1.0, box, kind="numeral" if kind == "numeral" else "pips")
    return DiceReading("read", (seen,), None, "dice_read")


def watched(pops: int = 8, plate: int = 60) -> DomeMemory:
    """The memory after so many pops."""
    memory = DomeMemory()
    for pop in range(pops):
        die = PLACES[pop % len(PLACES)]
        memory = memory.after(dome(die, plate=plate), DOME, reading(die))
    return memory


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


def test_a_known_lamp_misleads_only_where_it_lies() -> None:
    memory = watched()
    on_middle = memory.lamps(dome(LAMP), (0, 0), DOME, LAMP, SIDE)
    assert on_middle is not None
    assert on_middle.mislead(2, LAMP, SIDE, 0.0)
    assert not on_middle.mislead(6, LAMP, SIDE, 0.0)
    beside = (130, 140)
    elsewhere = memory.lamps(dome(beside), (0, 0), DOME, beside, SIDE)
    assert elsewhere is not None
    assert elsewhere.mislead(2, beside, SIDE, 30.0) is False


def test_a_part_of_the_picture_says_the_same() -> None:
    seen = watched().lamps(dome(LAMP)[20:, 50:], (50, 20), DOME, LAMP, SIDE)
    assert seen is not None
    assert seen.mislead(2, LAMP, SIDE, 0.0)


def test_nothing_is_known_at_first_or_of_a_moved_camera() -> None:
    assert watched(2).lamps(dome(LAMP), (0, 0), DOME, LAMP, SIDE) is None
    assert watched().lamps(dome(LAMP), (0, 0), Circle(170.0, 120.0, 90.0), LAMP, SIDE) is None


def test_another_lamp_or_another_light_is_not_what_is_remembered() -> None:
    memory, die = watched(), (130, 140)
    assert memory.lamps(dome(die, (200, 130)), (0, 0), DOME, die, SIDE) is None
    assert memory.lamps(dome(die, plate=90), (0, 0), DOME, die, SIDE) is None


def test_a_weak_reflection_that_was_always_there_is_no_new_lamp() -> None:
    def with_window(die: tuple[int, int]) -> Picture:
        picture = dome(die)
        picture[150:170, 200:220] = 125
        return picture

    memory = DomeMemory()
    for die in (*PLACES, *PLACES):
        memory = memory.after(with_window(die), DOME, reading(die))
    seen = memory.lamps(with_window(LAMP), (0, 0), DOME, LAMP, SIDE)
    assert seen is not None


def test_on_a_white_plate_lamps_cannot_be_known() -> None:
    assert watched(plate=230).lamps(dome(LAMP, plate=230), (0, 0), DOME, LAMP, SIDE) is None


def test_a_moved_camera_begins_anew() -> None:
    moved = Circle(180.0, 120.0, 90.0)
    memory = watched().after(dome((130, 140)), moved, reading((130, 140)))
    assert memory.lamps(dome(LAMP), (0, 0), moved, LAMP, SIDE) is None


def test_a_die_that_was_read_by_its_pips_has_pips() -> None:
    memory = watched(3)
    assert memory.has_pips
    die = PLACES[0]
    assert not memory.after(dome(die), DOME, reading(die, kind="numeral")).has_pips
    ones = DomeMemory()
    for _ in range(5):
        ones = ones.after(dome(die), DOME, reading(die, value=1))
    assert not ones.has_pips, "a one looks like a small 4"


def test_the_lamps_of_a_drawn_table_are_found() -> None:
    studio, memory = Studio(Setting.TABLE, 19012), DomeMemory()
    for _ in range(8):
        scene = studio.pop()
        known = truth(scene)
        (x, y), radius = known.centre, known.radius
        die = known.dice[0]
        seen = DiceReading("read", (Die(die.value, True, 1.0, die.box),), None, "dice_read")
        picture = draw_dome(scene, SIZE)
        memory = memory.after(picture, Circle(x, y, radius), seen)
    lamps = memory.lamps(picture, (0, 0), Circle(x, y, radius), die.centre, die.side)
    assert lamps is not None
    assert 0.002 < lamps.lit.mean() < 0.05
