"""Which squares of a chessboard are surely bare: those that look as a bare square of their colour does.

A counter that cannot be read, a hand, a cup: whatever lies on a square differs from it in colour, has edges,
or breaks the step from dark to light at the square's sides. Shadows and lamps change lightness, but slowly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.layout import Layout
from vision.board.place.canvas import Frame, Picture
from vision.board.place.pose import FloatArray

SHRINK: Final = 2
"""Squares are looked at on half the canvas."""

INSET: Final = 0.04
"""So much of a square is left out at each side, as a share of it."""

ROUND_TILE_MM: Final = 2.0
"""So far round a counter its edge and shadow reach."""

SOFT: Final = 0.07
"""What changes within this part of a square's side is an edge; slower changes are light and shadow."""

BLOCKS: Final = 4
"""A square is looked at in so many by so many blocks."""

LEAST_SEEN: Final = 0.3
"""A block or square is looked at only if so much of it lies free of counters read on other squares."""

DARKEST: Final = 8.0
"""Added to all levels before logarithms are taken: black noise is no colour."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How the 64 squares look, in the layout's order.

    dark: whether a square is of a1's colour (64,). rough: how much of an edge it has, as a logarithm of
    lightness (64,). blocks: log lightness and two log ratios of colours of its blocks (64, BLOCKS, BLOCKS,
    3), nan where not seen.
    """

    dark: npt.NDArray[np.bool_]
    rough: FloatArray
    blocks: FloatArray


