"""What the page is put together from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from firmware_py.luck import Standing
from firmware_py.table import Table, Wants
from firmware_py.table.events import Started
from firmware_py.web.calibrate import SetsUpBoard
from firmware_py.web.phones import Phones
from firmware_py.words import Words
from hardware.layout import Layout
from rules import Colour, GameRecord, Seat

__all__ = ["GameLine", "Library", "SiteParts"]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A recorded game as the list tells it; `played` is seconds since 1970."""

    number: int
    game: str
    players: tuple[str, ...]
    played: float
    is_over: bool


class Library(Protocol):
    """The recorded games. All may be called from any thread."""

    def games(self) -> Sequence[GameLine]:
        """All games, the newest last.

        Raises:
            JournalError: if they cannot be read.
        """

    def record(self, number: int) -> GameRecord:
        """One game.

        Raises:
            JournalError: if there is no such game, or it cannot be read.
        """

    def keep(self, record: GameRecord) -> int:
        """Add a game from elsewhere; returns its number.

        Raises:
            RulesError: if an entry does not follow from those before.
            JournalError: if it is there already, or cannot be written.
        """

    def season(self, since: float = 0.0) -> Sequence[Standing]:
        """The season's table, of the games that ended after a moment in seconds since 1970.

        Raises:
            JournalError: if it cannot be read.
        """

    def people(self) -> Sequence[tuple[Seat, ...]]:
        """Who sat where, game by game, the newest first.

        Raises:
            JournalError: if it cannot be read.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteParts:
    """What the page is put together from.

    Attributes:
        table: where the evening stands.
        words: the catalogue.
        phones: the paired phones.
        layout_of: the board of a game, of the usual one if none is set up.
        boards: the games that can be set up here, each with its colours clockwise.
        wall: seconds since 1970.
        press: presses the dome at monotonic seconds; None where only a hand can.
        takes: whether such a press means something, by what the table needs.
        library: the recorded games; None if none are kept.
        setup: sets the camera over the board up; None where there is none.
        names: further names of this machine, besides its addresses and the names of a home network.
        kept: where pictures are kept; None if none are.
    """

    table: Callable[[], Table]
    words: Words
    phones: Phones
    layout_of: Callable[[Started | None], Layout]
    boards: Mapping[str, tuple[Colour, ...]]
    wall: Callable[[], float]
    press: Callable[[float], None] | None = None
    takes: Callable[[Wants], bool] = lambda _: True
    library: Library | None = None
    setup: SetsUpBoard | None = None
    names: Collection[str] = field(default=())
    kept: Path | None = None
