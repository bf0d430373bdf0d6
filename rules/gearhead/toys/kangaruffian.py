"""G-28 Kangaruffian, the boxing kangaroo."""

from __future__ import annotations

from rules.core import Space
from rules.gearhead.action import Action, Script
from rules.gearhead.board import EDGES, NEXT, SIDE, away
from rules.gearhead.motion import walk

__all__ = ["kangaruffian"]


def kangaruffian(action: Action) -> Script:
    """D8: 1-2 / 3-4 / 5-6 / 7-8 diagonal 1 / 2 / 3 / 4; then she punches one adjacent toy."""
    face = yield from action.roll("d8")
    yield from walk(action, (face + 1) // 2, slanting=True)
    if action.ends_on is None:
        return
    near = action.field.neighbours(action.ends_on)
    if near:
        decline = "no_punch" if action.field.options["punch"] == "optional" else None
        target = yield from action.choose_square("punch", near, decline=decline)
        if target is not None:
            yield from _punch(action, target)


def _punch(action: Action, target: Space) -> Script:
    """The target goes 1D3 straight away from her; toys and side edges stop it, it bumps nobody (G-A17)."""
    assert action.at is not None
    field, direction = action.field, away(action.at, target)
    spaces = yield from action.roll("d3", "punch_far")
    kind, here = field.toys[target].kind, target
    field.tell(action.rule, "punched", toy=action.kind, at=action.at, other=kind, other_at=target)
    for _ in range(spaces):
        beyond = NEXT[direction][here]
        if beyond in EDGES:
            field.leave(here, beyond)
            return
        if beyond == SIDE and field.options["side_edge"] == "fall_off":
            field.destroy(here, "G-A5")
            return
        if beyond == SIDE or beyond in field.toys:
            break
        field.move(here, beyond)
        here = beyond
    if here != target:
        field.tell(action.rule, "pushed", toy=kind, origin=target, target=here)
