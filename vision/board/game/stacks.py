"""Stacks whose height contradicts what the game knows of them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from typing import Final

from vision.board.game.moves import Stacks
from vision.board.seen import BoardSeen

LEAST: Final = 4
"""So many heights must be told for the factor by which all of them may be off to be known."""

PLAINLY: Final = 3.0
NEARLY: Final = 0.4
"""A height contradicts if it is off by so many standard deviations, and by a whole number of cones but for
this."""


def unlike_heights(stacks: Stacks, seen: BoardSeen) -> Mapping[str, int]:
    """Space -> how many cones seem to stand there, where that is not as many as in `stacks`.

    The history is believed where heights cannot be told, and unless most of them agree with it.
    """
    told = {
        space: (one.height, one.height.single + (len(stacks[space]) - 1) * one.height.step)
        for space, one in seen.pieces.items()
        if one.sure and one.height is not None and stacks.get(space, ())[-1:] == (one.colour,)
    }
    if len(told) < LEAST:
        return {}
    factor = median(height.mm / expected for height, expected in told.values())
    unlike: dict[str, int] = {}
    for space, (height, expected) in told.items():
        more = (height.mm / factor - expected) / height.step
        off, whole = abs(more) * height.step / height.spread, round(more)
        if whole and off >= PLAINLY and abs(more - whole) <= NEARLY and len(stacks[space]) + whole >= 1:
            unlike[space] = len(stacks[space]) + whole
    return unlike if 2 * len(unlike) < len(told) else {}
