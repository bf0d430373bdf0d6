"""Pairing a phone: a six-digit code, shown at the table for a minute. Pure: time and codes come in.

Whoever can read the code stands at the table. Whoever cannot may guess: five wrong guesses end the code and
lock pairing, each time for twice as long, so that a million codes take years.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

__all__ = ["CODE_SECONDS", "LOCK_SECONDS", "MAX_WRONG", "Outcome", "Pairing", "code_of"]

CODE_SECONDS: Final = 60.0
"""How long a code holds."""

MAX_WRONG: Final = 5
"""How many wrong guesses lock pairing."""

LOCK_SECONDS: Final = 300.0
"""How long pairing is locked the first time."""

_MOST_DOUBLINGS: Final = 8


class Outcome(Enum):
    """What came of a guess."""

    PAIRED = "paired"
    WRONG = "wrong"
    NO_CODE = "no_code"
    LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class Pairing:
    """Where pairing stands. `Pairing()` shows no code.

    Attributes:
        code: the code that is shown; None if none is.
        until: when it ends, monotonic seconds.
        wrong: the wrong guesses since somebody was paired or pairing was locked.
        locked_until: before this moment nobody is paired.
        locks: how often pairing was locked since somebody was paired.
    """

    code: str | None = None
    until: float = 0.0
    wrong: int = 0
    locked_until: float = float("-inf")
    locks: int = 0

    def locked(self, at: float) -> bool:
        """Whether nobody can be paired at the moment."""
        return at < self.locked_until

    def expired(self, at: float) -> Pairing:
        """The pairing with a code that is over forgotten."""
        return replace(self, code=None) if self.code is not None and at >= self.until else self

    def asked(self, fresh: str, at: float) -> Pairing:
        """The pairing after somebody asked for a code; one that is shown already stays as it is."""
        now = self.expired(at)
        if now.locked(at) or now.code is not None:
            return now
        return replace(now, code=fresh, until=at + CODE_SECONDS)

    def guessed(self, given: str, at: float, *, invited: bool = False) -> tuple[Pairing, Outcome]:
        """The pairing after a guess, and what came of it.

        Args:
            given: the code that was typed.
            at: monotonic seconds.
            invited: the code is one that the command line gave out.
        """
        now = self.expired(at)
        if now.locked(at):
            return now, Outcome.LOCKED
        shown = now.code is not None and hmac.compare_digest(now.code.encode(), given.encode())
        if shown or invited:
            return Pairing(), Outcome.PAIRED
        if now.wrong + 1 < MAX_WRONG:
            outcome = Outcome.WRONG if now.code is not None else Outcome.NO_CODE
            return replace(now, wrong=now.wrong + 1), outcome
        seconds = LOCK_SECONDS * 2 ** min(now.locks, _MOST_DOUBLINGS)
        return Pairing(locked_until=at + seconds, locks=now.locks + 1), Outcome.LOCKED


def code_of(number: int) -> str:
    """The six digits of a random number below a million."""
    return f"{number:06d}"
