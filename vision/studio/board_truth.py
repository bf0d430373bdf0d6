"""What a picture of a board truly shows and where, in pixels; exact, whatever light, blur or noise do to
it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.studio.boards import BOARD_SIZE, BoardScene, far_to_near
from vision.studio.dome import DieTruth, die_truth
from vision.studio.geometry import Doubles, Floats, Size, View, view_of
from vision.studio.hands import hand_masks
from vision.studio.pieces import PlacedPiece
from vision.studio.printing import plan_of

_ROUND = np.radians(np.arange(0, 360, 12.0))


@dataclass(frozen=True, slots=True)
class BoardTruth:
    """What a picture of a board truly shows, in pixels.

    corners: the layout's four. spaces: the middle of each space on the board. tops: the middle of the top
    of the uppermost piece of each space that has one. seen: how much (0-1) of that piece's cap, or of the
    empty space, nothing else hides. tags: id -> its four corners, from the upper left clockwise. dome:
    middle and radius.
    """

    corners: tuple[tuple[float, float], ...]
    spaces: dict[str, tuple[float, float]]
    tops: dict[str, tuple[float, float]]
    seen: dict[str, float]
    tags: dict[int, tuple[tuple[float, float], ...]]
    dice: tuple[DieTruth, ...]
    dome: tuple[float, float, float]


def truth_of_board(scene: BoardScene, size: Size = BOARD_SIZE) -> BoardTruth:
    """What the picture of a scene truly shows; exact, whatever light, blur or noise do to it."""
    view, plan, stage = view_of(scene.camera, size), plan_of(scene.layout), scene.stage()
    names = list(scene.layout.spaces)
    feet = view.project(np.array([(*scene.layout.spaces[name], 0.0) for name in names]))
    placed = scene.placed()
    tops = {name: _pair(view.project(stack[-1].top())[0]) for name, stack in placed.items() if stack}
    rim = view.project(
        stage.radius * np.column_stack((np.cos(_ROUND), np.sin(_ROUND), np.zeros(_ROUND.size)))
    )
    middle = (rim.max(axis=0) + rim.min(axis=0)) / 2
    dice = sorted((die_truth(die, view, stage.lens) for die in scene.dice), key=lambda d: d.centre)
    return BoardTruth(
        corners=tuple(_pair(p) for p in view.project(np.array([(*c, 0.0) for c in plan.corners]))),
        spaces={name: _pair(p) for name, p in zip(names, feet, strict=True)},
        tops=tops,
        seen=_seen_shares(scene, placed, view),
        tags={number: _tag_corners(at, plan.tag_size, view) for number, at in plan.tags},
        dice=tuple(dice),
        dome=(*_pair(middle), float(np.linalg.norm(rim - middle, axis=1).mean())),
    )


def _pair(point: Doubles) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _tag_corners(at: tuple[float, float], size: float, view: View) -> tuple[tuple[float, float], ...]:
    half = size / 2
    square = np.array([(-half, half, 0), (half, half, 0), (half, -half, 0), (-half, -half, 0.0)])
    square[:, :2] += at
    return tuple(_pair(p) for p in view.project(square))


def _seen_shares(scene: BoardScene, placed: dict[str, list[PlacedPiece]], view: View) -> dict[str, float]:
    """How much of each space's cap, or of the empty space, nothing nearer hides."""
    everything = [piece for stack in placed.values() for piece in stack] + list(scene.loose)
    ordered = far_to_near(everything, view)
    hulls = [view.project(piece.rings()) for piece in ordered]
    hand = np.add(*hand_masks(scene.hand, view, view.size)) if scene.hand is not None else None
    shares = {}
    for name, at in scene.layout.spaces.items():
        stack = placed.get(name, [])
        target = stack[-1].crown() if stack else _floor(at, scene.layout.piece.base_radius)
        nearer = hulls[ordered.index(stack[-1]) + 1 :] if stack else hulls
        shares[name] = _share_left(view.project(target), nearer, hand, view.size)
    return shares


def _floor(at: tuple[float, float], radius: float) -> Doubles:
    return np.column_stack(
        (at[0] + radius * np.cos(_ROUND), at[1] + radius * np.sin(_ROUND), np.zeros(_ROUND.size))
    )


def _share_left(target: Doubles, covers: list[Doubles], hand: Floats | None, size: Size) -> float:
    """The share of the pixels in a hull that no other hull, no hand, and no edge of the picture hides."""
    low, high = np.floor(target.min(axis=0)).astype(int) - 1, np.ceil(target.max(axis=0)).astype(int) + 2
    shape = int(high[1] - low[1]), int(high[0] - low[0])
    mask = _hull_mask(target, low, shape)
    whole = int(mask.sum())
    for cover in covers:
        if (cover.min(axis=0) < high).all() and (cover.max(axis=0) > low).all():
            mask &= ~_hull_mask(cover, low, shape)
    rows, columns = np.nonzero(mask)
    rows, columns = rows + low[1], columns + low[0]
    inside = (rows >= 0) & (rows < size[1]) & (columns >= 0) & (columns < size[0])
    if hand is not None:
        inside[inside] = hand[rows[inside], columns[inside]] < 0.5
    return float(inside.sum()) / max(whole, 1)


def _hull_mask(
    points: Doubles, low: Doubles, shape: tuple[int, int]
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    mask = np.zeros(shape, np.uint8)
    hull = cv2.convexHull(np.rint((points - low) * 16).astype(np.int32))
    cv2.fillConvexPoly(mask, hull, 1, cv2.LINE_8, 4)
    return mask.astype(bool)
