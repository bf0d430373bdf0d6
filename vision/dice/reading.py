"""What a look at the dice yields: plain values, free of OpenCV, that the table can keep and judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal

Verdict = Literal["read", "unsure", "cocked", "none"]
"""`read`: every die expected is flat and sure; `cocked`: one leans; `none`: none in sight; else `unsure`."""

DieKind = Literal["pips", "numeral"]
DiceChoice = Literal["any", "trouble", "headache"]
"""Which dice are looked for: any number, the one of Trouble, or Headache's two (one has a red dot)."""

Point = tuple[float, float]
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle in a picture: centre and radius in pixels."""

    x: float
    y: float
    r: float


NO_FACTS: Mapping[str, str | int | float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Die:
    """One die as seen.

    `value` is 1-6, or None where it could not be told; `flat` is False for a die that leans; `confidence`
    is 0..1; `box` is x, y, width, height in pixels of the picture; `outline` (corners) and `pips` (centres)
    are pixels too and serve overlays only.
    """

    value: int | None
    flat: bool
    confidence: float
    box: Box
    kind: DieKind = "pips"
    outline: tuple[Point, ...] = ()
    pips: tuple[Point, ...] = ()

    def __post_init__(self) -> None:
        if self.value is not None and not 1 <= self.value <= 6:
            raise ValueError(f"a die shows 1 to 6, not {self.value}")
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"a confidence lies between 0 and 1, not at {self.confidence}")


@dataclass(frozen=True, slots=True)
class DiceReading:
    """All dice of one picture, left to right.

    `red` tells whether the blank die of Headache shows its red dot (None: not looked for, or not sure).
    `reason` is a key of the catalogue of sentences and `facts` are what its sentence needs. `beside` are the
    boxes of other dice that were seen: Headache's blank one is not among `dice`.
    """

    verdict: Verdict
    dice: tuple[Die, ...]
    red: bool | None
    reason: str
    facts: Mapping[str, str | int | float] = field(default_factory=lambda: NO_FACTS)
    beside: tuple[Box, ...] = ()

    @property
    def values(self) -> tuple[int, ...]:
        """The values told, left to right; dice without one are left out."""
        return tuple(die.value for die in self.dice if die.value is not None)

    def unsure(self, reason: str, facts: Mapping[str, str | int | float] = NO_FACTS) -> DiceReading:
        """The same dice, but not told, for another reason."""
        return replace(self, verdict="unsure", reason=reason, facts=facts)
