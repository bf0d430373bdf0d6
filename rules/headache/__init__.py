"""Headache (Kohner 1968)."""

from rules.core import Game
from rules.headache.game import Headache

__all__ = ["GAME"]

GAME: Game = Headache()
