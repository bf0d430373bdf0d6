"""What the picture shows at each space: the colour where a piece's body would be seen, and whether the
print shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.board.pieces.colours import ColourCanvas, SingleArray, around, disc, hue_of, strength_of
from vision.board.place.pose import FloatArray

SPOT_REACH: Final = 0.5
"""The size of the spots that are looked at, in base radii: less than the neck of a peg."""

SPOTS: Final = (0.0, 0.2, 0.5, 0.8, 1.0)
"""Where the spots lie on the way from a piece's foot (0) to the end of its plastic (1)."""

FOOT_SPOTS: Final = (0, 1)
BODY_SPOTS: Final = (2, 3, 4)
LOW_SPOTS: Final = (0, 1, 2)
"""Which of them show the print of an empty space, which the plastic of a piece, and which a piece before a
board of its own colour."""

PRINT_REACH: Final = 1.0
"""The part of a space's print that is compared with the reference picture, in base radii."""

MIDDLE_SPOT: Final = 3
"""The spot from which colours are learnt, and whose roughness is looked at."""

SHIFT_MM: Final = 1.0
"""The print may lie so far from where it is expected."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Of n spaces: median opponent colours (n, 2), their size and hue (degrees), lightness 0..100 and its
    median deviation, and the share of the looked-at pixels that were free to judge by.
    """

    strength: FloatArray
    size: FloatArray
    hue: FloatArray
    lightness: FloatArray
    roughness: FloatArray
    share: FloatArray


def gather(colours: ColourCanvas, places: FloatArray, radius: float) -> Evidence:
    """Look at spots at places (n, 2), mm, where pieces have a base radius in mm."""
    rows, columns = _spot_pixels(colours, places, radius)
    return _evidence(colours, rows, columns, colours.inside[rows, columns])


def gather_each(colours: ColourCanvas, places: Sequence[FloatArray], radius: float) -> list[Evidence]:
    """As `gather`, of several places (n, 2) for each space, all at once."""
    every = gather(colours, np.concatenate(places), radius)
    parts = [np.split(getattr(every, name), len(places)) for name in Evidence.__slots__]
    return [Evidence(*part) for part in zip(*parts, strict=True)]


def gather_free(
    colours: ColourCanvas,
    places: FloatArray,
    radius: float,
    taken: npt.NDArray[np.int32],
    owners: npt.NDArray[np.int_],
    before: Evidence,
) -> Evidence:
    """As `gather`, leaving out what other pieces hide.

    `taken` (h, w) names for each pixel the piece known to be seen there, or -1; `owners` (n,) names the
    spaces, so that each may use free pixels and its own. `before` is what `gather` said: only spots with
    pixels taken change.
    """
    rows, columns = _spot_pixels(colours, places, radius)
    held = taken[rows, columns]
    free = colours.inside[rows, columns] & ((held < 0) | (held == owners[:, None]))
    new = np.flatnonzero(free.mean(axis=1) < before.share)
    if not len(new):
        return before
    part = _evidence(colours, rows[new], columns[new], free[new])
    merged = {name: getattr(before, name).copy() for name in Evidence.__slots__}
    for name, whole in merged.items():
        whole[new] = getattr(part, name)
    return Evidence(**merged)


def _spot_pixels(
    colours: ColourCanvas, places: FloatArray, radius: float
) -> tuple[npt.NDArray[np.int_], npt.NDArray[np.int_]]:
    offsets = disc(SPOT_REACH * radius / colours.frame.mm_per_px)
    return around(colours.frame.pixels(places), offsets, colours.frame.size)


def _evidence(
    colours: ColourCanvas,
    rows: npt.NDArray[np.int_],
    columns: npt.NDArray[np.int_],
    free: npt.NDArray[np.bool_],
) -> Evidence:
    lab = colours.lab[rows, columns]
    seen = strength_of(lab)
    lightness = median_of(lab[..., 0], free)
    roughness = median_of(np.abs(lab[..., 0] - lightness[:, None]), free)
    strength = np.column_stack([median_of(seen[..., k], free) for k in range(2)])
    size = np.hypot(strength[:, 0], strength[:, 1])
    return Evidence(strength, size, hue_of(strength), lightness, roughness, free.mean(axis=1))


def median_of(values: npt.NDArray[np.floating], free: npt.NDArray[np.bool_]) -> FloatArray:
    """The median over the free ones of values (n, m): (n,); 0 where none is free."""
    rising = np.sort(np.where(free, values, np.inf), axis=1)
    count = free.sum(axis=1)
    row = np.arange(len(rising))
    middle = (
        rising[row, np.maximum(count - 1, 0) // 2] + rising[row, np.minimum(count // 2, rising.shape[1] - 1)]
    ) / 2
    return np.where(count > 0, middle, 0.0)


def print_likeness(
    seen: SingleArray, known: SingleArray, centres: FloatArray, radius_px: float, shift_px: int
) -> FloatArray:
    """How well each space's print agrees with the reference picture's, (n,), -1..1: correlation, best of
    small shifts.

    Both are CIE Lab (h, w, 3), straightened to one scale; `centres` (n, 2) are pixels. Colours count as
    lightness does: a cap has a print's outline, but no print's inside.
    """
    offsets = disc(radius_px)
    far = int(np.ceil(radius_px)) + shift_px
    height, width = seen.shape[:2]
    at = np.round(centres).astype(int)
    inside = ((at >= far) & (at < np.array([width, height]) - far)).all(axis=1)
    rows, columns = around(at[inside], offsets, (width, height))
    print_ = _without_mean(known[rows, columns])
    likeness = np.zeros(len(centres))
    if len(rows):
        shifts = range(-shift_px, shift_px + 1)
        scores = [_correlation(seen[rows + dy, columns + dx], print_) for dy in shifts for dx in shifts]
        likeness[inside] = np.max(scores, axis=0)
    return likeness


def _without_mean(patches: SingleArray) -> SingleArray:
    """Patches (n, m, 3) less the mean of each of their channels."""
    return np.asarray(patches - patches.mean(axis=1, keepdims=True))


def _correlation(patches: SingleArray, others: SingleArray) -> FloatArray:
    """How well patches (n, m, 3) agree with others of no mean, (n,), -1..1; -1 where one is without
    contrast."""
    patches = _without_mean(patches)
    both = np.einsum("nmc,nmc->n", patches, others)
    power = np.einsum("nmc,nmc->n", patches, patches) * np.einsum("nmc,nmc->n", others, others)
    return np.where(power > 0, both / np.sqrt(np.maximum(power, 1e-12)), -1.0)
