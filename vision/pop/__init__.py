"""Pops in moving pictures: when the dice roll, when they have come to rest, and what they then show."""

from vision.pop.agree import agree
from vision.pop.faults import FrameFault, FrameHealth, frame_fault
from vision.pop.glare import Glare, glare_of, glare_reading, with_glare
from vision.pop.lying import Lying
from vision.pop.place import Place, find_place
from vision.pop.pops import PopFinder, PopPhase, PopSettings, Rest, rests
from vision.pop.watch import Motion, Watch, WatchSettings

__all__ = [
    "FrameFault",
    "FrameHealth",
    "Glare",
    "Lying",
    "Motion",
    "Place",
    "PopFinder",
    "PopPhase",
    "PopSettings",
    "Rest",
    "Watch",
    "WatchSettings",
    "agree",
    "find_place",
    "frame_fault",
    "glare_of",
    "glare_reading",
    "rests",
    "with_glare",
]
