"""The dice under the dome of a board whose place in the picture is known."""

from __future__ import annotations

from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from hardware.layout import Layout
from vision.board.place.registration import Registration
from vision.dice.reading import Circle, DiceChoice, DiceReading

__all__ = ["ReadsDice", "dome_circle", "read_dice"]


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
) -> DiceReading:
    """The dice of the layout's game in a BGR picture, looked for where the dome is and as it is seen.

    `expect`: how many there should be; None for as many as the game has.
    """
    kind: Literal["trouble", "headache"] = "headache" if layout.game == "headache" else "trouble"
    circle = dome_circle(layout, registration)
    return reader.read(picture, dice=kind, expect=expect, dome=circle, slant=registration.pose.tilt)
