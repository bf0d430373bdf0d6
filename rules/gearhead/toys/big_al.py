"""G-20 Big Al, the bulldozer."""

from __future__ import annotations

from rules.core import Space
from rules.gearhead.action import Action, Script
from rules.gearhead.board import EDGES, NEXT, ahead
from rules.gearhead.contact import bump

__all__ = ["big_al"]


def big_al(action: Action) -> Script:
    """D6: 1-2 / 3-4 / 5-6 straight 1 / 2 / 3; he pushes the whole line ahead one space a step and goes on."""
    face = yield from action.roll("d6")
    touched: set[Space] = set()
    for _ in range((face + 1) // 2):
        assert action.at is not None
        target = NEXT[ahead(action.facing)][action.at]
        if target in EDGES:
            action.leave(target)
            return
        line = _line(action, target)
        if not _pushes(action, line, touched):
            break
        _push(action, line)
        touched = {NEXT[ahead(action.facing)][square] for square in touched}
        action.go(target)
    action.tell_moved()
    if action.turned and action.at is not None:
        action.field.turn(action.at, "G-22")


def _line(action: Action, square: str) -> list[Space]:
    """The toys that stand one behind the other from a square on."""
    line = []
    while square in action.field.toys:
        line.append(square)
        square = NEXT[ahead(action.facing)][square]
    return line


def _pushes(action: Action, line: list[Space], touched: set[Space]) -> bool:
    """Bump whom Al touches, each toy once a move (G-A9b, G-A9c); whether he may push the line."""
    options = action.field.options
    reach = line if options["pushed_line"] == "all" else line[:1]
    for square in reach:
        if square not in touched or options["push_bumps"] == "per_step":
            action.tell_moved()
            bump(action, square, turns_bumper=False)
    touched.update(reach)
    if action.turned and not options["push_then_turn"]:
        return False  # Dead Head comes first (G-A10)
    return not (options["al_vs_al_blocks"] and any(_faces_al(action, square) for square in line))


def _faces_al(action: Action, square: Space) -> bool:
    other = action.field.toys[square]
    return other.kind == action.kind and other.facing != action.facing


def _push(action: Action, line: list[Space]) -> None:
    """Move a line of toys one space on; none resists, and the last may go off (G-A9)."""
    field = action.field
    for square in reversed(line):
        beyond = NEXT[ahead(action.facing)][square]
        if beyond in EDGES:
            field.leave(square, beyond)
        else:
            field.tell(action.rule, "pushed", toy=field.toys[square].kind, origin=square, target=beyond)
            field.move(square, beyond)
