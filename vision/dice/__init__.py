"""Reading dice in pictures: `DiceReader` looks, `DiceReading` is what it says."""

from vision.dice.reading import DiceReading, Die, Verdict

__all__ = ["DiceReading", "Die", "Verdict"]
