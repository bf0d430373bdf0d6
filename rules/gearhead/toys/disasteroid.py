"""G-23 Disasteroid, the robot with the laser."""

from __future__ import annotations

from rules.gearhead.action import Action, Script
from rules.gearhead.board import Direction, ahead, diagonal, ray
from rules.gearhead.motion import walk

__all__ = ["disasteroid"]


def disasteroid(action: Action) -> Script:
    """D6: 1-3 straight 1-3; 4 shoots straight; 5 diagonally left, 6 right, as he sees it (G-A13)."""
    face = yield from action.roll("d6")
    if face <= 3:
        yield from walk(action, face)
    elif face == 4:
        _shoot(action, ahead(action.facing))
    else:
        _shoot(action, diagonal(action.facing, "left" if face == 5 else "right"))


def _shoot(action: Action, direction: Direction) -> None:
    """Destroy the first toy in the line, friend or foe, at any range."""
    at, field = action.at, action.field
    assert at is not None
    target = next((square for square in ray(at, direction) if square in field.toys), None)
    if target is None:
        field.tell(action.rule, "missed", toy=action.kind, at=at)
        return
    hit = field.toys[target].kind
    field.tell(action.rule, "shot", toy=action.kind, at=at, other=hit, other_at=target)
    if hit == "big_al" and field.options["big_al_immune"]:
        field.tell("G-A13", "immune", toy=hit, at=target)
    else:
        field.destroy(target, action.rule)
