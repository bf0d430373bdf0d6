"""How far pieces lean outward in the picture: from the camera's place, corrected by the pieces themselves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.board.pieces.colours import ColourCanvas, around, disc, hue_of, turn_between
from vision.board.pieces.evidence import gather
from vision.board.place.pose import BoardPose, FloatArray

BODY: Final = 0.65
"""The share of a piece's height at which the middle of its visible body lies."""

USUAL_REACH: Final = 1.4
REACHES: Final = tuple(np.arange(1.0, 2.7, 0.2).tolist())
"""How far a piece's plastic may reach out, where its body's middle is 1: a cap's middle is its end, a peg
with a wide foot has its middle low."""

REACH_SHARE: Final = 0.85
LEANING_MM: Final = 2.0
"""So many of the pieces that lean by at least this must show their colour for a reach to be believed."""

WINDOW: Final = 1.25
"""The body's middle is looked for among pixels so many base radii around the place expected."""

SLOPE_SPREAD: Final = 0.5
SHIFT_SPREAD_MM: Final = 2.5
"""How far the lean that a usual camera gives may be off: a share of its slope, and mm for all pieces
alike."""

PIECE_NOISE_MM: Final = 0.8
"""How exactly the middle of one body is found; pieces off by more (beside their holes) count less."""

ROUNDS: Final = 3
HUE_REACH: Final = 25.0
STRONG: Final = 0.6
"""Pixels weaker than this times the colour's own strength are print or rim, not piece."""


@dataclass(frozen=True, slots=True)
class Lean:
    """A body's middle is seen off its space by `slope` times its place (mm from the dome) less `shift`
    (2,), mm.

    Its plastic is seen up to `reach` times that far off.
    """

    slope: float
    shift: FloatArray
    reach: float = USUAL_REACH

    def offsets(self, points: FloatArray) -> FloatArray:
        """How far off, mm, for spaces at points (n, 2)."""
        return np.asarray(self.slope * points - self.shift)

    def tops(self, points: FloatArray) -> FloatArray:
        """Where on the board's plane the ends of the pieces' plastic are seen, (n, 2), mm."""
        return points + self.reach * self.offsets(points)

    def bodies(self, points: FloatArray) -> FloatArray:
        """Where on the board's plane the bodies' middles are seen, (n, 2), mm."""
        return points + self.offsets(points)


def lean_of(pose: BoardPose, height: float) -> Lean:
    """The lean of bodies `height` mm tall under a camera."""
    z = min(BODY * height, 0.8 * float(pose.camera[2]))
    slope = z / (float(pose.camera[2]) - z)
    return Lean(slope, slope * pose.camera[:2])


def body_middle(
    colours: ColourCanvas, start: FloatArray, radius: float, hue: float, strength: float
) -> FloatArray | None:
    """The middle (2,), mm, of what has a hue (degrees) and strength around `start` (2,), mm; None if it is
    little."""
    frame = colours.frame
    rows, columns = around(frame.pixels(start[None]), disc(WINDOW * radius / frame.mm_per_px), frame.size)
    seen = colours.strength_at(rows[0], columns[0])
    size = np.hypot(seen[:, 0], seen[:, 1])
    weight = np.clip(size / strength - STRONG, 0.0, 0.4) * (
        np.abs(turn_between(hue_of(seen), hue)) < HUE_REACH
    )
    if weight.sum() < 0.04 * len(weight):
        return None
    pixel = np.array([(weight * columns[0]).sum(), (weight * rows[0]).sum()]) / weight.sum()
    return np.asarray(frame.points(pixel[None])[0])


def refined(
    lean: Lean,
    colours: ColourCanvas,
    points: FloatArray,
    radius: float,
    hues: FloatArray,
    strengths: FloatArray,
) -> Lean:
    """The lean that fits pieces standing at points (n, 2), mm, of hues (n,) and strengths (n,)."""
    first = lean
    for _ in range(ROUNDS):
        starts = lean.bodies(points)
        found = [
            (point, middle - point)
            for point, start, hue, strength in zip(points, starts, hues, strengths, strict=True)
            if (middle := body_middle(colours, start, radius, hue, strength)) is not None
        ]
        if not found:
            return lean
        lean = _fitted(np.array([f[0] for f in found]), np.array([f[1] for f in found]), first)
    return lean


def reaching(
    lean: Lean,
    colours: ColourCanvas,
    points: FloatArray,
    radius: float,
    hues: FloatArray,
    strengths: FloatArray,
) -> Lean:
    """The lean with the reach of pieces standing at points (n, 2), mm, of hues (n,) and strengths (n,)."""
    offsets = lean.offsets(points)
    leaning = np.linalg.norm(offsets, axis=1) >= LEANING_MM
    if leaning.sum() < 3:
        return lean
    reach = REACHES[0]
    for longer in REACHES:
        seen = gather(colours, points[leaning] + longer * offsets[leaning], radius)
        alike = np.abs(turn_between(seen.hue, hues[leaning])) < HUE_REACH
        if (alike & (seen.size > STRONG * strengths[leaning])).mean() < REACH_SHARE:
            break
        reach = longer
    return replace(lean, reach=reach)


def _fitted(points: FloatArray, offsets: FloatArray, first: Lean) -> Lean:
    """Least squares with the first lean as prior, pieces far off weighed down (Cauchy weights)."""
    n = len(points)
    zero, one = np.zeros(n), np.ones(n)
    rows = np.concatenate(
        [np.column_stack([points[:, 0], -one, zero]), np.column_stack([points[:, 1], zero, -one])]
    )
    target = np.concatenate([offsets[:, 0], offsets[:, 1]])
    prior = np.array([first.slope, *first.shift])
    hold = np.diag(1 / np.array([SLOPE_SPREAD * first.slope, SHIFT_SPREAD_MM, SHIFT_SPREAD_MM]))
    solution = prior
    for _ in range(5):
        off = np.linalg.norm((rows @ solution - target).reshape(2, n), axis=0)
        weight = np.tile(1 / np.sqrt(1 + (off / PIECE_NOISE_MM) ** 2), 2) / PIECE_NOISE_MM
        left = np.concatenate([rows * weight[:, None], hold])
        right = np.concatenate([target * weight, hold @ prior])
        solution = np.linalg.lstsq(left, right, rcond=None)[0]
    return Lean(float(max(solution[0], 0.0)), solution[1:], first.reach)
