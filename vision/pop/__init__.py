"""Pops in moving pictures: when the dice roll, when they have come to rest, and what they then show."""

from vision.pop.agree import agree
from vision.pop.rests import Rest, RestFinder, rests
from vision.pop.watch import Motion, Watch, WatchSettings

__all__ = ["Motion", "Rest", "RestFinder", "Watch", "WatchSettings", "agree", "rests"]
