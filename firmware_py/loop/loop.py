"""The loop of one table: one queue of events in, one view out, everything else in threads of its own.

An event goes to the table; if it changed the game it is written down; only then is the new view shown. So
what has been shown was saved before, and a power cut takes back nothing that anybody saw.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from types import TracebackType

from firmware_py.journal import Journal
from firmware_py.loop.clock import Clock, SystemClock
from firmware_py.loop.keeping import Keeper
from firmware_py.loop.tending import Tender, sense_tender, show_tender
from firmware_py.senses.base import Sense
from firmware_py.shows.base import Show
from firmware_py.table import Table, Wants, journalled, wants
from firmware_py.table.events import Failed, Journalled, TableEvent, Tick
from firmware_py.view import TableView, view
from rules import Problem

__all__ = ["CLOSING_SECONDS", "TICK_SECONDS", "Loop"]

TICK_SECONDS = 0.5
"""How often the table is told that time goes by while nothing else happens."""

CLOSING_SECONDS = 3.0
"""How long a part may take to end before it is left behind."""

_log = logging.getLogger(__name__)


class Loop:
    """Runs one table.

        with Loop(table, journal, senses, shows) as loop:
            loop.run()                     # until somebody calls loop.stop()

    Args:
        table: where to begin: `Table()`, or the replay of a journalled game (its timers begin anew).
        journal: where to write; it must be at the game of `table` (`Journal.resume`). None keeps nothing.
        senses: what turns the world into events.
        shows: what shows the view.
        clock: the time; the machine's own by default.
        viewed, wanted: what is shown of the table and what it needs; another kind of table has its own.
    """

    def __init__(
        self,
        table: Table,
        journal: Journal | None = None,
        senses: Sequence[Sense] = (),
        shows: Sequence[Show] = (),
        clock: Clock | None = None,
        *,
        viewed: Callable[[Table], TableView] = view,
        wanted: Callable[[Table], Wants] = wants,
    ) -> None:
        self._clock: Clock = clock or SystemClock()
        self._viewed, self._wanted = viewed, wanted
        self._bell = threading.Condition()
        self._queue: deque[TableEvent] = deque()
        self._keeper = Keeper(journal, self._clock)
        self._tenders: list[Tender] = []
        self.add(senses, shows)
        self._stopping = False
        self._started = False
        self._view_number = 0
        self._publish(table.restarted(self._clock.now()))

    # -- what everybody may ask, from any thread -----------------------------------------------------

    @property
    def table(self) -> Table:
        """Where the evening stands."""
        return self._table

    @property
    def view(self) -> TableView:
        """The newest view."""
        return self._view

    @property
    def wants(self) -> Wants:
        """What the table needs now."""
        return self._wants

    @property
    def stopping(self) -> bool:
        """Whether the loop is to end."""
        return self._stopping

    def now(self) -> float:
        """Monotonic seconds."""
        return self._clock.now()

    def post(self, event: TableEvent) -> None:
        """Hand an event to the loop; never blocks for long."""
        with self._bell:
            self._queue.append(event)
            self._bell.notify_all()

    def stop(self) -> None:
        """Ask the loop to end, after the events that are already there."""
        with self._bell:
            self._stopping = True
            self._bell.notify_all()

    def add(self, senses: Sequence[Sense] = (), shows: Sequence[Show] = ()) -> None:
        """Give it more parts before it starts: those that ask the loop itself can only be made after it."""
        self._tenders += [sense_tender(self, sense) for sense in senses]
        self._tenders += [show_tender(self, show) for show in shows]

    # -- running -------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the senses and shows; `run` does it by itself."""
        if not self._started:
            self._started = True
            for tender in self._tenders:
                tender.start()

    def run(self) -> None:
        """Start everything and go on until `stop`; then close."""
        self.start()
        try:
            while self.step(TICK_SECONDS):
                pass
        finally:
            self.close()

    def step(self, seconds: float = 0.0) -> bool:
        """Wait at most that long for an event and deal with it, or with the passing of time.

        Returns whether the loop is to go on.
        """
        with self._bell:
            self._clock.wait_for(self._bell, lambda: bool(self._queue) or self._stopping, seconds)
            event = self._queue.popleft() if self._queue else None
        if event is not None:
            self._deal_with(event)
            return True
        if self._stopping:
            return False
        self._deal_with(Tick(at=self.now()))
        return True

    def close(self) -> None:
        """Stop and release all senses and shows."""
        self.stop()
        for tender in self._tenders:
            tender.stop(CLOSING_SECONDS)

    def __enter__(self) -> Loop:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- for the tenders -----------------------------------------------------------------------------

    def rest(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Sleep for some seconds, or until something holds or the loop stops; whether it goes on."""
        with self._bell:
            self._clock.wait_for(self._bell, lambda: self._stopping or until(), seconds)
            return not self._stopping

    def newest_view(self, shown: int, seconds: float | None) -> tuple[TableView, int]:
        """The newest view and its number, once that is not `shown`, or at the latest after the seconds."""
        with self._bell:
            self._clock.wait_for(self._bell, lambda: self._view_number != shown or self._stopping, seconds)
            return self._view, self._view_number

    # -- an event ------------------------------------------------------------------------------------

    def _deal_with(self, event: TableEvent) -> None:
        before = self._table
        try:
            after = before.after(event)
        except Exception as error:
            # The last line of defence: a fault in the rules must not end the evening.
            _log.exception("the table cannot deal with %r", event)
            said = f"{type(event).__name__}, {type(error).__name__}: {error}"
            why = Problem("Something that happened could not be judged ({what}).", what=said)
            after = before.after(Failed(at=event.at, part="table", why=why))
        told = self._keeper.retry()
        if isinstance(event, Journalled) and journalled(before, event, after):
            told = self._keeper.keep(event, after) or told
        if told is not None:
            after = after.after(told)
        if after is not before:
            self._publish(after)

    def _publish(self, table: Table) -> None:
        """Make a table the one that stands, and wake the senses and shows."""
        shown, needed = self._viewed(table), self._wanted(table)
        with self._bell:
            self._table = table
            self._view = shown
            self._wants = needed
            self._view_number += 1
            self._bell.notify_all()
