"""G-22 Dead Head, the skull. What his bumps do to others is in `rules.gearhead.contact`."""

from __future__ import annotations

from rules.gearhead.action import Action, Script
from rules.gearhead.motion import walk

__all__ = ["dead_head"]


def dead_head(action: Action) -> Script:
    """D6: 1-3 straight 1-3; 4-6 diagonal 1-3."""
    face = yield from action.roll("d6")
    if face <= 3:
        yield from walk(action, face)
    else:
        yield from walk(action, face - 3, slanting=True)
