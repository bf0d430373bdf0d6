"""The nine places of a face where pips may be, and what it may show where a lamp covers some of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.dice.reading import Point

__all__ = ["PIP", "ambiguous", "on_face", "sites"]

PIP = 0.1
"""A pip's radius in sides of its face."""

SPREAD = 0.25
"""How far pips lie from the middle of a face, across and down, in its sides."""

_CENTRE, _CORNERS, _ACROSS, _DOWN = 0, (1, 2, 3, 4), (5, 6), (7, 8)
_SITES = np.array([(0, 0), (-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0), (0, -1), (0, 1)]) * SPREAD
_DIAGONALS = (frozenset(_CORNERS[:2]), frozenset(_CORNERS[2:]))
_PATTERNS: dict[int, tuple[frozenset[int], ...]] = {
    1: (frozenset({_CENTRE}),),
    2: _DIAGONALS,
    3: tuple(two | {_CENTRE} for two in _DIAGONALS),
    4: (frozenset(_CORNERS),),
    5: (frozenset({_CENTRE, *_CORNERS}),),
    6: (frozenset({*_CORNERS, *_ACROSS}), frozenset({*_CORNERS, *_DOWN})),
}
"""Which of the nine places have pips, for each value and each way in which the die may lie."""


def sites(middle: Point, side: float, turn: float) -> NDArray[np.float64]:
    """The nine places (9, 2) of a face with this middle and side (px), its `turn` (degrees) that of a `Spot`.

    First comes the middle, then one diagonal, the other, the two beside the middle, those above and below.
    """
    return on_face(_SITES, middle, side, turn)


def on_face(places: NDArray[np.float64], middle: Point, side: float, turn: float) -> NDArray[np.float64]:
    """Where places (n, 2) of a face lie, px: given across and down from its middle, in sides of it."""
    cosine, sine = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return np.asarray(places @ np.array([[cosine, sine], [-sine, cosine]]) * side + middle)


def ambiguous(value: int, covered: set[int]) -> bool:
    """Whether a face that shows `value` may be another where these of its nine `sites` are covered."""
    others = [pattern for other in _PATTERNS if other != value for pattern in _PATTERNS[other]]
    return any(own ^ pattern <= covered for own in _PATTERNS[value] for pattern in others)
