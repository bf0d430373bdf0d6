"""When something fails that nobody foresaw: the traceback goes to a file, a sentence to the user."""

from __future__ import annotations

import datetime as dt
import sys
import tempfile
import traceback
from pathlib import Path

from firmware_py.cli.problems import in_one_sentence
from firmware_py.errors import ConfigError

__all__ = ["note_crash", "told_or_noted"]

_LOG = "crash.log"


def note_crash(error: Exception) -> str:
    """Append the traceback to a log in the state folder and return the sentence that says where it lies."""
    summary = f"{type(error).__name__}: {error}".splitlines()[0]
    report = (
        f"{dt.datetime.now().astimezone():%Y-%m-%d %H:%M:%S %z} umpire {' '.join(sys.argv[1:])}\n"
        + "".join(traceback.format_exception(error))
        + "\n"
    )
    try:
        return f"Something failed that should not ({summary}). The details are in {_write(report)}."
    except OSError:
        return f"Something failed that should not ({summary}), and no log could be written."


def told_or_noted(error: Exception) -> str:
    """What to tell the user of an error; one that nobody foresaw is noted in the log."""
    return in_one_sentence(error) or note_crash(error)


def _write(report: str) -> Path:
    """Write to the state folder, or to the folder for temporary files where there is none."""
    # Imported late: it brings pydantic, and commands that do not fail need not wait for that.
    from firmware_py.config import state_folder

    try:
        folder = state_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return _append(folder / _LOG, report)
    except (OSError, ConfigError):
        return _append(Path(tempfile.gettempdir()) / f"pop-umpire-{_LOG}", report)


def _append(log: Path, report: str) -> Path:
    with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(report)
    return log
