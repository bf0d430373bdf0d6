"""A dome and what lies under it, as a camera over the table sees it.

`draw_dome` makes the picture, `truth` says exactly what is where in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from vision.studio.dice import PlacedDie, paint
from vision.studio.geometry import (
    Box,
    Camera,
    Doubles,
    Floats,
    Size,
    View,
    box_around,
    view_of,
)
from vision.studio.glass import glass_of
from vision.studio.hands import Hand, cover_with_hand
from vision.studio.lens import DomeLens, project_through
from vision.studio.light import Light, Picture, Sensor, develop
from vision.studio.looks import Kind
from vision.studio.shadows import cast_shadow
from vision.studio.stage import Stage, still_board

SIZE: Size = (640, 480)


@dataclass(frozen=True, slots=True)
class DomeScene:
    """Everything that decides a picture of a dome, but for the grain of its noise.

    pressed: mm that the dome is held down.
    """

    dice: tuple[PlacedDie, ...]
    stage: Stage = field(default_factory=Stage)
    camera: Camera = field(default_factory=Camera)
    light: Light = field(default_factory=lambda: Light(()))
    sensor: Sensor = field(default_factory=Sensor)
    hand: Hand | None = None
    pressed: float = 0.0

    def with_dice(self, dice: tuple[PlacedDie, ...]) -> DomeScene:
        """The same table with other dice."""
        return replace(self, dice=dice)

    @property
    def lens(self) -> DomeLens:
        """The dome as a lens."""
        return self.stage.lens


@dataclass(frozen=True, slots=True)
class DieTruth:
    """What a die truly shows and where it is in the picture, in pixels.

    value: 1-6, None for a red die. red: whether the dot is up, None for others. tilt: degrees. box: x, y, w,
    h round all that could be seen of it. centre: of its uppermost face. quad: that face's corners, as if
    sharp. side: mean length of that face's edges.
    """

    kind: Kind
    value: int | None
    red: bool | None
    flat: bool
    tilt: float
    box: Box
    centre: tuple[float, float]
    quad: tuple[tuple[float, float], ...]
    side: float


@dataclass(frozen=True, slots=True)
class DomeTruth:
    """The dice, left to right, and the dome's foot as the circle that fits it best in the picture
    (pixels).
    """

    dice: tuple[DieTruth, ...]
    centre: tuple[float, float]
    radius: float


def draw_dome(scene: DomeScene, size: Size = SIZE, rng: np.random.Generator | None = None) -> Picture:
    """The camera's picture (h, w, 3), BGR uint8; size is width, height. rng draws the noise (default: seed
    0).
    """
    grain = rng if rng is not None else np.random.default_rng(0)
    return develop(radiance(scene, size), scene.sensor, grain)


def radiance(scene: DomeScene, size: Size = SIZE) -> Floats:
    """The light (h, w, 3) that reaches the lens, before the camera makes bytes of it."""
    view, light = view_of(scene.camera, size), scene.light
    canvas = still_board(scene.stage, scene.camera, light, size).copy()
    for die in scene.dice:
        cast_shadow(canvas, die.hull(), die.look.size, view, scene.lens, light)
    shine = scene.stage.plate.gloss
    if shine > 0:
        for die in scene.dice:
            image = paint(die, view, scene.lens, light, mirrored=True)
            if image is not None:
                image.onto(canvas, shine)
    for die in _far_to_near(scene.dice, view):
        seen = paint(die, view, scene.lens, light)
        if seen is not None:
            seen.onto(canvas)
    glass_of(scene.stage, scene.camera, light, size, scene.pressed).over(canvas)
    if scene.hand is not None:
        cover_with_hand(canvas, scene.hand, view, light)
    return canvas


def _far_to_near(dice: tuple[PlacedDie, ...], view: View) -> list[PlacedDie]:
    return sorted(dice, key=lambda die: -float(np.linalg.norm(view.centre - np.array(die.at))))


def truth(scene: DomeScene, size: Size = SIZE) -> DomeTruth:
    """What the picture of a scene truly shows; exact, whatever light, blur or hand does to it."""
    view = view_of(scene.camera, size)
    around = np.radians(np.arange(0, 360, 5.0))
    foot = scene.stage.radius * np.column_stack((np.cos(around), np.sin(around), np.zeros(around.size)))
    rim = view.project(foot)
    middle = (rim.max(axis=0) + rim.min(axis=0)) / 2
    dice = sorted((die_truth(die, view, scene.lens) for die in scene.dice), key=lambda d: d.centre)
    return DomeTruth(tuple(dice), _pair(middle), float(np.linalg.norm(rim - middle, axis=1).mean()))


def die_truth(die: PlacedDie, view: View, lens: DomeLens) -> DieTruth:
    """What a die under a dome truly shows."""
    quad = project_through(view, lens, die.top_quad())
    centre = project_through(view, lens, die.top_quad().mean(axis=0))
    edges = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    return DieTruth(
        kind=die.look.kind,
        value=None if die.look.kind == "red" else die.top,
        red=die.top == 1 if die.look.kind == "red" else None,
        flat=die.flat,
        tilt=die.tilt,
        box=box_around(project_through(view, lens, die.hull(3)), view.size),
        centre=_pair(centre[0]),
        quad=tuple(_pair(corner) for corner in quad),
        side=float(edges.mean()),
    )


def _pair(point: Doubles) -> tuple[float, float]:
    return float(point[0]), float(point[1])
