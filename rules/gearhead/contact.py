"""What happens when a toy bumps another (G-7): Dead Head turns toys round (G-22), Ziggy flips (G-30).

Only a toy's own move bumps, and only what is next on its path: being pushed along behind another, punched,
shot, flown over or stood beside is no bump (G-A7).
"""

from __future__ import annotations

from rules.core import Space
from rules.gearhead.action import Action
from rules.gearhead.field import Field

__all__ = ["bump"]

_DEAD_HEAD = "dead_head"
_ZIGGY = "ziggy"


def bump(action: Action, other: Space, *, slanting: bool = False, turns_bumper: bool = True) -> None:
    """The acting toy bumps the toy on `other`.

    Dead Head's effects follow from the facings before the bump, for bumper and bumped alike (G-A11b); a toy
    that is turned and is a Ziggy also flips (G-A21).

    Args:
        action: the toy that bumps; its `turned` is set if Dead Head turns it round.
        other: where the toy stands that is bumped.
        slanting: whether the contact is diagonal (it counts by default, G-A11).
        turns_bumper: False leaves the bumper's own turning to the caller.
    """
    at, field = action.at, action.field
    assert at is not None
    bumper, bumped = field.toys[at], field.toys[other]
    field.tell("G-7", "bumped", toy=bumper.kind, at=at, other=bumped.kind, other_at=other)
    counts = not (slanting and field.options["straight_line_only"])
    turns = counts and bumped.kind == _DEAD_HEAD  # a mover always faces what it bumps (G-A11)
    turns_bumped = counts and bumper.kind == _DEAD_HEAD and bumped.facing != bumper.facing
    _flip_ziggies(field, at, other)
    action.turned |= turns
    if turns and turns_bumper:
        field.turn(at, "G-22")
    if turns_bumped:
        field.turn(other, "G-22")


def _flip_ziggies(field: Field, *squares: Space) -> None:
    for square in squares:
        if field.toys[square].kind == _ZIGGY:
            field.flip(square)
