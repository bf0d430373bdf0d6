"""A drawn chessboard instead of a real one: its counters, its table, and its camera."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.layout import Layout
from rules import Pieces, Space, Toy
from vision.board.chess.chess_reader import ChessReader
from vision.studio.chess_scene import draw_chessboard
from vision.studio.chess_settings import ChessStudio

__all__ = ["DrawnChessboard", "toys_on"]

_TURNED: Final = 20.0
"""Degrees by which a counter is turned at most when it is set down with care."""


def toys_on(pieces: Pieces) -> dict[Space, Toy]:
    """The counter on each square."""
    tops = {space: stack[-1] for space, stack in pieces.items() if stack}
    return {space: toy for space, toy in tops.items() if isinstance(toy, Toy)}


class DrawnChessboard:
    """One family's chessboard under one camera. Hands move its counters; nobody else does.

    Every picture has its own noise. The same seed and calls give the same pictures.
    """

    def __init__(self, layout: Layout, seed: int) -> None:
        """An empty board."""
        self.layout = layout
        self.toys: dict[Space, Toy] = {}
        self._studio = ChessStudio(layout, seed, varied=False, turned=_TURNED)
        self._rng = np.random.default_rng(seed)
        self._scene = self._studio.scene({})

    def move_to(self, toys: dict[Space, Toy]) -> None:
        """Move counters by hand so that these lie there; those that need not move are not touched."""
        self.toys = dict(toys)
        self._scene = self._studio.moved(self._scene, self.toys)

    def set_anew(self) -> None:
        """Lift every counter and set it down again."""
        toys = self.toys
        self.move_to({})
        self.move_to(toys)

    def knock(self) -> None:
        """Somebody knocks at the camera: it stands a little otherwise from now on."""
        self._scene = self._studio.bumped(self._scene)

    def picture(self, *, hand: str | None = None) -> NDArray[np.uint8]:
        """The camera's next picture (H, W, 3), BGR; `hand` is the square that a hand points at meanwhile."""
        scene = self._scene if hand is None else self._studio.hand_over(self._scene, hand)
        return draw_chessboard(scene, rng=self._rng)

    def reader(self) -> ChessReader:
        """What reads its pictures."""
        return ChessReader(self.layout)
