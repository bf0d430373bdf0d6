"""G-24 Handy, the white glove."""

from __future__ import annotations

from dataclasses import replace

from rules.core import Space
from rules.gearhead.action import Action, Script
from rules.gearhead.motion import walk

__all__ = ["handy"]


def handy(action: Action) -> Script:
    """Straight 1D6; then he winds one adjacent toy, which makes a free move at once."""
    spaces = yield from action.roll("d6")
    yield from walk(action, spaces)
    if action.ends_on is None:
        return
    near = _windable(action, action.ends_on)
    if near:
        decline = "no_wind" if action.field.options["handy_winds"] == "optional" else None
        target = yield from action.choose_square("wind", near, decline=decline)
        if target is not None:
            yield from _wind(action, target)


def _windable(action: Action, at: Space) -> list[Space]:
    """Any adjacent toy, friend or enemy (G-A14), that has had no free move in this turn (G-A14c)."""
    field = action.field
    own_only = field.options["handy_winds"] == "own_only"
    return [
        near
        for near in field.neighbours(at)
        if not field.toys[near].wound and not (own_only and field.toys[near].colour != field.active)
    ]


def _wind(action: Action, target: Space) -> Script:
    """The free move is extra: it uses up no move, and toys gained in this turn may make it (G-A14b)."""
    field = action.field
    toy = field.toys[target]
    field.toys[target] = replace(toy, wound=True)
    field.tell(action.rule, "wound", toy=action.kind, at=action.at, other=toy.kind, other_at=target)
    chooser = toy.colour if field.options["owner_chooses"] else field.active
    yield from action.perform(Action(field, target, chooser, action.perform))
