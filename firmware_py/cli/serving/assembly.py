"""The parts of the service by configuration, each made after those that it needs."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from firmware_py.cli.playing.cameras import Overhead, make_overhead
from firmware_py.cli.playing.cup import CupParts, make_cup
from firmware_py.cli.playing.dice import Readings, make_dome
from firmware_py.cli.playing.house import make_house
from firmware_py.cli.playing.kept import make_kept
from firmware_py.cli.playing.setup import GameSetup
from firmware_py.cli.playing.throwing import Throwing
from firmware_py.cli.playing.voice import make_voice
from firmware_py.cli.serving.contacts import Contacts, house_of
from firmware_py.cli.serving.parts import has_dome_switch, make_shows
from firmware_py.config import Config
from firmware_py.errors import DeviceError
from firmware_py.journal import Journal
from firmware_py.loop import Loop
from firmware_py.senses.aided import AidedDome, Dome, button_of
from firmware_py.senses.base import Sense
from firmware_py.senses.kept import KeptPictures
from firmware_py.senses.player import BOT_SECONDS, Player, bot_at_turn
from firmware_py.shows.base import Show
from firmware_py.words import Words
from rules import problem_of

if TYPE_CHECKING:
    from firmware_py.cli.playing.page import Page

__all__ = ["Assembly", "ServiceParts"]

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ServiceParts:
    """All that the service has.

    Attributes:
        contacts: the switch and the buttons.
        dome: where the dice come from; None where they are entered by hand, or cannot be had.
        cup: how counters are drawn.
        overhead: the camera over the board, if there is one.
        kept: keeps the pictures of the dome, where somebody asked for it.
        page: for phones, if one is served.
        troubles: what cannot be had, and why.
    """

    contacts: Contacts
    dome: Dome | None
    cup: CupParts
    overhead: Overhead | None
    kept: KeptPictures | None
    page: Page | None
    troubles: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Assembly:
    """Makes the parts. What one of them needs of another is handed to it; what it asks later, it asks the
    loop.

    Attributes:
        loop: runs the table.
        game: the name of the game that the dice are made ready for.
        config: the configuration in effect.
        setup: the game that the configuration asks for.
        words: the catalogue.
        folder: where games and paired phones are kept; None serves no page.
    """

    loop: Loop
    game: str
    config: Config
    setup: GameSetup
    words: Words
    folder: Path | None

    def parts(self, journal: Journal | None) -> ServiceParts:
        """All parts, in the order in which one needs another; a camera that is not there is a trouble."""
        config, loop, readings = self.config, self.loop, Readings()
        troubles: list[tuple[str, str]] = []
        throwing = Throwing(self.game, switched=has_dome_switch(config.gpio), later=True)
        overhead = _tried(
            troubles, "board camera", lambda: make_overhead(config, throwing, self.setup.layout, self.folder)
        )
        cup = _tried(troubles, "cup camera", lambda: make_cup(config, throwing, overhead, lambda: loop.view))
        cup = cup or CupParts()
        dome = _tried(
            troubles,
            "dice",
            lambda: make_dome(config, throwing, readings, overhead, cup, lambda: loop.wants),
        )
        contacts = Contacts(config.gpio, house_of(config, self.setup, self.words), self.setup, loop, dome)
        kept = self._kept(journal)
        page = self._page(self._pressable(dome), overhead, kept)
        if kept is not None:
            readings.tell(kept.keep)
        if page is not None:
            site = page.site
            readings.tell(lambda frame, reading: site.photo(frame.picture, reading))
        return ServiceParts(contacts, dome, cup, overhead, kept, page, tuple(troubles))

    def senses(self, parts: ServiceParts) -> list[Sense]:
        """What turns the world into events."""
        loop, dome = self.loop, parts.dome
        bots = Player(
            lambda: loop.table,
            bot_at_turn,
            self._pressable(dome),
            rng=random.Random(),
            seconds=BOT_SECONDS,
        )
        senses: tuple[Sense | None, ...] = (
            parts.contacts.switches,
            dome,
            dome.button if isinstance(dome, AidedDome) else None,
            parts.cup.sense,
            None if parts.overhead is None else parts.overhead.sense,
            parts.kept,
            bots,
            *(() if parts.page is None else parts.page.senses),
        )
        return [sense for sense in senses if sense is not None]

    def shows(self, parts: ServiceParts) -> list[Show]:
        """What shows how the game stands."""
        config, loop = self.config, self.loop
        shows = make_shows(config, {self.setup.game.name: self.setup.layout}, self.words)
        if parts.page is not None:
            shows.append(parts.page.show)
        shows += make_house(config, lambda: loop.table, self.words, parts.page)
        if config.voice.on:
            shows.append(make_voice(config.voice, self.words))
        return shows

    # -- single parts --------------------------------------------------------------------------------

    def _pressable(self, dome: Dome | None) -> Dome | None:
        """What somebody without hands can press; with a real switch the dome is popped by hand."""
        return None if has_dome_switch(self.config.gpio) else button_of(dome)

    def _kept(self, journal: Journal | None) -> KeptPictures | None:
        if self.folder is None:
            return None
        kept = make_kept(self.config, self.folder, lambda: None if journal is None else journal.current)
        if kept is not None:
            _log.info("pictures of the dome are kept in %s", kept.folder)
        return kept

    def _page(self, dome: Dome | None, overhead: Overhead | None, kept: KeptPictures | None) -> Page | None:
        if not self.config.web.on or self.folder is None:
            return None
        from firmware_py.cli.playing.page import make_page  # a tenth of the memory, for tables that serve one

        page = make_page(
            self.config,
            self.game,
            table=lambda: self.loop.table,
            folder=self.folder,
            layout=self.setup.layout,
            words=self.words,
            dome=dome,
            eye=None if overhead is None else overhead.eye,
            kept=None if kept is None else kept.folder,
        )
        _log.info("the page: %s", page.where)
        return page


def _tried(troubles: list[tuple[str, str]], part: str, make: Callable[[], _T]) -> _T | None:
    """A part, or None with a note among the troubles if it cannot be had."""
    try:
        return make()
    except DeviceError as error:
        troubles.append((part, problem_of(error)))
        return None
