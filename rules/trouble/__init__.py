"""Trouble (Kohner 1965) and its later editions."""

from rules.core import Game
from rules.trouble.game import Trouble

__all__ = ["GAME"]

GAME: Game = Trouble()
