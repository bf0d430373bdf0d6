"""Reading the dice of files: a line a picture, a line a pop of a video."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from firmware_py.cli.crash import told_or_noted
from firmware_py.cli.inputs import Input
from firmware_py.cli.reasons import reason_of
from firmware_py.senses.kept import reading_facts
from firmware_py.senses.video import VideoFile
from firmware_py.words import Words
from vision.board.dome import read_dice
from vision.board.place.registration import Refused
from vision.board.reader import BoardReader
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceChoice, DiceReading
from vision.pictures import load_picture
from vision.pop import agree, rests

__all__ = ["Line", "ReadDice"]


_UNPLAYED = "The file holds no picture that can be played: save the video anew."
_UNRESTING = "Nothing lies still for long enough to be read: film on until the dice have stopped."


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """What one picture, or one pop of a video, shows.

    Attributes:
        file: the file as it was given.
        reading: what was read; None if the file is no picture.
        error: why it is none.
        t: seconds in the video; None for a picture.
        picture: what was looked at, (H, W) or (H, W, 3) BGR.
    """

    file: str
    reading: DiceReading | None = None
    error: str | None = None
    t: float | None = None
    picture: NDArray[np.uint8] | None = None

    @property
    def verdict(self) -> str:
        """The reading's verdict; "none" for a file that is no picture."""
        return self.reading.verdict if self.reading else "none"

    def reason(self, words: Words) -> str:
        """One sentence on why it was read so."""
        if self.reading is None:
            return self.error or ""
        return reason_of(self.reading, words)

    def to_json(self, words: Words) -> dict[str, Any]:
        """The line in the machine-readable form."""
        if self.reading is None:
            return {"file": self.file, "verdict": "none", "error": self.error}
        line = {"file": self.file, **reading_facts(self.reading), "reason": self.reason(words)}
        return line | ({} if self.t is None else {"t": round(self.t, 2)})


@dataclass(frozen=True, slots=True)
class ReadDice:
    """How the dice of a file are read: anywhere in it, or under the dome of a board."""

    reader: DiceReader
    dice: DiceChoice = "any"
    expect: int | None = None
    board: BoardReader | None = None

    def lines(self, source: Input) -> Iterator[Line]:
        """The lines of a file; a file that cannot be used gives one with an error.

        So does one that fails in a way that nobody foresaw: the files after it are read all the same.
        """
        if source.error is not None:
            yield Line(source.file, error=source.error)
            return
        try:
            yield from self._video(source) if source.is_video else self._picture(source)
        except Exception as error:
            yield Line(source.file, error=told_or_noted(error))

    def _read(self, picture: NDArray[np.uint8]) -> DiceReading:
        """The dice of a picture; of a board's picture those under its dome, or none if it is not found."""
        if self.board is None:
            return self.reader.read(picture, dice=self.dice, expect=self.expect)
        found = self.board.registrar.find(picture)
        if isinstance(found, Refused):
            return DiceReading("none", (), None, "no_board")
        return read_dice(self.reader, picture, found, self.board.layout, self.expect)

    def _picture(self, source: Input) -> Iterator[Line]:
        picture = load_picture(source.path)
        yield Line(source.file, self._read(picture), picture=picture)

    def _video(self, source: Input) -> Iterator[Line]:
        with closing(VideoFile(source.path)) as video:
            video.open()
            pictures, said = _timed(video), False
            if (first := next(pictures, None)) is None:
                yield Line(source.file, error=_UNPLAYED)
                return
            for rest in rests(chain([first], pictures)):
                said, together = True, agree([self._read(picture) for picture in rest.pictures])
                yield Line(source.file, together, t=rest.t, picture=rest.pictures[0])
            if not said:
                yield Line(source.file, error=_UNRESTING)


def _timed(video: VideoFile) -> Iterator[tuple[float, NDArray[np.uint8]]]:
    while (frame := video.read()) is not None:
        yield frame.t or 0.0, frame.picture
