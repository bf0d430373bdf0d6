"""A reading in words, for people."""

from __future__ import annotations

from firmware_py.words import Words
from vision.dice.reading import DiceReading

__all__ = ["reading_in_words", "reason_of"]

# The referee then says why, and what to do.
_REFUSED = {"unsure": "Not sure.", "cocked": "A die leans.", "none": "No die in sight."}


def reason_of(reading: DiceReading, words: Words) -> str:
    """Why it was read so, in one sentence."""
    facts = {
        name: fact if isinstance(fact, str | int) else f"{fact:g}" for name, fact in reading.facts.items()
    }
    return words.say(f"dice.reason.{reading.reason}", facts)


def reading_in_words(reading: DiceReading) -> str:
    """What a picture showed, in one sentence: The dome shows 4, sure (98%)."""
    if reading.verdict in _REFUSED:
        return _REFUSED[reading.verdict]
    dice = [str(value) for value in reading.values]
    if reading.red is not None:
        dice.append("the red dot" if reading.red else "no red dot")
    sure = min((die.confidence for die in reading.dice), default=0.0)
    return f"The dome shows {' and '.join(dice)}, sure ({sure:.0%})."
