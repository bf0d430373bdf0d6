"""Everything that can go wrong in the daemon and on the command line.

UmpireError
+-- ConfigError (ValueError)       a configuration with unknown keys or wrong values
+-- JournalError (OSError)         games that cannot be kept or read back
+-- DeviceError (OSError)          a part of the table that is not there, or was lost
+-- WordsError (LookupError)       a sentence that the catalogue does not have
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rules import Fact, Problem

__all__ = ["ConfigError", "DeviceError", "JournalError", "UmpireError", "WordsError", "reason_of"]


class UmpireError(Exception):
    """Error raised by the daemon or a command; its text is one sentence for the user.

    Args:
        pattern: the sentence in English, with the names of its facts in braces; what people at the table may
            meet stands in the catalogue in the other languages too, see `rules.Problem`.
        facts: what it tells.
    """

    def __init__(self, pattern: str, /, **facts: Fact) -> None:
        super().__init__(pattern if isinstance(pattern, Problem) and not facts else Problem(pattern, **facts))


class ConfigError(UmpireError, ValueError):
    """Error raised when a configuration has unknown keys or wrong values: `problems` names them all."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class JournalError(UmpireError, OSError):
    """Error raised when games cannot be kept or read back."""


class DeviceError(UmpireError, OSError):
    """Error raised when a part of the table is not there or was lost."""


class WordsError(UmpireError, LookupError):
    """Error raised when the catalogue has no sentence for a key."""


_NUMBERED = re.compile(r"^\[(?:Errno |code:)-?\d+\] ")
"""What the system and the MQTT library set before their words."""


def reason_of(error: Exception) -> Problem:
    """Why something was refused, in the words of the system or a library: a part of a sentence."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return Problem(_NUMBERED.sub("", str(text).strip()).rstrip("."))
