"""The table as a service: parts and loop put together, set up by the buttons, watched by systemd."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_py.cli.playing.cameras import Overhead, make_overhead
from firmware_py.cli.playing.cup import CupParts, make_cup
from firmware_py.cli.playing.dice import make_dome
from firmware_py.cli.playing.house import make_house
from firmware_py.cli.playing.kept import make_kept
from firmware_py.cli.playing.setup import GameSetup
from firmware_py.cli.playing.throwing import Throwing
from firmware_py.cli.playing.voice import make_voice
from firmware_py.cli.serving.contacts import Contacts, house_of
from firmware_py.cli.serving.notify import Notifier
from firmware_py.cli.serving.parts import make_shows
from firmware_py.config import Config
from firmware_py.errors import DeviceError
from firmware_py.journal import Journal
from firmware_py.loop import TICK_SECONDS, Loop
from firmware_py.senses.aided import AidedDome, Dome, button_of
from firmware_py.senses.base import Sense
from firmware_py.senses.frames import Frame
from firmware_py.senses.kept import KeptPictures
from firmware_py.senses.player import BOT_SECONDS, Player, bot_at_turn
from firmware_py.shows.base import Show
from firmware_py.table import Table
from firmware_py.table.events import Failed
from firmware_py.view import TableView
from firmware_py.words import Words
from rules import problem_of
from vision.dice.reading import DiceReading

if TYPE_CHECKING:
    from firmware_py.cli.playing.page import Page

__all__ = ["Service"]

_log = logging.getLogger(__name__)


class Service:
    """One run of `umpire daemon`.

    Args:
        table: where to begin: the game that was not finished, or an empty table.
        journal: where games are kept; None keeps nothing, which `troubles` must say.
        config: the configuration in effect.
        setup: the game that the configuration asks for.
        words: the catalogue.
        folder: where games and paired phones are kept, for the page; None serves no page.
        troubles: what is already known not to work: parts and why.
        senses, shows: more of them, such as the page's.
    """

    def __init__(
        self,
        table: Table,
        journal: Journal | None,
        config: Config,
        setup: GameSetup,
        words: Words,
        *,
        folder: Path | None = None,
        troubles: Sequence[tuple[str, str]] = (),
        senses: Sequence[Sense] = (),
        shows: Sequence[Show] = (),
    ) -> None:
        self._setup, self._words, self._folder = setup, words, folder
        game = (table.started.game if table.started else None) or setup.game.name
        self._contacts = Contacts(
            config.gpio, house_of(config, setup, words), setup, lambda: self._loop, lambda: self._dome
        )
        self._page: Page | None = None
        self._dome: Dome | None = None
        self._overhead: Overhead | None = None
        self._cup = CupParts()
        self._kept = self._make_kept(config, journal)
        found = [*troubles, *self._make_cameras(config, game)]
        own = self._own_senses()
        displays = make_shows(config, {setup.game.name: setup.layout}, words)
        if config.web.on and folder is not None:
            self._page = self._make_page(config, game, folder)
            own += self._page.senses
            displays.append(self._page.show)
            _log.info("the page: %s", self._page.where)
        displays += make_house(config, lambda: self._loop.table, words, self._page)
        if config.voice.on:
            displays.append(make_voice(config.voice, words))
        self._loop = Loop(table, journal, [*own, *senses], [*displays, *shows])
        for part, why in found:
            self._loop.post(Failed(at=self._loop.now(), part=part, why=why))
        if table.started is None and not self._contacts.has_buttons and self._page is None:
            self._loop.post(setup.started(self._loop.now()))  # nobody could set it up

    @property
    def loop(self) -> Loop:
        """The loop that runs the table."""
        return self._loop

    def run(self, notifier: Notifier) -> None:
        """Run until `stop`. Only this loop tells systemd that it lives."""
        loop = self._loop
        loop.start()
        try:
            notifier.ready(loop.now(), self._status())
            while loop.step(TICK_SECONDS):
                notifier.beat(loop.now(), self._status())
            notifier.stopping()
        finally:
            loop.close()

    def stop(self) -> None:
        """End it, from any thread or a signal; the game is kept."""
        self._loop.stop()

    # -- parts ---------------------------------------------------------------------------------------

    def _own_senses(self) -> list[Sense]:
        board = self._overhead.sense if self._overhead is not None else None
        bots = Player(
            lambda: self._loop.table,
            bot_at_turn,
            None if self._contacts.has_switch else button_of(self._dome),
            rng=random.Random(),
            seconds=BOT_SECONDS,
        )
        button = self._dome.button if isinstance(self._dome, AidedDome) else None
        parts: tuple[Sense | None, ...]
        parts = (self._contacts.switches, self._dome, button, self._cup.sense, board, self._kept, bots)
        return [part for part in parts if part is not None]

    def _make_cameras(self, config: Config, game: str) -> list[tuple[str, str]]:
        """Make the dome and the camera over the board ready; returns what of them cannot be had, and why."""
        throwing = Throwing(game, switched=self._contacts.has_switch, later=True)
        troubles: list[tuple[str, str]] = []
        try:
            self._overhead = make_overhead(config, throwing, self._setup.layout, self._folder)
        except DeviceError as error:
            troubles.append(("board camera", problem_of(error)))
        try:
            self._cup = make_cup(config, throwing, self._overhead, lambda: self._loop.view)
        except DeviceError as error:
            troubles.append(("cup camera", problem_of(error)))
        try:
            self._dome = make_dome(
                config, throwing, self._read, self._overhead, self._cup, lambda: self._loop.wants
            )
        except DeviceError as error:
            troubles.append(("dice", problem_of(error)))
        return troubles

    def _make_kept(self, config: Config, journal: Journal | None) -> KeptPictures | None:
        if self._folder is None:
            return None
        kept = make_kept(config, self._folder, lambda: None if journal is None else journal.current)
        if kept is not None:
            _log.info("pictures of the dome are kept in %s", kept.folder)
        return kept

    def _make_page(self, config: Config, game: str, folder: Path) -> Page:
        from firmware_py.cli.playing.page import make_page  # a tenth of the memory, for tables that serve one

        return make_page(
            config,
            game,
            table=lambda: self._loop.table,
            folder=folder,
            layout=self._setup.layout,
            words=self._words,
            dome=None if self._contacts.has_switch else button_of(self._dome),
            eye=self._overhead.eye if self._overhead is not None else None,
            kept=self._kept.folder if self._kept is not None else None,
        )

    def _read(self, frame: Frame, reading: DiceReading) -> None:
        if self._kept is not None:
            self._kept.keep(frame, reading)
        if self._page is not None:
            self._page.site.photo(frame.picture, reading)

    # -- status --------------------------------------------------------------------------------------

    def _status(self) -> str:
        view: TableView = self._loop.view
        said = self._words.say(view.headline.key, view.headline.facts)
        broken = ", ".join(fault.part for fault in view.faults)
        return f"{said} (not working: {broken})" if broken else said
