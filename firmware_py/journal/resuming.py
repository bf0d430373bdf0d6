"""From the events of a game to the table that goes on with it, and whether that stands as it was left."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_py.errors import JournalError
from firmware_py.journal.journal import Journal
from firmware_py.table import Table, mark_of, replay
from firmware_py.table.events import Journalled
from rules import Problem

__all__ = ["played", "recorded", "resumed"]


def resumed(journal: Journal, game: int) -> tuple[Table, Problem | None]:
    """The table of a game, and a warning if it was left otherwise; what follows is added to it.

    Raises:
        JournalError: if it cannot be read, or not be set up any more.
    """
    events = journal.resume(game)
    table = _table(journal, game, events)
    return table, _read_otherwise(journal, game, events, table)


def played(journal: Journal, game: int) -> Table:
    """The table of a game as it stands, to look at.

    Raises:
        JournalError: if it cannot be read, or not be set up any more.
    """
    return _table(journal, game, journal.load(game))


def recorded(journal: Journal, game: int) -> tuple[tuple[Journalled, ...], Problem | None]:
    """The events of a game, and a warning if they lead elsewhere now than when they were written.

    Raises:
        JournalError: if it cannot be read, or not be set up any more.
    """
    events = journal.load(game)
    return events, _read_otherwise(journal, game, events, _table(journal, game, events))


def _table(journal: Journal, game: int, events: Sequence[Journalled]) -> Table:
    table = replay(events)
    if table.started is None:
        raise JournalError(
            "Game {number} in {where} does not fit this version of the umpire: {problem}",
            number=game,
            where=str(journal.path),
            problem=table.verdict.facts["problem"] if table.verdict is not None else None,
        )
    return table


def _read_otherwise(
    journal: Journal, game: int, events: Sequence[Journalled], table: Table
) -> Problem | None:
    """What is to be told of a game whose events do not lead where they led when they were written.

    `table` is where they lead now. None if that is the same, or if nobody wrote down where they led.
    """
    mark = journal.mark(game)
    if mark is None:
        return None
    marked = table if mark.number == len(events) else replay(events[: mark.number])
    if mark_of(marked) == mark.text:
        return None
    return Problem(
        "Game {number} was recorded by another version of the umpire and may not stand as it was left: "
        "compare it with the board, and set the position by hand if need be.",
        number=game,
    )
