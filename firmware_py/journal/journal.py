"""The file of games. One transaction an event: what has been written is there after any power cut.

    games    a row a game: which, by whom, whether it is over
    events   a row an event: its number in the game, monotonic and wall time, its text (`table.codec`)
    marks    a row a game: where it stood after which event (`table.mark`); none in games of older versions

The order is that of the numbers; times only tell, since clocks jump (a Pi has none of its own until the
network comes). SQLite runs with a write-ahead log and `synchronous=FULL`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from firmware_py.errors import JournalError, reason_of
from firmware_py.table.codec import from_text, to_text
from firmware_py.table.events import Journalled, Started
from rules import NotationError, Problem, problem_of

__all__ = ["SCHEMA", "GameInfo", "Journal", "Mark"]

SCHEMA = 1
"""The version of the tables, kept in the file as `user_version`."""

_APPLICATION = 0x504F5055
"""What the file's `application_id` must be: "POPU"."""

_TABLES = (
    "CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, is_over INTEGER NOT NULL DEFAULT 0)",
    (
        "CREATE TABLE events ("
        " game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,"
        " number INTEGER NOT NULL,"
        " at REAL NOT NULL,"
        " wall REAL NOT NULL,"
        " event TEXT NOT NULL,"
        " PRIMARY KEY (game, number)) WITHOUT ROWID"
    ),
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {SCHEMA}",
)

_MARKS = (
    "CREATE TABLE IF NOT EXISTS marks ("
    " game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,"
    " number INTEGER NOT NULL,"
    " mark TEXT NOT NULL)"
)
"""Came later, and needs no new version: who does not know it leaves it alone."""

_CANNOT = {
    "open": "Cannot open the journal {where}: {reason}.",
    "read": "Cannot read the journal {where}: {reason}.",
    "write": "Cannot write the journal {where}: {reason}.",
}


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What the list of games tells of one.

    Attributes:
        number: its number in this journal.
        started: how it was set up.
        began, changed: wall time of its first and last event, seconds since 1970 by the clock of then.
        events: how many events it has.
        is_over: whether it has ended or was aborted.
    """

    number: int
    started: Started
    began: float
    changed: float
    events: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a game stood after an event.

    Attributes:
        number: the event's number, from 1.
        text: where it stood, as whoever wrote it says.
    """

    number: int
    text: str


