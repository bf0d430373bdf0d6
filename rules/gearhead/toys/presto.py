"""G-27 Presto, the magician."""

from __future__ import annotations

from rules.core import Space
from rules.gearhead.action import Action, Script
from rules.gearhead.board import SQUARES
from rules.gearhead.motion import walk

__all__ = ["presto"]


def presto(action: Action) -> Script:
    """D8: 1-2 / 3-4 / 5-6 straight 1 / 2 / 3; 7-8 he vanishes and reappears on (D8, D8)."""
    face = yield from action.roll("d8")
    if face <= 6:
        yield from walk(action, (face + 1) // 2)
    else:
        yield from _reappear(action)


def _reappear(action: Action) -> Script:
    """Both dice again while the space is taken; his own old space is empty (G-A16)."""
    origin, field = action.at, action.field
    assert origin is not None
    field.tell(action.rule, "vanished", toy=action.kind, at=origin)
    while True:
        target = _space(action, *(yield from action.roll_pair("d8", "appear")))
        if target == origin or target not in field.toys:
            break
        field.tell(action.rule, "occupied", toy=action.kind, at=target, other=field.toys[target].kind)
    action.go(target)
    field.tell(action.rule, "appeared", toy=action.kind, origin=origin, target=target)


def _space(action: Action, x: int, y: int) -> Space:
    """Column and row in board coordinates, or as the active player sees them by the house rule of G-A16."""
    if action.field.options["xy_from_player"] and action.field.active == "north":
        x, y = 9 - x, 9 - y
    return SQUARES[8 * (x - 1) + y - 1]
