"""An evening in the terminal: what people type, and what comes of it."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from firmware_py.cli.playing.cameras import Overhead
from firmware_py.cli.playing.commands import Do, Help, Position, Press, Quit, Tell, help_lines, understand
from firmware_py.cli.playing.cup import CupParts
from firmware_py.cli.playing.page import Page
from firmware_py.cli.playing.tabletop import Top
from firmware_py.cli.serving.contacts import Contacts
from firmware_py.config import CupSource
from firmware_py.loop import Loop
from firmware_py.senses.aided import Dome
from firmware_py.senses.kept import KeptPictures
from firmware_py.shows.terminal import TerminalScreen
from firmware_py.shows.transcript import Transcript
from firmware_py.table import Phase, Table
from firmware_py.table.events import Journalled
from firmware_py.view import TableView
from firmware_py.words import Words
from rules import Answered, Rolled

__all__ = ["Evening", "Manner", "Parts", "just_read", "typing_place"]

_HEED_SECONDS = {Press: 5.0, Do: 0.5}
"""How long what was typed may take to change something before a script's next line is read."""

_TYPED_SECONDS = 6.0
"""Seconds after a pop in which somebody may still type dice that were read meanwhile."""


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


@dataclass(frozen=True, slots=True)
class Parts:
    """What lies on the table; None for what is not there.

    Attributes:
        terminal: what is shown where people type.
        live: somebody sits there; else lines come from a script, or nobody types.
        contacts: switch and buttons.
        dome: where the dice come from; None where they are entered by hand.
        cup: where counters are drawn from.
        overhead: the real camera over the board.
        top: the drawn board, with its hands and camera.
        kept: what keeps pictures of the dice.
        page: the page on people's phones.
    """

    terminal: TerminalScreen | Transcript
    live: bool
    contacts: Contacts
    dome: Dome | None
    cup: CupParts
    overhead: Overhead | None
    top: Top | None
    kept: KeptPictures | None
    page: Page | None


class Evening:
    """One run of `umpire play`; `make_evening` makes it ready.

    `broken` says why a game that nobody watches had to end early; None if it had not.

    Args:
        loop: runs the table.
        parts: what lies on it.
        words: the catalogue.
        auto: everybody's moves are drawn at random.
        cup: where counters are drawn from.
    """

    def __init__(self, loop: Loop, parts: Parts, words: Words, *, auto: bool, cup: CupSource) -> None:
        self._loop, self._words, self._auto, self._cup = loop, words, auto, cup
        self._terminal, self._live = parts.terminal, parts.live
        self._contacts, self._dome, self._top = parts.contacts, parts.dome, parts.top
        self.broken: str | None = None
        self._heed_until = 0.0
        self._answered: TableView | None = None

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

    # -- what its senses ask and tell ----------------------------------------------------------------

    def caught_up(self) -> bool:
        """Whether everything that happened has been shown, and the drawn hands rest."""
        settled = self._top is None or self._top.settled
        return settled and self._terminal.shown is self._loop.view

    def over(self, broken: str | None) -> None:
        """The game that is played by chance is over, or `broken` says why it cannot go on."""
        if not self._live:
            self.broken = broken
            self._loop.stop()

    def left_to_hands(self, event: Journalled) -> bool:
        """Whether the hands over the drawn board carry out what a player decided."""
        return self._top is not None and self._top.instead(event, self._loop.view, by_chance=self._auto)

    def typed(self, line: str | None) -> None:
        """Do what a line means; None if nobody types any more."""
        if line is None:
            self._loop.stop()
            return
        self._answered = view = self._loop.view
        if self._top is not None and not line.strip() and self._top.puts_right(view):
            return
        by_hand = self._dome is None
        now = self._loop.now()
        command = understand(
            line,
            view,
            self._loop.wants,
            now,
            by_hand=by_hand,
            cup=self._cup,
            just_read=just_read(self._loop.table, now) if self._live else None,
        )
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

    def settled(self) -> bool:
        """Whether a script's last line has been dealt with; people at a terminal see that for themselves."""
        if self._live:
            return True
        view = self._loop.view
        heeded = view is not self._answered or self._loop.now() > self._heed_until
        return heeded and self.caught_up() and view.phase not in (Phase.ROLLING, Phase.SETTING_UP)

    def _press(self) -> None:
        if self._dome is not None:
            at = self._loop.now()
            self._dome.press(at)
            if self._contacts.has_switch:
                self._dome.release(at)  # a key has no way back up


def just_read(table: Table, at: float) -> tuple[int, ...] | None:
    """The faces that a camera read of the pop that was just made at `at`, if nothing was entered since."""
    if table.started is None or not len(table.entries) or not 0.0 <= at - table.since < _TYPED_SECONDS:
        return None
    entry, roll = table.entries.top, table.plies.top.roll
    rolled = isinstance(entry, Answered) and isinstance(entry.answer, Rolled)
    return roll.faces if rolled and roll is not None and roll.how == "seen" else None


def typing_place() -> int:
    """Where people type: standard input, or where there is none, a place at which nobody ever does."""
    try:
        return sys.stdin.fileno()
    except (AttributeError, io.UnsupportedOperation):
        return os.open(os.devnull, os.O_RDONLY)
