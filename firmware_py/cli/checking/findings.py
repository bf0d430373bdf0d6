"""What a look at a part yields, and the machine that is looked at."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

__all__ = ["Finding", "Health", "Machine"]


class Health(Enum):
    """How a part is."""

    WORKS = "works"
    OFF = "off"
    """The configuration says that it is not there."""
    NOTE = "note"
    """It works, but there is something to know."""
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """A part, how it is, what was found in one sentence, and what to do in another."""

    part: str
    health: Health
    found: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine as the checks see it; tests give them another one.

    Attributes:
        root: where /dev, /proc and /sys begin.
        may_use: whether this user may read and write a file.
        probe: whether a chip answers on an I2C bus: (bus, address) -> yes; raises OSError without a bus.
        reaches: whether something listens at a port of this machine.
        free: bytes that are free at a folder.
        year: by the calendar.
        run: runs a command and returns what it prints, or "" where it does not exist.
    """

    root: Path = Path("/")
    may_use: Callable[[Path], bool] = field(default=lambda path: os.access(path, os.R_OK | os.W_OK))
    probe: Callable[[int, int], bool] = field(default=lambda bus, address: _answers(bus, address))
    reaches: Callable[[int], bool] = field(default=lambda port: _reaches(port))
    free: Callable[[Path], int] = field(default=lambda path: _free(path))
    year: Callable[[], int] = field(default=lambda: _year())
    run: Callable[[Sequence[str]], str] = field(default=lambda command: _output(command))

    def users_of(self, prefix: str) -> list[str]:
        """The programs, with their process numbers, that hold files open whose path begins so."""
        users = []
        for process in sorted((self.root / "proc").glob("[0-9]*")):
            if int(process.name) == os.getpid():
                continue
            try:
                held = any(str(file.readlink()).startswith(prefix) for file in (process / "fd").iterdir())
                name = (process / "comm").read_text().strip()
            except OSError:
                continue  # it has ended, or is another user's
            if held:
                users.append(f"{name} ({process.name})")
        return users


def _answers(bus: int, address: int) -> bool:
    import smbus2

    opened: Any
    with smbus2.SMBus(bus) as opened:
        try:
            opened.read_byte(address)
        except OSError:
            return False
        return True


def _reaches(port: int) -> bool:
    import socket

    try:
        with socket.create_connection(("127.0.0.1", port), 2.0):
            return True
    except OSError:
        return False


def _free(path: Path) -> int:
    while not path.exists() and path != path.parent:
        path = path.parent
    disk = os.statvfs(path)
    return disk.f_bavail * disk.f_frsize


def _year() -> int:
    import time

    return time.localtime().tm_year


def _output(command: Sequence[str]) -> str:
    import subprocess

    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()
