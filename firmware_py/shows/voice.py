"""The voice: says the die, whose turn it is, captures and verdicts, with espeak-ng where it is installed."""

from __future__ import annotations

import datetime as dt
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from firmware_py.aloud import LEVELS, Kind, Level, utterances
from firmware_py.errors import DeviceError, reason_of
from firmware_py.view.values import TableView
from firmware_py.words import Words

__all__ = ["Espeak", "Night", "Speaker", "Voice", "VoiceSettings", "WavFolder"]

_PROGRAM: Final = "espeak-ng"
_NIGHT_SHARE: Final = 0.35


@dataclass(frozen=True, slots=True)
class Night:
    """From when to when it is night, by the clock on the wall; it may go over midnight."""

    begins: dt.time
    ends: dt.time

    def covers(self, now: dt.time) -> bool:
        """Whether it is night."""
        if self.begins <= self.ends:
            return self.begins <= now < self.ends
        return now >= self.begins or now < self.ends


@dataclass(frozen=True, slots=True)
class VoiceSettings:
    """How much is said, and how.

    Attributes:
        level: how talkative the voice is.
        without: classes of sounds that are never made.
        volume: 0 to 200; 100 is what espeak-ng does by itself.
        speed: words a minute.
        night: when only the least is said, softly; None for never.
    """

    level: Level = "usual"
    without: frozenset[Kind] = frozenset()
    volume: int = 100
    speed: int = 160
    night: Night | None = None

    def now(self, time: dt.time) -> tuple[frozenset[Kind], int]:
        """The classes that are said at this time, and how loudly."""
        if self.night is not None and self.night.covers(time):
            return LEVELS["little"] - self.without, round(self.volume * _NIGHT_SHARE)
        return LEVELS[self.level] - self.without, self.volume


class Speaker(Protocol):
    """What makes the sound."""

    def open(self) -> None:
        """Get ready.

        Raises:
            DeviceError: when it is not there.
        """

    def say(self, text: str, volume: int, speed: int) -> None:
        """Begin to say a text, in place of what is still being said.

        Raises:
            DeviceError: when it was lost.
        """

    def close(self) -> None:
        """Be silent; may be called twice."""


class Espeak:
    """Speaks through the sound card.

    Args:
        language: the voice of espeak-ng.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._speaking: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        """Look whether espeak-ng is there."""
        if shutil.which(_PROGRAM) is None:
            raise DeviceError("There is no {what} to speak with: sudo apt install {what}.", what=_PROGRAM)

    def say(self, text: str, volume: int, speed: int) -> None:
        """Speak, and fall silent about what was said before."""
        if self._speaking is not None and self._speaking.poll() not in (None, 0):
            code, self._speaking = self._speaking.returncode, None
            if code > 0:  # below zero: it was interrupted
                raise DeviceError(
                    "{what} cannot speak: is there a sound card? `aplay -l` lists them.", what=_PROGRAM
                )
        self.close()
        command = [_PROGRAM, *_flags(self._language, volume, speed), "--", text]
        self._speaking = _started(command)

    def close(self) -> None:
        """Be silent."""
        if self._speaking is not None:
            self._speaking.terminate()
            self._speaking.wait()
            self._speaking = None


class WavFolder:
    """Writes what would be said into files, one after the other: to listen to elsewhere, and to judge.

    Args:
        folder: where to; it is made.
        language: the voice of espeak-ng.
    """

    def __init__(self, folder: Path, language: str) -> None:
        self._folder, self._language = folder, language
        self._count = 0

    def open(self) -> None:
        """Make the folder."""
        self._folder.mkdir(parents=True, exist_ok=True)
        Espeak(self._language).open()

    def say(self, text: str, volume: int, speed: int) -> None:
        """Write one file: 0001.wav and so on."""
        self._count += 1
        file = self._folder / f"{self._count:04d}.wav"
        command = [_PROGRAM, *_flags(self._language, volume, speed), "-w", str(file), "--", text]
        if _started(command).wait():
            raise DeviceError("{what} cannot write {where}.", what=_PROGRAM, where=str(file))

    def close(self) -> None:
        """There is nothing to release."""


class Voice:
    """The voice as a show. Only what is new is said; what was still being said is old by then.

    Args:
        words: the catalogue.
        speaker: what makes the sound.
        settings: how much is said, and how.
        time: the time of day.
    """

    name = "voice"
    frame_seconds: float | None = None

    def __init__(
        self, words: Words, speaker: Speaker, settings: VoiceSettings, time: Callable[[], dt.time]
    ) -> None:
        self._words, self._speaker, self._settings, self._time = words, speaker, settings, time
        self._before: TableView | None = None

    def open(self) -> None:
        """Open the speaker."""
        self._speaker.open()

    def show(self, view: TableView, t: float) -> None:
        """Say what is new."""
        del t
        kinds, volume = self._settings.now(self._time())
        said = utterances(self._before, view, self._words, kinds)
        self._before = view
        if said:
            self._speaker.say(" ".join(one.text for one in said), volume, self._settings.speed)

    def close(self) -> None:
        """Be silent."""
        self._speaker.close()


def _flags(language: str, volume: int, speed: int) -> list[str]:
    return ["-v", language, "-a", str(volume), "-s", str(speed)]


def _started(command: list[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError as error:
        raise DeviceError("{what} cannot be run: {reason}.", what=_PROGRAM, reason=reason_of(error)) from None
