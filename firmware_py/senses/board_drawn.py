"""A drawn board instead of a real one: its pieces, the hands that move them, its light, and its camera."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hardware.layout import Layout
from rules import Pieces
from vision.board.game.moves import homes_alike
from vision.board.watcher import BoardWatcher
from vision.studio.board_settings import BoardStudio
from vision.studio.board_truth import truth_of_board
from vision.studio.boards import BoardScene, draw_board
from vision.studio.settings import Setting

__all__ = ["DrawnBoard"]


class DrawnBoard:
    """One family's board under one camera. Hands move its pieces; nobody else does.

    The light drifts from picture to picture, and every picture has its own noise. The same seed and calls
    give the same pictures.
    """

    def __init__(self, layout: Layout, seed: int, setting: Setting = Setting.TABLE) -> None:
        """An empty board. Raises SceneError for a layout without a dome at its origin."""
        self.layout = layout
        self.pieces: dict[str, tuple[str, ...]] = {}
        self._studio = BoardStudio(setting, seed, layout)
        self._rng = np.random.default_rng(seed)
        self._homes = homes_alike(layout.spaces)
        self._set_down = int(self._rng.integers(2**31))
        self._shaded = False
        self._scene: BoardScene | None = None

    def stand(self, pieces: Pieces) -> None:
        """Set the pieces up by hand, each where it belongs."""
        self.pieces = {space: tuple(map(str, stack)) for space, stack in pieces.items() if stack}

    def move_to(self, pieces: Pieces, *, late: bool = False) -> None:
        """Move the pieces by hand so that the board stands as `pieces` do.

        Men go home into any hole that is free, and leave from any. With `late` those who were captured stay
        in the hand for now.
        """
        after = {space: tuple(map(str, stack)) for space, stack in pieces.items() if stack}
        home = {space for group in self._homes for space in group}
        standing = {space: stack for space, stack in after.items() if space not in home}
        for group in self._homes:
            men = {space: self.pieces[space] for space in group if space in self.pieces}
            wanted = [after[space] for space in group if space in after]
            standing |= self._at_home(group, men, wanted, late=late)
        self.pieces = standing

    def _at_home(
        self,
        group: Iterable[str],
        men: Mapping[str, tuple[str, ...]],
        wanted: list[tuple[str, ...]],
        *,
        late: bool,
    ) -> dict[str, tuple[str, ...]]:
        """The men of one home once as many as `wanted` are there."""
        left = dict(men)
        while len(left) > len(wanted):
            del left[self._any(left)]
        while len(left) < len(wanted) and not late:
            left[self._any([space for space in group if space not in left])] = wanted[0]
        return left

    def _any(self, spaces: Iterable[str]) -> str:
        every = list(spaces)
        return every[int(self._rng.integers(len(every)))]

    def knock(self) -> None:
        """Somebody knocks at the camera: it stands a little otherwise from now on."""
        self._scene = self._studio.bumped(self._scene or self._studio.scene(self.pieces))

    def shade(self, *, on: bool) -> None:
        """Somebody's shadow falls over half of the board, or has gone."""
        self._shaded = on

    def pop(self, value: int, red: bool | None = None) -> None:
        """Dice are popped under the dome."""
        self._scene = self._lit(value, red)

    def picture(self, *, hand: str | None = None) -> NDArray[np.uint8]:
        """The camera's next picture (H, W, 3), BGR; `hand` is the space that a hand points at meanwhile."""
        if self._scene is None:
            self._scene = self._lit(None, None)
        scene = self._studio.moved(self._scene, self.pieces)
        if self._shaded:
            scene = self._studio.shaded(scene)
        if hand is not None:
            scene = self._studio.hand_over(scene, hand)
        return draw_board(scene, rng=self._rng)

    def corners(self) -> tuple[tuple[float, float], ...]:
        """Where the layout's corners lie in the picture, as somebody would point at them."""
        scene = self._scene or self._lit(None, None)
        self._scene = scene
        return truth_of_board(scene).corners

    def reader(self) -> BoardWatcher:
        """A watcher that has found the board; the corners are pointed at where it has no tags."""
        watcher = BoardWatcher(self.layout)
        if self.layout.tags is None and self.layout.reference is None:
            watcher.find(self.picture(), self.corners())
        return watcher

    def _lit(self, value: int | None, red: bool | None) -> BoardScene:
        """The board by the light of this moment; pieces that nobody touches stay exactly where they are."""
        return replace(self._studio.scene(self.pieces, value, red), seed=self._set_down)
