"""Senses and shows made for tests, and waiting for what threads do."""

from __future__ import annotations

import threading
from collections.abc import Callable

from firmware_py.errors import DeviceError
from firmware_py.loop import Loop, ManualClock
from firmware_py.senses.base import Desk
from firmware_py.table.events import Started
from firmware_py.view import TableView
from rules import Seat

BEGUN = Started(at=0.0, game="trouble", seats=(Seat("red", "Anna"), Seat("yellow", "Ben")), first="red")
PATIENCE = 20.0
"""Real seconds after which a test gives up; nothing is measured by them."""


class Meeting:
    """Something that threads wait for."""

    def __init__(self) -> None:
        self._bell = threading.Condition()

    def tell(self) -> None:
        with self._bell:
            self._bell.notify_all()

    def wait(self, ready: Callable[[], bool]) -> None:
        with self._bell:
            assert self._bell.wait_for(ready, PATIENCE), "it never happened"


class Recorder(Meeting):
    """A show that keeps every view, and fails when told to."""

    name = "recorder"

    def __init__(self, frame_seconds: float | None = None) -> None:
        super().__init__()
        self.frame_seconds = frame_seconds
        self.views: list[tuple[TableView, float]] = []
        self.opened = 0
        self.closed = 0
        self.fail_to_open: list[Exception] = []
        self.fail_to_show: list[Exception] = []

    def open(self) -> None:
        self.opened += 1
        self.tell()
        if self.fail_to_open:
            raise self.fail_to_open.pop(0)

    def show(self, view: TableView, t: float) -> None:
        if self.fail_to_show:
            raise self.fail_to_show.pop(0)
        self.views.append((view, t))
        self.tell()

    def close(self) -> None:
        self.closed += 1
        self.tell()

    def until(self, ready: Callable[[TableView], bool]) -> TableView:
        self.wait(lambda: bool(self.views) and ready(self.views[-1][0]))
        return self.views[-1][0]


class Scripted(Meeting):
    """A sense that does what it is told, one step a run."""

    name = "scripted"

    def __init__(self, *runs: Callable[[Desk], None]) -> None:
        super().__init__()
        self.runs = list(runs)
        self.started: list[float] = []
        self.closed = 0

    def run(self, desk: Desk) -> None:
        self.started.append(desk.now())
        self.tell()
        self.runs.pop(0)(desk)

    def close(self) -> None:
        self.closed += 1
        self.tell()


def lost(_: Desk) -> None:
    raise DeviceError("It is not there.")


def works(desk: Desk) -> None:
    desk.ready()
    while desk.wait(1.0):
        pass


class Running:
    """A loop in a thread of its own, as a program has it."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.thread = threading.Thread(target=loop.run)

    def __enter__(self) -> Loop:
        self.thread.start()
        return self.loop

    def __exit__(self, *_: object) -> None:
        self.loop.stop()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        names = {thread.name for thread in threading.enumerate()}
        assert not names & {"recorder", "scripted"}, "no thread is left behind"


def until(loop: Loop, ready: Callable[[], bool]) -> None:
    for _ in range(int(PATIENCE * 200)):
        if ready():
            return
        threading.Event().wait(0.005)
    raise AssertionError(f"it never happened: {loop.view}")


def sleep_through(clock: ManualClock, seconds: float) -> None:
    """Once somebody sleeps for exactly so long, let that time go by."""
    moment = clock.now() + seconds
    for _ in range(int(PATIENCE * 500)):
        if moment in clock.sleepers:
            clock.advance(seconds)
            return
        threading.Event().wait(0.002)
    raise AssertionError(f"nobody sleeps for {seconds} s: {clock.sleepers}")
