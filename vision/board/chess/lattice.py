"""A chessboard found anywhere in a picture, by nothing but the crossings of its squares.

Crossings of alternating kinds are joined into a lattice, step by step from one of them. Only one that is
seven crossings wide and high is a chessboard. Which side is South's cannot be seen: it is the one that lies
lowest in the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from hardware.layout import Layout
from vision.board.chess.squares import crossing_likeness
from vision.board.place.canvas import Picture
from vision.board.place.fit import fit_plane
from vision.board.place.pose import FloatArray

LONGEST: Final = 960
"""Pictures are shrunk to this (px, the longer side)."""

HALVES: Final = (7, 5, 10)
"""Half the sides of windows that are tried, pixels."""

ALIKE: Final = 0.68
"""How like a crossing a window must look; where the board's rim meets two squares it is 0.58."""

MOST: Final = 300
"""So many of the plainest crossings are looked at."""

SEEDS: Final = 24
"""From so many of them a lattice is begun."""

STEPS: Final = (18.0, 170.0)
"""The side of a square in the shrunk picture, pixels."""

LEAN: Final = 0.6
"""How far a lattice's steps may be off across and upright: the sine."""

STRAY: Final = 0.22
"""How far a crossing may be from where its neighbours put it, in steps."""

LEAST: Final = 28
"""So many of the 49 crossings must be found."""

LEAD: Final = 4
"""By so many more than with any other place of the board among the crossings."""


@dataclass(frozen=True, slots=True)
class _Crossings:
    """Crossings in the shrunk picture: where, (n, 2), and of which kind, (n,), plainest first."""

    at: FloatArray
    sign: FloatArray


def find_chessboard(picture: Picture, layout: Layout) -> FloatArray | None:
    """The homography (3, 3) from the mm of a layout to the pixels of a BGR picture; None if there is no
    board."""
    shrink = min(1.0, LONGEST / max(picture.shape[:2]))
    # Windows of 2 half + 1 pixels must fit into the picture, however its size is rounded.
    halves = [half for half in HALVES if min(picture.shape[:2]) * shrink >= 2 * half + 2]
    if not halves:
        return None
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else grey
    for half in halves:
        found = _crossings(np.asarray(small, np.float64), half)
        grids = sorted(_lattices(found), key=len, reverse=True)
        for grid in grids[:1]:
            homography = _homography(grid, found, layout, 1 / shrink)
            if homography is not None:
                return homography
    return None


def _crossings(grey: FloatArray, half: int) -> _Crossings:
    likeness = crossing_likeness(grey, half)
    strength = np.abs(likeness).astype(np.float32)
    size = 2 * half + 1
    peaks = (strength == cv2.dilate(strength, np.ones((size, size), np.uint8))) & (strength > ALIKE)
    rows, columns = np.nonzero(peaks)
    order = np.argsort(-strength[rows, columns])[:MOST]
    at = np.column_stack((columns[order], rows[order])).astype(np.float64) + half
    return _Crossings(at, np.sign(likeness[rows[order], columns[order]]))


_Grid = dict[tuple[int, int], int]
"""The crossing at a file and row of a lattice, counted from where it was begun, rows upwards."""


def _lattices(found: _Crossings) -> Iterator[_Grid]:
    """Lattices grown from the plainest crossings."""
    for seed in range(min(SEEDS, len(found.at))):
        across, upright = _nearby(found, seed, (1.0, 0.0)), _nearby(found, seed, (0.0, -1.0))
        for right in across[:2]:
            for up in upright[:2]:
                steps = found.at[right] - found.at[seed], found.at[up] - found.at[seed]
                if 0.5 < np.linalg.norm(steps[0]) / np.linalg.norm(steps[1]) < 2.0:
                    grid = _grown(found, seed, steps)
                    yield grid
                    if len(grid) >= 45:
                        return


def _nearby(found: _Crossings, seed: int, way: tuple[float, float]) -> list[int]:
    """The crossings of the other kind that lie in a direction from one, the nearest first."""
    steps = found.at - found.at[seed]
    far = np.linalg.norm(steps, axis=1)
    ahead = steps @ np.array(way)
    aside = np.abs(steps @ np.array((way[1], -way[0])))
    good = (far > STEPS[0]) & (far < STEPS[1]) & (ahead > 0) & (aside < LEAN * far)
    good &= found.sign != found.sign[seed]
    return [int(k) for k in np.argsort(far) if good[k]]


def _grown(found: _Crossings, seed: int, steps: tuple[FloatArray, FloatArray]) -> _Grid:
    """The lattice that goes on from a crossing by two steps, each neighbour where the last step has it."""
    grid: _Grid = {(0, 0): seed}
    open_: list[tuple[int, int]] = [(0, 0)]
    while open_:
        here = open_.pop(0)
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            there = here[0] + way[0], here[1] + way[1]
            if there in grid or max(map(abs, there)) > 8:
                continue
            behind = here[0] - way[0], here[1] - way[1]
            at = found.at[grid[here]]
            step = at - found.at[grid[behind]] if behind in grid else way[0] * steps[0] + way[1] * steps[1]
            off = np.linalg.norm(found.at - (at + step), axis=1)
            off[found.sign == found.sign[grid[here]]] = np.inf
            best = int(off.argmin())
            if off[best] < STRAY * np.linalg.norm(step) and best not in grid.values():
                grid[there] = best
                open_.append(there)
    return grid


def _homography(grid: _Grid, found: _Crossings, layout: Layout, grow: float) -> FloatArray | None:
    """The board's homography if seven by seven of a lattice's crossings are its own, and no others."""
    files, rows = [f for f, _ in grid], [r for _, r in grid]
    counts = sorted(
        (
            (sum(f0 <= f < f0 + 7 and r0 <= r < r0 + 7 for f, r in grid), f0, r0)
            for f0 in range(min(files) - 1, max(files) + 1)
            for r0 in range(min(rows) - 1, max(rows) + 1)
        ),
        reverse=True,
    )
    count, f0, r0 = counts[0]
    if count < LEAST or (len(counts) > 1 and count - counts[1][0] < LEAD):
        return None
    pitch = abs(layout.spaces["b1"][0] - layout.spaces["a1"][0])
    first = np.array(layout.spaces["a1"]) + pitch / 2
    own = {(f - f0, r - r0): k for (f, r), k in grid.items() if 0 <= f - f0 < 7 and 0 <= r - r0 < 7}
    if len({f for f, _ in own}) < 7 or len({r for _, r in own}) < 7:
        return None
    points = np.array([first + pitch * np.array(place) for place in own])
    pixels = (found.at[list(own.values())] + 0.5) * grow - 0.5
    fit = fit_plane(points, pixels, 5.0 * grow)
    return fit.homography if fit is not None and fit.inliers.sum() >= LEAST else None
