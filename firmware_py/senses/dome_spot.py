"""Where the dome is in the pictures of a camera that sees the whole board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.dice.reading import Circle

__all__ = ["NOWHERE", "DomeSpot", "FindsDome", "FindsDomeIn"]

_REACH: Final = 2.0
"""How far the part of the picture goes that is watched for pops, in radii of the dome."""

_SAME: Final = 0.1
"""A dome that has moved by less, in radii, is where it was."""


@dataclass(frozen=True, slots=True)
class DomeSpot:
    """A dome in a picture of the whole board.

    Attributes:
        circle: its foot, pixels.
        slant: degrees between the vertical and the camera.
    """

    circle: Circle
    slant: float = 0.0

    def is_near(self, other: DomeSpot | None) -> bool:
        """Whether another spot is the same one, but for the jitter of finding it."""
        if other is None:
            return False
        one, two, least = self.circle, other.circle, _SAME * self.circle.r
        return max(abs(one.x - two.x), abs(one.y - two.y), abs(one.r - two.r)) < least

    def cut(self, picture: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Circle]:
        """The dome and what lies round it, cut from a picture (H, W) or (H, W, 3), and the circle there."""
        circle, reach = self.circle, _REACH * self.circle.r
        left, top = max(int(circle.x - reach), 0), max(int(circle.y - reach), 0)
        part = picture[top : int(circle.y + reach) + 1, left : int(circle.x + reach) + 1]
        return np.ascontiguousarray(part), Circle(circle.x - left, circle.y - top, circle.r)


NOWHERE = DomeSpot(Circle(0.0, 0.0, 0.0))
"""Near no spot: where the dome is before it was seen."""

FindsDome: TypeAlias = Callable[[], DomeSpot | None]
"""Tells where the dome is now; None while the board cannot be seen."""

FindsDomeIn: TypeAlias = Callable[[NDArray[np.uint8]], DomeSpot | None]
"""Tells where the dome is in a picture (H, W, 3), BGR; None where the board cannot be seen in it."""
