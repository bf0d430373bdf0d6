"""Reading dice in pictures: `DiceReader` looks, `DiceReading` is what it says.

`pips` reads by the geometry of pips, `nets` are the small nets, `domes` is what both say together of the dice
under a dome, and `numerals` reads printed digits; `reader` asks them in turn.
"""

from vision.dice.reading import DiceReading, Die, Verdict

__all__ = ["DiceReading", "Die", "Verdict"]
