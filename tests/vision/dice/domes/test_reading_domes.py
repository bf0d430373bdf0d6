"""Dice under a drawn dome: the dome is found, leaning dice do not count, the red dot is told or left open."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice import scene
from vision.dice.dome import Dome, find_dome
from vision.dice.reader import DiceReader
from vision.dice.reading import Circle
from vision.studio.dome import draw_dome
from vision.studio.settings import Setting, Studio

Picture = NDArray[np.uint8]
PutDie = Callable[..., None]

READER = DiceReader()
DOME = Circle(320.0, 240.0, 150.0)
RED = (30, 30, 200)
WHITE = (230, 235, 235)


def dome_picture() -> Picture:
    """A light rim on a blue board, a green plate inside."""
    picture = np.full((480, 640, 3), (150, 90, 40), np.uint8)
    cv2.circle(picture, (320, 240), 162, (205, 210, 210), -1, cv2.LINE_AA)
    cv2.circle(picture, (320, 240), 150, (60, 95, 60), -1, cv2.LINE_AA)
    grain = np.random.default_rng(2).normal(0, 2, (480, 640, 1))
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


def test_the_rim_is_found() -> None:
    found = find_dome(cv2.cvtColor(dome_picture(), cv2.COLOR_BGR2GRAY))
    assert found is not None and found.sureness > 0.9
    assert np.hypot(found.circle.x - DOME.x, found.circle.y - DOME.y) < 12
    assert found.circle.r == pytest.approx(DOME.r, rel=0.12)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("dome", [None, DOME])
def test_a_die_under_the_dome_is_read(value: int, dome: Circle | None, put_die: PutDie) -> None:
    picture = dome_picture()
    put_die(picture, value, (360, 200), side=72, turn=35)
    reading = READER.read(picture, dice="trouble", dome=dome)
    assert (reading.verdict, reading.values) == ("read", (value,))
    x, y, w, h = reading.dice[0].box
    assert abs(x + w / 2 - 360) < 8 and abs(y + h / 2 - 200) < 8


def test_a_printed_disc_plainer_than_the_rim_hides_no_dice(
    put_die: PutDie, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = dome_picture()
    put_die(picture, 4, (360, 200), side=72, turn=35)
    cv2.circle(picture, (560, 80), 70, (20, 20, 20), -1, cv2.LINE_AA)
    disc = Dome(Circle(560.0, 80.0, 70.0), 1.0)
    monkeypatch.setattr(scene, "find_dome", lambda grey: disc)
    assert READER.read(picture, dice="trouble").values == (4,)


def test_what_lies_beside_the_dome_is_no_die(put_die: PutDie) -> None:
    picture = dome_picture()
    put_die(picture, 5, (340, 260), side=70)
    put_die(picture, 6, (80, 80), side=70)
    assert READER.read(picture, dice="trouble").values == (5,)


def test_dice_that_lean_are_hardly_ever_read() -> None:
    told = []
    for seed in range(12):
        scene = Studio(Setting.TABLE, 500 + seed).pop(cocked=True)
        if scene.dice[0].tilt > 25:
            told.append(READER.read(draw_dome(scene, (480, 360)), dice="trouble").verdict)
    assert len(told) >= 4
    assert told.count("read") <= 1
    assert told.count("cocked") >= len(told) / 2


@pytest.mark.parametrize("value", range(1, 7))
def test_the_red_dot_is_told(value: int, put_die: PutDie) -> None:
    picture = dome_picture()
    put_die(picture, value, (270, 200), side=66, turn=10)
    put_die(picture, 1, (375, 290), side=66, turn=30, body=WHITE, pip=RED, pip_radius=0.2)
    reading = READER.read(picture, dice="headache")
    assert (reading.verdict, reading.values, reading.red) == ("read", (value,), True)


@pytest.mark.parametrize("value", [3, 5, 6])
def test_a_blank_second_die_has_no_dot_up(value: int, put_die: PutDie) -> None:
    picture = dome_picture()
    put_die(picture, value, (270, 200), side=66, turn=10)
    put_die(picture, 1, (375, 290), side=66, turn=30, body=WHITE, pip=WHITE)
    reading = READER.read(picture, dice="headache")
    assert (reading.verdict, reading.values, reading.red) == ("read", (value,), False)


def test_a_missing_second_die_leaves_the_dot_open(put_die: PutDie) -> None:
    picture = dome_picture()
    put_die(picture, 5, (270, 200), side=66, turn=10)
    reading = READER.read(picture, dice="headache")
    assert reading.red is None and reading.verdict == "unsure"


@pytest.mark.parametrize("kind", ["pips", "red"])
def test_dice_that_lean_are_called_so_be_they_pipped_or_blank(kind: str) -> None:
    """The one with the red dot has no pips to tell its lean by."""
    studio, told = Studio(Setting.VARIED, 8100), []
    while len(told) < 16:
        scene = studio.pop(game="headache", numerals=False, cocked=True)
        if any(not die.flat and die.look.kind == kind for die in scene.dice):
            told.append(READER.read(draw_dome(scene), dice="headache").verdict)
    assert told.count("cocked") >= 8
    assert told.count("read") <= 4


@pytest.mark.parametrize(("seed", "pop"), [(92000, 2), (92009, 1), (92027, 0)])
def test_a_dome_with_prints_beside_it_is_no_giant_die(seed: int, pop: int) -> None:
    """Where no dome was looked for its rim, a lamp in it, or three printed spaces were read as one die."""
    studio = Studio(Setting.TABLE, seed)
    scenes = [studio.pop() for _ in range(pop + 1)]
    picture, value = draw_dome(scenes[-1], rng=np.random.default_rng(9)), scenes[-1].dice[0].top
    for expect in (None, 1):
        reading = READER.read(picture, expect=expect)
        assert reading.verdict != "read" or reading.values == (value,)


@pytest.mark.parametrize("expect", [0, 2, 3])
def test_another_number_of_dice_than_a_dome_has_is_no_reading(expect: int, put_die: PutDie) -> None:
    picture = dome_picture()
    put_die(picture, 4, (360, 200), side=72, turn=35)
    reading = READER.read(picture, dice="trouble", expect=expect)
    assert (reading.verdict, reading.reason) == ("unsure", "count_differs")
    assert reading.facts == {"expected": expect, "found": 1}


@pytest.mark.parametrize("side", [16, 20, 26, 32])
def test_a_dome_too_small_to_tell_pips_is_refused_and_raises_nothing(side: int, put_die: PutDie) -> None:
    for value in range(1, 7):
        picture = dome_picture()
        put_die(picture, value, (360, 200), side=72, turn=35)
        small = cv2.resize(picture[80:400, 160:480], (side, side), interpolation=cv2.INTER_AREA)
        assert READER.read(small, dice="trouble").verdict != "read"
