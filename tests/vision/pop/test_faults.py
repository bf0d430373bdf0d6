"""Frames that are no good, and domes in glare."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.reading import Circle
from vision.pop import FrameFault, FrameHealth, find_place, frame_fault, glare_of
from vision.studio.dome import draw_dome
from vision.studio.faults import Fault, spoil
from vision.studio.settings import Setting, Studio


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("setting", list(Setting))
def test_every_fault_is_named_and_a_good_frame_has_none(setting: Setting, seed: int) -> None:
    scene, rng = Studio(setting, seed).pop(), np.random.default_rng(seed)
    frame, before = (draw_dome(scene, (320, 240), rng) for _ in range(2))
    assert frame_fault(frame) is None
    for fault in (Fault.BLACK, Fault.WHITE, Fault.TORN, Fault.UNSHARP):
        assert frame_fault(spoil(frame, before, fault, rng)) is FrameFault(fault.value)


def test_the_same_bytes_for_two_seconds_are_frozen() -> None:
    rng = np.random.default_rng(1)
    frame = rng.integers(0, 255, (24, 32, 3), dtype=np.uint8)
    health = FrameHealth().after(0.0, frame)
    for t in (0.5, 1.0, 1.9):
        health = health.after(t, frame.copy())
        assert not health.frozen
    assert health.after(2.0, frame.copy()).frozen
    other = frame.copy()
    other[11, 3, 1] ^= 1
    assert not health.after(2.0, other).frozen


@pytest.mark.parametrize(
    "shape", [(1, 1), (1, 90), (48, 64), (7, 5, 3), (2, 2000), (16, 20_000, 3), (3000, 2)]
)
def test_any_frame_will_do(shape: tuple[int, ...]) -> None:
    assert frame_fault(np.zeros(shape, np.uint8)) is FrameFault.BLACK
    frame_fault(np.full(shape, 128, np.uint8))


def test_glare_is_measured_and_placed() -> None:
    picture, dome = np.full((200, 200, 3), 90, np.uint8), Circle(100, 100, 80)
    assert glare_of(picture, dome).share == 0.0
    picture[90:110, 140:160] = 255
    glare = glare_of(picture, dome)
    assert (glare.spots, glare.clock) == (1, 3)
    assert glare.share == pytest.approx(400 / (np.pi * 76**2), rel=0.03)
    assert glare.much
    assert glare_of(np.full((200, 200), 255, np.uint8), dome).share == 0.0
    assert glare_of(picture, Circle(-500, -500, 20)).clock is None


def test_the_place_of_the_dice_is_found_in_red_on_green_too() -> None:
    place = find_place(draw_dome(Studio(Setting.TABLE, 1).pop(), (320, 240)))
    assert place.dome is not None
