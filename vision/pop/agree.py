"""Several looks at the same dice at rest, and what they say together."""

from __future__ import annotations

from collections.abc import Sequence

from vision.dice.reading import DiceReading, Die

__all__ = ["agree"]

_STIRRED = 0.25
"""A die has moved between two looks if its middle is so many of its sides away."""


def agree(readings: Sequence[DiceReading]) -> DiceReading:
    """The one reading of several pictures of dice that did not move between them.

    Of several pictures at least two must read, the same and at the same place; further ones that refuse cost
    nothing: glare comes and goes. Pictures that read differently make it unsure, with the reason
    "looks_differ", and so does a die that seems to lean in any but the first, in which it may still fall;
    where only one of several reads, the refusal of the others stands.

    Raises:
        ValueError: if there is no reading.
    """
    if not readings:
        raise ValueError("agree needs at least one reading")
    read = [reading for reading in readings if reading.verdict == "read"]
    if len(read) < min(2, len(readings)):
        return [reading for reading in readings if reading.verdict != "read"][-1]
    leans = any(reading.verdict == "cocked" for reading in readings[1:])
    if leans or any(_differ(read[0], other) for other in read[1:]):
        return read[0].unsure("looks_differ")
    return max(read, key=lambda reading: min((die.confidence for die in reading.dice), default=0.0))


def _differ(one: DiceReading, other: DiceReading) -> bool:
    """Whether two looks show other dice, or the same ones elsewhere."""
    if (one.values, one.red) != (other.values, other.red):
        return True
    return any(_apart(a, b) for a, b in zip(one.dice, other.dice, strict=False))


def _apart(one: Die, other: Die) -> bool:
    (x, y, w, h), (u, v, a, b) = one.box, other.box
    side = max(w, h, a, b)
    return max(abs(x + w / 2 - u - a / 2), abs(y + h / 2 - v - b / 2)) > _STIRRED * side
