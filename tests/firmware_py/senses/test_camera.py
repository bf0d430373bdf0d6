"""A live camera over the dome: it notices pops by itself."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from firmware_py.errors import DeviceError
from firmware_py.senses.camera import WatchedDome
from firmware_py.senses.dome import DrawnDome
from firmware_py.senses.frames import Frame
from firmware_py.table import Wants
from firmware_py.table.events import DiceSeen, Pressed
from rules import PASS, Dice, Move
from tests.firmware_py.senses.desk import FakeDesk
from vision.dice.reader import DiceReader

FPS = 25.0


class Film:
    """A recording held in memory."""

    name, live = "film", True

    def __init__(self, pictures: Iterator[NDArray[np.uint8]]) -> None:
        self._pictures, self.count = pictures, 0

    def open(self) -> None: ...

    def read(self) -> Frame | None:
        picture = next(self._pictures, None)
        self.count += 1
        return None if picture is None else Frame(picture, "film", self.count / FPS)

    def close(self) -> None: ...


def film(pops: int, still: int = 25) -> Iterator[NDArray[np.uint8]]:
    """A table at rest, then so many pops: a die thrown about for half a second, then at rest."""
    dome, grain = DrawnDome(seed=5), np.random.default_rng(0).integers(0, 6, (2, 480, 640, 3), np.uint8)
    resting = dome.read().picture
    for number in range(pops + 1):
        rng = np.random.default_rng(number)
        for picture in range(still):
            yield cv2.add(resting, grain[picture % 2])
        if number < pops:
            for _ in range(8):
                yield np.roll(resting, tuple(rng.integers(-60, 60, 2)), axis=(0, 1))
            resting = dome.read().picture


def test_every_pop_is_seen_once() -> None:
    sense, desk = WatchedDome(Film(film(3)), DiceReader(), patient=True), FakeDesk(enough=99)
    with pytest.raises(DeviceError, match="has ended"):
        sense.run(desk)
    assert [type(event) for event in desk.posted] == [Pressed, DiceSeen] * 3
    assert desk.opened == 1


def test_dice_that_nobody_threw_are_not_told() -> None:
    sense, desk = WatchedDome(Film(film(0)), DiceReader(), patient=True), FakeDesk(enough=99)
    with pytest.raises(DeviceError):
        sense.run(desk)
    assert desk.posted == []


def test_a_press_reads_the_dice_as_they_lie() -> None:
    told: list[str] = []
    sense = WatchedDome(Film(film(0)), DiceReader(), lambda frame, _: told.append(frame.name), patient=True)
    desk = FakeDesk(enough=2)
    sense.press(0.0)
    sense.run(desk)
    assert [type(event) for event in desk.posted] == [Pressed, DiceSeen]
    assert told == ["film"]


def test_a_recording_waits_while_a_move_is_chosen() -> None:
    source = Film(film(1))
    desk = FakeDesk(Wants(dice=Dice("d6"), buttons=(Move("T1", "T2"), PASS)), enough=99, most=40)
    WatchedDome(source, DiceReader(), patient=True).run(desk)
    assert source.count == 0


def test_a_camera_goes_on_while_a_move_is_chosen() -> None:
    source = Film(film(1))
    desk = FakeDesk(Wants(dice=Dice("d6"), buttons=(Move("T1", "T2"), PASS)), enough=99, most=40)
    WatchedDome(source, DiceReader()).run(desk)
    assert source.count > 10


def test_a_camera_sleeps_while_no_dice_are_wanted() -> None:
    source, desk = Film(film(1)), FakeDesk(most=20)
    desk.wanted = Wants()
    WatchedDome(source, DiceReader()).run(desk)
    assert source.count == 0
