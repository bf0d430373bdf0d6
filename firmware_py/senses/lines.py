"""What people type: lines of text, read without holding up the end of the evening."""

from __future__ import annotations

import os
import select
from collections.abc import Callable

from firmware_py.senses.base import Desk

__all__ = ["TypedLines"]

_NAP = 0.2
_MOMENT = 0.01
_CHUNK = 4096


class TypedLines:
    """Reads lines from a file descriptor, such as a terminal's, and hands them on one by one.

    Args:
        descriptor: what to read from; it is left open.
        told: is told each line without its end, and None once there will be no more.
        settled: whether the table has dealt with the line before; a script that is piped in waits for it, as
            a person would.
    """

    name = "keyboard"

    def __init__(
        self, descriptor: int, told: Callable[[str | None], None], settled: Callable[[], bool]
    ) -> None:
        self._descriptor = descriptor
        self._told, self._settled = told, settled
        self._rest = b""

    def run(self, desk: Desk) -> None:
        """Read until the end, or until the loop stops."""
        desk.ready()
        while desk.wait(0.0):
            if not select.select([self._descriptor], [], [], _NAP)[0]:
                continue
            chunk = os.read(self._descriptor, _CHUNK)
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            if not chunk:
                self._hand_on([self._rest] if self._rest else [], desk)
                self._when_settled(desk, None)
                return
            self._hand_on(lines, desk)

    def _hand_on(self, lines: list[bytes], desk: Desk) -> None:
        for line in lines:
            self._when_settled(desk, line.decode("utf-8", "replace").rstrip("\r"))

    def _when_settled(self, desk: Desk, line: str | None) -> None:
        while not self._settled():
            if not desk.wait(_MOMENT):
                return
        self._told(line)

    def close(self) -> None:
        """The descriptor belongs to the process."""
