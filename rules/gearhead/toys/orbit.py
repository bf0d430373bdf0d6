"""G-26 Orbit, the flying saucer."""

from __future__ import annotations

from rules.gearhead.action import Action, Script
from rules.gearhead.motion import fly

__all__ = ["orbit"]


def orbit(action: Action) -> Script:
    """Flies straight 1D6."""
    spaces = yield from action.roll("d6")
    yield from fly(action, spaces)
