"""The recorded games, for the page: read from the journal's file, beside the game that is being written."""

from __future__ import annotations

from pathlib import Path

from firmware_py.journal import Journal
from firmware_py.table import replay, to_record
from firmware_py.web import GameLine
from rules import GameRecord

__all__ = ["JournalLibrary"]


class JournalLibrary:
    """Opens the file anew for every question: a journal belongs to one thread.

    Args:
        path: the journal's file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def games(self) -> list[GameLine]:
        """All games, the newest last.

        Raises:
            JournalError: if they cannot be read.
        """
        with Journal(self._path) as journal:
            return [
                GameLine(
                    number=info.number,
                    game=info.started.game,
                    players=tuple(seat.player for seat in info.started.seats),
                    played=info.changed,
                    is_over=info.is_over,
                )
                for info in journal.games()
            ]

    def record(self, number: int) -> GameRecord:
        """One game.

        Raises:
            JournalError: if there is no such game, or it cannot be read.
        """
        with Journal(self._path) as journal:
            return to_record(replay(journal.load(number)))
