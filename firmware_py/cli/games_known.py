"""Which game was meant by a flag."""

from __future__ import annotations

from firmware_py.cli.problems import UsageError
from rules import Game, UnknownGameError, game

__all__ = ["rules_of"]


def rules_of(name: str) -> Game:
    """The rules of the game that a flag names.

    Raises:
        UsageError: if there is no such game.
    """
    try:
        return game(name)
    except UnknownGameError as error:
        raise UsageError(str(error)) from None
