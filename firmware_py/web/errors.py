"""What can go wrong with the page.

UmpireError
+-- PhonesError (OSError)          the file of paired phones cannot be read or written
+-- RefusedError (ValueError)      something that a phone asked for is not done, and the phone is told why
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware_py.errors import UmpireError
from rules import Fact, Problem

__all__ = ["PhonesError", "RefusedError", "unclear"]


class PhonesError(UmpireError, OSError):
    """Error raised when the file of paired phones cannot be read or written."""


class RefusedError(UmpireError, ValueError):
    """Error raised when an act is not taken.

    Attributes:
        key: the sentence, under [refused] in the catalogue.
        facts: what it tells.
        status: the HTTP status.
        about: which part of what was asked for is wrong, and the names in it, for a form to mark; empty if
            that says nothing.
    """

    def __init__(
        self,
        key: str,
        status: int = 409,
        facts: Mapping[str, Fact] | None = None,
        about: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.key, self.status, self.facts, self.about = key, status, facts or {}, about or {}
        super().__init__(key)


def unclear(pattern: str, status: int = 400, /, **facts: Fact) -> RefusedError:
    """What to raise on something that no page of this table sends; the pattern is no whole sentence."""
    return RefusedError("not_understood", status, {"problem": Problem(pattern, **facts)})
