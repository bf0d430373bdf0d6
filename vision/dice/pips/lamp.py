"""Lamps reflected on a die or on the dome over it: what lies under such a patch of light nobody can tell.

A pip hidden by it makes a smaller value of the rest, and every other ground looks clear then: so light beside
a face that could be part of a larger one is a doubt of its own.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.dice.pips.face import SCALE, SIDE, Patch
from vision.dice.pips.lattice import Guess

__all__ = ["lamp_area"]

_WHITE = 238.0
"""Grey level from which on a patch may be a reflected lamp."""

_ABOVE_FACE = 0.3
"""How far a lamp is above the face's own level, in steps from pip to face."""

_HIDES = {1: 2.6, 2: 3.4, 3: 2.6, 4: 1.5, 5: 0.0, 6: 0.0}
"""How far (lattice units) from the centre of a face a hidden pip of a larger one could lie.

The two pips of a two may be a side of a four or a six, which lies wholly beside them; nothing larger holds
the pips of a five or a six.
"""

_AXIS = np.abs(np.arange(SIDE) - SIDE // 2) / SCALE
_EXTENT = np.maximum(_AXIS[:, None], _AXIS[None, :])


def lamp_area(patch: Patch, guess: Guess) -> float:
    """The area of the largest reflected lamp that may hide a pip of a face, in areas of a pip.

    `patch` is the face's own (SIDE, SIDE), in grey levels.
    """
    near = _HIDES[guess.value] > _EXTENT
    if not (near & (patch >= _WHITE)).any():
        return 0.0
    pip = np.pi * (SCALE * guess.r / guess.unit) ** 2
    beside = _EXTENT > 1.0
    face = float(np.median(patch[(_EXTENT < 1.5) & ~_near_pips(guess)]))
    at_pips = float(np.median(patch[_near_pips(guess, 0.6)]))
    least = max(_WHITE, face + _ABOVE_FACE * abs(face - at_pips)) if guess.dark else _WHITE
    white = (patch >= least) & near
    if not guess.dark:
        white &= ~_near_pips(guess)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(white.astype(np.uint8))
    areas = [float(stats[k, cv2.CC_STAT_AREA]) for k in range(1, count) if (beside & (labels == k)).any()]
    return max(areas, default=0.0) / pip


def _near_pips(guess: Guess, radii: float = 1.5) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Which pixels of the patch lie within some radii of a pip."""
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    found = np.zeros((SIDE, SIDE), bool)
    for pip in guess.pips:
        u, v = guess.place(pip)
        reach = radii * SCALE * guess.r / guess.unit
        found |= np.hypot(columns - SIDE // 2 - u * SCALE, rows - SIDE // 2 - v * SCALE) < reach
    return found
