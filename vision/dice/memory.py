"""What stays the same from pop to pop under one dome: the lamps reflected in it, and that its die has pips.

In one picture a lamp may pass for a pip or hide one. A camera that stands still sees it at the same place
whenever the die lies elsewhere; after a few pops it is known which spots are lamps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import cut_square, shrunk
from vision.dice.reading import Circle, DiceReading, Point

__all__ = ["DomeMemory", "Lamps", "ambiguous"]

Levels = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Places = NDArray[np.floating]

SIDE = 160
"""Pixels across the square round a dome in which its pictures are kept."""

KEPT, ENOUGH = 8, 3
"""So many pictures are kept; a place is known once so many of them show it without a die."""

MOVED = 0.06
"""A dome that lies elsewhere or is larger by more than this share of its radius is not the one remembered."""

ROUND_DIE, WITH_SIDES = 0.9, 1.4
"""A die and its shadow hide what lies nearer to its middle than so many sides of its box; the box of one with
its sides is about so many sides of its top wide."""

INSIDE = 0.9
"""The share of the dome's radius within which lamps are looked for: its rim glitters."""

ABOVE = 50.0
"""A reflection is brighter than the plate by so many levels in the darkest colour: lamps are white."""

ADDED = 0.3
"""It may hide a pip or pass for one if it adds so much of the most light that a picture can show."""

BRIGHT_PLATE = 200.0
"""On a plate as bright as this a reflection cannot be told from it."""

OTHER_LIGHT = 6.0
"""Where all is brighter or darker by so many levels the light is not the one that is remembered."""

NEW, STRAYED = 12, 2
"""So many bright pixels farther than this (px of the square) from all known lamps are another lamp."""

BLEACHED = 245.0
"""More than a level like this cannot be seen: a lamp there may add any light."""

GAMMA = 2.2
"""The power of a pixel's share of 255 that is the light it stands for, about."""

PIP, COVERED = 0.1, 0.2
"""A pip's radius in sides of its face; if a lamp covers such a share of it, it may be hidden or made up."""

SPREAD = 0.25
"""How far pips lie from the middle of a face, across and down, in its sides."""

PIPPED = 3
"""A die has pips once so many readings in a row were of more than one."""

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
"""Which of the nine places of a face have pips, for each value and each way in which the die may lie."""


@dataclass(frozen=True, slots=True, eq=False)
class Lamps:
    """Where lamps are reflected in a dome, and where that is known: (SIDE, SIDE) of the square round it.

    `corner`: the picture's place (px) of the square's first pixel; `scale`: its pixels to one of the picture.
    """

    lit: Mask
    known: Mask
    corner: Point
    scale: float

    def mislead(self, value: int, middle: Point, side: float, turn: float) -> bool | None:
        """Whether lamps may make `value` of another one on a face; None where too little is known there.

        `middle` and `side` are pixels of the picture, `turn` degrees as a `Spot` has it.
        """
        cosine, sine = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        sites = _SITES @ np.array([[cosine, sine], [-sine, cosine]]) * side + middle
        columns, rows = _places(self.corner, self.scale)
        covered = set()
        for site, (x, y) in enumerate(sites):
            there = np.hypot(columns - x, rows - y) < PIP * side
            if not there.any() or not self.known[there].all():
                return None
            if self.lit[there].mean() > COVERED:
                covered.add(site)
        return ambiguous(value, covered)


def ambiguous(value: int, covered: set[int]) -> bool:
    """Whether a face that shows `value` may be another where some of its nine places are covered.

    They are numbered: the middle, one diagonal, the other, the two beside the middle, those above and below.
    """
    others = [pattern for other in _PATTERNS if other != value for pattern in _PATTERNS[other]]
    return any(own ^ pattern <= covered for own in _PATTERNS[value] for pattern in others)


