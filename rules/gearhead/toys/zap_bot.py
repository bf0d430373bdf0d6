"""G-32 Zap-Bot, the robot on a unicycle."""

from __future__ import annotations

from rules.gearhead.action import Action, Script
from rules.gearhead.motion import walk

__all__ = ["zap_bot"]


def zap_bot(action: Action) -> Script:
    """D8: 1-2 / 3-4 / 5-6 / 7-8 diagonal 1 / 2 / 3 / 4; then it zaps one adjacent toy (G-A19)."""
    face = yield from action.roll("d8")
    yield from walk(action, (face + 1) // 2, slanting=True)
    if action.ends_on is None:
        return
    near = action.field.neighbours(action.ends_on)
    if near:
        target = yield from action.choose_square("zap", near)
        assert target is not None
        action.field.zap(target)
