"""What follows when dice are popped, seen or given. A doubtful die is never guessed: "pop again"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from firmware_py.table.acts import advance, ruled
from firmware_py.table.events import VIRTUAL_DOME, DiceGiven, DiceSeen, Pressed
from firmware_py.table.values import Early, Roll, Say
from firmware_py.table.wants import dice_awaited
from rules import PASS, Chance, Choice, Dice, Move, Rolled, State
from vision.dice.reading import DiceReading

if TYPE_CHECKING:
    from firmware_py.table.table import Table

__all__ = ["carried_on", "faces_of", "facts_of", "given", "pressed", "seen", "taken_as_made"]

ROLL: Final = 5.0
"""Seconds within which dice that were popped are read: a pop before that was for something else."""

SAME: Final = 1.0
"""Seconds within which a dome that is pressed again is one pop: it adds nothing to the game."""

PROMPT: Final = 2.0
"""Seconds within which the still board is looked at after a pop: to move a man and let go takes longer."""


def pressed(table: Table, event: Pressed) -> Table:
    """The dice roll; a reading that follows counts. In a choice too: the referee must see a second pop."""
    if dice_awaited(table) is None:
        return table
    made = taken_as_made(table)
    rolling = replace(made, rolling=True, since=event.at, overdue=False, early=None)
    if isinstance(rolling.state.awaits, Choice):
        return rolling if _rolls(made, event.at, SAME) else replace(rolling, popped=event.at)
    if rolling.stands is not None:
        return rolling
    return replace(rolling, unread=False, refused=None, verdict=None)


def seen(table: Table, event: DiceSeen) -> Table:
    """A reading: taken if it was waited for, sure and fitting; otherwise a new pop is asked for."""
    wanted = dice_awaited(table)
    if not table.rolling or wanted is None:
        return table
    reading = event.reading
    if reading.verdict == "read":
        faces = faces_of(reading, wanted.kinds)
        if faces is None:
            kinds = {"seen": len(reading.dice), "wanted": len(wanted.kinds)}
            return _unread(table, Say("table.verdict.dice_unfit", kinds))
        sure = min((die.confidence for die in reading.dice), default=0.0)
        drawn = event.source == VIRTUAL_DOME
        return _taken(table, Roll(wanted.kinds, faces, "seen", sure, drawn), event.at)
    if reading.verdict == "cocked":
        return _unread(table, table.say("dice", "cocked"))
    return _unread(table, Say(f"dice.reason.{reading.reason}", facts_of(reading)))


def given(table: Table, event: DiceGiven) -> Table:
    """Dice entered by hand or rolled electronically: taken if they can be.

    Electronic ones follow a press. Where somebody entered dice meanwhile, took something back or paused, they
    are nobody's roll.
    """
    if event.how == "electronic" and not table.rolling:
        return table
    wanted = dice_awaited(table)
    if wanted is None:
        return replace(table, verdict=Say("table.verdict.no_dice"))
    if len(event.faces) != len(wanted.kinds):
        unfit = {"seen": len(event.faces), "wanted": len(wanted.kinds)}
        return replace(table, verdict=Say("table.verdict.faces_unfit", unfit))
    return _taken(table, Roll(wanted.kinds, event.faces, event.how))


def carried_on(before: Table, after: Table, at: float) -> Table:
    """The table after a move that the board showed at `at`, with a pop that came before the look.

    At a quick table the next player has popped by then. His dice count if they have not been read yet, or
    so lately that nobody can have moved since; otherwise he is asked to pop once more.
    """
    ready = taken_as_made(after)
    awaits, early = ready.state.awaits, before.early
    if not isinstance(awaits, Chance) or not isinstance(awaits.source, Dice):
        return after
    if _rolls(before, at, ROLL):
        return replace(after, rolling=True)
    if early is None:
        return after
    rolled = Rolled(early.roll.faces)
    if 0.0 <= at - early.at <= PROMPT and early.roll.kinds == awaits.source.kinds and awaits.legal(rolled):
        return replace(advance(ready, rolled, early.roll), verdict=after.verdict)
    facts = {**_shown(early.roll.faces), "colour": awaits.colour}
    return replace(after, verdict=Say("table.verdict.pop_once_more", facts))


def _rolls(table: Table, at: float, within: float) -> bool:
    """Whether the dice were popped before the move was made, so few seconds before `at`."""
    return table.rolling and table.popped is not None and 0.0 <= at - table.popped <= within


def _taken(table: Table, roll: Roll, at: float | None = None) -> Table:
    """The dice are sure: they answer the chance, or they come before the move and are ruled on.

    `at` says when they were seen; None if they were given.
    """
    answer = Rolled(roll.faces)
    table = taken_as_made(table)
    awaits = table.state.awaits
    if isinstance(awaits, Chance):
        if awaits.legal(answer):
            return advance(table, answer, roll)
        return replace(table, rolling=False, verdict=Say("table.verdict.no_such_face", _shown(roll.faces)))
    if isinstance(awaits, Choice):
        return _too_early(table, awaits, roll, None if at is None else Early(roll, at))
    return table


def _too_early(table: Table, awaits: Choice, roll: Roll, early: Early | None) -> Table:
    """Dice come before the move that is to be made with the last ones.

    Where the rules take it for declining that move (T-A16), the player is warned first; everywhere else a
    second pop never counts.
    """
    answer = Rolled(roll.faces)
    ruling = table.game.explain(table.state, answer)
    declines = ruling.facts.get("declines") is True and awaits.legal(PASS)
    if declines and not _pops(table.state.after(PASS)[0], answer):
        return replace(table, rolling=False, verdict=Say("table.verdict.no_such_face", _shown(roll.faces)))
    if declines and table.warned:
        return advance(advance(table, PASS), answer, roll)
    return replace(table, rolling=False, early=early, warned=declines, verdict=ruled(table, ruling))


def taken_as_made(table: Table) -> Table:
    """The table after the only thing there was to choose, if dice are to follow and none are left to use.

    A player who sets his man and pops need not say so. A move in a position that was set by hand has dice of
    its own.
    """
    awaits, top = table.state.awaits, table.plies.top
    if not isinstance(awaits, Choice) or len(awaits.options) > 1 or top.counts:
        return table
    (only,) = awaits.options
    if isinstance(only, Move) and top.answer is None:
        return table
    follows = table.state.after(only)[0].awaits
    dice_follow = isinstance(follows, Chance) and isinstance(follows.source, Dice)
    return advance(table, only) if dice_follow else table


def _pops(state: State, answer: Rolled) -> bool:
    return isinstance(state.awaits, Chance) and state.awaits.legal(answer)


def _unread(table: Table, verdict: Say) -> Table:
    if isinstance(table.state.awaits, Choice):
        return replace(table, rolling=False)
    return replace(table, rolling=False, overdue=False, unread=True, verdict=verdict)


def faces_of(reading: DiceReading, kinds: Sequence[str]) -> tuple[int, ...] | None:
    """The faces of a sure reading in the order of the dice awaited; None if these are not those dice.

    A D3 is a D6, halved and rounded up.
    """
    values = iter(reading.values)
    faces: list[int] = []
    for kind in kinds:
        if kind == "d6":
            face = next(values, None)
        elif kind == "d3":
            six = next(values, None)
            face = None if six is None else (six + 1) // 2
        elif kind == "red" and reading.red is not None:
            face = int(reading.red)
        else:
            face = None
        if face is None:
            return None
        faces.append(face)
    count = kinds.count("d6") + kinds.count("d3")
    fitting = len(reading.dice) == count and all(die.flat for die in reading.dice)
    return tuple(faces) if fitting else None


def facts_of(reading: DiceReading) -> dict[str, str | int]:
    """What the sentence of a reading's reason tells."""
    return {
        name: fact if isinstance(fact, str | int) else f"{fact:g}" for name, fact in reading.facts.items()
    }


def _shown(faces: tuple[int, ...]) -> dict[str, str]:
    return {"faces": ", ".join(map(str, faces))}
