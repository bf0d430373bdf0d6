"""The dice under the dome of a board whose place in the picture is known."""

from __future__ import annotations

from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from hardware.layout import Layout
from vision.board.place.registration import Registration
from vision.dice.domes.memory import DomeMemory
from vision.dice.reading import Circle, DiceChoice, DiceReading

__all__ = ["DomeWatcher", "ReadsDice", "dome_circle", "read_dice"]


class ReadsDice(Protocol):
    """What reads the dice in a picture of the board, as `vision.dice.reader.DiceReader` does."""

    def read(
        self,
        picture: NDArray[np.uint8],
        *,
        dice: DiceChoice = "any",
        expect: int | None = None,
        dome: Circle | None = None,
        slant: float = 0.0,
        memory: DomeMemory | None = None,
    ) -> DiceReading:
        """The dice under the dome."""


def dome_circle(layout: Layout, registration: Registration) -> Circle | None:
    """Where the dome's foot is in the picture; None for a board without one."""
    if layout.dome is None:
        return None
    centre = np.array([layout.dome.xy])
    x, y = registration.pose.pixels(centre)[0]
    return Circle(float(x), float(y), float(layout.dome.radius * registration.pose.scale(centre)[0]))


def read_dice(
    reader: ReadsDice,
    picture: NDArray[np.uint8],
    registration: Registration,
    layout: Layout,
    expect: int | None = None,
    memory: DomeMemory | None = None,
) -> DiceReading:
    """The dice of the layout's game in a BGR picture, looked for where the dome is and as it is seen.

    `expect`: how many there should be; None for as many as the game has. `memory`: what was seen of that
    dome before, by a camera that stands still.
    """
    kind: Literal["trouble", "headache"] = "headache" if layout.game == "headache" else "trouble"
    circle = dome_circle(layout, registration)
    slant = registration.pose.tilt
    return reader.read(picture, dice=kind, expect=expect, dome=circle, slant=slant, memory=memory)


class DomeWatcher:
    """Reads the dice in one picture of a board after another. Not for several threads at once.

    A camera that stands still sees the lamps that are reflected in the dome at the same place in all of its
    pictures: those of the pictures so far are known, or those of all that were looked through first.
    """

    def __init__(self, layout: Layout, reader: ReadsDice) -> None:
        self._layout, self._reader = layout, reader
        self._memory, self._foreseen = DomeMemory(), False

    def foresee(self, picture: NDArray[np.uint8], registration: Registration) -> None:
        """Learn from a picture that is read later: reading teaches nothing then, so that each counts once."""
        self._foreseen = True
        self._remember(picture, registration, self._read(picture, registration))

    def read(self, picture: NDArray[np.uint8], registration: Registration) -> DiceReading:
        """The dice of the next BGR picture, as `read_dice` reads them."""
        told = self._read(picture, registration)
        if not self._foreseen:
            self._remember(picture, registration, told)
        return told

    def _read(self, picture: NDArray[np.uint8], registration: Registration) -> DiceReading:
        return read_dice(self._reader, picture, registration, self._layout, memory=self._memory)

    def _remember(self, picture: NDArray[np.uint8], registration: Registration, told: DiceReading) -> None:
        circle = dome_circle(self._layout, registration)
        if circle is not None:
            self._memory = self._memory.after(picture, circle, told)
