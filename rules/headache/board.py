"""The board of Headache: 48 spaces on two tracks that meet at eight cross-overs.

Spaces are numbered once, in the order of `SPACES`, and the engine works with these numbers. All that the
rules need to know of the board is drawn from `CROSS_OVERS` and `TRACKS`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from rules.core import Colour, Move, Space

__all__ = [
    "COLOURS",
    "CROSS",
    "CROSS_OVERS",
    "INDEX",
    "MEN",
    "PIPS",
    "REACH",
    "SPACES",
    "STARTS",
    "TRACKS",
    "destinations",
    "turned_back",
    "walk",
]

COLOURS: Final[tuple[Colour, ...]] = ("yellow", "blue", "red", "green")
"""The usual order clockwise: the rulebook's diagram has yellow and, next to it, blue; the rest is free."""

MEN: Final = 4
"""Men of each colour (H-1)."""

CROSS_OVERS: Final = 8
"""Cross-over spaces X0 to X7, clockwise. Each is one space that belongs to both tracks."""

TRACKS: Final = {"O": 3, "I": 2}
"""The tracks, and how many spaces each has between one cross-over and the next."""

PIPS: Final = range(1, 7)


def _edges() -> Iterable[list[Space]]:
    """The way along each track from every cross-over to the next, both ends included."""
    for k in range(CROSS_OVERS):
        for track, length in TRACKS.items():
            between = [f"{track}{k}.{n}" for n in range(1, length + 1)]
            yield [f"X{k}", *between, f"X{(k + 1) % CROSS_OVERS}"]


SPACES: Final[tuple[Space, ...]] = tuple(sorted({space for edge in _edges() for space in edge}))
INDEX: Final[dict[Space, int]] = {space: number for number, space in enumerate(SPACES)}

CROSS: Final[frozenset[int]] = frozenset(INDEX[space] for space in SPACES if space.startswith("X"))
"""The numbers of the cross-overs: the safety spaces of H-14."""

STARTS: Final[tuple[int, ...]] = tuple(INDEX[f"X{2 * seat}"] for seat in range(CROSS_OVERS // 2))
"""The START of each seat of the board, clockwise."""

_AHEAD: dict[int, set[int]] = {number: set() for number in INDEX.values()}
_BEHIND: dict[int, set[int]] = {number: set() for number in INDEX.values()}
for _edge in _edges():
    for _here, _next in pairwise(_edge):
        _AHEAD[INDEX[_here]].add(INDEX[_next])
        _BEHIND[INDEX[_next]].add(INDEX[_here])


def walk(origin: int, steps: int, *, clockwise: bool) -> frozenset[int]:
    """Where a walk of so many steps in one direction can end (H-7, H-8)."""
    neighbours = _AHEAD if clockwise else _BEHIND
    ends = {origin}
    for _ in range(steps):
        ends = {near for end in ends for near in neighbours[end]}
    return frozenset(ends)


def turned_back(origin: int, steps: int) -> frozenset[int]:
    """Where a walk of so many steps can end that turns back once on the way, which H-7 forbids."""
    return frozenset(
        end
        for first in range(1, steps)
        for clockwise in (True, False)
        for turn in walk(origin, first, clockwise=clockwise)
        for end in walk(turn, steps - first, clockwise=not clockwise)
    )


def destinations(origin: int, steps: int, *, stack: bool) -> frozenset[int]:
    """Where a single man (H-5) or a stack (H-6) is taken by a pop, whoever stands there."""
    ahead = walk(origin, steps, clockwise=True)
    return ahead | walk(origin, steps, clockwise=False) if stack else ahead


REACH: Final[dict[bool, dict[int, tuple[tuple[tuple[int, Move], ...], ...]]]] = {
    stack: {
        steps: tuple(
            tuple(
                (target, Move(SPACES[origin], SPACES[target]))
                for target in sorted(destinations(origin, steps, stack=stack))
            )
            for origin in range(len(SPACES))
        )
        for steps in PIPS
    }
    for stack in (False, True)
}
"""`REACH[stack][pop][origin]`: the destinations, each with its move, computed once."""
