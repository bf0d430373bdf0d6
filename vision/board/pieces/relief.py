"""Print or piece of the same colour: told by what stands out of the board, not by the colour itself.

An empty space is flat: evenly light but for its mark, and alike on all sides of its middle. A piece is lit
from a side, leans outward in the picture, and hides the mark.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.pieces.colours import ColourCanvas, SingleArray, around, disc, shades_of
from vision.board.pieces.evidence import median_of
from vision.board.place.canvas import Frame
from vision.board.place.pose import FloatArray

RINGS: Final = (0.2, 0.35, 0.5, 0.65, 0.8, 0.95)
DIRECTIONS: Final = 24
"""Where a space is sampled: rings in base radii, and so many points on each."""

SMOOTHING: Final = 0.15
"""Blur before sampling, in base radii: a mark's edge and the noise go, a piece's shading stays."""

BLACK: Final = 8.0
"""Added to lightness before its logarithm is taken, so that noise in black is no relief."""

EVEN: Final = 0.05
NOISES: Final = 3.0
"""Pixels are alike whose logarithms of lightness differ by less than the first, or so many times the
noise."""

TOP_REACH: Final = 0.8
"""The part of a piece's top that is looked for beside its space, in base radii."""

SAME: Final = 0.45
"""A pixel has the space's colour when it differs by less than this share of that colour's strength."""

CLEAR: Final = 1.3
CLEAR_SHARE: Final = 0.3
"""Pixels nearer than so many base radii to another space tell nothing; such a share must be left."""

FLAT_LEAN: Final = 0.4
FULL_LEAN: Final = 1.4
"""Tops this far off, in base radii, begin to show beside the print, and show wholly."""


@dataclass(frozen=True, slots=True)
class Relief:
    """How n spaces stand out of the board.

    slope: how much the logarithm of lightness changes over a base radius. step: by how much it differs
    between middle and edge. even: share of the pixels that are alike. over: how much more of the space's
    colour is seen where a top would be than on the other side, -1..1. due: how much of it there would be,
    0..1; 0 where it cannot be seen.
    """

    slope: FloatArray
    step: FloatArray
    even: FloatArray
    over: FloatArray
    due: FloatArray


def relief_of(
    colours: ColourCanvas,
    spaces: FloatArray,
    offsets: FloatArray,
    radius: float,
    taken: npt.NDArray[np.int32],
    grounds: npt.NDArray[np.int32],
    asked: npt.NDArray[np.bool_],
) -> Relief:
    """The relief of spaces (n, 2), mm, whose pieces' tops would be seen `offsets` (n, 2), mm, off them.

    `taken` (h, w) names for each pixel the piece that is seen there, by its space's index, or -1; `grounds`
    (h, w) the space on whose print it lies, see `grounds_of`. Only those that are `asked` for (n,) are
    looked at for what hangs over; the others are told as if nothing could be seen of it.
    """
    lightness = np.ascontiguousarray(colours.lightness)
    slope, step = _slopes(colours, lightness, spaces, radius, taken)
    over, due = np.zeros(len(spaces)), np.zeros(len(spaces))
    some = np.flatnonzero(asked)
    over[some], due[some] = _overhang(colours, spaces, offsets, radius, taken, grounds, some)
    return Relief(slope, step, _evenness(colours, lightness, spaces, radius, taken), over, due)


def grounds_of(frame: Frame, spaces: FloatArray, radius: float) -> npt.NDArray[np.int32]:
    """For each pixel of a canvas (h, w) the index of the space so near that its print may show there, or
    -1."""
    grounds = np.full((frame.size[1], frame.size[0]), -1, np.int32)
    reach = round(CLEAR * radius / frame.mm_per_px)
    for i, (x, y) in enumerate(np.round(frame.pixels(spaces)).astype(int).tolist()):
        cv2.circle(grounds, (x, y), reach, i, -1)
    return grounds


def _log(lightness: npt.NDArray[np.floating]) -> FloatArray:
    return np.asarray(np.log(lightness + BLACK), np.float64)


def _others(
    taken: npt.NDArray[np.int32],
    rows: npt.NDArray[np.int_],
    columns: npt.NDArray[np.int_],
    owners: npt.NDArray[np.int_],
) -> npt.NDArray[np.bool_]:
    """Which pixels (n, m) show another space's piece than that of their owner (n,)."""
    held = taken[rows, columns]
    return np.asarray((held >= 0) & (held != owners[:, None]))


