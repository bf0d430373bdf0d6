"""G-31 Small Fry, the chick that comes out of Clucketta's egg."""

from __future__ import annotations

from rules.gearhead.action import Action, Script
from rules.gearhead.motion import walk

__all__ = ["small_fry"]


def small_fry(action: Action) -> Script:
    """D6: 1-3 straight, 4-6 diagonal; then 1D6 spaces."""
    face = yield from action.roll("d6")
    spaces = yield from action.roll("d6", "spaces")
    yield from walk(action, spaces, slanting=face >= 4)
