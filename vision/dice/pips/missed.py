"""Dice in sight that nothing was read of: with them, what was read is not the whole of the picture.

Where the number of dice is not known, a die overlooked makes a wrong answer. Three signs tell of one: a face
that the geometry allows and that no reading has accounted for, a patch of the colour of a die that was
read, of a die's size, where no reading is, and a large face without edges, whose pips may be dice.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.nets.net import second_opinion
from vision.dice.pips.blobs import Grey
from vision.dice.pips.judge import Face, overlap

__all__ = ["pips_may_be_dice", "unread_colours", "unread_faces"]

CLAIM = 0.35
"""A face with at least this confidence by geometry alone is one to account for."""

PLAIN = 0.9
"""From this confidence on also if the net denies it."""

SHARED = 0.3
"""The net shares a claim if it gives its value at least this chance."""

PATTERN = 3
"""So many claims like one that the net denies make it the table's pattern, of cloth or grain."""

LIKE_CLAIM = 1.4
"""Claims of one pattern differ in size and contrast by at most this factor."""

CERTAIN = 0.95
"""What the net must give a claim that looks like a pattern."""

SIDES = 4.2
"""How far (units) from the centre of a face its die may reach: what lies nearer is a side face of it."""

COARSE = 5.0
"""The search for colours is made where a unit is so many pixels."""

LIKE_BODY = 0.35
"""A colour is a die's if it is nearer to it than this share of the step from it to what lies round it."""

LEAST_STEP = 40.0
"""Dice that differ less from what lies round them (levels, all three colours) tell nothing of others."""

LARGE, HAS_AN_EDGE = 0.25, 0.12
"""A face wider than the first share of a picture shows edges, the weakest by more than the second."""


def pips_may_be_dice(face: Face, grey: Grey) -> bool:
    """Whether a face may be the bare table between dice that lie like its pips: out of focus they look so."""
    side = float(np.linalg.norm(face.guess.corners - np.roll(face.guess.corners, 1, axis=0), axis=1).mean())
    return side > LARGE * min(grey.shape) and face.evidence.edges[3] < HAS_AN_EDGE


def unread_faces(seen: list[Face], claims: list[Face], grey: Grey) -> bool:
    """Whether a face that the geometry allows lies apart from all faces `seen`, and is of their size."""
    if not seen:
        return False
    unit = float(np.median([face.guess.unit for face in seen]))
    contrast = 0.5 * float(np.median([face.evidence.contrast for face in seen]))
    apart = [
        claim
        for claim in claims
        if claim.confidence >= CLAIM
        and 0.5 < claim.guess.unit / unit < 1.7
        and not any(_beside(claim, face) for face in seen)
    ]
    places = [((float(c.guess.centre[0]), float(c.guess.centre[1])), 4 * c.guess.unit) for c in apart]
    chances = second_opinion().chances(grey, places)
    shares = [float(given[claim.guess.value]) for claim, given in zip(apart, chances, strict=True)]
    denied = [claim for claim, share in zip(apart, shares, strict=True) if share <= SHARED]
    for claim, share in zip(apart, shares, strict=True):
        patterned = sum(_alike(claim, other) for other in denied if other is not claim) >= PATTERN
        plain = claim.confidence >= PLAIN and claim.evidence.contrast > contrast
        if share > (CERTAIN if patterned else SHARED):
            return True
        if plain and not patterned and 0.7 < claim.guess.unit / unit < 1.45:
            return True
    return False


def _alike(claim: Face, other: Face) -> bool:
    """Whether two claims, apart from each other, could be made by one pattern of a table."""
    sizes, steps = claim.guess.unit / other.guess.unit, claim.evidence.contrast / other.evidence.contrast
    same = claim.guess.dark == other.guess.dark and max(sizes, 1 / sizes, steps, 1 / steps) < LIKE_CLAIM
    return same and not overlap(claim.guess, other.guess)


def _beside(claim: Face, face: Face) -> bool:
    """Whether a claim lies on a face that was read, or so near that it may be a side of its die."""
    near = float(np.hypot(*(claim.guess.centre - face.guess.centre))) < SIDES * face.guess.unit
    return near or overlap(claim.guess, face.guess)


_BETWEEN = np.array([(u, v) for u in (-0.5, 0.5) for v in (-1.5, -0.5, 0.5, 1.5)])
_AROUND = 4.0 * np.array([(np.cos(a), np.sin(a)) for a in np.linspace(0, 2 * np.pi, 16, endpoint=False)])


def unread_colours(seen: list[Face], colours: NDArray[np.uint8], scale: float) -> bool:
    """Whether a patch of the colour and the size of a die read lies where none was read.

    `colours`: (H, W) or (H, W, 3), the picture; `scale`: of the pixels of the faces to its pixels.
    """
    if not seen:
        return False
    unit = float(np.median([face.guess.unit for face in seen])) / scale
    shrink = min(COARSE / unit, 1.0)
    small = cv2.resize(colours, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    levels = np.atleast_3d(cv2.medianBlur(small, 3)).astype(np.float32)
    factor = shrink / scale
    taken = np.zeros(levels.shape[:2], np.uint8)
    for face in seen:
        x, y = (float(c) * factor for c in face.guess.centre)
        cv2.circle(taken, (round(x), round(y)), round(3.4 * face.guess.unit * factor), 1, -1)
    return any(_lies_unread(levels, taken, face, factor, unit * shrink) for face in seen)


def _lies_unread(
    levels: NDArray[np.float32], taken: NDArray[np.uint8], face: Face, factor: float, unit: float
) -> bool:
    body = np.median(_sampled(levels, face, _BETWEEN, factor), axis=0)
    around = np.median(_sampled(levels, face, _AROUND, factor), axis=0)
    step = float(np.abs(body - around).sum())
    if step < LEAST_STEP:
        return False
    alike = (np.abs(levels - body).sum(axis=2) < LIKE_BODY * step) & (taken == 0)
    patches, _ = cv2.findContours(alike.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return any(_like_die(patch, levels.shape[:2], unit) for patch in patches if len(patch) > 4 * unit)


def _like_die(patch: NDArray[np.int32], shape: tuple[int, ...], unit: float) -> bool:
    """Whether an outline, its holes filled, is as large and as compact as a die, and whole."""
    left, top, wide, high = cv2.boundingRect(patch)
    inside = left > 0 and top > 0 and left + wide < shape[1] and top + high < shape[0]
    area, hull = cv2.contourArea(patch), cv2.contourArea(cv2.convexHull(patch))
    compact = area > 0.5 * hull > 0.25 * wide * high and max(wide, high) < 7 * unit
    if not inside or not compact or not 5 < hull / unit**2 < 32:
        return False
    filled = np.zeros((high + 2, wide + 2), np.uint8)
    cv2.drawContours(filled, [patch], -1, 1, -1, offset=(1 - left, 1 - top))
    return float(cv2.distanceTransform(filled, cv2.DIST_L2, 3).max()) > unit


def _sampled(
    levels: NDArray[np.float32], face: Face, places: NDArray[np.float64], factor: float
) -> NDArray[np.float32]:
    """The colours (n, channels) at places (n, 2) of a face's lattice."""
    points = np.rint((places @ face.guess.frame[:, :2].T + face.guess.centre) * factor).astype(int)
    columns = np.clip(points[:, 0], 0, levels.shape[1] - 1)
    rows = np.clip(points[:, 1], 0, levels.shape[0] - 1)
    return np.asarray(levels[rows, columns], np.float32)
