"""Printed digits in a grey picture: single connected glyphs, and the square face that each lies in."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["Glyph", "NumeralFace", "find_glyphs", "frame_glyph"]

Grey = NDArray[np.uint8]
Floats = NDArray[np.float64]

_PEN = 0.4
"""Strokes are thinner than this, in heights of the largest glyph."""

_LEVELS = (7.0, 9.0, 12.0, 15.0, 19.0, 24.0, 30.0, 38.0, 48.0, 60.0, 75.0, 94.0, 118.0, 147.0)
"""How far strokes stand out, in grey levels, where the picture is cut."""

_LASTS = 2
"""Over how many of them a glyph must last."""

_FILLS = (0.1, 0.93)
"""Share of its upright box that a glyph covers: less is a scratch, more a block."""

_DISC = 0.86
"""Roundness (4 pi area / perimeter squared) from which on a glyph is a pip or a lamp."""

_MOST = 14
"""How many glyphs, those that last longest first, are looked at."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A spot that may be a digit: centre and height (px), whether it is dark, and its contrast (levels)."""

    x: float
    y: float
    height: float
    dark: bool
    contrast: float


def find_glyphs(grey: Grey, heights: tuple[float, float]) -> list[Glyph]:
    """The glyphs of a grey picture (H, W) whose height lies between two limits (px), plainest first."""
    smooth = cv2.GaussianBlur(grey, (0, 0), 1.0)
    pen = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * round(_PEN * heights[1] / 2) + 1,) * 2)
    glyphs = []
    for dark, way in ((True, cv2.MORPH_BLACKHAT), (False, cv2.MORPH_TOPHAT)):
        lines = np.asarray(cv2.morphologyEx(smooth, way, pen), np.uint8)
        glyphs += _chained(lines, dark, heights)
    glyphs.sort(key=lambda glyph: -glyph.contrast)
    kept: list[Glyph] = []
    for glyph in glyphs:
        if not any(_same(glyph, other) for other in kept):
            kept.append(glyph)
    return kept[:_MOST]


