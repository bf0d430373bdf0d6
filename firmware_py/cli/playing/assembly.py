"""An evening in the terminal put together: its parts by configuration, and the loop that runs them."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console

from firmware_py.cli.playing.cameras import Overhead, make_overhead
from firmware_py.cli.playing.cup import make_cup
from firmware_py.cli.playing.dice import Readings, make_dome
from firmware_py.cli.playing.evening import Evening, Manner, Parts, typing_place
from firmware_py.cli.playing.house import make_house
from firmware_py.cli.playing.house_rules import chosen_in_words
from firmware_py.cli.playing.kept import make_kept
from firmware_py.cli.playing.page import Page, make_page
from firmware_py.cli.playing.setup import GameSetup
from firmware_py.cli.playing.tabletop import ChessTop, TableTop, Top
from firmware_py.cli.playing.throwing import Throwing
from firmware_py.cli.playing.voice import make_voice
from firmware_py.cli.reasons import reading_in_words
from firmware_py.cli.serving.contacts import Contacts, house_of
from firmware_py.cli.serving.parts import has_dome_switch, make_shows
from firmware_py.config import Config
from firmware_py.journal import Journal
from firmware_py.loop import Loop
from firmware_py.senses.aided import AidedDome, Dome, button_of
from firmware_py.senses.base import Sense
from firmware_py.senses.frames import Frame
from firmware_py.senses.kept import KeptPictures
from firmware_py.senses.lines import TypedLines
from firmware_py.senses.player import BOT_SECONDS, Player, bot_at_turn, everybody
from firmware_py.shows.base import Show
from firmware_py.shows.png import PngFolder
from firmware_py.shows.screen import Screen
from firmware_py.shows.terminal import TerminalScreen
from firmware_py.shows.transcript import Transcript
from firmware_py.table import Table
from firmware_py.table.events import Started, Unattended
from firmware_py.words import Words
from hardware.layout import Layout
from vision.dice.reading import DiceReading

__all__ = ["Opening", "make_evening"]

_THINK_SECONDS = 0.6


@dataclass(frozen=True, slots=True)
class Opening:
    """Where an evening begins.

    Attributes:
        table: how it was left, or an empty one.
        begins: the event that sets a new game up; None to go on with the table's own.
        layout: the board.
        setup: the game that the buttons begin, where there are any.
    """

    table: Table
    begins: Started | None
    layout: Layout
    setup: GameSetup

    @property
    def laid(self) -> Table:
        """The table with the game set up."""
        return self.table if self.begins is None else self.table.after(self.begins)

    @property
    def game(self) -> str:
        """The name of the game that the dice are made ready for."""
        started = self.begins or self.table.started
        return "trouble" if started is None else started.game


def make_evening(
    opening: Opening,
    journal: Journal,
    config: Config,
    manner: Manner,
    words: Words,
    console: Console,
    beside: Sequence[str] = (),
) -> Evening:
    """An evening that is ready to be run.

    Args:
        opening: where it begins.
        journal: where the game is kept.
        config: the configuration in effect.
        manner: how it is run.
        words: the catalogue.
        console: standard output.
        beside: what is told beside the game.

    Raises:
        DeviceError: if the camera or the folder for pictures that was named cannot be used.
    """
    loop = Loop(opening.table, journal)
    assembly = _Assembly(opening, journal, config, manner, words, loop)
    parts = assembly.parts(console)
    evening = Evening(loop, parts, words, auto=manner.auto, cup=config.cup.source)
    loop.add(assembly.senses(parts, evening), assembly.shows(parts))
    parts.terminal.notice(*beside, *assembly.notices(parts))
    if opening.begins is not None:
        loop.post(opening.begins)
    if manner.auto:
        loop.post(Unattended(at=loop.now()))
    return evening


@dataclass(frozen=True, slots=True)
class _Assembly:
    """Makes the parts. What one of them needs of another is handed to it; what it asks later, it asks the
    loop."""

    opening: Opening
    journal: Journal
    config: Config
    manner: Manner
    words: Words
    loop: Loop

    def parts(self, console: Console) -> Parts:
        """All that lies on the table, in the order in which one needs another."""
        config, loop, readings = self.config, self.loop, Readings()
        live = os.isatty(typing_place()) and console.is_terminal and not console.is_dumb_terminal
        terminal = self._terminal(console, live=live)
        switched = has_dome_switch(config.gpio)
        throwing = Throwing(self.opening.game, self.manner.seed, self.manner.fast, switched)
        overhead = self._overhead(throwing)
        kept = make_kept(config, self.journal.path.parent, lambda: self.journal.current)
        cup = make_cup(config, throwing, overhead, lambda: loop.view, slips=self.manner.slips)
        dome = make_dome(config, throwing, readings, overhead, cup, lambda: loop.wants)
        house = house_of(config, self.opening.setup, self.words)
        contacts = Contacts(config.gpio, house, self.opening.setup, loop, dome)
        page = self._page(dome, overhead, kept) if config.web.on else None
        if kept is not None:
            readings.tell(kept.keep)
        if page is not None:
            site = page.site
            readings.tell(lambda frame, reading: site.photo(frame.picture, reading))
        readings.tell(lambda frame, reading: terminal.picture(self._in_words(frame, reading)))
        return Parts(terminal, live, contacts, dome, cup, overhead, self._top(), kept, page)

    def senses(self, parts: Parts, evening: Evening) -> list[Sense]:
        """What turns the world into events."""
        button = parts.dome.button if isinstance(parts.dome, AidedDome) else None
        pages = () if parts.page is None else parts.page.senses
        typed = TypedLines(typing_place(), evening.typed, evening.settled)
        senses: tuple[Sense | None, ...] = (
            parts.contacts.switches,
            parts.dome,
            button,
            parts.cup.sense,
            parts.kept,
            *pages,
            self._player(parts, evening),
            None if parts.top is None else parts.top.sense,
            None if parts.overhead is None else parts.overhead.sense,
            typed if parts.live or not self.manner.auto else None,
        )
        return [sense for sense in senses if sense is not None]

    def shows(self, parts: Parts) -> list[Show]:
        """What shows how the game stands.

        Raises:
            DeviceError: if the folder for frames cannot be made.
        """
        config, layout, loop = self.config, self.opening.layout, self.loop
        shows: list[Show] = [parts.terminal, *make_shows(config, {layout.game: layout}, self.words)]
        if parts.page is not None:
            shows.append(parts.page.show)
        shows += make_house(config, lambda: loop.table, self.words, parts.page)
        if config.voice.on:
            shows.append(make_voice(config.voice, self.words))
        if self.manner.png is not None:
            folder = PngFolder(self.manner.png, self.words, layout)
            folder.open()  # a folder that cannot be made is told before the game begins
            shows.append(folder)
        return shows

    def notices(self, parts: Parts) -> Iterator[str]:
        """What people are to know before they begin."""
        if rules := chosen_in_words(self.opening.laid, self.words):
            yield self.words.say("terminal.play.house_rules", {"rules": rules})
        if parts.page is not None:
            yield self.words.say("terminal.play.page", {"where": parts.page.where})
        if parts.kept is not None and parts.kept.usable():
            yield self.words.say("web.page.kept_in", {"where": str(parts.kept.folder)})

    # -- single parts --------------------------------------------------------------------------------

    def _terminal(self, console: Console, *, live: bool) -> TerminalScreen | Transcript:
        if not live:
            return Transcript(sys.stdout, self.words, self.loop.stop)
        style = self.config.terminal
        screen = Screen(*console.size, oled=style.oled, board=style.board)
        return TerminalScreen(console, self.words, self.opening.layout, screen)

    def _overhead(self, throwing: Throwing) -> Overhead | None:
        """The real camera over the board; the drawn one has hands of its own."""
        if self.manner.board_camera:
            return None
        return make_overhead(self.config, throwing, self.opening.layout, self.journal.path.parent)

    def _page(self, dome: Dome | None, overhead: Overhead | None, kept: KeptPictures | None) -> Page:
        return make_page(
            self.config,
            self.opening.game,
            table=lambda: self.loop.table,
            folder=self.journal.path.parent,
            layout=self.opening.layout,
            words=self.words,
            dome=dome,
            eye=None if overhead is None else overhead.eye,
            kept=None if kept is None else kept.folder,
        )

    def _top(self) -> Top | None:
        manner, layout, loop = self.manner, self.opening.layout, self.loop
        if not manner.board_camera:
            return None
        pieces, seed = self.opening.laid.state.pieces, manner.seed
        slips, bumps = manner.slips, manner.bumps
        if layout.game == "gearhead":
            return ChessTop(
                layout, pieces, lambda: loop.wants, lambda: loop.view, seed=seed, slips=slips, bumps=bumps
            )
        return TableTop(layout, pieces, lambda: loop.wants, seed=seed, slips=slips, bumps=bumps)

    def _player(self, parts: Parts, evening: Evening) -> Player:
        """Who plays for the bots or, with `auto`, for everybody."""
        auto, loop = self.manner.auto, self.loop
        return Player(
            lambda: loop.table,
            everybody if auto else bot_at_turn,
            parts.dome if auto else button_of(parts.dome),
            rng=random.Random(self.manner.seed),
            seconds=0.0 if self.manner.fast else _THINK_SECONDS if auto else BOT_SECONDS,
            seen=evening.caught_up,
            left=evening.left_to_hands,
            done=evening.over if auto else None,
        )

    def _in_words(self, frame: Frame, reading: DiceReading) -> str:
        where = f"{frame.name}: " if frame.name else ""
        return where + reading_in_words(reading, self.words)