def _slopes(
    colours: ColourCanvas,
    lightness: SingleArray,
    spaces: FloatArray,
    radius: float,
    taken: npt.NDArray[np.int32],
) -> tuple[FloatArray, FloatArray]:
    """The tilt of the plane that fits each space's lightness, and middle against edge."""
    angles = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
    unit = np.column_stack([np.cos(angles), np.sin(angles)])
    spots = (np.array(RINGS)[:, None, None] * unit).reshape(-1, 2)
    places = (spaces[:, None] + radius * spots).reshape(-1, 2)
    pixels = np.round(colours.frame.pixels(places)).astype(int)
    width, height = colours.frame.size
    columns = np.clip(pixels[:, 0], 0, width - 1).reshape(len(spaces), -1)
    rows = np.clip(pixels[:, 1], 0, height - 1).reshape(len(spaces), -1)
    blur = SMOOTHING * radius / colours.frame.mm_per_px
    values = _log(cv2.GaussianBlur(lightness, (0, 0), blur)[rows, columns])
    free = ~_others(taken, rows, columns, np.arange(len(spaces))) & colours.inside[rows, columns]
    basis = np.column_stack([np.ones(len(spots)), spots])
    normal = np.einsum("nk,ki,kj->nij", free, basis, basis) + 1e-3 * np.eye(3)
    right = np.einsum("nk,ki,nk->ni", free, basis, values)
    plane = np.linalg.solve(normal, right[..., None])[..., 0]
    inner = np.repeat(np.array(RINGS) < 0.6, DIRECTIONS)
    off = np.where(free, values - plane[:, :1], 0.0)
    middle = (off * inner).sum(axis=1) / np.maximum((free & inner).sum(axis=1), 1)
    edge = (off * ~inner).sum(axis=1) / np.maximum((free & ~inner).sum(axis=1), 1)
    return np.hypot(plane[:, 1], plane[:, 2]), middle - edge


def _evenness(
    colours: ColourCanvas,
    lightness: SingleArray,
    spaces: FloatArray,
    radius: float,
    taken: npt.NDArray[np.int32],
) -> FloatArray:
    """The share of each space's pixels whose lightness is near their median."""
    rows, columns = around(
        colours.frame.pixels(spaces), disc(0.9 * radius / colours.frame.mm_per_px), colours.frame.size
    )
    values = _log(cv2.GaussianBlur(lightness, (0, 0), 1.0)[rows, columns])
    noise = float(np.median(np.abs(_log(lightness[rows, columns]) - values)))
    free = ~_others(taken, rows, columns, np.arange(len(spaces)))
    off = np.abs(values - median_of(values, free)[:, None])
    alike = (off < max(EVEN, NOISES * noise)) & free
    return np.asarray(alike.sum(axis=1) / np.maximum(free.sum(axis=1), 1))


def _overhang(
    colours: ColourCanvas,
    spaces: FloatArray,
    offsets: FloatArray,
    radius: float,
    taken: npt.NDArray[np.int32],
    grounds: npt.NDArray[np.int32],
    asked: npt.NDArray[np.int_],
) -> tuple[FloatArray, FloatArray]:
    """How much more of each asked space's (m,) colour lies where its top would be than opposite, and what
    is due."""
    frame, spaces, offsets = colours.frame, spaces[asked], offsets[asked]
    rows, columns = around(frame.pixels(spaces), disc(0.6 * radius / frame.mm_per_px), frame.size)
    own = np.median(colours.strength_at(rows, columns), axis=1)
    reach = SAME * np.maximum(np.linalg.norm(own, axis=1), 0.1)
    shares, clear = [], []
    for sign in (1.0, -1.0):
        rows, columns = around(
            frame.pixels(spaces + sign * offsets), disc(TOP_REACH * radius / frame.mm_per_px), frame.size
        )
        seen = ~(_others(grounds, rows, columns, asked) | _others(taken, rows, columns, asked))
        seen &= colours.inside[rows, columns]
        alike = shades_of(colours.strength_at(rows, columns) - own[:, None]).size < reach[:, None]
        shares.append((alike & seen).sum(axis=1) / np.maximum(seen.sum(axis=1), 1))
        clear.append(seen.mean(axis=1))
    shown = np.minimum(*clear) >= CLEAR_SHARE
    lean = np.linalg.norm(offsets, axis=1) / radius
    due = np.clip((lean - FLAT_LEAN) / (FULL_LEAN - FLAT_LEAN), 0.0, 1.0)
    return np.where(shown, shares[0] - shares[1], 0.0), np.where(shown, due, 0.0)
