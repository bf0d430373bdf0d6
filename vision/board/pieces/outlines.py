"""Whether what passes for a standing piece is where one would be: a piece that has fallen over is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.layout import Layout
from hardware.spaces import COLOURS
from vision.board.pieces.colours import ColourCanvas, Shades, around, disc, shades_of
from vision.board.pieces.leaning import HUE_REACH, STRONG, Lean
from vision.board.pieces.levels import WEAK, Level
from vision.board.place.canvas import Frame
from vision.board.place.pose import FloatArray

WIDTH: Final = 1.25
"""A standing piece, its cup and its print are seen within so many base radii of the line from its foot to its
top."""

WINDOW: Final = 4.5
"""So many base radii around that line are looked at: a fallen piece reaches as far as it is tall."""

BEYOND: Final = 0.2
"""Plastic of a piece's colour that hangs together with it and covers, beyond its outline, more than this
share of its foot's area belongs to no standing piece."""

FOOT: Final = 0.7
HUE_FREE: Final = 40.0
FAINTEST: Final = 0.3
UNCOVERED: Final = 0.2
UPRIGHT: Final = 0.8
"""Within so many base radii of its space's middle a standing piece leaves nothing of the print to be seen,
if its top is seen within so many of it. None stands there if such a share has another hue by so many degrees,
or is weaker than so much of its colour."""

STACKED: Final = 5
STRETCH: Final = 1.15
"""Cones may stand on so many captives, which lift them; and lean by so much more than expected."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """Where n pieces would be seen if they stood: the middles of their feet, and of the tops of the tallest
    stacks, (n, 2), canvas pixels; which lean so little that they hide their print (n,); the base radius in
    pixels, and the canvas."""

    feet: FloatArray
    tops: FloatArray
    upright: npt.NDArray[np.bool_]
    radius: float
    frame: Frame

    def drawn(self, spaces: npt.NDArray[np.int_], tall: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint8]:
        """The outlines of some spaces, 1 on a canvas (h, w) of 0; of a print alone where `tall` (n,) is
        False."""
        canvas = np.zeros((self.frame.size[1], self.frame.size[0]), np.uint8)
        for i in spaces:
            self.draw(canvas, self.feet[i], self.tops[i] if tall[i] else self.feet[i])
        return canvas

    def draw(self, canvas: npt.NDArray[np.uint8], foot: FloatArray, top: FloatArray) -> None:
        """One outline, in place."""
        ends = [tuple(int(v) for v in np.round(p)) for p in (foot, top)]
        cv2.line(canvas, ends[0], ends[1], 1, max(round(2 * WIDTH * self.radius), 1))


def outlines_of(layout: Layout, points: FloatArray, lean: Lean, frame: Frame) -> Outlines:
    """The outlines of pieces at points (n, 2), mm, that lean so."""
    piece = layout.piece
    taller = STRETCH + STACKED * piece.stack_step / piece.height
    off = lean.reach * lean.offsets(points)
    upright = np.linalg.norm(off, axis=1) < UPRIGHT * piece.base_radius
    radius = piece.base_radius / frame.mm_per_px
    return Outlines(frame.pixels(points), frame.pixels(points + taller * off), upright, radius, frame)


def sprawling(
    colours: ColourCanvas,
    outlines: Outlines,
    best: Sequence[str],
    printed: Sequence[str | None],
    levels: Mapping[str, Level],
    taken: npt.NDArray[np.int32],
    bare: Shades | None,
) -> npt.NDArray[np.bool_]:
    """Which of n spaces, judged `best` (a colour, or anything else for none), show plastic of that colour
    that goes on beyond where a standing piece is seen, or that leaves its foot bare.

    `printed` names the colour a space may be printed in, `taken` (h, w) the piece seen at each pixel, or -1,
    `bare` (h, w) are the colours of the empty board, where they are known. Nothing is said of pieces on
    print of their own colour.
    """
    seen = shades_of(colours.strength)
    found = np.zeros(len(best), bool)
    for colour in COLOURS:
        level = levels[colour]
        mine = np.array([state == colour for state in best])
        own = np.array([p == colour for p in printed])
        if not (mine & ~own).any():
            continue
        foreign = ~seen.near(level.hue, HUE_FREE) | (seen.size < FAINTEST * level.piece)
        found |= mine & ~own & outlines.upright & (_uncovered(foreign, outlines, taken) > UNCOVERED)
        if level.as_ground:
            continue
        plastic = (seen.size > STRONG * level.piece) & seen.near(level.hue, HUE_REACH)
        if bare is not None:
            plastic &= ~_coloured(bare, level.hue)
        known = outlines.drawn(np.flatnonzero(mine | own), mine)
        for i in np.flatnonzero(mine & ~own):
            found[i] |= _beyond(plastic, known, outlines, int(i)) > BEYOND
    return found


def _coloured(bare: Shades, hue: float) -> npt.NDArray[np.bool_]:
    """Where the empty board, or what lies near by, has a colour (h, w)."""
    print_ = (bare.size > WEAK) & bare.near(hue, HUE_FREE)
    return np.asarray(cv2.dilate(print_.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def _uncovered(
    foreign: npt.NDArray[np.bool_], outlines: Outlines, taken: npt.NDArray[np.int32]
) -> FloatArray:
    """The share of each foot's pixels, but those that other pieces hide, that are `foreign` (h, w)."""
    rows, columns = around(outlines.feet, disc(FOOT * outlines.radius), outlines.frame.size)
    held = taken[rows, columns]
    free = (held < 0) | (held == np.arange(len(held))[:, None])
    return np.asarray((foreign[rows, columns] & free).sum(axis=1) / np.maximum(free.sum(axis=1), 1))


def _beyond(
    plastic: npt.NDArray[np.bool_], known: npt.NDArray[np.uint8], outlines: Outlines, space: int
) -> float:
    """How much plastic hangs together with a space's outline outside all that are `known` (h, w), in areas of
    its foot."""
    foot, top, radius = outlines.feet[space], outlines.tops[space], outlines.radius
    low = np.maximum(np.floor(np.minimum(foot, top) - WINDOW * radius).astype(int), 0)
    high = np.ceil(np.maximum(foot, top) + WINDOW * radius).astype(int) + 1
    part = slice(low[1], high[1]), slice(low[0], high[0])
    own = np.zeros(known[part].shape, np.uint8)
    outlines.draw(own, foot - low, top - low)
    outside = plastic[part] & (known[part] == 0)
    _, labels = cv2.connectedComponents((outside | (own > 0)).astype(np.uint8), connectivity=4)
    root = labels[own > 0]
    joined = outside & (labels == (root[0] if len(root) else -1))
    return float(joined.sum() / (np.pi * radius**2))
