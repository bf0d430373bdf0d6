"""Keeping the picture of each reading, for those who ask: beside the game, which never waits for a disk.

A folder holds `dome-000001.png` and so on, exactly as they were read, and `readings.jsonl`, a line a picture:

    {"file": "dome-000001.png", "time": "2026-05-01T19:30:12+00:00", "game": 3, "source": null,
     "verdict": "read", "dice": [{"value": 4, "flat": true, "confidence": 0.97, "box": [x, y, w, h]}],
     "red": null, "reason": "read"}

`game` is the game's number in the journal, null without one; `source` is the file that a picture came from,
null for a camera's; `reason` is a key of the catalogue.
"""

from __future__ import annotations

import json
import re
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from firmware_py.errors import DeviceError, reason_of
from firmware_py.senses.base import Desk
from firmware_py.senses.frames import Frame
from vision.dice.reading import DiceReading

__all__ = ["READINGS", "KeptPictures", "Limits", "PictureStore", "reading_facts"]

READINGS: Final = "readings.jsonl"
"""The file with a line a picture."""

_NAP: Final = 0.2
_MOST_WAITING: Final = 8
"""Pictures that wait for a slow disk; of more, the oldest is not kept."""

_NAME: Final = re.compile(r"dome-(\d{6,})\.png")


@dataclass(frozen=True, slots=True)
class Limits:
    """How many pictures are kept, and how many bytes they may take."""

    pictures: int
    size: int


class PictureStore:
    """A folder of pictures with a line about each; the oldest make room for the newest.

    Only files that are named like its own are ever removed.

    Args:
        folder: it is made if it is not there.
        limits: what it may hold.
    """

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.folder = folder
        self._limits = limits
        self._kept: dict[int, int] = {}

    def open(self) -> int:
        """Make the folder ready; returns how many pictures it holds.

        Raises:
            OSError: if nothing can be written there.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / READINGS).open("a", encoding="utf-8"):
            pass
        named = ((_NAME.fullmatch(file.name), file) for file in self.folder.iterdir())
        self._kept = {int(name[1]): file.stat().st_size for name, file in named if name}
        return len(self._kept)

    def add(self, png: bytes, facts: dict[str, Any]) -> Path:
        """Keep a picture and its line, and remove what there is no room for any more; returns its file.

        Raises:
            OSError: if it cannot be written; nothing half written is left.
        """
        number = max(self._kept, default=0) + 1
        file = self._file(number)
        try:
            file.write_bytes(png)
            with (self.folder / READINGS).open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({"file": file.name, **facts}, ensure_ascii=False) + "\n")
        except OSError:
            file.unlink(missing_ok=True)
            raise
        self._kept[number] = len(png)
        self._make_room()
        return file

    def _file(self, number: int) -> Path:
        return self.folder / f"dome-{number:06}.png"

    def _make_room(self) -> None:
        gone: set[str] = set()
        for number in sorted(self._kept)[:-1]:
            if len(self._kept) <= self._limits.pictures and sum(self._kept.values()) <= self._limits.size:
                break
            self._file(number).unlink(missing_ok=True)
            gone.add(self._file(number).name)
            del self._kept[number]
        if gone:
            self._forget(gone)

    def _forget(self, gone: set[str]) -> None:
        """Take the lines of pictures that are gone out of the file, all at once."""
        path = self.folder / READINGS
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        fresh = path.with_suffix(".new")
        fresh.write_text("".join(line for line in lines if _file_of(line) not in gone), encoding="utf-8")
        fresh.replace(path)


class KeptPictures:
    """Writes pictures to a store, in a thread of its own. A disk that fails is a fault of this part alone.

    Args:
        store: where they are kept.
        game: the number of the game that is played; None without one.
        wall: seconds since 1970.
    """

    name = "kept pictures"

    def __init__(
        self, store: PictureStore, game: Callable[[], int | None], wall: Callable[[], float]
    ) -> None:
        self._store, self._game, self._wall = store, game, wall
        self._waiting: deque[tuple[NDArray[np.uint8], dict[str, Any]]] = deque(maxlen=_MOST_WAITING)
        self._bell = threading.Event()

    @property
    def folder(self) -> Path:
        """Where they are kept."""
        return self._store.folder

    def usable(self) -> bool:
        """Whether pictures can be kept there now; the folder is made if it is not there."""
        try:
            self._store.open()
        except OSError:
            return False
        return True

    def keep(self, frame: Frame, reading: DiceReading) -> None:
        """Have a picture kept with what was read in it; returns at once. May be called from any thread."""
        now = datetime.fromtimestamp(self._wall(), UTC).isoformat(timespec="seconds")
        facts = {"time": now, "game": self._game(), "source": frame.name or None, **reading_facts(reading)}
        self._waiting.append((frame.picture, facts | {"reason": reading.reason}))
        self._bell.set()

    def run(self, desk: Desk) -> None:
        """Write what is to be kept until the loop stops, and what then still waits.

        Raises:
            DeviceError: if the folder is full or may not be written to.
        """
        try:
            self._store.open()
            desk.ready()
            while desk.wait(0.0):
                self._bell.wait(_NAP)
                self._write()
            self._write()
        except OSError as error:
            raise DeviceError(
                "No picture can be kept in {where}: {reason}. The game goes on; make room, or "
                "name another folder (keep.folder).",
                where=str(self._store.folder),
                reason=reason_of(error),
            ) from error

    def _write(self) -> None:
        self._bell.clear()
        while self._waiting:
            picture, facts = self._waiting.popleft()
            self._store.add(_as_png(picture), facts)

    def close(self) -> None:
        """Wake it, so that it can end."""
        self._bell.set()


def reading_facts(reading: DiceReading) -> dict[str, Any]:
    """What was read, as JSON values; boxes are x, y, width, height in pixels of the picture."""
    return {
        "verdict": reading.verdict,
        "dice": [
            {"value": die.value, "flat": die.flat, "confidence": round(die.confidence, 3), "box": [*die.box]}
            for die in reading.dice
        ],
        "red": reading.red,
    }


def _as_png(picture: NDArray[np.uint8]) -> bytes:
    import cv2

    return bytes(cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1].tobytes())


def _file_of(line: str) -> str:
    try:
        return str(json.loads(line)["file"])
    except (ValueError, TypeError, KeyError):
        return ""  # a line that a power cut broke
