"""What yields dice after a press: a picture that is read, or the electronic die."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from firmware_py.errors import DeviceError
from firmware_py.senses.chance import Bits, roll
from firmware_py.senses.dome_spot import NOWHERE, FindsDomeIn
from firmware_py.senses.frames import Frame, FrameSource
from firmware_py.table.events import DiceGiven, DiceSeen, TableEvent
from rules import Dice, UnknownDieError, problem_of
from vision.dice.domes.memory import DomeMemory
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceChoice, DiceReading
from vision.pop import find_place

__all__ = ["DiceBox", "ElectronicDice", "PhotographedDice", "Told", "dice_choice", "readable"]

Told = Callable[[Frame, DiceReading], None]
"""Is told every picture and what was read in it, to show both to people."""

_READABLE: Final[dict[tuple[str, ...], DiceChoice]] = {
    ("d6",): "trouble",
    ("d3",): "trouble",  # a D6, halved and rounded up
    ("d6", "red"): "headache",
}


def readable(dice: Dice | None) -> bool:
    """Whether a camera can read these dice."""
    return dice is not None and dice.kinds in _READABLE


def dice_choice(dice: Dice) -> DiceChoice:
    """Which dice the reader must look for.

    Raises:
        DeviceError: for dice that no camera here can read.
    """
    if dice.kinds not in _READABLE:
        raise DeviceError(
            "A camera cannot read {dice}: enter them by hand, or take the electronic dice.", dice=dice.kinds
        )
    return _READABLE[dice.kinds]


class DiceBox(Protocol):
    """Dice that a press sets rolling."""

    name: str

    def open(self) -> None:
        """Get ready.

        Raises:
            DeviceError: when the device is not there.
        """

    def roll(self, dice: Dice, now: Callable[[], float]) -> TableEvent:
        """The event of the dice that lie there after a press.

        Raises:
            DeviceError: when the device was lost, or cannot do these dice.
        """

    def close(self) -> None:
        """Release the device; may be called twice."""


class PhotographedDice:
    """Takes the next picture of a source that is not live, and reads it.

    Args:
        source: the pictures.
        reader: reads the dice.
        told: is told each picture and what was read in it.
        where: where the dome is in a picture of a whole board; None for pictures of the dome alone.
    """

    def __init__(
        self,
        source: FrameSource,
        reader: DiceReader,
        told: Told | None = None,
        where: FindsDomeIn | None = None,
    ) -> None:
        self.name = source.name
        self._source, self._reader, self._told, self._where = source, reader, told, where
        self._memory, self._spot = DomeMemory(), NOWHERE

    def open(self) -> None:
        """Open the source."""
        self._source.open()

    def roll(self, dice: Dice, now: Callable[[], float]) -> DiceSeen:
        """What the vision reads in the next picture."""
        choice = dice_choice(dice)
        frame = self._source.read()
        if frame is None:
            raise DeviceError("{camera}: there are no more pictures.", camera=self.name)
        frame, reading = self._read(frame, choice)
        if self._told:
            self._told(frame, reading)
        return DiceSeen(at=now(), reading=reading, source=self.name, picture=frame.name or None)

    def _read(self, frame: Frame, choice: DiceChoice) -> tuple[Frame, DiceReading]:
        """What a picture shows, and the part of it that was read."""
        if self._where is None:
            reading = self._reader.read(frame.picture, dice=choice, memory=self._memory)
            dome = find_place(frame.picture).dome
            if dome is not None:
                self._memory = self._memory.after(frame.picture, dome, reading)
            return frame, reading
        spot = self._where(frame.picture)
        if spot is None:
            return frame, DiceReading("unsure", (), None, "no_board")
        if not self._spot.is_near(spot):
            self._memory = self._memory.moved()
        self._spot = spot
        part, circle = spot.cut(frame.picture)
        reading = self._reader.read(part, dice=choice, dome=circle, slant=spot.slant, memory=self._memory)
        self._memory = self._memory.after(part, circle, reading)
        return replace(frame, picture=part), reading

    def close(self) -> None:
        """Close the source."""
        self._source.close()


class ElectronicDice:
    """Dice from the randomness of the operating system."""

    name = "electronic dice"

    def __init__(self, bits: Bits = secrets.randbits) -> None:
        self._bits = bits

    def open(self) -> None:
        """There is nothing to open."""

    def roll(self, dice: Dice, now: Callable[[], float]) -> DiceGiven:
        """Fair faces.

        Raises:
            DeviceError: for a kind of die that does not exist.
        """
        try:
            faces = roll(dice, self._bits)
        except UnknownDieError as error:
            raise DeviceError(problem_of(error)) from None
        return DiceGiven(at=now(), faces=faces, how="electronic")

    def close(self) -> None:
        """There is nothing to release."""
