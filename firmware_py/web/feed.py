"""The newest state of the table, handed to everybody who watches, by server-sent events.

Every message holds the whole state and a number, so whoever comes (back) has everything at once, and a slow
phone skips what is old. `boot` differs at every start of the server: numbers of another start mean nothing.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

__all__ = ["BEAT_SECONDS", "MOST_FROM_ONE", "MOST_WATCHERS", "Feed"]

BEAT_SECONDS: Final = 10.0
"""How often a page hears that the line still works while nothing happens."""

MOST_WATCHERS: Final = 150
MOST_FROM_ONE: Final = 20
"""How many pages may watch in all, and from one address."""


class Feed:
    """Published to from any thread, watched from the web server's.

    Args:
        boot: names this start of the server.
    """

    def __init__(self, boot: str) -> None:
        self.boot = boot
        self._lock = threading.Lock()
        self._number = 0
        self._text = "{}"
        self._closed = False
        self._watchers: dict[asyncio.Event, tuple[asyncio.AbstractEventLoop, str]] = {}

    @property
    def number(self) -> int:
        """The number of the newest state; 0 before the first."""
        return self._number

    @property
    def watchers(self) -> int:
        """How many watch."""
        return len(self._watchers)

    def has_room_for(self, address: str) -> bool:
        """Whether one more page may watch from an address."""
        from_there = sum(one == address for _, one in self._watchers.values())
        return len(self._watchers) < MOST_WATCHERS and from_there < MOST_FROM_ONE

    @property
    def newest(self) -> str:
        """The newest state as JSON."""
        return self._text

    def publish(self, state: Mapping[str, Any]) -> None:
        """Hand a state to everybody."""
        with self._lock:
            self._number += 1
            numbered = {"boot": self.boot, "number": self._number, **state}
            self._text = json.dumps(numbered, ensure_ascii=False, separators=(",", ":"))
            self._ring()

    def close(self) -> None:
        """End all streams; a later `open` lets people watch again."""
        with self._lock:
            self._closed = True
            self._ring()

    def open(self) -> None:
        """Let people watch."""
        self._closed = False

    async def stream(self, address: str = "") -> AsyncIterator[bytes]:
        """The text of an event stream: the newest state at once, and again whenever there is a newer one.

        Args:
            address: who watches.
        """
        bell = asyncio.Event()
        with self._lock:
            self._watchers[bell] = asyncio.get_running_loop(), address
        try:
            yield b"retry: 1500\n\n"
            told = 0
            while not self._closed:
                bell.clear()
                if self._number != told:
                    with self._lock:
                        told, text = self._number, self._text
                    yield f"id: {self.boot}-{told}\nevent: table\ndata: {text}\n\n".encode()
                    continue
                try:
                    await asyncio.wait_for(bell.wait(), BEAT_SECONDS)
                except TimeoutError:
                    yield f"event: beat\ndata: {told}\n\n".encode()
        finally:
            with self._lock:
                del self._watchers[bell]

    def _ring(self) -> None:
        for bell, (loop, _) in self._watchers.items():
            try:
                loop.call_soon_threadsafe(bell.set)
            except RuntimeError:  # its server has ended meanwhile
                continue
