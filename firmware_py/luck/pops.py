"""The dice of recorded games, one by one: who rolled what, and what followed what.

Dice that were drawn for the virtual dome are no dice, and a game that the computer played by itself is
nobody's: neither counts, unless everything is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from firmware_py.table import Roll, Table
from rules import Chance, Colour, Dice, Rolled, State
from rules.bots import strength_of
from rules.dice import die_faces

__all__ = [
    "OPPOSITE_SUM",
    "DieKey",
    "Pop",
    "RollMade",
    "Runs",
    "captures_of",
    "counts",
    "played_by_people",
    "pops_of",
    "rolls_of",
    "runs",
]

_DOMED = ("trouble", "headache")
"""The games whose dice are popped; those of other games are thrown."""

_DRAWN: Final = "drawn"

OPPOSITE_SUM = 7
"""Opposite faces of a six-sided die have so many pips together."""


@dataclass(frozen=True, slots=True, order=True)
class DieKey:
    """Dice that are counted together.

    Attributes:
        kind: one of `rules.dice.DICE`, such as "d6", or "red", whose faces are 1 (the dot is up) and 0.
        how: "popped" or "thrown" if a camera saw them, "typed" if people entered them by hand, "electronic",
            "imported" with a record that does not tell, or "drawn" if they are a picture of the virtual dome.
        red_faces: on how many of its six sides a red die has its dot (H-A15).
    """

    kind: str
    how: str
    red_faces: int = 1

    @property
    def faces(self) -> tuple[int, ...]:
        """What it can show.

        Raises:
            UnknownDieError: if there is no such kind.
        """
        return die_faces(self.kind)

    @property
    def weights(self) -> tuple[float, ...]:
        """How likely each face of a fair one is."""
        if self.kind == "red":
            return (1 - self.red_faces / 6, self.red_faces / 6)
        return (1 / len(self.faces),) * len(self.faces)


@dataclass(frozen=True, slots=True)
class Pop:
    """One die of one roll.

    Attributes:
        player: who rolled it.
        die: which it was.
        face: what it showed.
        follows: whether the same die was rolled just before, so that one face follows another.
    """

    player: str
    die: DieKey
    face: int
    follows: bool


@dataclass(frozen=True, slots=True)
class RollMade:
    """One roll: the state that it answered, what was awaited there, the answer, the kinds of its dice, and
    how they came (`DieKey.how`)."""

    state: State
    awaited: Chance
    answer: Rolled
    kinds: tuple[str, ...]
    how: str


@dataclass(frozen=True, slots=True)
class Runs:
    """What followed what: how often the same face, the opposite one, one of the other four."""

    same: int
    opposite: int
    other: int

    @property
    def total(self) -> int:
        """How many dice followed another."""
        return self.same + self.opposite + self.other


def played_by_people(table: Table) -> bool:
    """Whether people play the game: the computer does not act for everybody, nor sits at every colour."""
    if table.started is None or table.unattended:
        return False
    return any(strength_of(seat.player) is None for seat in table.started.seats)


def pops_of(table: Table, *, every: bool = False) -> Iterator[Pop]:
    """The dice of a game that stand, in the order rolled; those taken back are left out.

    `every` counts drawn dice too, and those of a game that the computer played by itself.
    """
    if not (every or played_by_people(table)):
        return
    before: set[DieKey] = set()
    for roll in rolls_of(table):
        source = roll.awaited.source
        dots = source.red_faces if isinstance(source, Dice) else 1
        dice = [DieKey(kind, roll.how, dots if kind == "red" else 1) for kind in roll.kinds]
        if every or roll.how != _DRAWN:
            for die, face in zip(dice, roll.answer.faces, strict=True):
                yield Pop(roll.awaited.player, die, face, die in before)
        before = set(dice)


def rolls_of(table: Table) -> Iterator[RollMade]:
    """The rolls of a game that stand, the oldest first."""
    for earlier, ply in pairwise(list(table.plies)[::-1]):
        awaited = earlier.state.awaits
        if isinstance(ply.answer, Rolled) and ply.roll is not None and isinstance(awaited, Chance):
            how = _how(ply.roll, table.game.name)
            yield RollMade(earlier.state, awaited, ply.answer, ply.roll.kinds, how)


def _how(roll: Roll, game: str) -> str:
    """How dice came, in the words of `DieKey`."""
    if roll.drawn:
        return _DRAWN
    if roll.how == "seen":
        return "popped" if game in _DOMED else "thrown"
    return "typed" if roll.how == "hand" else roll.how


def captures_of(table: Table) -> Counter[Colour]:
    """How many pieces each team has captured in what stands of a game."""
    found: Counter[Colour] = Counter()
    for ply in table.plies:
        for event in ply.events:
            if event.key == "captured" and "colour" in event.facts:
                captured = event.facts.get("captured", ())
                found[str(event.facts["colour"])] += len(captured) if isinstance(captured, tuple) else 1
    return found


def counts(pops: Iterable[Pop], die: DieKey) -> tuple[int, ...]:
    """How often each of a die's faces came, in their order."""
    found = Counter(pop.face for pop in pops if pop.die == die)
    return tuple(found[face] for face in die.faces)


def runs(pops: Iterable[Pop], die: DieKey) -> Runs:
    """What followed what on a six-sided die, whoever rolled it.

    Raises:
        ValueError: for a die without six numbered sides.
    """
    if die.kind != "d6":
        raise ValueError(f"runs are told of six-sided dice, not of {die.kind}")
    same = opposite = other = 0
    last: int | None = None
    for pop in pops:
        if pop.die != die:
            continue
        if pop.follows and last is not None:
            same += pop.face == last
            opposite += pop.face + last == OPPOSITE_SUM
            other += pop.face not in (last, OPPOSITE_SUM - last)
        last = pop.face
    return Runs(same, opposite, other)
