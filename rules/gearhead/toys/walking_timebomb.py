"""G-29 Walking Timebomb."""

from __future__ import annotations

from rules.core import Space
from rules.gearhead.action import Action, Script
from rules.gearhead.motion import walk

__all__ = ["walking_timebomb"]


def walking_timebomb(action: Action) -> Script:
    """Straight 1D6. Then it may explode: it and all adjacent toys go to the discard (G-A18)."""
    spaces = yield from action.roll("d6")
    yield from walk(action, spaces)
    if action.ends_on is None:
        return
    if (yield from action.choose("explode", "explode", "hold")) == "explode":
        _explode(action, action.ends_on)


def _explode(action: Action, at: Space) -> None:
    """Friends too. Other Timebombs are just destroyed, unless the house rule makes a chain of it."""
    field = action.field
    field.tell(action.rule, "exploded", toy=action.kind, at=at)
    blasts, hit = [at], {at}
    for centre in blasts:
        for near in field.neighbours(centre):
            kind = field.toys[near].kind
            if near in hit or (kind == "disasteroid" and field.options["disasteroid_immune"]):
                continue
            hit.add(near)
            if kind == action.kind and field.options["chain"]:
                blasts.append(near)
    for square in sorted(hit):
        field.destroy(square, action.rule)
    action.at = None
