"""What a sense is: something that turns the world into events of the table."""

from __future__ import annotations

from typing import Protocol

from firmware_py.table.events import TableEvent
from firmware_py.table.wants import Wants

__all__ = ["Desk", "Sense"]


class Desk(Protocol):
    """What the loop gives a sense to work with."""

    def post(self, event: TableEvent) -> None:
        """Hand an event to the loop; never blocks for long."""

    def now(self) -> float:
        """The monotonic clock, in seconds."""

    def wants(self) -> Wants:
        """What the table needs at this moment."""

    def wait(self, seconds: float) -> bool:
        """Sleep until the wants change, the sense is to close or time is up; True while it may go on."""

    def ready(self) -> None:
        """Say that the device is open and works."""


class Sense(Protocol):
    """A sense: the loop runs it in a thread of its own and starts it again, with back-off, when it fails."""

    name: str

    def run(self, desk: Desk) -> None:
        """Open the device and post events until `desk.wait` says to stop.

        Raises:
            DeviceError: when the device is not there or was lost; the sentence goes to the shows.
        """

    def close(self) -> None:
        """Release the device; may be called twice, and from another thread to interrupt `run`."""
