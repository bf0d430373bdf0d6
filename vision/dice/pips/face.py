"""Looking again at a guessed face: does the picture bear it out?

The face is laid straight into a small square patch in which its lattice is upright and its levels are normal:
0 is the face's own level, 1 that of its pips, whatever the colours. On it two things are measured that know
nothing of each other: what lies at the nine sites, and where the four edges of the face run.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.pips.blobs import Floats, Grey
from vision.dice.pips.lattice import SITES, Guess

SCALE = 9.0
"""Pixels of the patch to a unit of the lattice."""
REACH = 3.6
"""The patch shows the lattice from -REACH to REACH."""
SIDE = 2 * round(SCALE * REACH) + 1

Patch = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the patch of a face shows; levels are 0 at the face, 1 at its pips; lengths in units of the
    lattice.

    `contrast`: grey levels from face to pip; `weakest`: the faintest pip; `free`: the most pip-like free
    site;
    `glare`: the greatest step away from both face and pip at a free site; `uneven`: spread of the face's
    level;
    `stray`: what looks like print beside the pips, in areas of a pip; `copy`: how pip-like the row of a two
    or three goes on, or comes again beside it (it would be part of a larger value then); `edges`: strength of
    the edges found on the four sides, strongest first; `half`: distance of the edges from the centre; `turn`:
    their angle against the lattice (degrees).
    """

    contrast: float
    weakest: float
    free: float
    glare: float
    uneven: float
    stray: float
    copy: float
    edges: tuple[float, float, float, float]
    half: float
    turn: float


