"""Dice read from photographs of a whole board: lamps are known only where the dome was seen."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from firmware_py.senses import dicebox
from firmware_py.senses.dicebox import PhotographedDice
from firmware_py.senses.dome_spot import DomeSpot
from firmware_py.senses.frames import Frame
from rules import Dice
from vision.dice.reader import DiceReader
from vision.dice.reading import Circle, DiceReading, Die

FOUR = DiceReading("read", (Die(4, True, 1.0, (10, 10, 9, 9)),), None, "dice_read")


class Photographs:
    """Endless empty pictures."""

    name = "photographs"

    def open(self) -> None: ...

    def read(self) -> Frame:
        return Frame(np.zeros((300, 400, 3), np.uint8))

    def close(self) -> None: ...


class Reader(DiceReader):
    """Reads a four in everything."""

    def read(self, picture: object, **asked: object) -> DiceReading:  # type: ignore[override]
        return FOUR


class Memory:
    """Stands for what is remembered: counts the rests that it knows."""

    def __init__(self, rests: int = 0) -> None:
        self.rests = rests

    def after(self, *seen: object) -> Memory:
        return Memory(self.rests + 1)

    def moved(self) -> Memory:
        return Memory()


def test_lamps_are_forgotten_where_the_dome_is_seen_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dicebox, "DomeMemory", Memory)
    places: Iterator[float] = iter((150.0, 150.3, 210.0, 210.0))
    box = PhotographedDice(
        Photographs(), Reader(), where=lambda picture: DomeSpot(Circle(next(places), 150.0, 60.0))
    )
    known = []
    for _ in range(4):
        box.roll(Dice("d6"), lambda: 0.0)
        known.append(box._memory.rests)
    assert known == [1, 2, 1, 2]
