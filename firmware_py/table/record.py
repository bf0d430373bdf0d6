"""The game at the table as a record of `rules`: to keep, to show, to replay elsewhere."""

from __future__ import annotations

from firmware_py.table.table import Table
from rules import GameRecord

__all__ = ["to_record"]


def to_record(table: Table) -> GameRecord:
    """The record of the game so far, with everything that was undone or set by hand.

    Raises:
        LookupError: if no game is set up.
    """
    started = table.started
    if started is None:
        raise LookupError("no game is set up at this table, so there is nothing to record")
    return GameRecord(
        game=started.game,
        seats=started.seats,
        board=started.board,
        options=started.options,
        first=started.first,
        entries=tuple(table.entries)[::-1],
    )
