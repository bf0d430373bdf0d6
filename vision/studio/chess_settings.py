"""Chessboards as families have them, with counters set down by hand: a little off, a little turned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from hardware.layout import Layout
from rules import Toy
from rules.gearhead.board import RULE
from vision.studio.boards import BOARD_SIZE, Shade
from vision.studio.chess_scene import ChessScene, PlacedCounter
from vision.studio.chessboards import ChessStyle, Rgb
from vision.studio.geometry import Camera, Size, view_of
from vision.studio.hands import Hand
from vision.studio.light import Sensor, srgb
from vision.studio.settings import any_light

__all__ = ["ChessStudio", "any_toys"]

_PAIRS: Final[tuple[tuple[Rgb, Rgb, Rgb], ...]] = (
    ((244, 238, 222), (134, 158, 128), (250, 247, 238)),
    ((222, 190, 144), (128, 78, 44), (104, 62, 36)),
    ((238, 216, 178), (166, 112, 66), (142, 92, 54)),
    ((240, 240, 236), (40, 40, 42), (30, 30, 32)),
    ((236, 232, 224), (150, 40, 38), (60, 24, 22)),
    ((226, 228, 214), (70, 110, 66), (236, 236, 226)),
    ((214, 220, 230), (82, 110, 152), (238, 240, 244)),
)
_CLOTHS: Final[tuple[Rgb, ...]] = (
    (122, 92, 66),
    (150, 150, 148),
    (70, 74, 84),
    (196, 184, 164),
    (90, 40, 44),
)
_SKINS: Final[tuple[Rgb, ...]] = ((224, 178, 150), (196, 145, 118), (150, 102, 76), (92, 62, 48))
_MARGIN: Final = 0.01


def any_toys(rng: np.random.Generator, squares: tuple[str, ...], count: int) -> dict[str, Toy]:
    """So many toys of any kind on different squares; half of the Ziggys lie on their backs."""
    chosen = rng.permutation(len(squares))[:count]
    kinds = list(RULE)
    toys = {}
    for k in chosen:
        kind = kinds[int(rng.integers(len(kinds)))]
        flipped = kind == "ziggy" and bool(rng.random() < 0.5)
        toys[squares[int(k)]] = Toy(kind, "N" if rng.random() < 0.5 else "S", flipped)
    return toys


class ChessStudio:
    """Draws scenes of one layout's chessboard, on one family's table, or with `varied` on any.

    offset: how far off the middle a counter is set, mm (standard deviation; never more than 3 times).
    turned: degrees by which it is turned at most. The same seed and calls give the same scenes.
    """

    def __init__(
        self, layout: Layout, seed: int, *, varied: bool = True, offset: float = 2.5, turned: float = 30.0
    ) -> None:
        self.layout, self.varied, self.offset, self.turned = layout, varied, offset, turned
        self._rng = np.random.default_rng(seed)
        self._found = self._table()

    def scene(self, toys: Mapping[str, Toy]) -> ChessScene:
        """The board with toys set on squares."""
        if self.varied:
            self._found = self._table()
        counters = tuple(self._set_down(space, toy) for space, toy in toys.items())
        return replace(self._found, counters=counters, seed=int(self._rng.integers(2**31)))

    def moved(self, scene: ChessScene, toys: Mapping[str, Toy]) -> ChessScene:
        """The same table with other toys; those that stay are not touched."""
        kept = {}
        for counter in scene.counters:
            for space, at in self.layout.spaces.items():
                if np.hypot(counter.at[0] - at[0], counter.at[1] - at[1]) <= 4 * self.offset + 1:
                    kept[space] = counter
        counters = tuple(
            kept[space] if space in kept and kept[space].toy == toy else self._set_down(space, toy)
            for space, toy in toys.items()
        )
        return replace(scene, counters=counters)

    def hand_over(self, scene: ChessScene, space: str) -> ChessScene:
        """The scene with a hand that points at a square, from the nearer player's side."""
        rng, (x, y) = self._rng, self.layout.spaces[space]
        inwards = (90.0 if y < 0 else -90.0) + float(rng.normal(0, 18))
        skin = srgb(*_SKINS[int(rng.integers(len(_SKINS)))])
        return replace(scene, hand=Hand((x, y), float(rng.uniform(25, 70)), inwards, skin))

    def bumped(self, scene: ChessScene) -> ChessScene:
        """The scene after a knock at the camera: a few mm and degrees off."""
        rng, camera = self._rng, scene.camera
        aim = camera.aim[0] + float(rng.normal(0, 8)), camera.aim[1] + float(rng.normal(0, 8))
        moved = replace(camera, aim=aim, roll=camera.roll + float(rng.normal(0, 2.5)))
        return replace(scene, camera=_holding(moved, self.layout, BOARD_SIZE))

    def shaded(self, scene: ChessScene) -> ChessScene:
        """The scene with a shadow over about half of the board."""
        rng = self._rng
        depth, soft = float(rng.uniform(0.2, 0.6)), float(rng.uniform(8, 60))
        shade = Shade(float(rng.uniform(0, 360)), float(rng.normal(0, 80)), depth, soft)
        return replace(scene, shade=shade)

    def _set_down(self, space: str, toy: Toy) -> PlacedCounter:
        x, y = self.layout.spaces[space]
        dx, dy = np.clip(self._rng.normal(0, self.offset, 2), -3 * self.offset, 3 * self.offset)
        turned = float(np.clip(self._rng.normal(0, self.turned / 2), -self.turned, self.turned))
        return PlacedCounter(toy, (x + float(dx), y + float(dy)), turned)

    def _table(self) -> ChessScene:
        """A board, its camera, its room; decent ones unless varied."""
        rng, varied = self._rng, self.varied
        light, dark, rim = _PAIRS[int(rng.integers(len(_PAIRS))) if varied else 0]
        style = ChessStyle(
            _shifted(light, rng, 6),
            _shifted(dark, rng, 6),
            _shifted(rim, rng, 6),
            ink=(40, 40, 44) if sum(rim) > 380 else (226, 222, 210),
            names=bool(rng.random() < 0.6),
            grain=float(rng.uniform(0, 1)) if varied and rng.random() < 0.6 else 0.0,
            line=float(rng.uniform(0, 2)),
            seed=int(rng.integers(1000)),
        )
        return ChessScene(
            self.layout,
            style=style,
            camera=self._camera(),
            light=any_light(int(rng.integers(0, 3)) if varied else 1, bool(rng.random() < 0.5), rng),
            sensor=self._sensor(),
            gloss=float(rng.uniform(0, 0.5)) if varied and rng.random() < 0.4 else 0.0,
            cloth=_shifted(_CLOTHS[int(rng.integers(len(_CLOTHS)))], rng, 10),
        )

    def _camera(self) -> Camera:
        """Over the board, South's side below; all of the board in the picture."""
        rng, varied = self._rng, self.varied
        height = float(rng.uniform(600, 1100))
        tilt = float(rng.uniform(0, 30) if varied else rng.uniform(0, 12))
        aim = float(rng.normal(0, 6)), float(rng.normal(0, 6))
        azimuth, roll = -90 + float(rng.normal(0, 8)), float(rng.normal(0, 3))
        return _holding(Camera(height, tilt, azimuth, roll, 20.0, aim), self.layout, BOARD_SIZE)

    def _sensor(self) -> Sensor:
        rng, varied = self._rng, self.varied
        return Sensor(
            exposure=float(0.9 * np.exp(rng.normal(0, 0.2 if varied else 0.06))),
            balance=(float(rng.uniform(0.88, 1.1)), 1.0, float(rng.uniform(0.9, 1.1))),
            blur=float(rng.uniform(0.5, 1.6 if varied else 0.9)),
            noise=float(rng.uniform(1, 6 if varied else 2.5)),
            jpeg=int(rng.integers(60, 96)) if varied and rng.random() < 0.7 else None,
            vignette=float(rng.uniform(0, 0.3 if varied else 0.1)),
            veil=float(rng.exponential(0.06 if varied else 0.02)),
            sharpen=float(rng.uniform(0, 0.8 if varied else 0.4)),
        )


def _holding(camera: Camera, layout: Layout, size: Size) -> Camera:
    """The camera with its field of view opened until all of the board is in the picture."""
    corners = np.array([(*corner, 0.0) for corner in layout.corners])
    while True:
        pixels = view_of(camera, size).project(corners)
        room = np.array(size) - 1
        if ((pixels > _MARGIN * room) & (pixels < (1 - _MARGIN) * room)).all():
            return camera
        camera = replace(camera, fov=camera.fov * 1.03)


def _shifted(colour: Rgb, rng: np.random.Generator, spread: float) -> Rgb:
    red, green, blue = (int(np.clip(c + rng.normal(0, spread), 4, 250)) for c in colour)
    return red, green, blue
