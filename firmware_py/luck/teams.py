"""Luck so far: what the dice gave each team of a game, beside what chance would give.

Pips and sixes are those of six-sided dice. A capture is luck when a pop allows one: for every pop the chance
that some legal move would capture is added up, and compared with the pops that did allow one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from firmware_py.luck.pops import captures_of, rolls_of
from firmware_py.table import Table
from rules import Chance, Choice, Colour, Rolled, State

__all__ = ["TeamLuck", "team_luck"]


@dataclass(frozen=True, slots=True)
class TeamLuck:
    """What a team's pops gave.

    Attributes:
        pops: how many there were.
        pips: the sum of the faces; `fair_pips` is what chance gives on average.
        sixes: how many sixes; `fair_sixes` on average.
        chances: how many pops allowed a capture; `fair_chances` on average, where the pieces stood.
        captures: how many pieces were captured.
    """

    pops: int = 0
    pips: int = 0
    fair_pips: float = 0.0
    sixes: int = 0
    fair_sixes: float = 0.0
    chances: int = 0
    fair_chances: float = 0.0
    captures: int = 0

    def __add__(self, other: TeamLuck) -> TeamLuck:
        return TeamLuck(
            pops=self.pops + other.pops,
            pips=self.pips + other.pips,
            fair_pips=self.fair_pips + other.fair_pips,
            sixes=self.sixes + other.sixes,
            fair_sixes=self.fair_sixes + other.fair_sixes,
            chances=self.chances + other.chances,
            fair_chances=self.fair_chances + other.fair_chances,
            captures=self.captures + other.captures,
        )


def team_luck(table: Table) -> dict[Colour, TeamLuck]:
    """Every team's luck in what stands of the game: what was taken back does not count."""
    if table.started is None:
        return {}
    captured = captures_of(table)
    found = {seat.colour: TeamLuck(captures=captured.get(seat.colour, 0)) for seat in table.state.seats}
    for roll in rolls_of(table):
        found[roll.awaited.colour] += _pop(roll.state, roll.answer, roll.kinds)
    return found


def _pop(state: State, rolled: Rolled, kinds: tuple[str, ...]) -> TeamLuck:
    faces = [face for face, kind in zip(rolled.faces, kinds, strict=True) if kind == "d6"]
    return TeamLuck(
        pops=1,
        pips=sum(faces),
        fair_pips=3.5 * len(faces),
        sixes=faces.count(6),
        fair_sixes=len(faces) / 6,
        chances=int(_allows_capture(state.after(rolled)[0])),
        fair_chances=_fair_chances(_Key(state)),
    )


@dataclass(frozen=True, slots=True)
class _Key:
    """A state to remember by: states are hashable, though their protocol does not say so."""

    state: State


@lru_cache(maxsize=4096)
def _fair_chances(of: _Key) -> float:
    """The chance that the pop which is awaited allows a capture."""
    state, awaits = of.state, of.state.awaits
    assert isinstance(awaits, Chance), "a pop is awaited"
    total = sum(weight for _, weight in awaits.outcomes)
    allowing = sum(weight for answer, weight in awaits.outcomes if _allows_capture(state.after(answer)[0]))
    return allowing / total


def _allows_capture(state: State) -> bool:
    awaits = state.awaits
    if not isinstance(awaits, Choice):
        return False
    return any(event.key == "captured" for option in awaits.options for event in state.after(option)[1])
