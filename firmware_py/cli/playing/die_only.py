"""`umpire play --die-only`: the dice are read and said, no game is followed."""

from __future__ import annotations

import sys
from pathlib import Path

from firmware_py.cli.playing.dice import Dome, make_dome
from firmware_py.cli.playing.evening import Manner, typing_place
from firmware_py.cli.playing.kept import make_kept
from firmware_py.cli.playing.throwing import Throwing
from firmware_py.cli.playing.voice import make_voice
from firmware_py.cli.problems import UsageError
from firmware_py.cli.reasons import reading_in_words
from firmware_py.cli.serving.parts import oled_settings
from firmware_py.config import Config
from firmware_py.errors import UmpireError
from firmware_py.loop import Loop
from firmware_py.senses.base import Sense
from firmware_py.senses.camera import WatchedDome
from firmware_py.senses.frames import Frame
from firmware_py.senses.lines import TypedLines
from firmware_py.shows.base import Show
from firmware_py.shows.display import OledDisplay
from firmware_py.shows.png import PngFolder
from firmware_py.shows.transcript import Transcript
from firmware_py.table import Phase
from firmware_py.table.alone import DiceAlone, wants_alone
from firmware_py.view import Fault
from firmware_py.view.alone import view_alone
from firmware_py.words import Words
from hardware.layout import load_layout
from rules import Dice
from vision.dice.reading import DiceReading

__all__ = ["DieOnly"]

_DICE = {"trouble": Dice("d6"), "headache": Dice("d6", "red")}
_HEED_SECONDS = 5.0
"""How long a press may take to change something before a script's next line is read."""
_NAP = 0.2
_LEAVING = ("q", "quit", "exit")


class DieOnly:
    """The dice, without a game.

    Args:
        game: whose dice lie under the dome: "trouble" (one) or "headache" (two).
        config: the configuration in effect.
        manner: how it is run.
        words: the catalogue.
        folder: where games are kept; kept pictures may lie beside them.

    Raises:
        UsageError: for a game without a dome, and where there is nothing to read.
        DeviceError: if the camera that is named is not there.
    """

    def __init__(self, game: str, config: Config, manner: Manner, words: Words, folder: Path) -> None:
        if game not in _DICE:
            raise UsageError(f"--die-only reads a dome, and {game} has none: leave out --game.")
        self._words = words
        self._transcript = Transcript(sys.stdout, words, self.stop)
        dome = make_dome(config, Throwing(game, manner.seed, manner.fast), self._read)
        if dome is None:
            raise UsageError("--die-only has nothing to read: give --virtual, --camera or --dice-source.")
        self._dome: Dome = dome
        self._kept = make_kept(config, folder, lambda: None)
        self._heed_until = 0.0
        self._asked_at = -1
        shows: list[Show] = [self._transcript]
        if config.oled.on and Path(f"/dev/i2c-{config.oled.bus}").exists():
            shows.append(OledDisplay(oled_settings(config.oled), words))
        if config.voice.on:
            shows.append(make_voice(config.voice, words))
        if manner.png is not None:
            frames = PngFolder(manner.png, words, load_layout(game))
            frames.open()  # a folder that cannot be made is told at once
            shows.append(frames)
        senses: list[Sense] = [dome, TypedLines(typing_place(), self._typed, self._settled)]
        if self._kept is not None:
            senses.append(self._kept)
        self._loop = Loop(
            DiceAlone(dice=_DICE[game]), None, senses, shows, viewed=view_alone, wanted=wants_alone
        )

    def run(self) -> None:
        """Read and say, until somebody leaves or there is nothing more to read.

        Raises:
            UmpireError: if the dice came from something that broke before any were read.
        """
        if self._kept is not None and self._kept.usable():
            self._transcript.notice(self._words.say("web.page.kept_in", {"where": str(self._kept.folder)}))
        if sys.stdin and sys.stdin.isatty():
            self._transcript.notice(self._words.say("terminal.keys.alone"))
        self._loop.run()
        faults = self._lost
        if faults and not self._loop.view.ply:
            raise UmpireError(faults[0].why)

    @property
    def _lost(self) -> tuple[Fault, ...]:
        """The faults of what reads the dice: without a voice or a display it goes on."""
        return tuple(fault for fault in self._loop.view.faults if fault.part in self._dome.parts)

    def stop(self) -> None:
        """End it, from any thread or a signal."""
        self._loop.stop()

    def _typed(self, line: str | None) -> None:
        if line is None and isinstance(self._dome, WatchedDome):
            # Nobody types, but the camera goes on: until it is lost, or its recording ends.
            while not self._lost and self._loop.rest(_NAP):
                pass
        if line is None or line.strip() in _LEAVING:
            self._loop.stop()
        elif line.strip():
            self._transcript.notice(self._words.say("terminal.keys.alone"))
        else:
            self._heed_until = self._loop.now() + _HEED_SECONDS
            self._asked_at = self._loop.view.ply
            self._dome.press(self._loop.now())

    def _settled(self) -> bool:
        """Whether a script's last press has been dealt with."""
        view = self._loop.view
        heeded = view.ply != self._asked_at or self._loop.now() > self._heed_until
        return heeded and self._transcript.shown is view and view.phase is not Phase.ROLLING

    def _read(self, frame: Frame, reading: DiceReading) -> None:
        if self._kept is not None:
            self._kept.keep(frame, reading)
        if frame.name:
            self._transcript.picture(f"{frame.name}: {reading_in_words(reading, self._words)}")
