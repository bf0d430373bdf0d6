"""The journal: every game, event by event, in one SQLite file that survives the plug being pulled."""

from firmware_py.journal.journal import GameInfo, Journal

__all__ = ["GameInfo", "Journal"]