def _chained(lines: Grey, dark: bool, heights: tuple[float, float]) -> list[Glyph]:
    """The glyphs that last over several levels of a picture in which strokes are bright."""
    chains: list[list[Glyph]] = []
    for level in _LEVELS:
        open_chains = [chain for chain in chains if level < 1.6 * chain[-1].contrast]
        for found in _cut(lines, level, dark, heights):
            chain = next((chain for chain in open_chains if _same(chain[-1], found)), None)
            if chain is None:
                chains.append([found])
            else:
                chain.append(found)
    lasting = [chain for chain in chains if len(chain) >= _LASTS]
    return [replace(chain[(len(chain) - 1) // 2], contrast=1.25 * chain[-1].contrast) for chain in lasting]


def _cut(lines: Grey, level: float, dark: bool, heights: tuple[float, float]) -> list[Glyph]:
    """The glyphs at one grey level, which stands in the place of their contrast."""
    _, binary = cv2.threshold(lines, level, 255, cv2.THRESH_BINARY)
    contours, _ = cv2.findContours(binary, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for contour in contours:
        if len(contour) < 6:
            continue
        (x, y), (w, h), _ = cv2.minAreaRect(contour)
        if not heights[0] <= max(w, h) <= heights[1]:
            continue
        area, around = cv2.contourArea(contour), cv2.arcLength(contour, True)
        share = area / max(w * h, 1.0)
        disc = min(w, h) > 0.7 * max(w, h) and 4 * np.pi * area > _DISC * around * around
        if _FILLS[0] < share < _FILLS[1] and not disc:
            found.append(Glyph(x, y, max(w, h), dark, level))
    return found


def _same(one: Glyph, two: Glyph) -> bool:
    near = max(abs(one.x - two.x), abs(one.y - two.y)) < 0.16 * one.height + 1
    return near and one.dark == two.dark and 0.75 < one.height / two.height < 1.33


_TALL = 24
"""Pixels of a glyph's height in the patch in which its face is looked for."""

_HALF = 2 * _TALL
_PATCH = 2 * _HALF + 1
_TURNS = np.arange(0.0, 90.0, 5.0)
_OFFSETS = np.arange(0.55 * _TALL, 1.75 * _TALL, 1.0)
_LATERAL = np.linspace(-0.7, 0.7, 13)
_FACES = 0.72 * _TALL, 1.55 * _TALL
"""Least and greatest half side of a face round a glyph."""
_SHIFT = 0.16
"""How far a digit lies from the middle of its face at most, in half sides."""
_SLANTS = np.log(1.75)
"""Greatest ratio of the sides of a face: one more slanted is no top."""
_SQUARE_BONUS = 0.6


def _table() -> NDArray[np.intp]:
    """(turns, 4, offsets, lateral) flat indices into a patch: lines across the four ways from the middle."""
    angles = np.radians(_TURNS)[:, None] + np.arange(4)[None] * np.pi / 2
    out, along = _OFFSETS[:, None] * np.ones(len(_LATERAL)), _OFFSETS[:, None] * _LATERAL
    cos, sin = np.cos(angles)[..., None, None], np.sin(angles)[..., None, None]
    columns = np.rint(out * cos - along * sin).astype(np.intp) + _HALF
    rows = np.rint(out * sin + along * cos).astype(np.intp) + _HALF
    return np.asarray(np.clip(rows, 0, _PATCH - 1) * _PATCH + np.clip(columns, 0, _PATCH - 1))


_LINES = _table()
_PAIRS = (_OFFSETS[:, None] + _OFFSETS) / 2
_ALLOWED = np.abs(_OFFSETS[:, None] - _OFFSETS) / 2 < _SHIFT * _PAIRS
_ALLOWED &= np.abs(_PAIRS - np.mean(_FACES)) <= np.ptp(_FACES) / 2
_ORDER = np.argsort(_PAIRS[_ALLOWED], kind="stable")
_RIGHT, _LEFT = (ends[_ORDER] for ends in np.nonzero(_ALLOWED))
"""Pairs of edges, right and left (or below and above) of the middle, by how far apart they are."""
_HALVES = np.unique(_PAIRS[_ALLOWED])
_STARTS = np.searchsorted(_PAIRS[_ALLOWED][_ORDER], _HALVES)
_UNLIKE = np.abs(np.log(_HALVES[:, None] / _HALVES))
_TAXED = np.where(_UNLIKE > _SLANTS, 9.0, _SQUARE_BONUS * _UNLIKE)


@dataclass(frozen=True, slots=True, eq=False)
class NumeralFace:
    """A face with a glyph in its middle.

    `centre`: px; `across`, `down`: half its sides as vectors (2,), px; `edges`: how plain its four edges are,
    weakest first, in contrasts of the glyph.
    """

    glyph: Glyph
    centre: Floats
    across: Floats
    down: Floats
    edges: Floats

    @property
    def side(self) -> float:
        """Mean length of its sides, px."""
        return float(np.linalg.norm(self.across) + np.linalg.norm(self.down))

    @property
    def squareness(self) -> float:
        """Shorter to longer side: 1 for a face seen from straight above."""
        a, b = float(np.linalg.norm(self.across)), float(np.linalg.norm(self.down))
        return min(a, b) / max(a, b)

    @property
    def corners(self) -> Floats:
        """Its corners (4, 2), px."""
        a, b = self.across, self.down
        return np.asarray(self.centre + np.array([-a - b, a - b, a + b, b - a]))

    def upright(self, grey: Grey, side: int, face: float) -> Grey:
        """The face laid upright into the middle of a picture (side, side), `face` pixels a side."""
        scale = face / self.side
        if scale < 0.7:
            grey = cv2.GaussianBlur(grey, (0, 0), 0.4 / scale)
        ways = np.column_stack([self.across, self.down]) * (2 / face)
        shift = self.centre - ways @ np.full(2, (side - 1) / 2)
        return np.asarray(
            cv2.warpAffine(
                grey,
                np.column_stack([ways, shift]),
                (side, side),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            ),
            np.uint8,
        )


def frame_glyph(grey: Grey, glyph: Glyph) -> NumeralFace | None:
    """The face round a glyph of a grey picture; None where no four edges stand round it."""
    scale = glyph.height / _TALL
    corner = np.array([glyph.x, glyph.y]) - scale * _HALF
    move = np.array([[scale, 0, corner[0]], [0, scale, corner[1]]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(grey, move, (_PATCH, _PATCH), flags=flags, borderMode=cv2.BORDER_REPLICATE).astype(
        np.float32
    )
    profile = patch.ravel()[_LINES].mean(axis=-1)
    face = np.median(profile[..., 1:6])
    profile = (profile - face) / glyph.contrast
    step = np.zeros_like(profile)
    step[..., 2:-2] = np.abs(profile[..., 4:] - profile[..., :-4])
    inner = np.zeros_like(profile)
    inner[..., 3:] = np.clip(np.maximum.accumulate(np.abs(profile), axis=-1)[..., :-3] - 0.25, 0.0, 0.8)
    worth = np.minimum(step, 0.6) - inner
    pairs = [worth[:, k][:, _RIGHT] + worth[:, k + 2][:, _LEFT] for k in (0, 1)]
    wide, high = (np.maximum.reduceat(pair, _STARTS, axis=1) for pair in pairs)
    both = wide[:, :, None] + high[:, None, :] - _TAXED
    turn, x, y = (int(k) for k in np.unravel_index(int(both.argmax()), both.shape))
    ends = [_best_pair(pair[turn], k) for pair, k in zip(pairs, (x, y), strict=True)]
    angle = np.radians(_TURNS[turn])
    right = np.array([np.cos(angle), np.sin(angle)])
    low = np.array([-right[1], right[0]])
    shifts = [(_OFFSETS[right] - _OFFSETS[left]) / 2 for right, left in ends]
    (east, west), (south, north) = ends
    edges = np.sort([float(step[turn, k, end]) for k, end in enumerate((east, south, west, north))])
    centre = np.array([glyph.x, glyph.y]) + scale * (shifts[0] * right + shifts[1] * low)
    return NumeralFace(glyph, centre, scale * _HALVES[x] * right, scale * _HALVES[y] * low, edges)


def _best_pair(worth: Floats, half: int) -> tuple[int, int]:
    """The best pair of edges among those that are as far apart as the half side with this number."""
    end = _STARTS[half + 1] if half + 1 < len(_STARTS) else len(_RIGHT)
    k = int(_STARTS[half] + worth[_STARTS[half] : end].argmax())
    return int(_RIGHT[k]), int(_LEFT[k])