@dataclass(frozen=True, slots=True, eq=False)
class _Usual:
    """What a dome shows where no die lies, in the darkest colours (SIDE, SIDE), and where that is known.

    `plate` is its usual level; `lit` is where a reflection may hide a pip or pass for one.
    """

    levels: Levels
    known: Mask
    plate: float
    lit: Mask

    @staticmethod
    def of(squares: Sequence[tuple[Levels, Mask]]) -> _Usual | None:
        """What is usual in some pictures with the places where no die lies in them; None if too few tell."""
        free = np.array([free for _, free in squares])
        often = np.count_nonzero(free, axis=0)
        known = (often >= ENOUGH) & _disc(INSIDE)
        if not known.any():
            return None
        # What a die hides is put last, so that the middle one is that of the others.
        ordered = np.sort(np.where(free, [square for square, _ in squares], np.uint8(255)), axis=0)
        levels = np.take_along_axis(ordered, np.maximum(often - 1, 0)[None] // 2, axis=0)[0]
        plate = float(np.median(levels[known]))
        if plate > BRIGHT_PLATE:
            return None
        added = (levels / 255.0) ** GAMMA - (plate / 255) ** GAMMA
        return _Usual(levels, known, plate, known & ((added > ADDED) | (levels > BLEACHED)))

    def seen_in(self, square: Levels, beside: Mask) -> bool:
        """Whether light and lamps beside the die are the usual ones in a picture (SIDE, SIDE)."""
        beside = beside & self.known
        differ = np.abs(square[beside].astype(np.int16) - self.levels[beside])
        if not differ.size or float(np.median(differ)) > OTHER_LIGHT:
            return False
        shines = (self.levels > self.plate + ABOVE).astype(np.uint8)
        near = cv2.dilate(shines, np.ones((2 * STRAYED + 1,) * 2, np.uint8)) > 0
        return int(np.count_nonzero(beside & ~near & (square > self.plate + ABOVE))) < NEW


@dataclass(frozen=True, slots=True, eq=False)
class DomeMemory:
    """What was the same in the last pops under a dome. Begin with `DomeMemory()` and go on with `after`."""

    _squares: tuple[tuple[Levels, Mask], ...] = ()
    _usual: _Usual | None = None
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
        square, scale, corner = _square(picture, dome)
        free = np.ones((SIDE, SIDE), np.bool_)
        for die in reading.dice:
            x, y, w, h = die.box
            free &= _away((x + w / 2, y + h / 2), max(w, h), corner, scale)
        squares = (*(self._squares if self._knows(dome) else ()), (square, free))[-KEPT:]
        return DomeMemory(squares, _Usual.of(squares), dome, pipped)

    def lamps(self, part: Levels, corner: Point, dome: Circle, middle: Point, side: float) -> Lamps | None:
        """The lamps reflected over a die that lies at a place; None where they are not known.

        `part` is the part of a picture from its pixel `corner` on; the others are pixels of the picture, too.
        Where the light or the lamps seen beside the die differ from those remembered, nothing is known.
        """
        if self._usual is None or not self._knows(dome):
            return None
        left, top = corner
        square, scale, (x, y) = _square(part, Circle(dome.x - left, dome.y - top, dome.r))
        first = x + left, y + top
        if not self._usual.seen_in(square, _away(middle, WITH_SIDES * side, first, scale)):
            return None
        return Lamps(self._usual.lit, self._usual.known, first, scale)

    def _knows(self, dome: Circle) -> bool:
        """Whether this is the same dome at the same place: a camera that was moved sees lamps elsewhere."""
        if self._dome is None:
            return False
        apart = np.hypot(dome.x - self._dome.x, dome.y - self._dome.y) + abs(dome.r - self._dome.r)
        return bool(apart < MOVED * dome.r)


def _square(picture: Levels, dome: Circle) -> tuple[Levels, float, Point]:
    """The darkest colours of the square round a dome, its pixels to one of the picture, and its corner."""
    side = 2 * max(round(dome.r), 1)
    part, corner = cut_square(picture, (dome.x, dome.y), side)
    small = shrunk(part, SIDE, SIDE)
    darkest = small if small.ndim == 2 else small.min(axis=2)
    return darkest, SIDE / side, corner


def _places(corner: Point, scale: float) -> tuple[Places, Places]:
    """Where the columns (1, SIDE) and rows (SIDE, 1) of a square lie in its picture, px."""
    along = (np.arange(SIDE) + 0.5) / scale - 0.5
    return (along + corner[0])[None, :], (along + corner[1])[:, None]


def _away(middle: Point, side: float, corner: Point, scale: float) -> Mask:
    """The pixels of a square that a die with this middle and side (px of the picture) does not hide."""
    columns, rows = _places(corner, scale)
    return np.asarray(np.hypot(columns - middle[0], rows - middle[1]) > ROUND_DIE * side, np.bool_)


@lru_cache(maxsize=1)
def _disc(share: float) -> Mask:
    """The pixels of the square within a share of the dome's radius."""
    along = np.arange(SIDE) - (SIDE - 1) / 2
    return np.asarray(np.hypot(along[None, :], along[:, None]) < share * SIDE / 2, np.bool_)
