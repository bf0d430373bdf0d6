"""G-21 Clucketta, the chicken (flies)."""

from __future__ import annotations

from rules.gearhead.action import Action, Script
from rules.gearhead.motion import fly

__all__ = ["clucketta"]


def clucketta(action: Action) -> Script:
    """D8: 1-3 flies straight 1-3; 4-6 diagonally 1-3; 7-8 lays an egg."""
    face = yield from action.roll("d8")
    if face <= 3:
        yield from fly(action, face)
    elif face <= 6:
        yield from fly(action, face - 3, slanting=True)
    else:
        yield from _lay(action)


def _lay(action: Action) -> Script:
    """A Small Fry on an empty adjacent space, facing as she does; none if there is no room (G-A12)."""
    at, field = action.at, action.field
    assert at is not None
    nests = field.empty_neighbours(at)
    if not nests or not field.eggs_left():
        field.tell("G-A12", "no_egg", toy=action.kind, at=at)
        return
    nest = yield from action.choose_square("egg", nests)
    assert nest is not None
    field.hatch(nest, action.facing)
