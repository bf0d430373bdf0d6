"""Photographs instead of a camera: each pop takes the next one."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware_py.errors import DeviceError, reason_of
from firmware_py.senses.frames import Frame
from rules import Problem, problem_of
from vision.errors import PictureError
from vision.pictures import load_picture

__all__ = ["PICTURES", "VIDEOS", "PictureFilm", "PictureFolder", "by_name", "pictures_in"]

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", ".pgm", ".ppm", ".jp2"})
"""How the names of picture files end."""

VIDEOS = frozenset(
    {".mp4", ".avi", ".mov", ".mkv", ".webm", ".m4v", ".mpg", ".mpeg", ".mjpeg", ".mjpg", ".ogv"}
)
"""How the names of video files end."""

_STILL_SECONDS = 0.05


def by_name(path: Path) -> list[tuple[int, int, str]]:
    """A sort key that puts die9.jpg before die10.jpg."""
    words = re.findall(r"\d+|\D+", path.name)
    return [(0, int(word), word) if word.isdecimal() else (1, 0, word) for word in words]


def pictures_in(folder: Path) -> list[Path]:
    """The picture files of a folder, by name, without those of its sub-folders.

    Raises:
        OSError: if the folder cannot be read.
    """
    return sorted((p for p in folder.iterdir() if p.suffix.lower() in PICTURES and p.is_file()), key=by_name)


class PictureFolder:
    """The pictures of a folder (or a single one), one a pop; after the last it starts again.

    Files that are no pictures are passed over.
    """

    live = False

    def __init__(self, path: Path, *, shuffled: random.Random | None = None) -> None:
        """Take the pictures by name, or in the order that `shuffled` draws anew for every round."""
        self.name = f"pictures {path}"
        self._path = path
        self._shuffled = shuffled
        self._files: Sequence[Path] = ()
        self._next = 0

    def open(self) -> None:
        """Look for the files.

        Raises:
            DeviceError: if there is no such folder or file, or no picture in it.
        """
        if self._files:
            return
        self._files = self._folder() if self._path.is_dir() else self._single()
        self._next = len(self._files)

    def _folder(self) -> list[Path]:
        try:
            files = pictures_in(self._path)
        except OSError as error:
            raise DeviceError(
                "{where}: the folder cannot be read: {reason}.",
                where=str(self._path),
                reason=reason_of(error),
            ) from error
        if not files:
            raise DeviceError(
                "{where}: the folder holds no pictures ({what}).",
                where=str(self._path),
                what=", ".join(sorted(PICTURES)),
            )
        return files

    def _single(self) -> list[Path]:
        if not self._path.exists():
            raise DeviceError(
                "{where}: there is no such file or folder to take pictures from.", where=str(self._path)
            )
        try:
            load_picture(self._path)
        except PictureError as error:
            raise DeviceError(problem_of(error)) from error
        return [self._path]

    def read(self) -> Frame:
        """The next picture.

        Raises:
            DeviceError: if not one of the files is a picture any more.
        """
        why = Problem("")
        for _ in range(len(self._files)):
            path = self._take()
            try:
                return Frame(load_picture(path), path.name)
            except PictureError as error:
                why = problem_of(error)
        raise DeviceError(
            "{where}: there is no picture that can be read. {problem}", where=str(self._path), problem=why
        )

    @property
    def at_last(self) -> bool:
        """Whether the last picture was the last of its round."""
        return self._next >= len(self._files)

    def _take(self) -> Path:
        if self._next >= len(self._files):
            self._next = 0
            if self._shuffled is not None:
                self._files = self._shuffled.sample(self._files, len(self._files))
        self._next += 1
        return self._files[self._next - 1]

    def close(self) -> None:
        """Nothing is held open."""


class PictureFilm:
    """The pictures of a folder as a film: a live source, that stands still at the last one.

    Args:
        folder: the pictures.
        fps: pictures a second.
        now, sleep: the time.
    """

    live = True

    def __init__(
        self,
        folder: PictureFolder,
        fps: float,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = folder.name
        self._folder, self._every = folder, 1 / fps
        self._now, self._sleep = now, sleep
        self._frame: Frame | None = None
        self._due = float("-inf")

    def open(self) -> None:
        """Look for the pictures.

        Raises:
            DeviceError: if there are none.
        """
        self._folder.open()

    def read(self) -> Frame:
        """The picture of this moment, at most some twenty times a second.

        Raises:
            DeviceError: if not one of the files is a picture any more.
        """
        now = self._now()
        if self._frame is None or (now >= self._due and not self._folder.at_last):
            self._frame, self._due = self._folder.read(), now + self._every
        else:
            self._sleep(min(_STILL_SECONDS, max(0.0, self._due - now) or _STILL_SECONDS))
        return self._frame

    def close(self) -> None:
        """Nothing is held open."""
