"""The rest of the house as a show: whatever the table shows, the broker is told; the club is heard."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from firmware_py.errors import DeviceError
from firmware_py.house.club import Club, ClubTable
from firmware_py.house.discovery import discovery
from firmware_py.house.line import Broker, BrokerLine
from firmware_py.house.messages import as_json, happened, state_of
from firmware_py.house.topics import Message, Topics
from firmware_py.table import Table
from firmware_py.view import TableView
from firmware_py.words import Words

__all__ = ["ClubHeard", "HouseShow", "TableName"]

ClubHeard = Callable[[tuple[ClubTable, ...], bool], None]
"""Told the tables of the club whenever they change, and whether the line to the broker holds."""


@dataclass(frozen=True, slots=True)
class TableName:
    """How the table is known in the house.

    Attributes:
        name: what it is called.
        topics: where its messages lie.
        discovery: where Home Assistant looks for new things; empty for nowhere.
        page: the address of its page; None if it has none.
    """

    name: str
    topics: Topics
    discovery: str = ""
    page: str | None = None


class HouseShow:
    """Tells the broker every view, and what happened in between.

    While the line is lost nothing is kept for later: once it is back, the broker hears how the table stands
    then, for lamps that flash for a capture of an hour ago would startle people.

    Args:
        broker: where the broker is.
        known: how the table is known there.
        table: where the evening stands.
        words: the catalogue.
        clock: the time of day, as ISO 8601 has it.
        club: told the tables that are seen at the broker.
    """

    name = "mqtt"
    frame_seconds: float | None = 1.0

    def __init__(
        self,
        broker: Broker,
        known: TableName,
        *,
        table: Callable[[], Table],
        words: Words,
        clock: Callable[[], str],
        club: ClubHeard | None = None,
    ) -> None:
        self._broker, self._known = broker, known
        self._table, self._words, self._clock, self._club_heard = table, words, clock, club
        self._boot = secrets.token_hex(4)
        self._line: BrokerLine | None = None
        self._club = Club()
        self._told: tuple[ClubTable, ...] | None = None
        self._shown: TableView | None = None
        self._before: Table | None = None
        self._twin = False

    def open(self) -> None:
        """Connect to the broker.

        Raises:
            DeviceError: if it cannot be reached, or refuses.
        """
        known = self._known
        self._club, self._told, self._shown, self._before, self._twin = Club(), None, None, None, False
        self._line = BrokerLine(
            self._broker, known.topics.available(False), known.topics.all_tables, self._heard
        )
        self._line.open()
        first = [known.topics.available(True)]
        if known.discovery:
            first.append(discovery(known.discovery, known.topics, known.name, known.page, self._words))
        self._line.publish(first)

    def show(self, view: TableView, t: float) -> None:
        """Tell a view; called again without one that is new, it looks after the line and the club.

        Raises:
            DeviceError: if the line was lost, or another table has the same name.
        """
        del t
        if self._line is None:
            return
        self._line.check()
        if self._twin:
            raise DeviceError(
                "Another table calls itself {what} at this broker: give one of them another mqtt.name.",
                what=self._known.name,
            )
        if view is not self._shown:
            self._line.publish(self._news(view))
            self._shown = view
        self._tell_club()

    def close(self) -> None:
        """Say goodbye to the broker."""
        line, self._line = self._line, None
        if line is not None:
            line.close(self._known.topics.available(False))
            if self._club_heard is not None:
                self._club_heard(self._told or (), False)

    def _news(self, view: TableView) -> list[Message]:
        topics, table, words = self._known.topics, self._table(), self._words
        before, self._before = self._before, table
        events = happened(before, table, words) if before is not None else ()
        now = self._clock()
        state = state_of(view, self._known.name, words, self._boot, now, self._known.page)
        return [
            Message(topics.state, as_json(state), retain=True),
            *(Message(topics.event, as_json({**event, "at": now})) for event in events),
        ]

    def _tell_club(self) -> None:
        tables = self._club.tables
        if self._club_heard is not None and tables != self._told:
            self._told = tables
            self._club_heard(tables, True)

    def _heard(self, topic: str, payload: bytes, kept: bool) -> None:
        """A message of some table; in the line's own thread."""
        self._club = self._club.after(topic, payload)
        if topic == self._known.topics.state and not kept:
            self._twin = self._twin or _boot_of(payload) not in (None, self._boot)


def _boot_of(payload: bytes) -> str | None:
    """Which start of a table sent a state; None if it does not say."""
    try:
        told = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    return str(told["boot"]) if isinstance(told, dict) and "boot" in told else None