def looks_of(
    canvas: Picture,
    inside: npt.NDArray[np.bool_],
    frame: Frame,
    layout: Layout,
    tiles: Sequence[FloatArray],
) -> Looks:
    """The looks of the squares of a straightened board (h, w, 3), BGR; `inside` is where it lies in the
    picture (h, w), `tiles` are the corners (4, 2) in mm of counters that were read."""
    size = canvas.shape[1] // SHRINK, canvas.shape[0] // SHRINK
    small = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    free = cv2.resize(inside.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
    scale = frame.mm_per_px * SHRINK
    for tile in tiles:
        pixels = np.rint(frame.pixels(tile) / SHRINK * 8).astype(np.int32)
        cv2.fillConvexPoly(free, pixels, 0, cv2.LINE_8, 3)
        cv2.polylines(free, [pixels], True, 0, max(1, round(2 * ROUND_TILE_MM / scale)), cv2.LINE_8, 3)
    logs = np.log(small + np.float32(DARKEST))
    green = logs[..., 1]
    shades = np.stack((green, logs[..., 2] - green, logs[..., 0] - green), axis=-1)
    pitch = abs(layout.spaces["b1"][0] - layout.spaces["a1"][0])
    half = pitch * (0.5 - INSET) / scale
    rough, blocks, dark = [], [], []
    for name, at in layout.spaces.items():
        x, y = frame.pixels(np.array([at]))[0] / SHRINK
        rows, columns = _span(y, half, size[1]), _span(x, half, size[0])
        part, seen = shades[rows, columns], free[rows, columns] > 0
        rough.append(_roughness(part[..., 0], seen, SOFT * pitch / scale))
        blocks.append(_blocks(part, seen))
        dark.append(("abcdefgh".index(name[0]) + int(name[1])) % 2 == 1)
    return Looks(np.array(dark), np.array(rough), np.array(blocks))


def _span(middle: float, half: float, limit: int) -> slice:
    return slice(max(0, round(middle - half)), min(limit, round(middle + half)))


def _roughness(lightness: npt.NDArray[np.float32], seen: npt.NDArray[np.bool_], sigma: float) -> float:
    """The 97th percentile of what is left of the log lightness (h, w) without its slow changes."""
    if seen.mean() < LEAST_SEEN:
        return float("nan")
    weight = seen.astype(np.float32)
    around = cv2.GaussianBlur(weight, (0, 0), sigma, borderType=cv2.BORDER_REFLECT)
    slow = cv2.GaussianBlur(lightness * weight, (0, 0), sigma, borderType=cv2.BORDER_REFLECT)
    return float(np.percentile(np.abs(lightness - slow / np.maximum(around, 1e-3))[seen], 97))


def _blocks(part: npt.NDArray[np.float32], seen: npt.NDArray[np.bool_]) -> FloatArray:
    """The median shades (BLOCKS, BLOCKS, 3) of a square's blocks."""
    made = np.full((BLOCKS, BLOCKS, 3), np.nan)
    rows = np.linspace(0, part.shape[0], BLOCKS + 1).astype(int)
    columns = np.linspace(0, part.shape[1], BLOCKS + 1).astype(int)
    for i in range(BLOCKS):
        for j in range(BLOCKS):
            box = slice(rows[i], rows[i + 1]), slice(columns[j], columns[j + 1])
            if seen[box].size and seen[box].mean() >= LEAST_SEEN:
                made[i, j] = np.median(part[box][seen[box]], axis=0)
    return made


PROFILE_MM: Final = 5.0
"""So far to each side of the line between two squares the step is looked at: counters seldom reach there."""


def blur_mm(canvas: Picture, frame: Frame, layout: Layout) -> float:
    """Over how many mm the lightness goes from one square to the next: the step over its steepest part.

    It is the median of all lines between squares, at most `2 * PROFILE_MM`; 0 for a board without steps.
    """
    spaces, across = layout.spaces, np.arange(-PROFILE_MM, PROFILE_MM + 0.1, 0.5)
    ways = []
    for name, (x, y) in spaces.items():
        file, rank = name[0], int(name[1:])
        dark = 1 if ("abcdefgh".index(file) + rank) % 2 else -1
        for other in (f"{chr(ord(file) + 1)}{rank}", f"{file}{rank + 1}"):
            if other in spaces:
                middle = (x + spaces[other][0]) / 2, (y + spaces[other][1]) / 2
                along = np.sign(np.subtract(spaces[other], (x, y)))
                ways.append(np.array(middle) + dark * across[:, None] * along)
    pixels = frame.pixels(np.concatenate(ways)).astype(np.float32).reshape(len(ways), len(across), 2)
    light = cv2.cvtColor(canvas, cv2.COLOR_BGR2GRAY)
    levels = cv2.remap(light, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profile = np.median(np.log(levels.astype(np.float32) + np.float32(DARKEST)), axis=0)
    step = abs(float(profile[-1] - profile[0]))
    steepest = float(np.abs(np.diff(profile)).max()) / 0.5
    return step / steepest if step > PLAIN_STEP else 0.0


# -- judging them ------------------------------------------------------------------------------------

ROUGHER: Final = 2.2
ROUGH_MORE: Final = 0.06
"""A bare square is at most so many times as rough as most of its colour, or rougher by so much."""

OFF_COLOUR: Final = 0.16
"""How far the colours of a bare square's blocks may be from those of most of its kind (log ratios)."""

UNEVEN: Final = 0.75
"""How much lighter the lightest block of a bare square may be than its darkest (log): a shadow's edge."""

STEP: Final = (0.45, 1.8)
"""By how much the step to a neighbour may differ from the usual one, as a factor."""

ALIKE: Final = 0.12
"""So much lighter or darker (log) than others of its colour may a square without neighbours to compare be."""

BESIDE_SMOOTH: Final = 0.5
BESIDE_EVEN: Final = (0.85, 0.3)
"""Beside a square on which something lies that is no counter, a bare one must be as smooth as the first, or
as smooth and even as the others: a hand does not end at a line, and wood may have its colour."""

ALONE_ROUGH: Final = 0.35
ALONE_OFF: Final = 0.04
"""Such a square must be smoother and nearer to its kind than others: a sleeve may look like it."""

BLEACHED: Final = 246.0
"""On a square whose lightest block comes as near to white as this a counter could be lost in the glare."""

PLAIN_STEP: Final = 0.12
"""Boards whose colours differ less than this in lightness (log) have no steps to go by."""

BLOCKS_SEEN: Final = 0.5
"""So many of a square's blocks must be seen."""


def surely_bare(looks: Looks) -> npt.NDArray[np.bool_]:
    """Which of the 64 squares are surely bare."""
    measured = measure(looks)
    plain = (
        (measured.seen >= BLOCKS_SEEN)
        & (measured.rough <= 1.0)
        & (measured.off_colour <= OFF_COLOUR)
        & (measured.uneven <= UNEVEN)
    )
    steps = (measured.step_low >= STEP[0]) & (measured.step_low <= STEP[1]) & (measured.step_high <= STEP[1])
    alone = plain & np.isinf(measured.step_low)
    alone &= (measured.rough <= ALONE_ROUGH) & (measured.off_colour <= ALONE_OFF)
    bare = plain & (steps | _as_light(looks, plain & steps, alone))
    beside = _beside((measured.seen >= BLOCKS_SEEN) & ~bare)
    smooth = (measured.rough <= BESIDE_SMOOTH) | (
        (measured.rough <= BESIDE_EVEN[0]) & (measured.uneven <= BESIDE_EVEN[1])
    )
    return np.asarray(bare & (smooth | ~beside))


def _beside(squares: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The squares that touch one of these, or are one of them."""
    board = squares.reshape(8, 8).astype(np.uint8)
    return np.asarray(cv2.dilate(board, np.ones((3, 3), np.uint8)).reshape(64) > 0)


def _as_light(
    looks: Looks, bare: npt.NDArray[np.bool_], alone: npt.NDArray[np.bool_]
) -> npt.NDArray[np.bool_]:
    """Which squares `alone`, with no neighbour to compare, are as light as `bare` ones of their colour."""
    light = looks.blocks[..., 0].reshape(64, -1)
    known = np.isfinite(light)
    high, low = np.where(known, light, -np.inf).max(axis=1), np.where(known, light, np.inf).min(axis=1)
    alike = alone & (high < np.log(BLEACHED + DARKEST))
    for kind in (True, False):
        own = looks.dark == kind
        if not (own & bare).any():
            alike &= ~own
            continue
        least, most = low[own & bare].min() - ALIKE, high[own & bare].max() + ALIKE
        alike &= ~own | ((low >= least) & (high <= most))
    return np.asarray(alike, np.bool_)


@dataclass(frozen=True, slots=True)
class Measured:
    """What tells of each square whether it is bare, (64,): the share of its blocks that are seen; its
    roughness over the most allowed; how far off its blocks' colours are; its unevenness; its least and
    greatest step to a neighbour over the usual one."""

    seen: FloatArray
    rough: FloatArray
    off_colour: FloatArray
    uneven: FloatArray
    step_low: FloatArray
    step_high: FloatArray


def measure(looks: Looks) -> Measured:
    """The measurements of the squares' looks."""
    rough, colour = np.full(64, np.inf), np.full(64, np.inf)
    for kind in (True, False):
        own = looks.dark == kind
        usual = _low(looks.rough[own], 25.0)
        rough[own] = looks.rough[own] / max(ROUGHER * usual, usual + ROUGH_MORE)
        chroma = looks.blocks[own][..., 1:]
        if not np.isfinite(chroma).any():
            continue
        middle = np.nanmedian(chroma.reshape(-1, 2), axis=0)
        off = np.abs(chroma - middle).reshape(len(chroma), -1)
        colour[own] = np.where(np.isfinite(off), off, 0.0).max(axis=1)
    light = looks.blocks[..., 0].reshape(64, -1)
    known = np.isfinite(light)
    high = np.where(known, light, -np.inf).max(axis=1)
    low = np.where(known, light, np.inf).min(axis=1)
    rough = np.nan_to_num(rough, nan=np.inf)
    # Round a counter that was read too little is seen to be rough, but its step still counts.
    smooth = (rough <= 1.0) | ~np.isfinite(looks.rough)
    step_low, step_high = _steps(looks, smooth & (colour <= OFF_COLOUR))
    uneven = np.where(known.any(axis=1), high - low, np.inf)
    return Measured(known.mean(axis=1), rough, colour, uneven, step_low, step_high)


def _low(values: FloatArray, percent: float) -> float:
    known = values[np.isfinite(values)]
    return float(np.percentile(known, percent)) if known.size else 0.0


def _steps(looks: Looks, smooth: npt.NDArray[np.bool_]) -> tuple[FloatArray, FloatArray]:
    """Each square's least and greatest step of lightness to its `smooth` neighbours, over the usual step.

    What lies on the others is their own fault. A square with no such neighbour has the steps inf and -inf.
    """
    steps = np.full((64, 4), np.nan)
    light = looks.blocks[..., 0]
    for square in range(64):
        file, row = square % 8, square // 8
        for side, (df, dr) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
            other = square + df + 8 * dr
            if not (0 <= file + df < 8 and 0 <= row + dr < 8 and smooth[other]):
                continue
            mine, theirs = _edge(light[square], df, dr), _edge(light[other], -df, -dr)
            step = theirs - mine
            step = step[np.isfinite(step)]
            if step.size >= BLOCKS // 2:
                steps[square, side] = np.median(step) * (1 if looks.dark[square] else -1)
    known = steps[np.isfinite(steps)]
    usual = float(np.median(known)) if known.size else 0.0
    if abs(usual) < PLAIN_STEP:
        return np.ones(64), np.ones(64)
    shares = steps / usual
    low = np.where(np.isfinite(shares), shares, np.inf).min(axis=1)
    return low, np.where(np.isfinite(shares), shares, -np.inf).max(axis=1)


def _edge(blocks: FloatArray, df: int, dr: int) -> FloatArray:
    """The blocks along one side of a square: right, left, upper, lower."""
    if df:
        return np.asarray(blocks[:, -1] if df > 0 else blocks[:, 0])
    return np.asarray(blocks[0] if dr > 0 else blocks[-1])
