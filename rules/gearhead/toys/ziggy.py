"""G-30 Ziggy, the cockroach. How bumps flip him is in `rules.gearhead.contact`."""

from __future__ import annotations

from rules.gearhead.action import Action, Script
from rules.gearhead.motion import walk

__all__ = ["ziggy"]


def ziggy(action: Action) -> Script:
    """D6: 1-3 straight, 4-6 diagonal; then 1D6 spaces. Not flipped, he may do it once more (G-A21)."""
    yield from _run(action)
    if action.at is None or action.field.toys[action.at].flipped:
        return
    if (yield from action.choose("second", "second", "stop")) == "second":
        yield from _run(action)


def _run(action: Action) -> Script:
    face = yield from action.roll("d6")
    spaces = yield from action.roll("d6", "spaces")
    yield from walk(action, spaces, slanting=face >= 4)
