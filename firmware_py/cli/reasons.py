"""A reading in words, for people."""

from __future__ import annotations

from firmware_py.words import Words
from rules import Fact
from vision.dice.reading import DiceReading

__all__ = ["reading_in_words", "reason_of"]


def reason_of(reading: DiceReading, words: Words) -> str:
    """Why it was read so, in one sentence."""
    facts = {
        name: fact if isinstance(fact, str | int) else f"{fact:g}" for name, fact in reading.facts.items()
    }
    return words.say(f"dice.reason.{reading.reason}", facts)


def reading_in_words(reading: DiceReading, words: Words) -> str:
    """What a picture showed, in one sentence: The dome shows 4, sure (98%)."""
    if reading.verdict != "read":
        return words.say(f"terminal.picture.{reading.verdict}")  # the referee then says why, and what to do
    key = {None: "shows", True: "shows_dot", False: "shows_blank"}[reading.red]
    sure = min((die.confidence for die in reading.dice), default=0.0)
    facts: dict[str, Fact] = {"value": tuple(map(str, reading.values)), "percent": f"{100 * sure:.0f}"}
    return words.say(f"terminal.picture.{key}", facts)
