"""A plain drawing of a board as a camera sees it: print, pieces that lean, a known pose. For tests only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.layout import Layout
from hardware.spaces import colour_of
from vision.board.pieces.colours import printed_colours
from vision.board.place.canvas import Picture
from vision.board.place.pose import BoardPose, FloatArray

PLASTIC = {"red": (40, 30, 190), "yellow": (20, 170, 220), "green": (60, 130, 20), "blue": (170, 60, 20)}
PRINT = {"red": (120, 110, 210), "yellow": (120, 200, 225), "green": (130, 170, 110), "blue": (190, 130, 100)}
SIZE = (1000, 800)


@dataclass(frozen=True)
class View:
    """A camera over the board: height in mm, tilt and turn in degrees, focal length in pixels."""

    height: float = 520.0
    tilt: float = 8.0
    turn: float = 10.0
    focal: float = 850.0
    shift: tuple[float, float] = (0.0, 0.0)

    def pose(self, size: tuple[int, int] = SIZE) -> BoardPose:
        """The pose that a picture of `size` (width, height) has exactly."""
        tilt, turn = np.radians(self.tilt), np.radians(self.turn)
        down = np.array([[1, 0, 0], [0, -1, 0], [0, 0, -1.0]])
        about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
        about_x = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
        rotation = about_x @ down @ about_z
        away = np.array([*self.shift, self.height / np.cos(tilt)])
        lens = np.array([[self.focal, 0, (size[0] - 1) / 2], [0, self.focal, (size[1] - 1) / 2], [0, 0, 1.0]])
        homography = lens @ np.column_stack([rotation[:, 0], rotation[:, 1], away])
        return BoardPose(homography / homography[2, 2], -rotation.T @ away)


def draw_board(
    layout: Layout,
    pieces: Mapping[str, str],
    view: View | None = None,
    size: tuple[int, int] = SIZE,
    seed: int = 1,
    printing: bool = True,
) -> Picture:
    """A picture (BGR) of a board with pieces on spaces; `printing` adds marks that can be recognised."""
    pose = (view or View()).pose(size)
    rng = np.random.default_rng(seed)
    picture = np.full((size[1], size[0], 3), (70, 90, 100), np.uint8)
    _fill(picture, pose.pixels(np.array(layout.corners)), (200, 205, 205))
    if printing:
        _draw_marks(picture, pose, layout)
    if layout.tags is not None:
        _draw_tags(picture, pose, layout)
    own = printed_colours(layout)
    for space, place in layout.spaces.items():
        paint = PRINT[own[space]] if space in own else (225, 225, 225)
        _fill(picture, pose.pixels(_circle(place, 1.35 * layout.piece.base_radius)), (60, 60, 60))
        _fill(picture, pose.pixels(_circle(place, 1.25 * layout.piece.base_radius)), paint)
    for space in sorted(pieces, key=lambda s: -np.hypot(*(np.array(layout.spaces[s]) - pose.camera[:2]))):
        _draw_piece(picture, pose, layout, layout.spaces[space], PLASTIC[pieces[space]])
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float64) + rng.normal(0, 3, picture.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def start_pieces(layout: Layout) -> dict[str, str]:
    """A Trouble board before the first pop."""
    return {s: c for s in layout.spaces if (c := colour_of(s)) is not None and s[1] == "H"}


def _circle(centre: tuple[float, float], radius: float) -> FloatArray:
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return np.array(centre) + radius * np.column_stack([np.cos(angles), np.sin(angles)])


def _fill(picture: Picture, pixels: FloatArray, paint: tuple[int, ...]) -> None:
    cv2.fillPoly(picture, [np.round(pixels * 16).astype(np.int32)], paint, cv2.LINE_AA, 4)


def _draw_marks(picture: Picture, pose: BoardPose, layout: Layout) -> None:
    """Bars about the middle, of no symmetry, that features stick to."""
    rng = np.random.default_rng(7)
    for _ in range(60):
        x, y = rng.uniform(-62, 62, 2)
        w, h = rng.uniform(2, 9, 2)
        corners = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
        paint = tuple(int(v) for v in rng.integers(20, 235, 3))
        _fill(picture, pose.pixels(corners), paint)


def _draw_tags(picture: Picture, pose: BoardPose, layout: Layout) -> None:
    assert layout.tags is not None
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, layout.tags.family))
    for name, (x, y) in layout.tags.at.items():
        mark = cv2.cvtColor(cv2.aruco.generateImageMarker(family, name, 120), cv2.COLOR_GRAY2BGR)
        half = layout.tags.size / 2
        ends = np.array(
            [[x - half, y + half], [x + half, y + half], [x + half, y - half], [x - half, y - half]]
        )
        _fill(picture, pose.pixels(np.array([x, y]) + 1.4 * (ends - [x, y])), (235, 235, 235))
        flat = np.array([[-0.5, -0.5], [119.5, -0.5], [119.5, 119.5], [-0.5, 119.5]], np.float32)
        matrix = cv2.getPerspectiveTransform(flat, pose.pixels(ends).astype(np.float32))
        size = (picture.shape[1], picture.shape[0])
        mask = cv2.warpPerspective(np.full(mark.shape[:2], 255, np.uint8), matrix, size) > 127
        picture[mask] = cv2.warpPerspective(mark, matrix, size)[mask]


def _draw_piece(
    picture: Picture, pose: BoardPose, layout: Layout, place: tuple[float, float], paint: tuple[int, int, int]
) -> None:
    """A peg: a wide foot, a narrower body, a bright top."""
    height, radius = layout.piece.height, layout.piece.base_radius
    for share in np.linspace(0, 1, 12):
        circle = _circle(place, radius * (1.0 - 0.45 * share))
        shade = 0.75 + 0.25 * share
        _fill(picture, pose.pixels(circle, float(share * height)), tuple(int(v * shade) for v in paint))
