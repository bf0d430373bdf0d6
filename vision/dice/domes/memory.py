"""What stays the same from pop to pop under one dome: the lamps reflected in it, and that its die has pips.

In one picture a lamp may pass for a pip or hide one. A camera that stands still sees it at the same place
whenever the die lies elsewhere; after a few pops it is known which spots are lamps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice.domes.reflections import Lamps, Levels, Mask, Reflections, Square
from vision.dice.reading import Circle, DiceReading, Die, Point

__all__ = ["DomeMemory"]

KEPT = 24
"""So many pictures are kept."""

MOVED = 0.06
"""A dome that lies elsewhere or is larger by more than this share of its radius is not the one remembered."""

WITH_SIDES = 1.4
"""The box round a die with its sides is about so many sides of its top wide."""

PIPPED, MOST_PIPPED = 3, 6
"""A die has pips once so many readings were of more than one. More are counted, up to the second number, and
each that could not be read counts against them: in the end the die may have been changed for another."""


@dataclass(frozen=True, slots=True, eq=False)
class DomeMemory:
    """What was the same in the last pops under a dome. Begin with `DomeMemory()` and go on with `after`."""

    _seen: tuple[tuple[Levels, Mask], ...] = ()
    _reflections: Reflections | None = None
    _dome: Circle | None = None
    _pipped: int = 0

    @property
    def has_pips(self) -> bool:
        """Whether the die is known to have pips and no numerals."""
        return self._pipped >= PIPPED

    def after(self, picture: Levels, dome: Circle, reading: DiceReading) -> DomeMemory:
        """The memory after one more pop; `dome` in pixels of the picture (H, W[, 3])."""
        pipped = self._pipped_after(reading)
        if not reading.dice or (reading.reason == "red_unclear" and not reading.beside):
            return replace(self, _pipped=pipped)
        square = Square.of(picture, dome)
        free = _free(square, reading)
        known = self._knows(dome)
        seen = (*(self._seen if known else ()), (square.levels, free))[-KEPT:]
        first = self._dome if known else dome
        return DomeMemory(seen, Reflections.seen_in(seen), first, pipped)

    def moved(self) -> DomeMemory:
        """The memory of the same dome seen from elsewhere: only that its die has pips is known."""
        return DomeMemory(_pipped=self._pipped)

    def lamps(
        self,
        part: Levels,
        corner: Point,
        dome: Circle,
        dice: Sequence[tuple[Point, float]],
        *,
        cleaned: bool = False,
    ) -> Lamps | None:
        """The lamps reflected over dice that lie somewhere; None where they are not known.

        `dice` are the middles and sides of all dice seen. Of a part that was `cleaned` of the lamps only
        those are told that hide what is behind them, and there may be one wherever nothing is known.

        `part` is the part of a picture from its pixel `corner` on; the others are pixels of the picture, too.
        Where the light or the lamps seen beside the die differ from those remembered, nothing is known.
        """
        known = self._reflections
        if known is None or not self._knows(dome):
            return None
        left, top = corner
        square = Square.of(part, Circle(dome.x - left, dome.y - top, dome.r))
        square = replace(square, first=(square.first[0] + left, square.first[1] + top))
        free = [square.beside(middle, WITH_SIDES * side) for middle, side in dice]
        if not known.as_usual(square, np.asarray(np.logical_and.reduce(free), np.bool_)):
            return None
        if cleaned:
            return Lamps(known.hiding | ~known.known, np.ones_like(known.known), square)
        return Lamps(known.lit, known.known, square)

    def without_lamps(self, picture: Levels, dome: Circle, reading: DiceReading) -> Levels | None:
        """The picture without the lamps reflected over its one die; None if none are known to be."""
        known = self._reflections
        if known is None or not self._knows(dome) or picture.ndim != 3 or len(reading.dice) != 1:
            return None
        square = Square.of(picture, dome)
        if not known.as_usual(square, _free(square, reading)):
            return None
        middle, side = _place(reading.dice[0])
        return known.taken_off(picture, square, middle, WITH_SIDES * side)

    def _pipped_after(self, reading: DiceReading) -> int:
        """How surely the die has pips after one more reading."""
        if reading.verdict != "read":
            return max(self._pipped - 1, 0) if reading.verdict == "unsure" else self._pipped
        if any(die.kind != "pips" for die in reading.dice):
            return 0
        return min(self._pipped + 1, MOST_PIPPED) if min(reading.values) > 1 else self._pipped

    def _knows(self, dome: Circle) -> bool:
        """Whether this is the same dome at the same place: a camera that was moved sees lamps elsewhere."""
        if self._dome is None:
            return False
        apart = np.hypot(dome.x - self._dome.x, dome.y - self._dome.y) + abs(dome.r - self._dome.r)
        return bool(apart < MOVED * dome.r)


def _place(die: Die) -> tuple[Point, float]:
    """The middle and the side of a die's top in pixels of the picture."""
    x, y, w, h = die.box
    edges = np.array(die.outline) - np.roll(np.array(die.outline), 1, axis=0)
    side = float(np.linalg.norm(edges, axis=1).mean()) if die.outline else float(max(w, h))
    return (x + w / 2, y + h / 2), side


def _free(square: Square, reading: DiceReading) -> Mask:
    """The pixels of a square (SIDE, SIDE) that no die of a reading hides."""
    places = [_place(die) for die in reading.dice]
    places += [((x + w / 2, y + h / 2), float(max(w, h))) for x, y, w, h in reading.beside]
    free = [square.beside(middle, WITH_SIDES * side) for middle, side in places]
    return np.asarray(np.logical_and.reduce(free), np.bool_)
