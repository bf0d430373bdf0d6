"""From the events of a game to the table that goes on with it, and whether that stands as it was left."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_py.errors import JournalError
from firmware_py.journal.journal import Journal
from firmware_py.table import Table, mark_of, replay
from firmware_py.table.events import Journalled
from rules import Problem

__all__ = ["played", "read_otherwise", "resumed"]


def resumed(journal: Journal, game: int) -> tuple[Table, Problem | None]:
    """The table of a game, and a warning if it was left otherwise; what follows is added to it.

    Raises:
        JournalError: if it cannot be read, or not be set up any more.
    """
    events = journal.resume(game)
    return _table(journal, game, events), read_otherwise(journal, game, events)


def played(journal: Journal, game: int) -> Table:
    """The table of a game as it stands, to look at.

    Raises:
        JournalError: if it cannot be read, or not be set up any more.
    """
    return _table(journal, game, journal.load(game))


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


def read_otherwise(journal: Journal, game: int, events: Sequence[Journalled]) -> Problem | None:
    """What is to be told of a game whose events lead elsewhere now than when they were written; None if they
    do not, or if nobody wrote down where they led.

    Raises:
        JournalError: if the file cannot be read.
    """
    mark = journal.mark(game)
    if mark is None or mark_of(replay(events[: mark.number])) == mark.text:
        return None
    return Problem(
        "Game {number} was recorded by another version of the umpire and may not stand as it was left: "
        "compare it with the board, and set the position by hand if need be.",
        number=game,
    )
