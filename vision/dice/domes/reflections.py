"""The lamps and windows that are reflected in a dome: where they are, and a picture without them.

What is reflected adds its light to that of the plate and of the dice. Where no die lies it is known how much
that is, and so it can be taken off a die as well; what is bleached is painted over and counts as hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import cut_square, shrunk
from vision.dice.domes.light import GAMMA, light_of
from vision.dice.domes.sites import PIP, ambiguous, sites
from vision.dice.reading import Circle, Point

__all__ = ["Lamps", "Reflections", "Square"]

Levels = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]

SIDE = 208
"""Pixels across the square round a dome in which its pictures are kept."""

ENOUGH = 3
"""A place is known once so many pictures show it without a die."""

ROUND_DIE = 0.75
"""A die and its shadow hide what is nearer to its middle than this, in sides of the box round it."""

INSIDE = 0.9
"""The share of the dome's radius within which lamps are looked for: its rim glitters."""

ABOVE = 25.0
"""A reflection is brighter than the plate by so many levels in the darkest colour: lamps are white."""

SHINES = 50.0
"""Another lamp is brighter by so many."""

ADDED = 0.3
"""A reflection may hide a pip or pass for one if it adds so much of the most light that can be shown."""

BLEACHED = 240.0
"""Where the darkest colour reaches this level it cannot be known how much light a lamp adds."""

BRIGHT_PLATE = 200.0
"""On a plate as bright as this a reflection cannot be told from it."""

OTHER_LIGHT = 6.0
"""Where all is brighter or darker by so many levels the light is not the one that is remembered."""

NEW, STRAYED = 20, 2
"""So many bright pixels farther than this (px of the square) from all known lamps are another lamp."""

GRAIN = 5
"""Pictures of other pops are compared by the means of so many pixels each way."""

COVERED = 0.2
"""Where a lamp covers such a share of a pip's place, a pip there may be hidden or made up."""

ON_DIE, FOLLOWS = 0.9, 0.5
"""A reflection lies over a die, not on the plate below it, if the first share of its bleached part is bright
there, and if the die brightens with the rest of it by the second share of what the plate does."""

LITTLE = 1e-4
"""That is not asked of a reflection whose light, squared, differs by less than this from that round it."""

EDGE = 2
"""So many pixels round what is bleached are painted over, too: a lens spreads light."""


