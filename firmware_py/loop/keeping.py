"""Writing events down. When that fails, the game goes on, and what is unsaved waits for its turn."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass

from firmware_py.errors import JournalError
from firmware_py.journal import Journal
from firmware_py.loop.clock import Clock
from firmware_py.table import Phase, Table, mark_of
from firmware_py.table.events import Back, Failed, Journalled
from rules import Problem, problem_of

__all__ = ["PART", "RETRY_SECONDS", "Keeper"]

PART = "journal"
"""What faults call the journal."""

RETRY_SECONDS = 10.0
"""How long a journal that failed is left alone."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Unsaved:
    event: Journalled
    wall: float
    begins: bool
    is_over: bool
    mark: str


class Keeper:
    """Between the loop and the journal.

    Args:
        journal: where to write; None keeps nothing.
        clock: the time.
    """

    def __init__(self, journal: Journal | None, clock: Clock) -> None:
        self._journal = journal
        self._clock = clock
        self._unsaved: deque[_Unsaved] = deque()
        self._retry_at: float | None = None

    def keep(self, event: Journalled, after: Table) -> Failed | Back | None:
        """Write the event down. Returns the fault that this brought or ended, if any."""
        if self._journal is None:
            return None
        begins, is_over = after.started is event, after.phase is Phase.OVER
        self._unsaved.append(_Unsaved(event, self._clock.wall(), begins, is_over, mark_of(after)))
        return self.retry()

    def retry(self) -> Failed | Back | None:
        """Write what is still unsaved, if it is time to try."""
        now = self._clock.now()
        if not self._unsaved or (self._retry_at is not None and now < self._retry_at):
            return None
        failed_before = self._retry_at is not None
        try:
            while self._unsaved:
                self._write(self._unsaved[0])
                self._unsaved.popleft()
        except JournalError as error:
            self._retry_at = now + RETRY_SECONDS
            _log.error("%s", error)
            return Failed(
                at=now,
                part=PART,
                why=Problem.joined([problem_of(error), Problem("The game goes on, but is not saved.")]),
            )
        self._retry_at = None
        return Back(at=now, part=PART) if failed_before else None

    def _write(self, unsaved: _Unsaved) -> None:
        assert self._journal is not None
        if unsaved.begins:
            self._journal.begin(unsaved.event, unsaved.wall, unsaved.mark)
        else:
            self._journal.append(unsaved.event, unsaved.wall, is_over=unsaved.is_over, mark=unsaved.mark)
