"""Moving and still: the watch over a series of pictures."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.pop import Motion, Watch

FPS = 25.0


def scene(rng: np.random.Generator, die_at: tuple[int, int], light: float = 1.0) -> NDArray[np.uint8]:
    """A grey table with a pale die of 40 px at a place, and a camera's noise."""
    picture = np.full((480, 640, 3), 90.0)
    x, y = die_at
    picture[y : y + 40, x : x + 40] = 225
    picture = picture * light + rng.normal(0, 6, picture.shape)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def motions(pictures: list[NDArray[np.uint8]]) -> list[Motion]:
    watch, found = Watch(), []
    for number, picture in enumerate(pictures):
        watch = watch.after(number / FPS, picture)
        found.append(watch.motion)
    return found


def test_a_noisy_still_scene_is_quiet() -> None:
    rng = np.random.default_rng(1)
    assert set(motions([scene(rng, (300, 200)) for _ in range(20)])) == {Motion.QUIET}


def test_light_that_changes_is_no_movement() -> None:
    rng = np.random.default_rng(2)
    pictures = [scene(rng, (300, 200), light=1.0 + 0.02 * (i % 5)) for i in range(25)]
    assert set(motions(pictures)) == {Motion.QUIET}


def test_each_roll_comes_to_rest_once() -> None:
    rng = np.random.default_rng(3)
    places = [(300, 200)] * 10
    for start in (100, 400):
        places += [(start + 12 * i, 150 + 6 * i) for i in range(12)] + [(start + 140, 220)] * 20
    found = motions([scene(rng, place) for place in places])
    assert found.count(Motion.REST) == 2
    assert found[5] is Motion.QUIET
    assert found[15] is Motion.MOVING
    first = found.index(Motion.REST)
    assert first >= 22 + round(0.35 * FPS)
    assert found[first + 1] is Motion.QUIET


def test_a_pause_shorter_than_settling_is_still_moving() -> None:
    rng = np.random.default_rng(4)
    places = [(300, 200), (320, 200), *[(340, 200)] * 4, (360, 200), *[(380, 200)] * 14]
    found = motions([scene(rng, place) for place in places])
    assert found.count(Motion.REST) == 1
    assert Motion.QUIET not in found[1 : found.index(Motion.REST)]


@pytest.mark.parametrize("shape", [(1, 1), (1, 900), (480, 640), (7, 5, 3)])
def test_any_picture_will_do(shape: tuple[int, ...]) -> None:
    picture = np.zeros(shape, np.uint8)
    watch = Watch().after(0.0, picture).after(1.0, picture)
    assert watch.motion is Motion.QUIET


def test_another_size_begins_anew() -> None:
    watch = Watch().after(0.0, np.zeros((48, 64), np.uint8)).after(0.1, np.full((40, 64), 255, np.uint8))
    assert watch.motion is Motion.QUIET


@pytest.mark.parametrize(("grain", "grainy"), [(6.0, False), (60.0, True)])
def test_grain_is_told_from_motion(grain: float, grainy: bool) -> None:
    rng, watch = np.random.default_rng(5), Watch()
    for number in range(40):
        picture = np.full((480, 640), 90.0)
        picture[:, : 16 * number] = 200  # a sheet that is drawn over the whole table
        noisy = np.clip(picture + rng.normal(0, grain, picture.shape), 0, 255).astype(np.uint8)
        watch = watch.after(number / FPS, noisy)
    assert watch.motion is Motion.MOVING and watch.grainy is grainy
