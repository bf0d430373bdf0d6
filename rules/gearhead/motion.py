"""How toys move: space by space, bumping what bars the way (G-7), or flying over it (G-9)."""

from __future__ import annotations

from collections.abc import Generator

from rules.core import Answer, Space
from rules.gearhead.action import Action, Need, Script
from rules.gearhead.board import EDGES, NEXT, SIDE, Direction, ahead, diagonal
from rules.gearhead.contact import bump

__all__ = ["fly", "walk"]

_SIDES = ("left", "right")


class _Course:
    """The direction of a toy's next step: straight ahead, or diagonally to the side that its player picks.

    The side is picked once a move (G-8), or before each step by the house rule of G-A6. A direction whose
    first step would cross the side edge is not available (G-A5), unless toys fall off there.
    """

    __slots__ = ("_action", "_direction", "_per_step")

    def __init__(self, action: Action, slanting: bool) -> None:
        self._action = action
        self._per_step = slanting and action.field.options["diagonal_choice"] == "per_step"
        self._direction: Direction | None = None if slanting else ahead(action.facing)

    def next(self, here: Space) -> Generator[Need, Answer, Direction]:
        """The direction of the step from `here`."""
        if self._direction is None or self._per_step:
            side = yield from self._action.choose("side", *self._open_sides(here))
            self._direction = diagonal(self._action.facing, side)
        return self._mirrored(here, self._direction)

    def straight_on(self, here: Space) -> Direction:
        """The direction of a step from `here` on the present course, without asking."""
        assert self._direction is not None
        return self._mirrored(here, self._direction)

    def _open_sides(self, here: Space) -> list[str]:
        if self._action.field.options["side_edge"] == "fall_off":
            return list(_SIDES)
        return [side for side in _SIDES if NEXT[diagonal(self._action.facing, side)][here] != SIDE]

    def _mirrored(self, here: Space, direction: Direction) -> Direction:
        if NEXT[direction][here] == SIDE and self._action.field.options["side_edge"] == "reflect":
            self._direction = direction = (-direction[0], direction[1])
        return direction


def walk(action: Action, spaces: int, *, slanting: bool = False) -> Script:
    """Move straight or diagonally ahead until the spaces are used up (G-A23), or something stops the toy.

    A toy on the next space is bumped (G-7), the side edge is a wall (G-A5), the end edge is left over (G-6).
    """
    here, course = action.at, _Course(action, slanting)
    assert here is not None
    for _ in range(spaces):
        direction = yield from course.next(here)
        target = NEXT[direction][here]
        if target == SIDE:
            _meet_side(action)
            return
        if target in EDGES:
            action.leave(target)
            return
        if slanting and _squeezed(action, here, direction):
            break
        if target in action.field.toys:
            action.tell_moved()
            bump(action, target, slanting=slanting)
            return
        action.go(target)
        here = target
    action.tell_moved()


def _meet_side(action: Action) -> None:
    if action.field.options["side_edge"] == "fall_off":
        action.destroy("G-A5")
    else:
        action.tell_moved()
        action.field.tell("G-A5", "wall", toy=action.kind, at=action.at)


def _squeezed(action: Action, here: Space, direction: Direction) -> bool:
    """Whether a diagonal step lies between two toys, which the house rule of G-A6b forbids."""
    if action.field.options["diagonal_gap"] == "allowed":
        return False
    beside, before = NEXT[direction[0], 0][here], NEXT[0, direction[1]][here]
    return beside in action.field.toys and before in action.field.toys


def fly(action: Action, spaces: int, *, slanting: bool = False) -> Script:
    """Fly over toys (G-9); where the landing space is taken, land before it (G-A8).

    A flight past the end edge leaves the board, whatever stands on the way (G-A8b).
    """
    origin = action.at
    assert origin is not None
    path, course = [origin], _Course(action, slanting)
    for _ in range(spaces):
        target = NEXT[(yield from course.next(path[-1]))][path[-1]]
        if target in EDGES:
            action.leave(target)
            return
        if target == SIDE:
            if action.field.options["side_edge"] == "fall_off":
                action.destroy("G-A5")
                return
            action.field.tell("G-A5", "wall", toy=action.kind, at=path[-1])
            break
        path.append(target)
    _land(action, path, course, slanting)


def _land(action: Action, path: list[Space], course: _Course, slanting: bool) -> None:
    origin, wanted, taken = path[0], path[-1], action.field.toys
    if wanted == origin:
        return
    if wanted in taken and action.field.options["flyer_landing"] == "next_empty_beyond":
        beyond = _next_empty(action, wanted, course)
        if beyond in EDGES:
            action.leave(beyond)
            return
        if beyond == SIDE and action.field.options["side_edge"] == "fall_off":
            action.destroy("G-A5")
            return
        if beyond != SIDE:
            path.append(beyond)
    action.go(next(space for space in reversed(path) if space not in taken or space == origin))
    action.tell_moved()
    if wanted in taken and wanted != action.at and action.field.options["flyer_landing"] == "bump":
        bump(action, wanted, slanting=slanting)


def _next_empty(action: Action, here: Space, course: _Course) -> str:
    """The first space without a toy beyond `here`, or the edge that comes first."""
    while here in action.field.toys:
        here = NEXT[course.straight_on(here)][here]
    return here
