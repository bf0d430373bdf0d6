"""An evening in the terminal: senses, shows and the loop, put together and run."""

from __future__ import annotations

import io
import os
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from firmware_py.cli.playing.cameras import Overhead, make_overhead
from firmware_py.cli.playing.commands import Do, Help, Position, Press, Quit, Tell, help_lines, understand
from firmware_py.cli.playing.cup import make_cup
from firmware_py.cli.playing.dice import make_dome
from firmware_py.cli.playing.house import make_house
from firmware_py.cli.playing.kept import make_kept
from firmware_py.cli.playing.page import Page, make_page
from firmware_py.cli.playing.setup import GameSetup
from firmware_py.cli.playing.tabletop import ChessTop, TableTop, Top
from firmware_py.cli.playing.throwing import Throwing
from firmware_py.cli.playing.voice import make_voice
from firmware_py.cli.reasons import reading_in_words
from firmware_py.cli.serving.contacts import Contacts, house_of
from firmware_py.cli.serving.parts import make_shows
from firmware_py.config import Config
from firmware_py.journal import Journal
from firmware_py.loop import Loop
from firmware_py.senses.aided import AidedDome, Dome, button_of
from firmware_py.senses.base import Sense
from firmware_py.senses.frames import Frame
from firmware_py.senses.lines import TypedLines
from firmware_py.senses.player import BOT_SECONDS, Player, bot_at_turn, everybody
from firmware_py.shows.base import Show
from firmware_py.shows.png import PngFolder
from firmware_py.shows.screen import Screen
from firmware_py.shows.terminal import TerminalScreen
from firmware_py.shows.transcript import Transcript
from firmware_py.table import Phase, Table
from firmware_py.table.events import Journalled, Started
from firmware_py.view import TableView
from firmware_py.words import Words
from hardware.layout import Layout
from vision.dice.reading import DiceReading

__all__ = ["Evening", "Manner", "typing_place"]

_THINK_SECONDS = 0.6
_HEED_SECONDS = {Press: 5.0, Do: 0.5}
"""How long what was typed may take to change something before a script's next line is read."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the evening is run.

    Attributes:
        auto: everybody's moves are drawn at random.
        fast: nothing waits for people to look.
        seed: of everything that is drawn; None for the system's randomness.
        png: where the frames are written; None for nowhere.
        board_camera: moves are made on a drawn board, and seen by its camera.
        slips, bumps: how often a random player moves wrongly there, or knocks at the camera.
    """

    auto: bool = False
    fast: bool = False
    seed: int | None = None
    png: Path | None = None
    board_camera: bool = False
    slips: float = 0.0
    bumps: float = 0.0


