"""A desk without a loop: for senses under test."""

from __future__ import annotations

from firmware_py.table import Wants
from firmware_py.table.events import TableEvent
from rules import Dice

__all__ = ["FakeDesk"]


class FakeDesk:
    """Collects what a sense posts, and ends it once there are `enough` events or after `most` waits."""

    def __init__(self, wants: Wants | None = None, enough: int = 1, most: int = 2000) -> None:
        self.posted: list[TableEvent] = []
        self.opened = 0
        self.wanted = wants or Wants(dice=Dice("d6"))
        self._enough, self._left = enough, most
        self._now = 100.0

    def post(self, event: TableEvent) -> None:
        """Keep it."""
        self.posted.append(event)

    def now(self) -> float:
        """A clock that goes on a little each time that it is looked at."""
        self._now += 0.01
        return self._now

    def wants(self) -> Wants:
        """What was given."""
        return self.wanted

    def wait(self, seconds: float) -> bool:
        """Return at once."""
        self._now += seconds
        self._left -= 1
        return len(self.posted) < self._enough and self._left > 0

    def ready(self) -> None:
        """Count."""
        self.opened += 1
