"""The newest picture wins: a camera read in a thread of its own, with a time limit, and without a queue."""

from __future__ import annotations

import threading

from firmware_py.errors import DeviceError, reason_of
from firmware_py.senses.frames import Frame, FrameSource
from rules import Problem

__all__ = ["LIMIT_SECONDS", "NewestFrame"]

LIMIT_SECONDS = 4.0
"""How long a camera that works may take for a picture."""

_JOIN_SECONDS = 1.0


class NewestFrame:
    """Wraps a live source: `read` gives the newest picture, and never waits for longer than the limit.

    Pictures that nobody came for are dropped. A camera whose driver hangs is left behind with its thread; it
    cannot be opened again before that thread has ended, so threads never pile up.

    Args:
        source: the camera.
        limit: seconds without a picture after which the camera counts as lost.
    """

    live = True

    def __init__(self, source: FrameSource, limit: float = LIMIT_SECONDS) -> None:
        self.name = source.name
        self._source, self._limit = source, limit
        self._bell = threading.Condition()
        self._at_closing = threading.Lock()
        self._frame: Frame | None = None
        self._number = self._given = 0
        self._error: Exception | None = None
        self._closing = False
        self._thread: threading.Thread | None = None

    @property
    def lost(self) -> bool:
        """Whether the camera failed since it was opened."""
        return self._error is not None

    def open(self) -> None:
        """Open the camera and begin to read it.

        Raises:
            DeviceError: if it is not there, or its last reading still hangs.
        """
        if self._thread is not None:
            if self._thread.is_alive() and not self._closing:
                return
            if self._thread.is_alive():
                raise DeviceError(
                    "{camera}: its driver still hangs; unplug it, or restart the umpire.", camera=self.name
                )
        self._source.open()
        self._frame = self._error = None
        self._closing = False
        self._thread = threading.Thread(target=self._grab, name=f"{self.name} frames", daemon=True)
        self._thread.start()

    def read(self) -> Frame:
        """The newest picture that has not been given yet.

        Raises:
            DeviceError: if the camera was lost, or gave none within the limit.
        """
        frame, self._given = self.newer(self._given)
        return frame

    def newer(self, than: int) -> tuple[Frame, int]:
        """The newest picture and its number, once that is higher than `than`: for several who look at once.

        Raises:
            DeviceError: if the camera was lost, or gave none within the limit.
        """
        with self._bell:
            # A picture that came late, before the camera was opened anew, has a number but is gone.
            self._bell.wait_for(
                lambda: self._closing or self._error is not None or self._has_newer(than), self._limit
            )
            if self._error is not None:
                raise self._error
            if self._frame is None or not self._has_newer(than):
                silent = Problem("it gave no picture for {seconds} s", seconds=f"{self._limit:g}")
                why = Problem("it is closed") if self._closing else silent
                raise DeviceError(
                    "{camera}: {reason}; look at the cable, and at the power supply.",
                    camera=self.name,
                    reason=why,
                )
            return self._frame, self._number

    def _has_newer(self, than: int) -> bool:
        return self._frame is not None and self._number > than

    def _grab(self) -> None:
        while not self._closing:
            try:
                frame = self._source.read()
            except Exception as error:
                self._lost(error)
                return
            if frame is None:
                self._lost(DeviceError("{camera}: there are no more pictures.", camera=self.name))
                return
            with self._bell:
                self._frame = frame
                self._number += 1
                self._bell.notify_all()

    def _lost(self, error: Exception) -> None:
        with self._bell:
            known = isinstance(error, DeviceError)
            self._error = (
                error
                if known
                else DeviceError(
                    "{camera}: {who}: {reason}.",
                    camera=self.name,
                    who=type(error).__name__,
                    reason=reason_of(error),
                )
            )
            self._bell.notify_all()

    def close(self) -> None:
        """Release the camera; one that hangs is left behind. Several threads may call it at once."""
        with self._bell:
            self._closing = True
            self._bell.notify_all()
        with self._at_closing:
            thread = self._thread
            if thread is None:
                return
            # Some drivers crash when they are closed in the middle of a reading: it may end first.
            thread.join(_JOIN_SECONDS)
            if thread.is_alive():
                closer = threading.Thread(target=self._source.close, name=f"{self.name} closing", daemon=True)
                closer.start()
                closer.join(_JOIN_SECONDS)
                thread.join(_JOIN_SECONDS)
            else:
                self._source.close()
            if not thread.is_alive():
                self._thread = None
