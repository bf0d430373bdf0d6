"""What a dome shows once the lamps known to be reflected in it are taken off."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.dice.domes.memory import DomeMemory
from vision.dice.domes.under_dome import read_dome
from vision.dice.reading import DiceChoice, DiceReading
from vision.dice.scene import Scene, scene_of
from vision.dice.settings import ReaderSettings

__all__ = ["behind_lamps"]

SURELY = 0.95
"""With so much confidence a die must be read to lie flat that seemed to lean: a doubt of that lowers it."""


def behind_lamps(
    reading: DiceReading,
    picture: NDArray[np.uint8],
    scene: Scene,
    dice: DiceChoice,
    settings: ReaderSettings,
    slant: float,
    memory: DomeMemory | None,
) -> DiceReading:
    """The reading of a dome's scene in a picture, with what is seen there without the lamps of the memory.

    A die that was not read may be read then, and one that seemed to lean may lie flat; one that shows another
    value then is not sure.
    """
    if memory is None or reading.verdict == "none" or scene.rim is None:
        return reading
    dome = scene.circle_in_picture(scene.rim)
    clean = memory.without_lamps(picture, dome, reading)
    if clean is None:
        return reading
    seen = scene_of(clean, dice, dome, settings)
    again = read_dome(seen, dice, settings, slant, memory, cleaned=True)
    if again is None:
        return reading
    if reading.verdict == "read":
        same = again.values == reading.values
        return reading if same else reading.unsure("glare_on_die")
    if again.verdict != "read" or (reading.verdict == "cocked" and not _lies_flat(again, reading)):
        return reading
    return again


def _lies_flat(again: DiceReading, reading: DiceReading) -> bool:
    """Whether a die that seemed to lean surely lies flat, as it is seen without the lamps over it."""
    return again.values == reading.values and min(die.confidence for die in again.dice) >= SURELY
