"""Looking after one sense or show: a thread that starts it, and starts it again when it fails."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_py.errors import UmpireError
from firmware_py.senses.base import Sense
from firmware_py.shows.base import Show
from firmware_py.table import Wants
from firmware_py.table.events import Back, Failed, TableEvent
from rules import Problem, problem_of

if TYPE_CHECKING:
    from firmware_py.loop.loop import Loop

__all__ = ["BACK_OFF_SECONDS", "Tender", "sense_tender", "show_tender"]

BACK_OFF_SECONDS = (1.0, 2.0, 5.0, 10.0)
"""How long a part that failed is left alone, the first time and so on; the last holds from then on."""

_log = logging.getLogger(__name__)


class Tender:
    """Runs a part in a thread of its own. It is also the `Desk` that a sense works at.

    Args:
        loop: whose events and views they are.
        name: what faults call the part.
        work: runs the part until `wait` says to stop; may raise anything.
        close: releases the part; may be called twice.
        interrupt: whether `close` also ends `work` from outside: a sense that waits for its device does not
            look at the clock, while a show is let finish its last view.
    """

    def __init__(
        self,
        loop: Loop,
        name: str,
        work: Callable[[Tender], None],
        close: Callable[[], None],
        *,
        interrupt: bool,
    ) -> None:
        self.name = name
        self._loop = loop
        self._work = work
        self._close = close
        self._interrupt = interrupt
        self._failures = 0
        self._ready_at: float | None = None
        self._seen: Wants | None = None
        self._thread = threading.Thread(target=self._tend, name=name, daemon=True)

    # -- the desk ------------------------------------------------------------------------------------

    def post(self, event: TableEvent) -> None:
        """Hand an event to the loop."""
        self._loop.post(event)

    def now(self) -> float:
        """Monotonic seconds."""
        return self._loop.now()

    def wants(self) -> Wants:
        """What the table needs at this moment."""
        self._seen = self._loop.wants
        return self._seen

    def wait(self, seconds: float) -> bool:
        """Sleep until the wants are others than last asked, the loop stops, or the time is over."""
        seen = self._seen
        return self._loop.rest(seconds, lambda: seen is not None and seen != self._loop.wants)

    def ready(self) -> None:
        """Say that the device works: a fault told before is over."""
        self._ready_at = self.now()
        if self._failures:
            self.post(Back(at=self._ready_at, part=self.name))

    # -- the thread ----------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self, seconds: float) -> None:
        """End the part and wait for its thread, for some real seconds at most."""
        if self._interrupt:
            self._release()
        if self._thread.ident is not None:
            self._thread.join(seconds)
        if self._thread.is_alive():
            _log.warning("%s does not end; it is left behind", self.name)

    def _tend(self) -> None:
        while not self._loop.stopping:
            self._ready_at = None
            try:
                self._work(self)
                return
            except Exception as error:
                if self._loop.stopping:
                    return
                self._tell(error)
            finally:
                self._release()
            self._loop.rest(self._pause())

    def _tell(self, error: Exception) -> None:
        if isinstance(error, UmpireError):
            _log.warning("%s: %s", self.name, error)
            why = problem_of(error)
        else:
            _log.exception("%s failed", self.name)
            why = Problem(
                "it failed in a way that nobody foresaw ({what})", what=f"{type(error).__name__}: {error}"
            )
        self.post(Failed(at=self.now(), part=self.name, why=why))

    def _pause(self) -> float:
        """How long to leave the part alone; one that had worked for a while starts from the first pause."""
        if self._ready_at is not None and self.now() - self._ready_at > BACK_OFF_SECONDS[-1]:
            self._failures = 0
        self._failures += 1
        return BACK_OFF_SECONDS[min(self._failures, len(BACK_OFF_SECONDS)) - 1]

    def _release(self) -> None:
        try:
            self._close()
        except Exception:
            _log.exception("%s could not be closed", self.name)


def sense_tender(loop: Loop, sense: Sense) -> Tender:
    """The tender of a sense. A sense that returns by itself has nothing more to tell."""
    return Tender(loop, sense.name, sense.run, sense.close, interrupt=True)


def show_tender(loop: Loop, show: Show) -> Tender:
    """The tender of a show: it gets the newest view whenever that changes, and every `frame_seconds`."""

    def work(tender: Tender) -> None:
        show.open()
        tender.ready()
        shown = 0
        while True:
            view, number = loop.newest_view(shown, show.frame_seconds)
            if number == shown and loop.stopping:
                return
            show.show(view, loop.now())
            shown = number

    return Tender(loop, show.name, work, show.close, interrupt=False)
