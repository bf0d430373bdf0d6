"""Two moves before the board was looked at once: the last one, and the one by the dice popped after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from firmware_py.table.acts import advance
from firmware_py.table.dice import taken_as_made
from firmware_py.table.fixes import Homes, next_fix
from firmware_py.table.values import Roll
from rules import Chance, Choice, Move, Rolled, State
from vision.board.game.moves import Stack, change_between, is_home
from vision.board.game.turns import stacks_of
from vision.board.seen import BoardSeen as Sight

if TYPE_CHECKING:
    from firmware_py.table.table import Table

__all__ = ["two_moves"]


LATELY: Final = 30.0
"""Seconds within which dice that came before the look count for a second move: after that anything may have
happened."""


def two_moves(table: Table, sight: Sight, homes: Homes, at: float) -> list[tuple[Move, Table]]:
    """Every two moves that the board at `at` may show: the first one, and the table after both.

    Nothing is guessed: every space that they change must be sure, and every other one as it should be.
    """
    early = table.early
    if early is None or table.refused is not None or table.undone is not None or table.late:
        return []
    if not 0.0 <= at - early.at <= LATELY:
        return []
    before = stacks_of(table.state)
    pairs = _pairs(table, early.roll)
    return [(one, after) for one, after in pairs if _is_seen(before, stacks_of(after.state), sight, homes)]


def _pairs(table: Table, roll: Roll) -> Iterator[tuple[Move, Table]]:
    """Every move, and the tables after it, the dice that came before it was seen, and a move by these."""
    rolled = Rolled(roll.faces)
    for first in _moves(table.state):
        made = taken_as_made(advance(table, first))
        if isinstance(made.state.awaits, Chance) and made.state.awaits.legal(rolled):
            popped = advance(made, rolled, roll)
            yield from ((first, advance(popped, second)) for second in _moves(popped.state))


def _moves(state: State) -> Sequence[Move]:
    options = state.awaits.options if isinstance(state.awaits, Choice) else ()
    return [option for option in options if isinstance(option, Move)]


def _is_seen(before: Mapping[str, Stack], after: Mapping[str, Stack], sight: Sight, homes: Homes) -> bool:
    """Whether a board is seen to have become another; of a home that it changes, every hole.

    Moves that lead back to the same board are never seen.
    """
    changed = {*change_between(before, after)}
    groups = [group for group in homes if changed.intersection(group)]
    spaces = {space for space in changed if not is_home(space, homes)}.union(*groups)
    sure = all(space in sight.pieces and sight.pieces[space].sure for space in spaces)
    return bool(changed) and sure and next_fix(after, sight, homes, (), ()) is None
