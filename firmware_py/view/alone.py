"""What is shown of a table without a game: the dice, large, and one sentence."""

from __future__ import annotations

from firmware_py.table import Phase, Say, Table
from firmware_py.table.alone import DiceAlone
from firmware_py.view.values import TableView

__all__ = ["view_alone"]


def view_alone(table: Table) -> TableView:
    """Everything that the shows may show of dice without a game.

    Raises:
        TypeError: for a table with a game.
    """
    if not isinstance(table, DiceAlone):
        raise TypeError(f"view_alone shows DiceAlone, not {type(table).__name__}")
    return TableView(
        ply=table.ply,
        phase=table.phase,
        game=None,
        die=table.roll,
        last_die=table.roll,
        headline=_headline(table),
        faults=table.faults,
    )


def _headline(table: DiceAlone) -> Say:
    match table.phase:
        case Phase.ROLLING:
            return Say("table.headline.rolling")
        case Phase.UNREADABLE:
            return table.problem or Say("dice.alone.overdue")
    if table.roll is None:
        return Say("dice.alone.pop")
    faces = dict(zip(table.roll.kinds, table.roll.faces, strict=True))
    red = faces.get("red")
    key = "shows" if red is None else "shows_dot" if red else "shows_blank"
    return Say(f"dice.alone.{key}", {"value": faces["d6"]})
