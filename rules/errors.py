"""Everything that can go wrong in the rules engine.

    RulesError
    +-- IllegalAnswerError (ValueError)   an answer that the state does not wait for
    +-- OptionError (ValueError)          house rules that do not exist, or contradict each other
    +-- SeatsError (ValueError)           players and teams that cannot sit down to this game
    +-- PositionError (ValueError)        pieces that no game can show
    +-- NotationError (ValueError)        text that is no answer, position or record
    +-- UnknownDieError (LookupError)     a kind of die that is not in the table of dice
    +-- UnknownGameError (LookupError)    a game that is not in the table of games

A check reports every problem that it finds, not the first: see `problems`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.problem import Problem

if TYPE_CHECKING:
    from rules.core import Fact, Ruling

__all__ = [
    "IllegalAnswerError",
    "NotationError",
    "OptionError",
    "PositionError",
    "RulesError",
    "SeatsError",
    "UnknownDieError",
    "UnknownGameError",
]


class RulesError(Exception):
    """Error raised by the rules engine.

    Args:
        pattern: the sentence, with the names of its facts in braces; see `Problem`.
        facts: what it tells.
    """

    def __init__(self, pattern: str, /, **facts: Fact) -> None:
        super().__init__(Problem(pattern, **facts) if facts else pattern)


class _ProblemsError(RulesError, ValueError):
    """An error that carries all the problems found, each a sentence."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems: tuple[str, ...] = tuple(problems)
        super().__init__(Problem.joined(self.problems))


class IllegalAnswerError(RulesError, ValueError):
    """Error raised when a state is given an answer that it does not wait for."""

    def __init__(self, pattern: str, /, *, ruling: Ruling | None = None, **facts: Fact) -> None:
        self.ruling = ruling
        super().__init__(pattern, **facts)


class OptionError(_ProblemsError):
    """Error raised when house rules are unknown, out of range or contradictory."""


class SeatsError(_ProblemsError):
    """Error raised when players and teams do not fit the game."""


class PositionError(_ProblemsError):
    """Error raised when pieces set by hand make no position of the game."""


class NotationError(RulesError, ValueError):
    """Error raised when a text is no answer, position or record."""


class UnknownDieError(RulesError, LookupError):
    """Error raised when a kind of die is not in the table of dice."""


class UnknownGameError(RulesError, LookupError):
    """Error raised when a game is asked for that is not in the table of games."""
