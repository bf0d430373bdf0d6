"""The colours of the teams in light, and how light is mixed."""

from __future__ import annotations

from typing import Final, TypeAlias

from rules import Colour

__all__ = ["OFF", "RGB", "WHITE", "dimmed", "light_of"]

RGB: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

OFF: Final[RGB] = (0, 0, 0)
WHITE: Final[RGB] = (255, 255, 255)

# Told apart by colour-blind people too: blue leans to cyan, green is the darker one, yellow the brightest.
_LIGHTS: Final[dict[Colour, RGB]] = {
    "red": (255, 24, 16),
    "blue": (0, 96, 255),
    "yellow": (255, 190, 0),
    "green": (0, 170, 50),
    "south": (255, 120, 30),
    "north": (90, 120, 255),
}


def light_of(colour: Colour | None) -> RGB:
    """The light of a team; white for none."""
    return _LIGHTS.get(colour or "", WHITE)


def dimmed(light: RGB, share: float) -> RGB:
    """The light at a share, 0..1, of its brightness."""
    red, green, blue = (max(0, min(255, round(part * share))) for part in light)
    return red, green, blue
