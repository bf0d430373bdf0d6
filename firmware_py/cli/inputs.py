"""Files, folders and globs given on the command line, as the files that are meant."""

from __future__ import annotations

import glob
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_py.senses.pictures import PICTURES, VIDEOS, by_name

__all__ = ["Input", "expand"]


@dataclass(frozen=True, slots=True)
class Input:
    """A file that is to be read, as it was given; or an argument that names none, and why in one sentence."""

    file: str
    error: str | None = None

    @property
    def path(self) -> Path:
        """Where it lies."""
        return Path(self.file)

    @property
    def is_video(self) -> bool:
        """Whether its name is a video's."""
        return self.path.suffix.lower() in VIDEOS


def expand(arguments: Sequence[str]) -> list[Input]:
    """The files meant by arguments, in the order given; those of a folder or a glob by name."""
    return [found for argument in arguments for found in _one(argument)]


def _one(argument: str) -> Iterator[Input]:
    path = Path(argument)
    if not argument:
        yield Input(argument, "An empty name names no file.")
    elif path.is_dir():
        yield from _folder(argument)
    elif path.exists():
        yield _file(argument)
    elif glob.has_magic(argument):
        # Path.glob takes no absolute patterns.
        matches = glob.glob(argument, recursive=True)  # noqa: PTH207
        found = sorted(matches, key=lambda match: by_name(Path(match)))
        if not found:
            yield Input(argument, "No file matches this pattern.")
        for match in found:
            yield from _folder(match) if Path(match).is_dir() else [_file(match)]
    else:
        yield Input(argument, "There is no such file.")


def _file(name: str) -> Input:
    """A file; pipes and devices are not opened: what never comes would be waited for."""
    if Path(name).is_file():
        return Input(name)
    found = Path(name).exists()
    return Input(name, "This is no file, but a pipe or a device." if found else "There is no such file.")


def _folder(folder: str) -> Iterator[Input]:
    try:
        files = [p for p in Path(folder).iterdir() if p.suffix.lower() in PICTURES | VIDEOS and p.is_file()]
    except OSError as error:
        yield Input(folder, f"The folder cannot be read: {error.strerror}.")
        return
    if not files:
        yield Input(folder, "The folder holds no pictures or videos.")
    for file in sorted(files, key=by_name):
        yield Input(str(Path(folder) / file.name))
