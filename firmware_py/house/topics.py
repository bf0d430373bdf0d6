"""Where a table's messages lie at the broker. Pure.

pop-umpire/kitchen/availability   "online", or "offline" (said by the broker itself when the table is lost)
pop-umpire/kitchen/state          how the game stands, retained: whoever comes knows at once
pop-umpire/kitchen/event          what happens, at the moment when it happens
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

__all__ = ["OFFLINE", "ONLINE", "Message", "Topics", "slug"]

ONLINE: Final = "online"
OFFLINE: Final = "offline"


@dataclass(frozen=True, slots=True)
class Message:
    """What is published: where, what, and whether the broker keeps it for those who come later."""

    topic: str
    payload: str
    retain: bool = False


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of one table.

    Attributes:
        base: what all tables have in common.
        table: the table's own part, see `slug`.
    """

    base: str
    table: str

    @property
    def availability(self) -> str:
        """Whether the table is there."""
        return f"{self.base}/{self.table}/availability"

    @property
    def state(self) -> str:
        """How the game stands."""
        return f"{self.base}/{self.table}/state"

    @property
    def event(self) -> str:
        """What happens."""
        return f"{self.base}/{self.table}/event"

    @property
    def all_tables(self) -> tuple[str, str]:
        """What to subscribe to for all tables: their states, and whether they are there."""
        return f"{self.base}/+/state", f"{self.base}/+/availability"

    def available(self, there: bool) -> Message:
        """The message that says whether the table is there."""
        return Message(self.availability, ONLINE if there else OFFLINE, retain=True)


def slug(name: str) -> str:
    """A table's name as a part of a topic: small letters, digits and -; never empty."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "table"
