"""Whether the middle of a face is what its other pips would have it: one like them, or bare.

A lamp reflected in the dome adds light to a die. On the middle of a face it may hide the pip of a three or a
five, or pass for one on a two or a four. But the pips of a die are alike: their light differs from that of
the face round them by the same everywhere, for what a lamp adds to both makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.domes.light import light_of
from vision.dice.domes.sites import on_face
from vision.dice.reading import Point

__all__ = ["middle_misleads"]

Floats = NDArray[np.float32]

SIDE, HALF, REACH = 33, 20, 6
"""A face is looked at with so many pixels a side, so many each way from its middle; a place of it with so
many each way."""

SPREAD, ASIDE = 0.25, 2
"""A pip lies so many sides from the middle, across and down, or by so many pixels beside that."""

BLUR = 0.6
"""Pixels by which noise is smoothed."""

UNLIKE = 0.3
"""A light mark in the middle is no pip if it differs from every other one by such a share of that one."""

LIGHT = 0.5
"""A dark pip in the middle is at its darkest no lighter than this, from a pip (0) to the bare face (1)."""

BARE, MARKED, ROUND = 0.05, 0.5, 0.04
"""A bare middle differs from what is round it by less than the first share of what a pip does. The edge of a
lamp may run through it: then by less than the second, and by less than the third round about."""

STEP, STEADY = 0.3, (0.6, 0.7)
"""Or what is within the edge that a pip would have differs from what is beyond it by less than the first
number's share of what it does at a pip, in such shares of all directions, in its middle and near its edge:
the edge of a lamp crosses it in a few."""

SEEN = 0.15
"""A pip could be seen in the middle if it would change what is shown there by this share of what it does
elsewhere."""

BLEACHED, ABOVE, LIGHTEST = float(light_of(np.array(250))), 0.05, 95
"""Nothing could be seen where the darkest colour has the first light, being above the other places' by the
second: there is a lamp, and nobody knows how much light it adds. So many per cent of a place are darker."""

_ACROSS, _DOWN = np.meshgrid(np.arange(-REACH, REACH + 1), np.arange(-REACH, REACH + 1))
_AWAY = np.hypot(_ACROSS, _DOWN) / SIDE
_MARK, _ROUND, _CORE, _NEAR = _AWAY <= 0.15, (_AWAY >= 0.135) & (_AWAY <= 0.19), _AWAY <= 0.08, _AWAY <= 0.1
_RINGS = tuple(
    (_AWAY[_MARK] > least) & (_AWAY[_MARK] <= most) for least, most in ((-1, 0.05), (0.05, 0.1), (0.1, 1))
)
_AROUND = np.arange(24) * np.pi / 12


def _ring(away: float) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The rows and columns of a place's pixels so many sides from its middle, one in each direction."""
    down, across = REACH + away * SIDE * np.sin(_AROUND), REACH + away * SIDE * np.cos(_AROUND)
    return np.rint(down).astype(np.intp), np.rint(across).astype(np.intp)


_INSIDE = (_ring(0.03), _ring(0.06)), (_ring(0.08), _ring(0.1))
_BEYOND = _ring(0.15), _ring(0.18)
_DIAGONALS = (((-1, -1), (1, 1)), ((1, -1), (-1, 1)))


@dataclass(frozen=True, slots=True, eq=False)
class _Mark:
    """What is at a place of a face, as light.

    `light` (n, n, C) there; `face` (C,) round it; `more` (m, C): by how much the place differs from that.
    """

    light: Floats
    face: Floats
    more: Floats

    @staticmethod
    def at(upright: Floats, column: int, row: int) -> _Mark:
        """What is at a place of an upright face."""
        light = upright[row - REACH : row + REACH + 1, column - REACH : column + REACH + 1]
        face = np.median(light[_ROUND], axis=0)
        return _Mark(light, face, light[_MARK] - face)

    @property
    def strength(self) -> float:
        """How much the place differs from what is round it."""
        return float((self.more**2).sum()) + 1e-9

    @property
    def roundness(self) -> float:
        """How much of that is the same all round its middle."""
        means = (np.count_nonzero(ring) * self.more[ring].mean(axis=0) ** 2 for ring in _RINGS)
        return float(np.sum(list(means))) + 1e-9

    @property
    def steps(self) -> Floats:
        """By how much the light within a pip's edge differs from that beyond it, (2, directions, C): first in
        the middle of the pip, then near its edge."""
        beyond = self._on(_BEYOND)
        return np.asarray([self._on(rings) - beyond for rings in _INSIDE], np.float32)

    def _on(self, rings: Sequence[tuple[NDArray[np.intp], NDArray[np.intp]]]) -> Floats:
        """The mean light (directions, C) on some rings round the middle of the place."""
        return np.asarray(np.mean([self.light[ring] for ring in rings], axis=0), np.float32)

    @property
    def core(self) -> Floats:
        """The light (C,) in the very middle of the place."""
        return np.asarray(self.light[_CORE].mean(axis=0), np.float32)


