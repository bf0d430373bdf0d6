"""The light that the levels of a picture stand for: what a reflected lamp adds, it adds there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["GAMMA", "light_of"]

GAMMA = 2.2
"""The power of a pixel's share of 255 that is the light it stands for, about."""


def light_of(levels: NDArray[np.integer] | NDArray[np.floating]) -> NDArray[np.float32]:
    """The light that levels (0 to 255) stand for, as a share of the most that a picture can show."""
    return np.asarray((np.asarray(levels, np.float32) / 255) ** np.float32(GAMMA), np.float32)
