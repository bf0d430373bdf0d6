"""Everything that can go wrong in the daemon and on the command line.

UmpireError
+-- ConfigError (ValueError)       a configuration with unknown keys or wrong values
+-- JournalError (OSError)         games that cannot be kept or read back
+-- DeviceError (OSError)          a part of the table that is not there, or was lost
+-- WordsError (LookupError)       a sentence that the catalogue does not have
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ConfigError", "DeviceError", "JournalError", "UmpireError", "WordsError"]


class UmpireError(Exception):
    """Error raised by the daemon or a command; its text is one sentence for the user."""


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
