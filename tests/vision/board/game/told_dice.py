"""Dice that say what they are told to, for following games without reading any."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.board.place.canvas import Picture
from vision.dice.domes.memory import DomeMemory
from vision.dice.reading import Circle, DiceChoice, DiceReading, Die


@dataclass
class ToldDice:
    """Dice that say what they are told to, and keep what they were given to remember.

    None is a die that cannot be read; a pair is a number, and whether the red dot is up (None: unclear).
    """

    rolls: list[int | tuple[int, bool | None] | None] = field(default_factory=list)
    dome: Circle | None = None
    confidence: float = 1.0
    memories: list[DomeMemory] = field(default_factory=list)

    def read(
        self,
        picture: Picture,
        *,
        dice: DiceChoice = "any",
        expect: int | None = None,
        dome: Circle | None = None,
        slant: float = 0.0,
        memory: DomeMemory | None = None,
    ) -> DiceReading:
        """The next roll, whatever the picture shows."""
        self.dome = dome
        self.memories += [memory] if memory is not None else []
        return self.told(self.rolls.pop(0))

    def told(self, roll: int | tuple[int, bool | None] | None) -> DiceReading:
        """What is said of a roll."""
        if roll is None:
            return DiceReading("unsure", (), None, "pips_unclear")
        number, red = roll if isinstance(roll, tuple) else (roll, None)
        die = Die(number, True, self.confidence, (0, 0, 1, 1))
        if isinstance(roll, tuple) and red is None:
            return DiceReading("unsure", (die,), None, "red_unclear")
        return DiceReading("read", (die,), red, "dice_read")
