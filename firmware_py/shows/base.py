"""What a show is: something that turns the view into light, text or sound."""

from __future__ import annotations

from typing import Protocol

from firmware_py.view.values import TableView

__all__ = ["Show"]


class Show(Protocol):
    """A show: the loop runs it in a thread of its own; only the newest view counts.

    Attributes:
        name: what faults call it.
        frame_seconds: how often it wants to be called while nothing changes (animations); None for never.
    """

    name: str
    frame_seconds: float | None

    def open(self) -> None:
        """Open the device.

        Raises:
            DeviceError: when it is not there; it is tried again with back-off.
        """

    def show(self, view: TableView, t: float) -> None:
        """Show the view at `t` monotonic seconds.

        Raises:
            DeviceError: when the device was lost.
        """

    def close(self) -> None:
        """Blank and release the device; may be called twice."""
