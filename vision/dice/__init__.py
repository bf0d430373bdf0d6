"""Reading dice in pictures: `DiceReader` looks, `DiceReading` is what it says."""

from vision.dice.reading import Die, DiceReading, Verdict

__all__ = ["DiceReading", "Die", "Verdict"]
