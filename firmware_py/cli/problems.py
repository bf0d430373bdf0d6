"""How problems reach people: one sentence on standard error, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from firmware_py.errors import UmpireError
from hardware.errors import HardwareError
from rules.errors import OptionError, RulesError, SeatsError
from vision.errors import VisionError

__all__ = ["UsageError", "in_one_sentence", "say_problem"]

_KNOWN = (UmpireError, RulesError, HardwareError, VisionError)


class UsageError(UmpireError, ValueError):
    """Error raised when flags do not fit together or name what does not exist: exit status 2."""

    @classmethod
    def of(cls, error: SeatsError | OptionError) -> UsageError:
        """The same problems, as a matter of the flags given."""
        return cls("\n".join(error.problems))


def in_one_sentence(error: Exception) -> str | None:
    """What to tell the user of an error; None for one that nobody foresaw.

    Problems that were found together stand on a line each.
    """
    if isinstance(error, _KNOWN):
        problems: Sequence[str] = getattr(error, "problems", ())
        return "\n".join(problems) if problems and len(problems) > 1 else str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror}."
    return None


def say_problem(sentence: str) -> None:
    """Print a problem, or several on a line each, to standard error."""
    colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    name = "\033[1;31mumpire:\033[0m" if colour else "umpire:"
    for line in sentence.splitlines():
        print(name, line, file=sys.stderr)
