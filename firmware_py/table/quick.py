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

    No sure space contradicts any of them. There are none where nothing is plainly seen of any: all that two
    moves change must be sure, and they must not lead back to the same board.
    """
    early = table.early
    if early is None or table.refused is not None or table.undone is not None or table.late:
        return []
    if not 0.0 <= at - early.at <= LATELY:
        return []
    before, fitting = stacks_of(table.state), []
    for first, after in _pairs(table, early.roll):
        if next_fix(stacks_of(after.state), sight, homes, (), ()) is None:
            fitting.append((first, after))
    return fitting if any(_is_plain(before, stacks_of(two.state), sight, homes) for _, two in fitting) else []


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


def _is_plain(before: Mapping[str, Stack], after: Mapping[str, Stack], sight: Sight, homes: Homes) -> bool:
    """Whether all that changed is sure; of a home, every hole. Where nothing did, nothing is."""
    changed = {*change_between(before, after)}
    groups = [group for group in homes if changed.intersection(group)]
    spaces = {space for space in changed if not is_home(space, homes)}.union(*groups)
    return bool(changed) and all(space in sight.pieces and sight.pieces[space].sure for space in spaces)