class Journal:
    """The open file. For one thread; `close` may be called twice, or use it in `with`.

    A file that is damaged is moved aside, a fresh one begun, and `notice` says so in one sentence.

    Args:
        path: the file, made with its folder if it is not there.

    Raises:
        JournalError: if no journal can be kept there.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notice: str | None = None
        self.current: int | None = None
        self._written = 0
        with self._told("open"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = self._open_or_begin_anew()

    # -- writing -------------------------------------------------------------------------------------

    def begin(self, event: Journalled, wall: float, mark: str = "") -> int:
        """Begin a new game with the event that set it up; later events go to it. Returns its number.

        Args:
            event: how it was set up.
            wall: seconds since 1970 by the clock of now.
            mark: where the game stands then; empty for no mark.

        Raises:
            JournalError: if it cannot be written.
        """
        with self._told("write"), self._transaction() as db:
            number = db.execute("INSERT INTO games DEFAULT VALUES").lastrowid
            assert number is not None
            self._insert(db, number, 1, event, wall)
            self._mark(db, number, 1, mark)
        self.current, self._written = number, 1
        return number

    def append(self, event: Journalled, wall: float, *, is_over: bool, mark: str = "") -> None:
        """Write the next event of the current game; on return it is on the disk.

        Args:
            event: what happened.
            wall: seconds since 1970 by the clock of now.
            is_over: whether the game is over with it.
            mark: where the game stands after it; empty for no mark.

        Raises:
            JournalError: if it cannot be written.
        """
        game = self.current
        if game is None:
            raise JournalError(
                "No game is being written to {where}: begin or resume one first.", where=str(self.path)
            )
        with self._told("write"), self._transaction() as db:
            self._insert(db, game, self._written + 1, event, wall)
            self._mark(db, game, self._written + 1, mark)
            db.execute("UPDATE games SET is_over = ?2 WHERE id = ?1 AND is_over <> ?2", (game, is_over))
        self._written += 1

    def add(self, events: Sequence[Journalled], wall: float) -> int:
        """Write a whole game at once, such as one from elsewhere, as one that is over. Returns its number.

        The game that is being written stays the current one.

        Raises:
            JournalError: if it cannot be written.
        """
        with self._told("write"), self._transaction() as db:
            number = db.execute("INSERT INTO games (is_over) VALUES (1)").lastrowid
            assert number is not None
            for place, event in enumerate(events, 1):
                self._insert(db, number, place, event, wall)
        return number

    def resume(self, game: int) -> tuple[Journalled, ...]:
        """The events of a game, which the next ones will be added to.

        Raises:
            JournalError: if there is no such game, or it cannot be read.
        """
        events = self.load(game)
        self.current, self._written = game, len(events)
        return events

    def delete(self, game: int) -> None:
        """Forget a game.

        Raises:
            JournalError: if there is no such game, or the file cannot be written.
        """
        with self._told("write"), self._transaction() as db:
            found = db.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount
        if not found:
            raise self._no_game(game)
        if self.current == game:
            self.current = None

    # -- reading -------------------------------------------------------------------------------------

    def games(self) -> list[GameInfo]:
        """All games, the newest last.

        Raises:
            JournalError: if the file cannot be read.
        """
        with self._told("read"):
            rows = self._db.execute(
                "SELECT id, is_over, first.event, first.wall, last.wall, last.number FROM games"
                " JOIN events AS first ON first.game = id AND first.number = 1"
                " JOIN events AS last ON last.game = id"
                " AND last.number = (SELECT max(number) FROM events WHERE game = id)"
                " ORDER BY id"
            ).fetchall()
        return [self._info(*row) for row in rows]

    def load(self, game: int) -> tuple[Journalled, ...]:
        """The events of a game, in order.

        Raises:
            JournalError: if there is no such game, or it cannot be read.
        """
        with self._told("read"):
            rows = self._db.execute(
                "SELECT number, event FROM events WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
        if not rows:
            raise self._no_game(game)
        if [number for number, _ in rows] != list(range(1, len(rows) + 1)):
            raise JournalError(
                "Events of game {number} are missing in {where}.", number=game, where=str(self.path)
            )
        return tuple(self._event(game, number, text) for number, text in rows)

    def mark(self, game: int) -> Mark | None:
        """Where a game stood when it was marked last; None if it never was.

        Raises:
            JournalError: if the file cannot be read.
        """
        with self._told("read"):
            row = self._db.execute("SELECT number, mark FROM marks WHERE game = ?", (game,)).fetchone()
        return None if row is None else Mark(*row)

    def unfinished(self) -> int | None:
        """The newest game that is not over; None if all are.

        Raises:
            JournalError: if the file cannot be read.
        """
        with self._told("read"):
            found: int | None = self._db.execute("SELECT max(id) FROM games WHERE NOT is_over").fetchone()[0]
        return found

    # -- the file ------------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open_or_begin_anew(self) -> sqlite3.Connection:
        try:
            return self._open()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError as error:
            aside = self._move_aside()
            self.notice = Problem(
                "The journal {where} was damaged ({reason}); it is kept as {what}, and a fresh one "
                "has begun.",
                where=str(self.path),
                reason=reason_of(error),
                what=aside.name,
            )
            return self._open()

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, timeout=5.0)
        try:
            self._check(db)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("BEGIN IMMEDIATE")  # here it shows whether the file can be written
            if not db.execute("PRAGMA user_version").fetchone()[0]:
                for statement in _TABLES:
                    db.execute(statement)
            db.execute(_MARKS)
            db.execute("COMMIT")
        except BaseException:
            db.close()
            raise
        return db

    def _check(self, db: sqlite3.Connection) -> None:
        """Whether the file is sound, and ours.

        Raises:
            sqlite3.DatabaseError: if it is damaged.
            JournalError: if it belongs to another program or to a newer version.
        """
        problem = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise sqlite3.DatabaseError(problem)
        owner = db.execute("PRAGMA application_id").fetchone()[0]
        if owner != _APPLICATION and db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise JournalError(
                "{where} is another program's database: name another file.", where=str(self.path)
            )
        if db.execute("PRAGMA user_version").fetchone()[0] > SCHEMA:
            raise JournalError(
                "The journal {where} was written by a newer version of the umpire: update this one, "
                "or name another file.",
                where=str(self.path),
            )

    def _move_aside(self) -> Path:
        """Rename the damaged file and what belongs to it, under the first free number."""
        number = 1
        while (aside := self.path.with_name(f"{self.path.name}.damaged-{number}")).exists():
            number += 1
        self.path.rename(aside)
        for suffix in ("-wal", "-shm"):
            beside = self.path.with_name(self.path.name + suffix)
            if beside.exists():
                beside.rename(aside.with_name(aside.name + suffix))
        return aside

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield self._db
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _told(self, deed: str) -> Iterator[None]:
        """Turn what SQLite and the system say into one sentence."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            if isinstance(error, JournalError):
                raise
            if isinstance(error, sqlite3.IntegrityError):
                reason = Problem("another umpire writes this game, or it was deleted")
            else:
                reason = reason_of(error)
            raise JournalError(_CANNOT[deed], where=str(self.path), reason=reason) from None

    @staticmethod
    def _insert(db: sqlite3.Connection, game: int, number: int, event: Journalled, wall: float) -> None:
        row = (game, number, event.at, wall, to_text(event))
        db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)

    @staticmethod
    def _mark(db: sqlite3.Connection, game: int, number: int, mark: str) -> None:
        if mark:
            db.execute("INSERT OR REPLACE INTO marks VALUES (?, ?, ?)", (game, number, mark))

    def _info(
        self, number: int, is_over: int, text: str, began: float, changed: float, events: int
    ) -> GameInfo:
        started = self._event(number, 1, text)
        if not isinstance(started, Started):
            raise JournalError(
                "Game {number} of {where} does not begin with how it was set up.",
                number=number,
                where=str(self.path),
            )
        return GameInfo(number, started, began, changed, events, bool(is_over))

    def _event(self, game: int, number: int, text: str) -> Journalled:
        try:
            return from_text(text)
        except NotationError as error:
            raise JournalError(
                "Event {count} of game {number} in {where} is unreadable: {problem}",
                count=number,
                number=game,
                where=str(self.path),
                problem=problem_of(error),
            ) from None

    def _no_game(self, game: int) -> JournalError:
        return JournalError("There is no game {number} in {where}.", number=game, where=str(self.path))
