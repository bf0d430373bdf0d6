"""The referee of Headache looks at the board: the smallest change that explains the cones as they now stand.

A man who counts as set (H-10) need not have been put on his START when the others look: a player may set
him and move him with one hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TypeAlias

from rules.core import Colour, Move, Pick, Pieces, Ruling
from rules.headache.board import INDEX, SPACES
from rules.headache.match import COLOUR_OF, Board
from rules.headache.referee import judge, judge_move, no
from rules.headache.state import HeadacheState, ToMove, ToPop, ToSet

__all__ = ["explain_pieces"]

_STRANGER = "?"


# -- what a hand has done ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The boards are the same."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Something went from one space to another.

    Attributes:
        origin, target: the spaces.
        parted: the men that should have come along or stayed beneath, but did not; "" if all is right.
        in_order: whether the target's stack is what stood there with the mover on top.
    """

    origin: int
    target: int
    parted: str = ""
    in_order: bool = True


@dataclass(frozen=True, slots=True)
class Added:
    """One man more stands on a space, on top of what stood there."""

    space: int
    man: str


@dataclass(frozen=True, slots=True)
class Removed:
    """Men are missing from a space."""

    space: int
    men: str


@dataclass(frozen=True, slots=True)
class Mixed:
    """A stack stands where it stood, in another order."""

    space: int


@dataclass(frozen=True, slots=True)
class Several:
    """More than one piece moved, or men were exchanged."""

    spaces: tuple[int, ...]


Change: TypeAlias = Unchanged | Moved | Added | Removed | Mixed | Several


def change(before: Board, now: Board) -> Change:
    """The smallest change that leads from one board to another."""
    spaces = tuple(space for space in range(len(before)) if before[space] != now[space])
    if not spaces:
        return Unchanged()
    if len(spaces) == 1:
        return _in_one_place(spaces[0], before[spaces[0]], now[spaces[0]])
    if len(spaces) == 2:
        for origin, target in permutations(spaces):
            if found := _moved(before, now, origin, target):
                return found
    return Several(spaces)


def _in_one_place(space: int, before: str, now: str) -> Change:
    if sorted(before) == sorted(now):
        return Mixed(space)
    if now[:-1] == before:
        return Added(space, now[-1])
    if missing := _less(before, now):
        return Removed(space, missing)
    return Several((space,))


def _moved(before: Board, now: Board, origin: int, target: int) -> Moved | None:
    """The move from one space to another that explains both, if there is one."""
    mover, caught = before[origin], before[target]
    left, there = now[origin], now[target]
    if sorted(left + there) == sorted(mover + caught) and len(there) > len(caught):
        return Moved(origin, target, left, there == caught + mover[len(left) :])
    if not left and caught and there == mover:
        return Moved(origin, target, caught)  # the captured men were taken away from under him
    return None


def _less(before: str, now: str) -> str:
    """The men that are missing; "" if others came in or nothing is missing."""
    left = list(before)
    for man in now:
        if man not in left:
            return ""
        left.remove(man)
    return "".join(left)


# -- the ruling --------------------------------------------------------------------------------------


def explain_pieces(state: HeadacheState, pieces: Pieces) -> Ruling:
    """The ruling on the pieces as they now stand."""
    now = _read(state, pieces)
    strange = tuple(sorted(space for space in pieces if space not in INDEX or _STRANGER in now[INDEX[space]]))
    if strange:
        return no(state, "H-1", "stranger", spaces=strange)
    found = change(state.board, now)
    start = _just_set(state)
    if start is not None and not isinstance(found, Moved):
        bare = change((*state.board[:start], "", *state.board[start + 1 :]), now)
        if isinstance(bare, Unchanged | Moved):
            found = bare
    return _judge(state, found)


def _read(state: HeadacheState, pieces: Pieces) -> Board:
    letters = dict(zip(state.match.colours, state.match.letters, strict=True))
    return tuple(
        "".join(letters.get(str(man), _STRANGER) for man in pieces.get(space, ())) for space in SPACES
    )


def _just_set(state: HeadacheState) -> int | None:
    """The START of a man who has been set and has not moved yet."""
    start = state.match.starts[state.turn]
    alone = isinstance(state, ToPop | ToMove) and state.only == start and len(state.board[start]) == 1
    return start if alone else None


def _judge(state: HeadacheState, found: Change) -> Ruling:
    match found:
        case Unchanged():
            return Ruling(True, "H-1", "unchanged", {"colour": state.match.colours[state.turn]})
        case Moved(origin, target):
            return judge_move(state, Move(SPACES[origin], SPACES[target]), found.parted, found.in_order)
        case Added(space, man):
            if man != state.match.letters[state.turn]:
                return no(state, "H-1", "man_added", man=COLOUR_OF[man], space=SPACES[space])
            pick = Pick("set", SPACES[space])
            if isinstance(state, ToSet):
                return judge(state, pick)
            return no(state, "H-10", "man_added", pick, man=COLOUR_OF[man], space=SPACES[space])
        case Removed(space, men):
            return no(state, "H-12", "men_removed", captives=_colours(men), space=SPACES[space])
        case Mixed(space):
            return no(state, "H-3", "stack_mixed", space=SPACES[space])
    return no(state, "H-1", "several_moved", spaces=tuple(SPACES[space] for space in found.spaces))


def _colours(men: str) -> tuple[Colour, ...]:
    return tuple(COLOUR_OF[letter] for letter in men)
