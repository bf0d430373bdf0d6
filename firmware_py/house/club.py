"""The tables seen at the broker. Pure: messages come in, lines for people come out.

Whoever may write to the broker may write anything there, so everything is checked and cut to size.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from firmware_py.house.topics import ONLINE

__all__ = ["MOST_TABLES", "Club", "ClubTable", "Score"]

MOST_TABLES: Final = 200
"""How many tables are remembered; of more, those heard first."""

_LONGEST: Final = 16_384
_MOST_SEATS: Final = 8
_WORDS: Final = 120
_PAGE: Final = re.compile(r"https?://[\w.\-]{1,100}(:\d{1,5})?/", re.ASCII)


@dataclass(frozen=True, slots=True)
class Score:
    """A team of a table: its colour, its player, its place once it has one, and how it stands in words."""

    colour: str
    player: str
    place: int | None
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ClubTable:
    """A table as the club sees it.

    Attributes:
        topic: its own part of the topics.
        there: whether it is there; False for one that vanished.
        name: what it calls itself.
        game: its game in words; None before one is set up.
        phase: where its evening stands.
        turn, player: whose turn it is.
        die: the last dice in words.
        headline: what it says now.
        winners: who won, once the game is over.
        seats: how the teams stand.
        at: when it said so, ISO 8601.
        page: the address of its page, if it has one.
    """

    topic: str
    there: bool = False
    name: str = ""
    game: str | None = None
    phase: str = ""
    turn: str | None = None
    player: str | None = None
    die: str | None = None
    headline: str = ""
    winners: tuple[str, ...] = ()
    seats: tuple[Score, ...] = ()
    at: str = ""
    page: str | None = None


@dataclass(frozen=True, slots=True)
class Club:
    """All tables seen, by their part of the topic. `Club()` has none."""

    seen: Mapping[str, ClubTable] = field(default_factory=dict)

    @property
    def tables(self) -> tuple[ClubTable, ...]:
        """Those that have told something, by name; those that vanished come last."""
        told = (table for table in self.seen.values() if table.name)
        return tuple(sorted(told, key=lambda table: (not table.there, table.name.casefold(), table.topic)))

    def after(self, topic: str, payload: bytes) -> Club:
        """The club after a message; the same object if it says nothing that can be understood."""
        *_, part, kind = ("", "", *topic.split("/"))
        known = self.seen.get(part, ClubTable(part))
        if part not in self.seen and len(self.seen) >= MOST_TABLES:
            return self
        if kind == "availability":
            heard: ClubTable | None = replace(known, there=payload.decode("utf-8", "replace") == ONLINE)
        elif kind == "state":
            heard = _read(known, payload)
        else:
            heard = None
        if heard is None or heard == self.seen.get(part):
            return self
        return Club({**self.seen, part: heard})


def _read(known: ClubTable, payload: bytes) -> ClubTable | None:
    if len(payload) > _LONGEST:
        return None
    try:
        told = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    seats = told.get("seats")
    winners = told.get("winners")
    return replace(
        known,
        name=_text(told.get("name")) or known.topic,
        game=_text(told.get("game_name")),
        phase=_text(told.get("phase")) or "",
        turn=_text(told.get("turn")),
        player=_text(told.get("player")),
        die=_text(told.get("die_in_words")),
        headline=_text(told.get("headline")) or "",
        winners=tuple(filter(None, map(_text, winners[:_MOST_SEATS]))) if isinstance(winners, list) else (),
        seats=tuple(map(_score, seats[:_MOST_SEATS])) if isinstance(seats, list) else (),
        at=_text(told.get("at")) or "",
        page=_address(told.get("page")),
    )


def _score(told: Any) -> Score:
    if not isinstance(told, dict):
        return Score("", "", None, {})
    place, counts = told.get("place"), told.get("counts")
    pairs = list(counts.items())[:_MOST_SEATS] if isinstance(counts, dict) else []
    return Score(
        colour=_text(told.get("colour")) or "",
        player=_text(told.get("player")) or "",
        place=place if type(place) is int else None,
        counts={area[:_WORDS]: count for area, count in pairs if type(count) is int},
    )


def _address(told: Any) -> str | None:
    """The address of a page; nothing else may become a link."""
    return told if isinstance(told, str) and _PAGE.fullmatch(told) else None


def _text(told: Any) -> str | None:
    """A text that may be shown: printable, and not too long."""
    if not isinstance(told, str):
        return None
    return "".join(letter for letter in told[:_WORDS] if letter.isprintable()) or None
