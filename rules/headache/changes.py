"""What a hand has done: the smallest change that leads from one board to another.

The referee judges what is found here. Stacks are letters from bottom to top, as in `match.Board`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TypeAlias

from rules.core import Pieces
from rules.headache.board import SPACES
from rules.headache.match import COLOUR_OF, Board

__all__ = ["Added", "Change", "Mixed", "Moved", "Nothing", "Removed", "Several", "change", "read_board"]


@dataclass(frozen=True, slots=True)
class Nothing:
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


Change: TypeAlias = Nothing | Moved | Added | Removed | Mixed | Several


def read_board(pieces: Pieces) -> Board:
    """The board of what stands where; a piece that is no man of this game is a "?"."""
    letters = {colour: letter for letter, colour in COLOUR_OF.items()}
    return tuple("".join(letters.get(str(piece), "?") for piece in pieces.get(space, ())) for space in SPACES)


def change(before: Board, now: Board) -> Change:
    """The smallest change that explains the board as it is now."""
    spaces = tuple(space for space in range(len(before)) if before[space] != now[space])
    if not spaces:
        return Nothing()
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
