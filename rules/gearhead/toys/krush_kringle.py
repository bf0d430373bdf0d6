"""G-25 Krush Kringle, the strong Santa."""

from __future__ import annotations

from rules.gearhead.action import Action, Script
from rules.gearhead.motion import walk

__all__ = ["krush_kringle"]


def krush_kringle(action: Action) -> Script:
    """D6: 1-3 straight 1; 4-6 straight 2. Then he may pound: all adjacent toys turn round (G-A15)."""
    face = yield from action.roll("d6")
    yield from walk(action, 1 if face <= 3 else 2)
    if action.ends_on is None:
        return
    if (yield from action.choose("pound", "pound", "quiet")) == "pound":
        action.field.tell(action.rule, "pounded", toy=action.kind, at=action.ends_on)
        for near in action.field.neighbours(action.ends_on):
            action.field.turn(near, action.rule)