def middle_misleads(levels: Floats, middle: Point, side: float, turn: float, value: int) -> bool:
    """Whether a face that shows 2, 3, 4 or 5 may be another for what is on its middle.

    `levels` (H, W, C) are those of a picture of it, where it has this middle and side (px), `turn` (degrees)
    that of a `Spot`.
    """
    upright = _upright(levels, middle, side, turn)
    strong = _strength(upright)
    pairs = [[_pip(upright, strong, *place) for place in diagonal] for diagonal in _DIAGONALS]
    corners = pairs[0] + pairs[1]
    both = max(pairs, key=lambda pair: min(mark.strength for mark in pair))
    pips = both if value in (2, 3) else corners
    if value in (2, 4):
        return not _is_bare(_Mark.at(upright, HALF, HALF), pips)
    return not _is_like_one(_pip(upright, strong, 0, 0), corners) and not _is_as_dark(upright, pips)


def _upright(levels: Floats, middle: Point, side: float, turn: float) -> Floats:
    """The light of a face that lies in a picture, upright (n, n, C), its middle in the middle."""
    along = np.arange(-HALF, HALF + 1) / SIDE
    across, down = np.meshgrid(along, along)
    places = on_face(np.column_stack([across.ravel(), down.ravel()]), middle, side, turn)
    x, y = places.astype(np.float32).T.reshape(2, *across.shape)
    light = cv2.GaussianBlur(light_of(levels), (0, 0), BLUR)
    upright = cv2.remap(light, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(upright.reshape(*across.shape, -1), np.float32)


def _strength(upright: Floats) -> Floats:
    """How much each pixel of an upright face and those next to it differ from what is round them."""
    core, around = (mask.astype(np.float32) / np.count_nonzero(mask) for mask in (_CORE, _ROUND))
    more = cv2.filter2D(upright, -1, core - around).reshape(upright.shape)
    return np.asarray(np.linalg.norm(more, axis=2), np.float32)


def _pip(upright: Floats, strong: Floats, across: int, down: int) -> _Mark:
    """The mark that stands out most where a pip may be: so many spreads across and down from the middle."""
    column, row = (HALF + round(way * SPREAD * SIDE) - ASIDE for way in (across, down))
    near = strong[row : row + 2 * ASIDE + 1, column : column + 2 * ASIDE + 1]
    down_by, across_by = divmod(int(near.argmax()), near.shape[1])
    return _Mark.at(upright, column + across_by, row + down_by)


def _usual(pips: Sequence[_Mark]) -> _Mark:
    """The pip that stands out as much as most."""
    return sorted(pips, key=lambda mark: mark.strength)[(len(pips) - 1) // 2]


def _is_bare(middle: _Mark, pips: Sequence[_Mark]) -> bool:
    """Whether it is seen that no pip is in the middle of a face."""
    usual, face = _usual(pips), float(np.median([mark.face.min() for mark in pips]))
    strength = middle.strength / usual.strength
    plain = strength <= MARKED and (strength <= BARE or middle.roundness <= ROUND * usual.roundness)
    if not plain and not _has_no_edge(middle, pips):
        return False
    shown = np.clip(middle.face + usual.more, 0, 1) - middle.face
    if float((shown**2).sum()) < SEEN * usual.strength:
        return False
    lightest = float(np.percentile(middle.light[_NEAR].min(axis=1), LIGHTEST))
    return bool(lightest < max(BLEACHED, face + ABOVE))


def _has_no_edge(middle: _Mark, pips: Sequence[_Mark]) -> bool:
    """Whether a middle lacks the edge that pips have, in most directions."""
    usual = np.median(_usual(pips).steps, axis=1)
    for steps, step, steady in zip(middle.steps, usual, STEADY, strict=True):
        alike = np.abs(steps @ step) < STEP * float(step @ step)
        if alike.mean() < steady:
            return False
    return True


def _is_like_one(middle: _Mark, corners: Sequence[_Mark]) -> bool:
    """Whether what is in the middle of a face is like what is in one of its corners."""
    return any(float(((middle.more - mark.more) ** 2).sum()) <= UNLIKE * mark.strength for mark in corners)


def _is_as_dark(upright: Floats, pips: Sequence[_Mark]) -> bool:
    """Whether the middle of a face is nearly as dark as its dark pips: no lamp makes anything darker."""
    usual = _usual(pips)
    steps = usual.core - usual.face
    plainest = int(np.abs(steps).argmax())
    if steps[plainest] >= 0:
        return False
    pip = min(float(mark.core[plainest]) for mark in pips)
    face = float(np.median([mark.face[plainest] for mark in pips]))
    darkest = float(_Mark.at(upright, HALF, HALF).light[_MARK][:, plainest].min())
    return bool(darkest - pip <= LIGHT * (face - pip))
