"""Dice as they lie, by which is told whether they have moved since: by where they are, whatever they show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.reading import Circle, DiceReading, Die

__all__ = ["Lying"]

_STAYED, _WENT = 0.2, 0.5
"""Corners of a die that has not moved lie within so many of its sides where they lay; those of one that
surely has are farther away than the second. Two looks at one die differ by 0.02, 0.05 under a finger's
shadow; of two hundred pops one comes to lie just where the die lay."""
_FOLLOWED = 0.1
"""A dome that is found so many of its radii elsewhere, or so much larger, is seen by a camera that moved."""


@dataclass(frozen=True, slots=True)
class Lying:
    """What was seen of dice at rest.

    Attributes:
        reading: what they showed, perhaps refused.
        dome: where the dome was in the picture; None where none was found.
    """

    reading: DiceReading
    dome: Circle | None = None

    def stayed(self, now: Lying) -> bool:
        """Whether dice that lie there now have not moved, by a hair."""
        apart = self._apart(now)
        return apart is not None and apart < _STAYED

    def went(self, now: Lying) -> bool:
        """Whether dice that lie there now have surely moved, and not the camera."""
        apart = self._apart(now)
        return apart is not None and apart > _WENT and not self._camera_moved(now)

    def _apart(self, now: Lying) -> float | None:
        """How far the corners of the dice are from where they were, in sides; None if nobody can say."""
        one, other = self.reading.dice, now.reading.dice
        if not one or len(one) != len(other):
            return None
        shift = np.zeros(2)
        if self.dome is not None and now.dome is not None:
            shift = np.array([now.dome.x - self.dome.x, now.dome.y - self.dome.y])
        # A reading names dice from left to right: a hair's breadth may change that of two above each other.
        return max(min(_die_apart(a, b, shift) for b in other) for a in one)

    def _camera_moved(self, now: Lying) -> bool:
        if self.dome is None or now.dome is None:
            return True
        before, after = self.dome, now.dome
        far = max(abs(after.x - before.x), abs(after.y - before.y), abs(after.r - before.r))
        return far > _FOLLOWED * before.r


def _die_apart(before: Die, after: Die, shift: NDArray[np.float64]) -> float:
    """The greatest distance of two dice's corners, in sides, whichever corner is named first."""
    one, other = _corners(before) + shift, _corners(after)
    side = float(np.linalg.norm(one - np.roll(one, 1, axis=0), axis=1).mean())
    turns = (np.roll(way, k, axis=0) for way in (other, other[::-1]) for k in range(len(other)))
    return min(float(np.linalg.norm(one - turn, axis=1).max()) for turn in turns) / max(side, 1.0)


def _corners(die: Die) -> NDArray[np.float64]:
    x, y, w, h = die.box
    return np.array(die.outline or ((x, y), (x + w, y), (x + w, y + h), (x, y + h)), float)
