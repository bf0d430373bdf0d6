"""What a reading of the dice is worth to a followed game: a roll, several possible ones, or nothing. Pure."""

from __future__ import annotations

from typing import Final

from rules import Rolled
from vision.dice.reading import DiceReading

RED: Final = 1 / 6
"""How often Headache's red dot is up (H-2)."""

DOUBTED: Final = ("red_unclear", "glare_on_die", "pips_unclear")
"""Why a roll may be told in part only."""

HALF_SURE: Final = 0.25
TOLD_WRONG: Final = 0.2
"""A number with the first confidence that was not read for sure is held to be another with this chance."""


def rolled(dice: DiceReading, game: str) -> Rolled | None:
    """The roll that was read for sure."""
    if dice.verdict != "read" or len(dice.values) != 1 or (game == "headache" and dice.red is None):
        return None
    return Rolled((dice.values[0], int(bool(dice.red)))) if game == "headache" else Rolled((dice.values[0],))


def half_read(dice: DiceReading, game: str) -> list[tuple[Rolled, float]] | None:
    """The rolls that doubted dice may show, and how likely; None if they tell nothing, or lean."""
    if dice.reason not in DOUBTED or len(dice.dice) != 1 or len(dice.values) != 1:
        return None
    told = dice.values[0]
    numbers = {told: 1.0}
    if dice.reason != "red_unclear":
        if dice.dice[0].confidence < HALF_SURE:
            return None
        numbers = {number: 1.0 - TOLD_WRONG if number == told else TOLD_WRONG / 5 for number in range(1, 7)}
    if game != "headache":
        return [(Rolled((number,)), chance) for number, chance in numbers.items()]
    dots = {0: 1.0 - RED, 1: RED} if dice.red is None else {int(dice.red): 1.0}
    return [
        (Rolled((number, dot)), chance * share)
        for number, chance in numbers.items()
        for dot, share in dots.items()
    ]
