"""What stays the same from pop to pop under one dome: the lamps reflected in it, and that its die has pips.

In one picture a lamp may pass for a pip or hide one. A camera that stands still sees it at the same place
whenever the die lies elsewhere; after a few pops it is known which spots are lamps.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.dice.domes.reflections import Lamps, Levels, Mask, Reflections, Square
from vision.dice.reading import Circle, DiceReading, Point

__all__ = ["DomeMemory"]

KEPT = 24
"""So many pictures are kept."""

MOVED = 0.06
"""A dome that lies elsewhere or is larger by more than this share of its radius is not the one remembered."""

WITH_SIDES = 1.5
"""The box round a die with its sides is about so many sides of its top wide."""

PIPPED = 3
"""A die has pips once so many readings in a row were of more than one."""


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
        pipped = self._pipped
        if reading.verdict == "read" and min(reading.values) > 1:
            pipped = pipped + 1 if all(die.kind == "pips" for die in reading.dice) else 0
        if not reading.dice:
            return replace(self, _pipped=pipped)
        square = Square.of(picture, dome)
        free = np.ones(square.levels.shape[:2], np.bool_)
        for die in reading.dice:
            x, y, w, h = die.box
            free &= square.beside((x + w / 2, y + h / 2), max(w, h))
        seen = (*(self._seen if self._knows(dome) else ()), (square.levels, free))[-KEPT:]
        return DomeMemory(seen, Reflections.seen_in(seen), dome, pipped)

    def lamps(
        self, part: Levels, corner: Point, dome: Circle, middle: Point, side: float, *, cleaned: bool = False
    ) -> Lamps | None:
        """The lamps reflected over a die that lies at a place; None where they are not known.

        Of a part that was `cleaned` of them only those are told that hide what is behind them.

        `part` is the part of a picture from its pixel `corner` on; the others are pixels of the picture, too.
        Where the light or the lamps seen beside the die differ from those remembered, nothing is known.
        """
        known = self._reflections
        if known is None or not self._knows(dome):
            return None
        left, top = corner
        square = Square.of(part, Circle(dome.x - left, dome.y - top, dome.r))
        square = replace(square, first=(square.first[0] + left, square.first[1] + top))
        if not known.as_usual(square, square.beside(middle, WITH_SIDES * side)):
            return None
        return Lamps(known.hiding if cleaned else known.lit, known.known, square)

    def without_lamps(self, picture: Levels, dome: Circle, reading: DiceReading) -> Levels | None:
        """The picture without the lamps reflected over its one die; None if none are known to be."""
        known = self._reflections
        if known is None or not self._knows(dome) or picture.ndim != 3 or len(reading.dice) != 1:
            return None
        x, y, w, h = reading.dice[0].box
        middle, square = (x + w / 2, y + h / 2), Square.of(picture, dome)
        if not known.as_usual(square, square.beside(middle, max(w, h))):
            return None
        return known.taken_off(picture, square, middle, max(w, h))

    def _knows(self, dome: Circle) -> bool:
        """Whether this is the same dome at the same place: a camera that was moved sees lamps elsewhere."""
        if self._dome is None:
            return False
        apart = np.hypot(dome.x - self._dome.x, dome.y - self._dome.y) + abs(dome.r - self._dome.r)
        return bool(apart < MOVED * dome.r)
