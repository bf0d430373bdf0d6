"""What systemd is told: that the service is ready, that its main loop lives, and how the game stands.

The protocol is that of sd_notify(3): one datagram a message. Without NOTIFY_SOCKET nothing is sent.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

__all__ = ["Notifier"]

_BEATS = 3
"""How often within the time of the watchdog the loop says that it lives."""

_log = logging.getLogger(__name__)


class Notifier:
    """Talks to systemd. Only the main loop may hold it: a beat from a thread would hide a loop that hangs."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        """Take the socket and the watchdog's time from the environment."""
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._socket: socket.socket | None = None
        if self._address:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._every = _watchdog_seconds(environ) / _BEATS
        self._beaten = float("-inf")
        self._status = ""

    def ready(self, now: float, status: str) -> None:
        """The service works, at `now` monotonic seconds."""
        self._beaten, self._status = now, status
        self._send("READY=1", "WATCHDOG=1", f"STATUS={status}")

    def beat(self, now: float, status: str) -> None:
        """The main loop lives; say so if it is time to, and tell the status if it is another one."""
        lines = []
        if status != self._status:
            self._status = status
            lines.append(f"STATUS={status}")
        if self._every and now - self._beaten >= self._every:
            self._beaten = now
            lines.append("WATCHDOG=1")
        if lines:
            self._send(*lines)

    def stopping(self) -> None:
        """The service comes to its end."""
        self._send("STOPPING=1", "STATUS=The game is kept.")

    def close(self) -> None:
        """Release the socket."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _send(self, *lines: str) -> None:
        if self._socket is None:
            return
        message = "\n".join(line.replace("\n", " ") for line in lines)
        try:
            self._socket.sendto(message.encode(), self._address)
        except OSError as error:
            _log.warning("systemd cannot be told: %s", error)


def _watchdog_seconds(environ: Mapping[str, str]) -> float:
    """The time in which a sign of life is wanted; 0 for none, or if it is another process's to give."""
    microseconds, process = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", "")
    if not microseconds.isdecimal() or (process and process != str(os.getpid())):
        return 0.0
    return int(microseconds) / 1e6