class Pyramid:
    """A picture at halved sizes, made when first asked for; `enlarged`: how many times it was before."""

    def __init__(self, grey: Grey, enlarged: float = 1.0) -> None:
        self.grey = grey
        self._levels = [grey]
        if enlarged > 1:  # Enlarging smooths: noise is measured between the camera's own pixels.
            grey = np.asarray(
                cv2.resize(grey, None, fx=1 / enlarged, fy=1 / enlarged, interpolation=cv2.INTER_AREA),
                np.uint8,
            )
        rough = cv2.absdiff(grey, cv2.GaussianBlur(grey, (5, 5), 0))
        self.noise = 1.0 + float(rough[::2, ::2].mean())
        """How rough the picture is from pixel to pixel, in grey levels, at least 1."""

    def patch(self, guess: Guess) -> Patch:
        """The (SIDE, SIDE) patch of a face, in grey levels."""
        level = int(np.clip(np.round(np.log2(max(guess.unit / SCALE, 1.0))), 0, 5))
        while len(self._levels) <= level:
            last = self._levels[-1]
            size = (max(last.shape[1] // 2, 1), max(last.shape[0] // 2, 1))
            self._levels.append(cv2.resize(last, size, interpolation=cv2.INTER_AREA))
        shrink = 0.5**level
        matrix = guess.frame[:, :2] * (shrink / SCALE)
        shift = (guess.centre + 0.5) * shrink - 0.5 - matrix @ np.full(2, SIDE // 2)
        patch = cv2.warpAffine(
            self._levels[level],
            np.column_stack([matrix, shift]),
            (SIDE, SIDE),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(patch, np.float32)


_AXIS = (np.arange(SIDE) - SIDE // 2) / SCALE
_U, _V = np.meshgrid(_AXIS, _AXIS)
_ALL_SITES = np.array([(u, v) for v in (-1, 0, 1) for u in (-1, 0, 1)], float)
_SITE_DISTANCE = np.hypot(_U[None] - _ALL_SITES[:, :1, None], _V[None] - _ALL_SITES[:, 1:, None])


def _site_rows(value: int) -> NDArray[np.intp]:
    return np.array([np.flatnonzero((site == _ALL_SITES).all(axis=1))[0] for site in SITES[value]])


_FILLED = {value: _site_rows(value) for value in SITES}
_FREE = {value: np.setdiff1d(np.arange(9), rows) for value, rows in _FILLED.items()}
_OFFSETS = np.arange(0.5, REACH - 0.05, 0.1)
_LATERAL = np.linspace(-0.6, 0.6, 9)
_EVENLY = np.full(len(_LATERAL), 1 / len(_LATERAL), np.float32)


def _edge_table(turns: Floats) -> NDArray[np.intp]:
    """(turns, 4, offsets, lateral) flat indices of a patch: lines along the sides of squares of all sizes."""
    angles = np.deg2rad(turns)[:, None] + np.arange(4)[None, :] * np.pi / 2
    t = _OFFSETS[:, None] * np.ones(len(_LATERAL))
    w = _OFFSETS[:, None] * _LATERAL
    cos, sin = np.cos(angles)[..., None, None], np.sin(angles)[..., None, None]
    columns = np.rint((t * cos - w * sin) * SCALE).astype(np.intp) + SIDE // 2
    rows = np.rint((t * sin + w * cos) * SCALE).astype(np.intp) + SIDE // 2
    return np.clip(rows, 0, SIDE - 1) * SIDE + np.clip(columns, 0, SIDE - 1)


_ALL_TURNS = np.arange(0.0, 90.0, 6.0)
_FEW_TURNS = np.array([-10.0, -5.0, 0.0, 5.0, 10.0])
_ALL_TABLE, _FEW_TABLE = _edge_table(_ALL_TURNS), _edge_table(_FEW_TURNS)


@dataclass(frozen=True, slots=True)
class _Masks:
    """Where in a flat patch the parts of a face of some value and pip size lie."""

    discs: NDArray[np.float32]
    """(9, SIDE * SIDE) weights of the middles of the nine sites, each summing to 1."""
    ground: NDArray[np.intp]
    """Pixels of the bare face among the sites."""
    beside: NDArray[np.intp]
    """Pixels of the face that belong to none of its pips."""


@cache
def _masks(value: int, size: int, reach: int) -> _Masks:
    """The masks for pips of `size` / 40 units, the ground reaching `reach` / 40 units from the centre."""
    radius, limit = size / 40, reach / 40
    discs = (max(0.6 * radius, 0.12) > _SITE_DISTANCE).reshape(9, -1).astype(np.float32)
    pips = _SITE_DISTANCE[_FILLED[value]].min(axis=0)
    extent = np.maximum(np.abs(_U), np.abs(_V))
    ground = np.flatnonzero((extent < limit) & (pips > 1.45 * radius))
    if len(ground) < 20:
        ground = np.flatnonzero((extent < limit) & (pips > 1.2 * radius))
    beside = np.flatnonzero((extent < 1.5) & (pips > 1.35 * radius + 0.05))
    return _Masks(discs / discs.sum(axis=1, keepdims=True), ground, beside)


def examine(patch: Patch, guess: Guess) -> Evidence | None:
    """What the patch of a guess shows; None where face and pips do not differ."""
    seen = _normalised(patch, guess, 1.45)
    if seen is None:
        return None
    normal, contrast, masks = seen
    radius = guess.r / guess.unit
    levels = masks.discs @ normal
    filled = _FILLED[guess.value]
    free = _FREE[guess.value]
    ground = np.sort(normal[masks.ground])
    ink = np.clip(normal[masks.beside] - 0.3, 0.0, 0.7)
    edges, half, turn = _square(normal, _FEW_TURNS, _FEW_TABLE, 1.65, 2.5, 1.3)
    return Evidence(
        contrast=contrast,
        weakest=float(levels[filled].min()),
        free=float(levels[free].max()),
        glare=float(-levels[free].min()),
        uneven=float(ground[int(0.85 * len(ground))] - ground[int(0.15 * len(ground))]),
        stray=float(ink.sum() / (0.7 * np.pi * (radius * SCALE) ** 2)),
        copy=_second_row(normal, guess.value, radius),
        edges=edges,
        half=half,
        turn=turn,
    )


_ASIDE = np.arange(1.2, 2.9, 0.1)[:, None] * np.array([1.0, -1.0])


def _second_row(normal: Patch, value: int, radius: float) -> float:
    """How pip-like the row of a two or three goes on, or comes again moved sideways; 0 for other values."""
    if value not in (2, 3):
        return 0.0
    width = max(2 * int(0.6 * radius * SCALE) + 1, 3)
    level = cv2.blur(normal.reshape(SIDE, SIDE), (width, width))
    places = SITES[value][None, None] + np.stack([_ASIDE, -_ASIDE])[:, :, None, :]
    # A pip has bare face on both sides of it; the table beside a die has not.
    off = 1.8 * radius * np.array([1.0, -1.0]) / np.sqrt(2)
    bare = np.maximum(_at(level, places + off), _at(level, places - off)).max(axis=-1)
    aside = np.minimum(_at(level, places).min(axis=-1), 1.0) - np.maximum(bare, 0.0)
    ends = (2.0 if value == 3 else 3.0) * np.array([(1.0, 1.0), (-1.0, -1.0)])
    onward = np.minimum(_at(level, ends), 1.0) - np.maximum(
        np.maximum(_at(level, ends + off), _at(level, ends - off)), 0.0
    )
    return float(max(aside.max(), onward.max()))


def _at(level: Patch, places: Floats) -> Patch:
    """The levels (...) of a patch at places (..., 2) in lattice units."""
    index = np.clip(np.rint(places * SCALE).astype(np.intp) + SIDE // 2, 0, SIDE - 1)
    return level[index[..., 1], index[..., 0]]


def frame_single(patch: Patch, guess: Guess, least: float = 3.0) -> Guess | None:
    """A guess of one pip, its lattice laid into the square round it (half its side is `least` radii)."""
    radius = guess.r / guess.unit
    seen = _normalised(patch, guess, 1.7 * radius)
    if seen is None:
        return None
    edges, half, turn = _square(
        seen[0],
        _ALL_TURNS,
        _ALL_TABLE,
        max(least * radius, 0.95 * least / 3),
        3.3,
        min(1.7, 0.8 * least) * radius,
    )
    if edges[2] < 0.08:
        return None
    angle, size = np.deg2rad(turn), half / 2
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * size
    frame = guess.frame[:, :2] @ spin
    return replace(guess, across=frame[:, 0], along=frame[:, 1])


def _normalised(patch: Patch, guess: Guess, reach: float) -> tuple[Patch, float, _Masks] | None:
    """The flat patch with face 0 and pips 1, the contrast in grey levels, and the masks of the face."""
    masks = _masks(guess.value, round(40 * guess.r / guess.unit), round(40 * reach))
    if len(masks.ground) < 8:
        return None
    flat = patch.ravel()
    face = float(np.median(flat[masks.ground]))
    contrast = float(np.median(masks.discs[_FILLED[guess.value]] @ flat)) - face
    if abs(contrast) < 4 or (contrast < 0) != guess.dark:
        return None
    return (flat - np.float32(face)) / np.float32(contrast), abs(contrast), masks


def _square(
    normal: Patch, turns: Floats, table: NDArray[np.intp], low: float, high: float, bare: float
) -> tuple[tuple[float, float, float, float], float, float]:
    """The square round the centre whose four sides are edges of the picture: strengths, half side, turn.

    Its half side lies between `low` and `high`; from `bare` on to the sides the levels should be the face's.
    """
    profile = normal[table] @ _EVENLY
    step = np.zeros_like(profile)
    step[..., 2:-2] = np.abs(profile[..., 4:] - profile[..., :-4])
    near = step.copy()
    near[..., 1:-1] = np.maximum(step[..., 1:-1], np.maximum(step[..., :-2], step[..., 2:]))
    strength = np.minimum(near, 0.7)
    off = np.where(bare > _OFFSETS, 0.0, np.abs(profile))
    crossed = np.maximum.accumulate(off, axis=-1)
    inner = np.zeros_like(profile)
    inner[..., 3:] = np.clip(crossed[..., :-3] - 0.3, 0.0, 0.7)
    total = strength.sum(axis=1) + strength.min(axis=1) - inner.sum(axis=1)
    total[:, (low > _OFFSETS) | (high < _OFFSETS)] = -9.0
    best_turn, best_half = np.unravel_index(int(total.argmax()), total.shape)
    found = sorted((float(x) for x in near[best_turn, :, best_half]), reverse=True)
    return (found[0], found[1], found[2], found[3]), float(_OFFSETS[best_half]), float(turns[best_turn])


@dataclass(frozen=True, slots=True)
class BlankEvidence:
    """What the patch of a face without pips shows.

    `contrast`: grey levels from it to its surroundings; `edges`: strengths of its edges, strongest first, and
    `uneven`: spread of its levels, both relative to that; `red`: its reddest spot (levels over the median).
    """

    contrast: float
    edges: tuple[float, float, float, float]
    uneven: float
    red: float


_EXTENT = np.maximum(np.abs(_U), np.abs(_V)).ravel()
_INSIDE = np.flatnonzero(np.hypot(_U, _V).ravel() < 1.35)
_AROUND = np.flatnonzero((np.hypot(_U, _V).ravel() > 2.9) & (_EXTENT < 3.5))


def examine_blank(patch: Patch, redness: Patch) -> BlankEvidence | None:
    """What the patch of a face without pips shows; `redness` is its patch in red over the other colours."""
    flat = patch.ravel()
    face, around = float(np.median(flat[_INSIDE])), float(np.median(flat[_AROUND]))
    contrast = around - face
    if abs(contrast) < 4:
        return None
    normal = (flat - np.float32(face)) / np.float32(contrast)
    edges, _, _ = _square(normal, _ALL_TURNS, _ALL_TABLE, 1.6, 2.4, 0.9)
    spread = np.percentile(normal[_INSIDE], (4, 96))
    red = cv2.blur(redness, (5, 5)).ravel()[_INSIDE]
    return BlankEvidence(
        contrast=abs(contrast),
        edges=edges,
        uneven=float(spread[1] - spread[0]),
        red=float(red.max() - np.median(red)) + max(float(np.median(red)) - 30.0, 0.0),
    )