@dataclass(frozen=True, slots=True, eq=False)
class Square:
    """The square round a dome, cut out of a picture: `levels` (SIDE, SIDE, 3), and where it lies.

    `first` is the place of its first pixel's corner in the picture, `scale` its pixels to one of the picture.
    """

    levels: Levels
    first: Point
    scale: float

    @staticmethod
    def of(picture: Levels, dome: Circle) -> Square:
        """The square round a dome of a picture (H, W[, 3])."""
        side = 2 * max(round(dome.r), 1)
        part, first = cut_square(picture, (dome.x, dome.y), side)
        small = shrunk(part, SIDE, SIDE)
        return Square(small if small.ndim == 3 else np.dstack([small] * 3), first, SIDE / side)

    @property
    def darkest(self) -> Levels:
        """The darkest colour of each pixel (SIDE, SIDE)."""
        return np.asarray(self.levels.min(axis=2))

    def away(self, place: Point) -> NDArray[np.float64]:
        """How far each pixel is from a place of the picture, in pixels of that."""
        along = (np.arange(SIDE) + 0.5) / self.scale - 0.5
        across, down = along + self.first[0] - place[0], along + self.first[1] - place[1]
        return np.asarray(np.hypot(across[None, :], down[:, None]))

    def beside(self, middle: Point, width: float) -> Mask:
        """The pixels that a die with this middle, and a box of this width round it, does not hide."""
        return np.asarray(self.away(middle) > ROUND_DIE * width, np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class Lamps:
    """Where reflections may hide a pip or pass for one, in a square, and where that is known."""

    lit: Mask
    known: Mask
    square: Square

    def mislead(self, value: int, middle: Point, side: float, turn: float) -> bool | None:
        """Whether they may make `value` of another one on a face; None where too little is known there.

        `middle` and `side` are pixels of the picture, `turn` degrees as a `Spot` has it.
        """
        covered = set()
        for number, (x, y) in enumerate(sites(middle, side, turn)):
            there = self.square.away((float(x), float(y))) < PIP * side
            if not there.any() or not self.known[there].all():
                return None
            if self.lit[there].mean() > COVERED:
                covered.add(number)
        return ambiguous(value, covered)


@dataclass(frozen=True, slots=True, eq=False)
class Reflections:
    """What is reflected in a dome, as several pictures show together: (SIDE, SIDE) of the square round it.

    `levels` is what it shows where no die lies, `known` where that is known; `plate` (3,) its usual colour.
    """

    levels: Levels
    known: Mask
    plate: Floats

    @staticmethod
    def seen_in(seen: Sequence[tuple[Levels, Mask]]) -> Reflections | None:
        """Those of some squares, each with the pixels that no die hides; None if they tell too little."""
        free = np.array([free for _, free in seen])
        often = np.count_nonzero(free, axis=0)
        known = (often >= ENOUGH) & _disc()
        if not known.any():
            return None
        # What a die hides is put last, so that the middle one is that of the others.
        ordered = np.sort(np.where(free[..., None], [levels for levels, _ in seen], np.uint8(255)), axis=0)
        middle = (np.maximum(often - 1, 0) // 2)[None, :, :, None]
        levels = np.take_along_axis(ordered, middle, axis=0)[0]
        plate = np.median(levels[known], axis=0).astype(np.float32)
        return Reflections(levels, known, plate) if plate.min() <= BRIGHT_PLATE else None

    @property
    def bleached(self) -> Mask:
        """Where no light is known of."""
        return np.asarray(self.known & (self.levels.min(axis=2) > BLEACHED), np.bool_)

    @property
    def hiding(self) -> Mask:
        """Where a pip may be hidden even if the lamps are taken off."""
        return _wider(self.bleached, EDGE)

    @property
    def lit(self) -> Mask:
        """Where a pip may be hidden, or made up."""
        return np.asarray((self._added().min(axis=2) > ADDED) | self.bleached, np.bool_)

    def as_usual(self, square: Square, beside: Mask) -> bool:
        """Whether light and lamps beside a die are in a picture what they were in the others."""
        beside = beside & self.known
        darkest, usual = (_smooth(levels).min(axis=2) for levels in (square.levels, self.levels))
        differ = np.abs(darkest[beside].astype(np.int16) - usual[beside])
        if not differ.size or float(np.median(differ)) > OTHER_LIGHT:
            return False
        bright = float(self.plate.min()) + SHINES
        near = _wider((usual > bright), STRAYED)
        return int(np.count_nonzero(beside & ~near & (darkest > bright))) < NEW

    def taken_off(self, picture: Levels, square: Square, middle: Point, side: float) -> Levels | None:
        """The picture (H, W, 3) without what is reflected over a die; None if nothing is.

        `middle` and `side` of the die are pixels of the picture.
        """
        added, die = self._added(), square.away(middle) < ROUND_DIE * side
        if not (die & (added.max(axis=2) > 0)).any() or not self._lies_over(square, added, die):
            return None
        width = round(SIDE / square.scale)
        left, top = (round(first) for first in square.first)
        x, y = max(left, 0), max(top, 0)
        part = np.s_[y : top + width, x : left + width]
        window = np.s_[
            y - top : y - top + picture[part].shape[0], x - left : x - left + picture[part].shape[1]
        ]
        light = light_of(picture[part]) - cv2.resize(added, (width, width))[window]
        clean = np.asarray(255 * np.maximum(light, 0) ** (1 / GAMMA), np.uint8)
        bleached = cv2.resize(self.hiding.astype(np.uint8), (width, width))[window]
        out = picture.copy()
        out[part] = cv2.inpaint(clean, bleached, EDGE, cv2.INPAINT_TELEA)
        return out

    def _added(self) -> Floats:
        """The light that reflections add, (SIDE, SIDE, 3), as a share of the most that a picture can show."""
        shines = self.known & (self.levels.min(axis=2) > self.plate.min() + ABOVE)
        added = np.maximum(light_of(self.levels) - (self.plate / 255) ** GAMMA, 0)
        return np.asarray(
            np.where(_wider(shines, EDGE)[..., None] & self.known[..., None], added, 0), np.float32
        )

    def _lies_over(self, square: Square, added: Floats, die: Mask) -> bool:
        """Whether what is reflected is seen over a die, and not hidden by it as the plate is."""
        bleached, darkest = self.bleached & die, square.darkest
        if bleached.any() and (darkest[bleached] > BLEACHED - ABOVE).mean() < ON_DIE:
            return False
        weak = die & self.known & ~self.hiding & (darkest < BLEACHED)
        if not weak.any():
            return bool(bleached.any())
        light, more = (self._above(layer) for layer in (light_of(darkest), added.min(axis=2)))
        spread = float((more[weak] ** 2).sum())
        if spread < LITTLE * np.count_nonzero(weak):
            return True
        return float((light * more)[weak].sum()) > FOLLOWS * spread

    def _above(self, light: Floats) -> Floats:
        """By how much light is more than that round it, as far as what is reflected there is known."""
        sizes, known = (SIDE // 16 | 1,) * 2, self.known.astype(np.float32)
        around = cv2.blur(light * known, sizes) / np.maximum(cv2.blur(known, sizes), LITTLE)
        return np.asarray(light - around, np.float32)


def _smooth(levels: Levels) -> Levels:
    """Levels without their grain, which is another one in each picture and would look like new lamps."""
    return np.asarray(cv2.blur(levels, (GRAIN, GRAIN)), np.uint8)


def _wider(mask: Mask, by: int) -> Mask:
    """A mask with so many pixels more on each side."""
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((2 * by + 1,) * 2, np.uint8)) > 0, np.bool_)


@lru_cache(maxsize=1)
def _disc() -> Mask:
    """The pixels of the square that are well inside the dome."""
    along = np.arange(SIDE) - (SIDE - 1) / 2
    return np.asarray(np.hypot(along[None, :], along[:, None]) < INSIDE * SIDE / 2, np.bool_)
