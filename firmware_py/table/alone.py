"""A table without a game: it takes the dice, one pop after the other, and follows nothing.

For any game with a dome, and for house games that nobody has written down here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware_py.table.dice import faces_of, facts_of
from firmware_py.table.events import DiceGiven, DiceSeen, Pressed, TableEvent
from firmware_py.table.table import Table
from firmware_py.table.values import Phase, Roll, Say
from firmware_py.table.wants import Wants
from rules import Dice, Fact
from vision.dice.reading import DiceReading

__all__ = ["DiceAlone", "wants_alone"]


@dataclass(frozen=True, slots=True)
class DiceAlone(Table):
    """What was popped last.

    Attributes:
        dice: the dice under the dome.
        roll: what they showed last; None before the first pop, and once the dome was pressed again.
        number: how many pops were answered, also those that could not be read.
        problem: why they could not be read, until the next pop.
    """

    dice: Dice = field(default_factory=lambda: Dice("d6"))
    roll: Roll | None = None
    number: int = 0
    problem: Say | None = None

    @property
    def ply(self) -> int:
        """How many pops were answered."""
        return self.number

    @property
    def phase(self) -> Phase:
        """Where it stands, in the words of an evening."""
        if self.problem is not None or self.overdue:
            return Phase.UNREADABLE
        if self.rolling:
            return Phase.ROLLING
        return Phase.WAITING_FOR_POP if self.roll is None else Phase.WAITING_FOR_MOVE

    def after(self, event: TableEvent) -> Table:
        """The table after an event; the same object if the event means nothing here."""
        match event:
            case Pressed(at=at):
                return replace(self, rolling=True, since=at, overdue=False, roll=None, problem=None)
            case DiceSeen(reading=reading) if self.rolling:
                return self._seen(reading)
            case DiceGiven(faces=faces, how=how) if len(faces) == len(self.dice.kinds):
                return self._taken(Roll(self.dice.kinds, faces, how))
        # Of all else only time and health mean something without a game.
        return Table.after(self, event)

    def _seen(self, reading: DiceReading) -> DiceAlone:
        if reading.verdict != "read":
            return self._unread(f"dice.reason.{reading.reason}", facts_of(reading))
        faces = faces_of(reading, self.dice.kinds)
        if faces is None:
            kinds = {"seen": len(reading.dice), "wanted": len(self.dice.kinds)}
            return self._unread("table.verdict.dice_unfit", kinds)
        sure = min((die.confidence for die in reading.dice), default=0.0)
        return self._taken(Roll(self.dice.kinds, faces, "seen", sure))

    def _taken(self, roll: Roll) -> DiceAlone:
        return replace(self, rolling=False, overdue=False, problem=None, roll=roll, number=self.number + 1)

    def _unread(self, key: str, facts: Mapping[str, Fact]) -> DiceAlone:
        problem = Say(key, facts)
        return replace(self, rolling=False, overdue=False, problem=problem, number=self.number + 1)


def wants_alone(table: Table) -> Wants:
    """The dice are always wanted.

    Raises:
        TypeError: for a table with a game.
    """
    if not isinstance(table, DiceAlone):
        raise TypeError(f"dice alone are wanted by DiceAlone, not by {type(table).__name__}")
    lying = table.roll.faces if table.roll is not None else None
    return Wants(dice=table.dice, lying=lying, unread=table.problem is not None)