class Evening:
    """One run of `umpire play`: made ready by the constructor, played by `run`.

    `broken` says why a game that nobody watches had to end early; None if it had not.
    """

    def __init__(
        self,
        table: Table,
        begins: Started | None,
        *,
        journal: Journal,
        config: Config,
        layout: Layout,
        manner: Manner,
        words: Words,
        console: Console,
        setup: GameSetup,
        beside: Sequence[str] = (),
    ) -> None:
        """Put everything together.

        Args:
            table: where to begin.
            begins: the event that sets a new game up; None to go on with the table's own.
            journal: where the game is kept.
            config: the configuration in effect.
            layout: the board.
            manner: how it is run.
            words: the catalogue.
            console: standard output.
            setup: the game that the buttons begin, where there are any.
            beside: what is told beside the game.

        Raises:
            DeviceError: if the camera or the folder for pictures that was named cannot be used.
        """
        self._config, self._layout, self._manner, self._words = config, layout, manner, words
        self.broken: str | None = None
        self._heed_until = 0.0
        self._answered: TableView | None = None
        self._live = os.isatty(typing_place()) and console.is_terminal and not console.is_dumb_terminal
        self._terminal = self._make_terminal(console)
        game = (begins or table.started or Started(at=0.0, game="trouble", seats=())).game
        house = house_of(config, setup, words)
        self._contacts = Contacts(config.gpio, house, setup, lambda: self._loop, lambda: self._dome)
        throwing = Throwing(game, manner.seed, manner.fast, self._contacts.has_switch)
        self._overhead = self._make_overhead(throwing, journal)
        self._kept = make_kept(config, journal.path.parent, lambda: journal.current)
        self._cup = make_cup(config, throwing, self._overhead, lambda: self._loop.view, slips=manner.slips)
        self._dome: Dome | None = make_dome(
            config, throwing, self._read, self._overhead, self._cup, lambda: self._loop.wants
        )
        self._page = self._make_page(journal, game)
        self._top = self._make_top(table if begins is None else table.after(begins))
        shows = self._shows()
        self._loop = Loop(table, journal, self._senses(), shows)
        self._terminal.notice(*beside, *self._notices())
        if begins is not None:
            self._loop.post(begins)

    @property
    def table(self) -> Table:
        """Where the evening stands."""
        return self._loop.table

    def run(self) -> None:
        """Play until somebody leaves or, without people, until the game is over."""
        self._loop.run()

    def stop(self) -> None:
        """End the evening, from any thread or a signal; the game is kept."""
        self._loop.stop()

    # -- parts ---------------------------------------------------------------------------------------

    def _make_terminal(self, console: Console) -> TerminalScreen | Transcript:
        if not self._live:
            return Transcript(sys.stdout, self._words, self.stop)
        style = self._config.terminal
        screen = Screen(*console.size, oled=style.oled, board=style.board)
        return TerminalScreen(console, self._words, self._layout, screen)

    def _make_overhead(self, throwing: Throwing, journal: Journal) -> Overhead | None:
        """The real camera over the board; the drawn one has hands of its own."""
        if self._manner.board_camera:
            return None
        return make_overhead(self._config, throwing, self._layout, journal.path.parent)

    def _make_page(self, journal: Journal, game: str) -> Page | None:
        if not self._config.web.on:
            return None
        return make_page(
            self._config,
            game,
            table=lambda: self._loop.table,
            folder=journal.path.parent,
            layout=self._layout,
            words=self._words,
            dome=self._dome,
            eye=self._overhead.eye if self._overhead is not None else None,
            kept=self._kept.folder if self._kept is not None else None,
        )

    def _make_top(self, table: Table) -> Top | None:
        manner, pieces = self._manner, table.state.pieces
        if not manner.board_camera:
            return None
        seed, slips, bumps = manner.seed, manner.slips, manner.bumps
        if self._layout.game == "gearhead":
            return ChessTop(
                self._layout,
                pieces,
                lambda: self._loop.wants,
                lambda: self._loop.view,
                seed=seed,
                slips=slips,
                bumps=bumps,
            )
        return TableTop(self._layout, pieces, lambda: self._loop.wants, seed=seed, slips=slips, bumps=bumps)

    def _shows(self) -> list[Show]:
        shows: list[Show] = [self._terminal]
        shows += make_shows(self._config, {self._layout.game: self._layout}, self._words)
        if self._page is not None:
            shows.append(self._page.show)
        shows += make_house(self._config, lambda: self._loop.table, self._words, self._page)
        if self._config.voice.on:
            shows.append(make_voice(self._config.voice, self._words))
        if self._manner.png is not None:
            folder = PngFolder(self._manner.png, self._words, self._layout)
            folder.open()  # a folder that cannot be made is told before the game begins
            shows.append(folder)
        return shows

    def _notices(self) -> Iterator[str]:
        """What people are to know before they begin."""
        if self._page is not None:
            yield self._words.say("terminal.play.page", {"where": self._page.where})
        if self._kept is not None and self._kept.usable():
            yield self._words.say("web.page.kept_in", {"where": str(self._kept.folder)})

    def _senses(self) -> list[Sense]:
        button = self._dome.button if isinstance(self._dome, AidedDome) else None
        own: tuple[Sense | None, ...]
        own = (self._contacts.switches, self._dome, button, self._cup.sense, self._kept)
        senses: list[Sense] = [sense for sense in own if sense is not None]
        if self._page is not None:
            senses += self._page.senses
        senses.append(self._player())
        if self._top is not None:
            senses.append(self._top.sense)
        if self._overhead is not None:
            senses.append(self._overhead.sense)
        if self._live or not self._manner.auto:
            senses.append(TypedLines(typing_place(), self._typed, self._settled))
        return senses

    def _player(self) -> Player:
        """Who plays for the bots or, with `auto`, for everybody."""
        auto = self._manner.auto
        return Player(
            lambda: self._loop.table,
            everybody if auto else bot_at_turn,
            self._dome if auto else button_of(self._dome),
            rng=random.Random(self._manner.seed),
            seconds=0.0 if self._manner.fast else _THINK_SECONDS if auto else BOT_SECONDS,
            seen=self._caught_up,
            left=self._left_to_hands,
            done=self._auto_done if auto else None,
        )

    # -- what happens --------------------------------------------------------------------------------

    def _caught_up(self) -> bool:
        settled = self._top is None or self._top.settled
        return settled and self._terminal.shown is self._loop.view

    def _press(self) -> None:
        if self._dome is not None:
            at = self._loop.now()
            self._dome.press(at)
            if self._contacts.has_switch:
                self._dome.release(at)  # a key has no way back up

    def _auto_done(self, broken: str | None) -> None:
        if not self._live:
            self.broken = broken
            self._loop.stop()

    def _left_to_hands(self, event: Journalled) -> bool:
        by_chance = self._manner.auto
        return self._top is not None and self._top.instead(event, self._loop.view, by_chance=by_chance)

    def _typed(self, line: str | None) -> None:
        if line is None:
            self._loop.stop()
            return
        self._answered = view = self._loop.view
        if self._top is not None and not line.strip() and self._top.puts_right(view):
            return
        by_hand = self._dome is None
        cup, now = self._config.cup.source, self._loop.now()
        command = understand(line, view, self._loop.wants, now, by_hand=by_hand, cup=cup)
        self._heed_until = self._loop.now() + _HEED_SECONDS.get(type(command), 0.0)
        match command:
            case Press():
                self._terminal.notice()
                self._press()
            case Do(event):
                self._terminal.notice()
                if self._top is None or not self._top.instead(event, view):
                    self._loop.post(event)
            case Tell(say):
                self._terminal.notice(self._words.say(say.key, say.facts))
            case Help():
                self._terminal.notice(*help_lines(self._words))
            case Position():
                table = self._loop.table
                self._terminal.notice(table.game.to_text(table.state) if table.started else "")
            case Quit():
                self._loop.stop()

    def _settled(self) -> bool:
        """Whether a script's last line has been dealt with; people at a terminal see that for themselves."""
        if self._live:
            return True
        view = self._loop.view
        heeded = view is not self._answered or self._loop.now() > self._heed_until
        return heeded and self._caught_up() and view.phase not in (Phase.ROLLING, Phase.SETTING_UP)

    def _read(self, frame: Frame, reading: DiceReading) -> None:
        if self._kept is not None:
            self._kept.keep(frame, reading)
        if self._page is not None:
            self._page.site.photo(frame.picture, reading)
        where = f"{frame.name}: " if frame.name else ""
        self._terminal.picture(where + reading_in_words(reading, self._words))


def typing_place() -> int:
    """Where people type: standard input, or where there is none, a place at which nobody ever does."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, io.UnsupportedOperation):
        return os.open(os.devnull, os.O_RDONLY)
