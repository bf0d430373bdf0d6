"""The journal: every game, event by event, in one SQLite file that survives the plug being pulled."""

from firmware_py.journal.journal import GameInfo, Journal, Mark
from firmware_py.journal.resuming import played, recorded, resumed

__all__ = ["GameInfo", "Journal", "Mark", "played", "recorded", "resumed"]
