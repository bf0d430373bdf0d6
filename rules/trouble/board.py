"""The board of Trouble: 60 spaces, and where a man stands on his own path.

A man's *place* is counted along the path of his colour, so that all four colours move by one table:

    -1        HOME BASE (which of its four holes does not matter)
    0         the STARTING CIRCLE of his colour
    1 .. 27   the other circles of the ring, clockwise; 27 is the last before his FINISH
    28 .. 31  FINISH 1 to 4

A *space* is what the board calls it: T0..T27 for the ring, T0 the start of the first colour of the board and
T(7k) that of colour k; RH1..RH4 the homes and RF1..RF4 the finishes of red; B.., Y.., G.. likewise.
"""

from __future__ import annotations

from typing import Final

from rules.core import Colour, Space

__all__ = [
    "COLOURS",
    "EXTRA_TURNS",
    "FINISH",
    "HALF_ROUND",
    "HOME",
    "LAST",
    "MEN",
    "RING",
    "START",
    "STARTS_APART",
    "WARPS",
    "finish_space",
    "home_space",
    "path",
    "ring_space",
    "spaces",
]

COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "yellow", "green")
"""All the colours, clockwise as on the usual board."""

MEN: Final = 4
RING: Final = 28
STARTS_APART: Final = 7

HOME: Final = -1
START: Final = 0
FINISH: Final = 28
"""The place of FINISH 1."""
LAST: Final = 31
"""The place of FINISH 4, the end of the path."""

EXTRA_TURNS: Final = frozenset({3, 10, 17, 24})
"""The places of the XX circles of the Double Trouble board (T-W1): the middle of each side."""
WARPS: Final = frozenset({6, 13, 20, 27})
"""The places of its warp circles (T-W2): the last before each START, for every colour."""
HALF_ROUND: Final = RING // 2
"""A warp leads to the opposite corner."""


def ring_space(circle: int) -> Space:
    """The name of a circle of the ring, 0..27: "T5"."""
    return f"T{circle}"


def finish_space(colour: Colour, number: int) -> Space:
    """The name of a FINISH circle, 1..4: "RF2"."""
    return f"{colour[0].upper()}F{number}"


def home_space(colour: Colour, number: int) -> Space:
    """The name of a hole of a HOME BASE, 1..4: "RH2"."""
    return f"{colour[0].upper()}H{number}"


def path(colour: Colour, start: int) -> tuple[Space, ...]:
    """The spaces of a colour's path in order of places 0..31; `start` is the circle of its START."""
    ring = [ring_space((start + place) % RING) for place in range(RING)]
    return (*ring, *(finish_space(colour, number) for number in range(1, MEN + 1)))


def spaces() -> tuple[Space, ...]:
    """Every space of the board, once."""
    numbers = range(1, MEN + 1)
    ring = [ring_space(circle) for circle in range(RING)]
    finishes = [finish_space(colour, number) for colour in COLOURS for number in numbers]
    homes = [home_space(colour, number) for colour in COLOURS for number in numbers]
    return (*ring, *finishes, *homes)
