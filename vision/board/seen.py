"""What a look at the board yields: plain values, free of OpenCV, that the table can keep and judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from rules import Fact, Toy

How = Literal["tags", "reference", "corners", "squares"]
"""By what the board was found: its corner tags, its printed features, four corners given by hand, the squares
of a chessboard."""

EMPTY: Final = "empty"
"""The name of "no piece" among the likelihoods of a space."""

Facts = Mapping[str, Fact]
NO_FACTS: Final[Facts] = MappingProxyType({})


def toy_label(toy: Toy) -> str:
    """A counter as the name of what stands on a space: "ziggy N", or "ziggy N back" on its back.

    Whether it was zapped is left out: the token that lies on it is no part of the counter.
    """
    return f"{toy.kind} {toy.facing}{' back' if toy.flipped else ''}"


def labelled_toy(label: str) -> Toy:
    """The counter that `toy_label` named."""
    kind, facing, *back = label.split(" ")
    return Toy(kind, facing, flipped=bool(back))


@dataclass(frozen=True, slots=True)
class Height:
    """How high a top is seen to stand: mm over the board, with a standard deviation.

    All in one picture may be off by one factor, for the camera's own height is not known well. `single` is
    a lone piece's height, `step` what each captive adds, mm.
    """

    mm: float
    spread: float
    single: float
    step: float


@dataclass(frozen=True, slots=True)
class SpaceSeen:
    """One space.

    `colour` is the likeliest colour on top, on a chessboard the `toy_label`; None for an empty space.
    `likelihoods` tell how well the picture fits each colour and `EMPTY`, adding up to 1, before any history
    is weighed. `sure` is False where it cannot be told: hidden, torn, bleached; `colour` is then only the
    best guess. `height` is that of the top, None where it cannot be told.
    """

    colour: str | None
    likelihoods: Mapping[str, float]
    sure: bool
    height: Height | None = None

    @property
    def confidence(self) -> float:
        """How likely `colour` is, 0..1."""
        return self.likelihoods.get(self.colour or EMPTY, 0.0)


@dataclass(frozen=True, slots=True)
class BoardSeen:
    """One picture of the board.

    `registered` False means "I cannot see the board": `pieces` is then empty, and `reason` with `facts`
    says why. `error_px` is how far a space may lie from where it is looked for (root mean square over the
    spaces, pixels). `reason` is a key of the catalogue of sentences, `facts` what its sentence needs.
    """

    registered: bool
    how: How | None
    error_px: float
    pieces: Mapping[str, SpaceSeen]
    reason: str
    facts: Facts = field(default_factory=lambda: NO_FACTS)

    @property
    def tops(self) -> Mapping[str, str]:
        """Space -> colour on top, for the occupied spaces that are sure."""
        return {s: seen.colour for s, seen in self.pieces.items() if seen.sure and seen.colour is not None}

    @property
    def unsure(self) -> tuple[str, ...]:
        """The spaces that cannot be told, in the layout's order."""
        return tuple(s for s, seen in self.pieces.items() if not seen.sure)
