"""The recorded games, for the page and the command line: read from the journal's file, beside the game that
is being written."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from firmware_py.errors import JournalError
from firmware_py.journal import GameInfo, Journal, played
from firmware_py.luck import Played, Standing, results_of, season
from firmware_py.table import Table, from_record, replay, same_game, to_record
from firmware_py.web import GameLine
from rules import GameRecord, RulesError, Seat

__all__ = ["JournalLibrary"]


class JournalLibrary:
    """Opens the file anew for every question: a journal belongs to one thread.

    Args:
        path: the journal's file.
        wall: seconds since 1970.
    """

    def __init__(self, path: Path, wall: Callable[[], float] = time.time) -> None:
        self._path, self._wall = path, wall
        self._lock = threading.Lock()
        self._results: dict[tuple[int, int], dict[bool, tuple[Played, ...]]] = {}

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
            JournalError: if there is no such game, or it cannot be read or set up any more.
        """
        with Journal(self._path) as journal:
            return to_record(played(journal, number))

    def keep(self, record: GameRecord) -> int:
        """Add a game from elsewhere; returns its number.

        Raises:
            RulesError: if an entry does not follow from those before.
            JournalError: if it is there already, or cannot be written.
        """
        events = from_record(record)
        with self._lock, Journal(self._path) as journal:
            for info in journal.games():
                if _alike(info, record) and same_game(to_record(replay(journal.load(info.number))), record):
                    raise JournalError("This game is kept already: it is game {number}.", number=info.number)
            return journal.add(events, self._wall())

    def season(self, since: float = 0.0, *, every: bool = False) -> tuple[Standing, ...]:
        """The season's table, of the games that ended after a moment in seconds since 1970.

        Games that cannot be replayed any more are left out; so are those that the computer played by itself,
        and drawn dice, unless `every` counts them.

        Raises:
            JournalError: if the file cannot be read.
        """
        with self._lock, Journal(self._path) as journal:
            infos = [info for info in journal.games() if info.is_over and info.changed >= since]
            return season(self._result(journal, info, every) for info in infos)

    def people(self) -> tuple[tuple[Seat, ...], ...]:
        """Who sat where, game by game, the newest first.

        Raises:
            JournalError: if the file cannot be read.
        """
        with Journal(self._path) as journal:
            return tuple(info.started.seats for info in reversed(journal.games()))

    def _result(self, journal: Journal, info: GameInfo, every: bool) -> tuple[Played, ...]:
        key = info.number, info.events
        if key not in self._results:
            try:
                table = replay(journal.load(info.number))
            except (JournalError, RulesError):
                table = Table()
            self._results[key] = {all_too: results_of(table, every=all_too) for all_too in (False, True)}
        return self._results[key][every]


def _alike(info: GameInfo, record: GameRecord) -> bool:
    started = info.started
    return (started.game, started.seats, started.options) == (record.game, record.seats, record.options)
