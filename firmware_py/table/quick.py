"""Two moves before the board was looked at once: the last one, and the one by the dice popped after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from firmware_py.table.acts import advance
from firmware_py.table.dice import taken_as_made
from firmware_py.table.fixes import Homes, next_fix
from rules import Chance, Choice, Move, Rolled, State
from vision.board.game.moves import Stack, change_between, is_home
from vision.board.game.turns import stacks_of
from vision.board.seen import BoardSeen as Sight

if TYPE_CHECKING:
    from firmware_py.table.table import Table

__all__ = ["both_moves"]


def both_moves(table: Table, sight: Sight, homes: Homes) -> Table | None:
    """The table after both moves, if the board shows plainly that these were made and no others.

    Nothing is guessed: every space that they change must be sure, every other one as it should be, and no
    other two moves may lead to such a board.
    """
    if table.refused is not None or table.undone is not None or table.late:
        return None
    before = stacks_of(table.state)
    fitting = [after for after in _after_two(table) if _is_seen(before, stacks_of(after.state), sight, homes)]
    return fitting[0] if len(fitting) == 1 else None


def _after_two(table: Table) -> Iterator[Table]:
    """Every table after a move, the dice that came before it was seen, and a move by these."""
    if table.early is None:
        return
    rolled = Rolled(table.early.roll.faces)
    for first in _moves(table.state):
        made = taken_as_made(advance(table, first))
        if isinstance(made.state.awaits, Chance) and made.state.awaits.legal(rolled):
            popped = advance(made, rolled, table.early.roll)
            yield from (advance(popped, second) for second in _moves(popped.state))


def _moves(state: State) -> Sequence[Move]:
    options = state.awaits.options if isinstance(state.awaits, Choice) else ()
    return [option for option in options if isinstance(option, Move)]


def _is_seen(before: Mapping[str, Stack], after: Mapping[str, Stack], sight: Sight, homes: Homes) -> bool:
    """Whether a board is seen to have become another; of a home that it changes, every hole."""
    changed = {*change_between(before, after)}
    groups = [group for group in homes if changed.intersection(group)]
    spaces = {space for space in changed if not is_home(space, homes)}.union(*groups)
    sure = all(space in sight.pieces and sight.pieces[space].sure for space in spaces)
    return sure and next_fix(after, sight, homes, (), ()) is None
