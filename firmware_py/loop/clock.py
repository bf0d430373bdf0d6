"""Time, injected: monotonic seconds to live by, wall time to write down, and waiting."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Protocol

__all__ = ["Clock", "ManualClock", "SystemClock"]


class Clock(Protocol):
    """A clock, and the art of waiting by it."""

    def now(self) -> float:
        """Monotonic seconds."""

    def wall(self) -> float:
        """Seconds since 1970 by the calendar; may jump."""

    def wait_for(self, bell: threading.Condition, ready: Callable[[], bool], seconds: float | None) -> bool:
        """Wait at `bell`, whose lock is held, until `ready()` or the seconds are over; returns `ready()`.

        None waits for ever.
        """


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def wait_for(self, bell: threading.Condition, ready: Callable[[], bool], seconds: float | None) -> bool:
        """Wait until ready or the seconds are over."""
        return bell.wait_for(ready, seconds)


class ManualClock:
    """A clock that stands until it is told to go on: hours of play in no time, for virtual tables and tests.

    Args:
        start: the first moment, monotonic seconds.
        wall: the first moment by the calendar, seconds since 1970.
    """

    def __init__(self, start: float = 0.0, wall: float = 0.0) -> None:
        self._lock = threading.Lock()
        self._now = start
        self._ahead = wall - start
        self._bells: list[threading.Condition] = []
        self._sleepers: list[float] = []

    def now(self) -> float:
        """Monotonic seconds."""
        return self._now

    def wall(self) -> float:
        """Seconds since 1970."""
        return self._now + self._ahead

    @property
    def sleepers(self) -> tuple[float, ...]:
        """The moments until which somebody waits now."""
        with self._lock:
            return tuple(self._sleepers)

    def advance(self, seconds: float) -> None:
        """Go on by some seconds, and wake whoever waits."""
        with self._lock:
            self._now += seconds
            bells = list(self._bells)
        for bell in bells:
            with bell:
                bell.notify_all()

    def wait_for(self, bell: threading.Condition, ready: Callable[[], bool], seconds: float | None) -> bool:
        """Wait until ready or the clock has been told to go on by the seconds."""
        with self._lock:
            if bell not in self._bells:
                self._bells.append(bell)
            until = math.inf if seconds is None else self._now + seconds
            self._sleepers.append(until)
        bell.wait_for(lambda: ready() or self._now >= until)
        with self._lock:
            self._sleepers.remove(until)
        return ready()
