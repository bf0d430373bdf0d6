"""Several looks at the same dice at rest, and what they say together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.dice.reading import DiceReading

__all__ = ["agree"]


def agree(readings: Sequence[DiceReading]) -> DiceReading:
    """The one reading of several pictures of dice that did not move between them.

    A picture that refuses where another reads costs nothing: glare comes and goes. Two that read different
    dice make it unsure, with the reason "looks_differ".

    Raises:
        ValueError: if there is no reading.
    """
    if not readings:
        raise ValueError("agree needs at least one reading")
    read = [reading for reading in readings if reading.verdict == "read"]
    if not read:
        return readings[-1]
    if len({(reading.values, reading.red) for reading in read}) > 1:
        return replace(read[0], verdict="unsure", reason="looks_differ")
    return max(read, key=lambda reading: min((die.confidence for die in reading.dice), default=0.0))
