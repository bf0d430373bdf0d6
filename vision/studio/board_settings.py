"""Boards as families have them: the two settings for whole boards, and what goes on over a board in an
evening.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from hardware.layout import Layout
from hardware.spaces import COLOURS
from vision.studio.boards import BOARD_SIZE, BoardScene, Shade
from vision.studio.dice import PlacedDie
from vision.studio.geometry import Camera, view_of
from vision.studio.hands import Hand
from vision.studio.light import Light, Sensor, srgb
from vision.studio.looks import DieLook
from vision.studio.pieces import Form, PieceLook, PlacedPiece
from vision.studio.placing import throw
from vision.studio.printing import BoardStyle, Rgb, plan_of
from vision.studio.settings import Game, Setting, any_dice, any_light, any_plate, family_dice

_GROUNDS: tuple[Rgb, ...] = (
    (222, 216, 204),
    (34, 34, 38),
    (30, 70, 140),
    (24, 92, 56),
    (150, 34, 36),
    (206, 184, 60),
    (164, 128, 90),
    (120, 122, 124),
)
_CLOTHS: tuple[Rgb, ...] = (
    (122, 92, 66),
    (150, 150, 148),
    (70, 74, 84),
    (196, 184, 164),
    (90, 40, 44),
    (60, 84, 66),
    (228, 226, 222),
)
_PANELS: tuple[Rgb, ...] = ((40, 110, 190), (180, 44, 40), (32, 120, 74), (90, 60, 120))
_SKINS: tuple[Rgb, ...] = ((224, 178, 150), (196, 145, 118), (150, 102, 76), (92, 62, 48))
_FORMS: dict[str, tuple[Form, ...]] = {"trouble": ("peg", "pawn"), "headache": ("cone",)}
_DRIFT = 0.03
_SWING = 0.35
_MARGIN = 0.015


class BoardStudio:
    """Draws scenes of one layout's board: TABLE keeps board, camera and lamps, VARIED changes all each
    time.

    Daylight and white balance drift from scene to scene in both. The same setting, seed and calls give
    the same scenes.
    """

    def __init__(self, setting: Setting, seed: int, layout: Layout) -> None:
        """Set the table up; SceneError for a layout without a dome at its origin."""
        plan_of(layout)
        self.setting, self.layout = setting, layout
        self._rng = np.random.default_rng(seed)
        self._found = _table(layout, self._rng, setting is Setting.VARIED)
        self._dice = self._new_dice()
        self._daylight, self._warmth = 0.0, 0.0

    def scene(
        self,
        pieces: Mapping[str, Sequence[str]],
        value: int | None = None,
        red: bool | None = None,
        cocked: bool = False,
    ) -> BoardScene:
        """The board with some pieces (space -> colours, bottom to top) and freshly popped dice.

        value: the pipped die's, red: whether Headache's dot is up; by chance if None.
        """
        rng = self._rng
        if self.setting is Setting.VARIED:
            self._found = _table(self.layout, rng, varied=True)
            self._dice = self._new_dice()
        self._daylight = float(np.clip(self._daylight + rng.normal(0, _DRIFT), -_SWING, _SWING))
        self._warmth = float(np.clip(self._warmth + rng.normal(0, _DRIFT / 3), -0.12, 0.12))
        sensor, found = self._found.sensor, self._found
        blue, green, red_gain = sensor.balance
        sensor = replace(
            sensor,
            exposure=sensor.exposure * float(np.exp(self._daylight)),
            balance=(blue * float(np.exp(-self._warmth)), green, red_gain * float(np.exp(self._warmth))),
        )
        stacks = {name: tuple(stack) for name, stack in pieces.items() if stack}
        dice = self._throw(value, red, cocked)
        return replace(found, pieces=stacks, dice=dice, sensor=sensor, seed=int(rng.integers(2**31)))

    def popped(self, scene: BoardScene, value: int | None = None, red: bool | None = None) -> BoardScene:
        """The same scene with the dice popped once more."""
        return replace(scene, dice=self._throw(value, red, cocked=False))

    def moved(self, scene: BoardScene, pieces: Mapping[str, Sequence[str]]) -> BoardScene:
        """The same scene with other pieces: those on spaces that do not change stay exactly where they
        are.
        """
        return replace(scene, pieces={name: tuple(stack) for name, stack in pieces.items() if stack})

    def hand_over(self, scene: BoardScene, space: str) -> BoardScene:
        """The scene with a hand that points at a space, from the nearest side of the table."""
        x, y = self.layout.spaces[space]
        inwards = float(np.degrees(np.arctan2(-y, -x)) + self._rng.normal(0, 15))
        skin = srgb(*_SKINS[int(self._rng.integers(len(_SKINS)))])
        return replace(scene, hand=Hand((x, y), float(self._rng.uniform(25, 60)), inwards, skin))

    def shaded(self, scene: BoardScene) -> BoardScene:
        """The scene with a shadow over about half of the board."""
        rng = self._rng
        shade = Shade(
            float(rng.uniform(0, 360)),
            float(rng.normal(0, 35)),
            float(rng.uniform(0.25, 0.6)),
            float(rng.uniform(8, 60)),
        )
        return replace(scene, shade=shade)

    def bumped(self, scene: BoardScene) -> BoardScene:
        """The scene after a knock at the camera: a few mm and degrees off, for this scene and those made
        from it.
        """
        rng, camera = self._rng, scene.camera
        moved = replace(
            camera,
            aim=(camera.aim[0] + float(rng.normal(0, 8)), camera.aim[1] + float(rng.normal(0, 8))),
            roll=camera.roll + float(rng.normal(0, 2.5)),
            tilt=float(np.clip(camera.tilt + rng.normal(0, 1.0), 0, 40)),
        )
        self._found = replace(self._found, camera=moved)
        return replace(scene, camera=moved)

    def beside(self, scene: BoardScene, colour: str) -> BoardScene:
        """The scene with one more piece, of a colour, lying on the board beside the spaces."""
        rng = self._rng
        way, reach = (
            float(rng.uniform(0, 2 * np.pi)),
            plan_of(self.layout).dome_radius + float(rng.uniform(25, 45)),
        )
        tint = srgb(*scene.style.men[COLOURS.index(colour)])
        at = reach * float(np.cos(way)), reach * float(np.sin(way)), scene.look.base_radius
        lying = PlacedPiece(scene.look, tint, at, 90.0, float(rng.uniform(0, 360)))
        return replace(scene, loose=(*scene.loose, lying))

    def _new_dice(self) -> tuple[DieLook, ...]:
        game: Game = "headache" if self.layout.game == "headache" else "trouble"
        if self.setting is Setting.VARIED:
            return any_dice(game, False, 0.6, self._rng)
        return family_dice(game, False, self._found.style.stage.plate, self._rng)

    def _throw(self, value: int | None, red: bool | None, cocked: bool) -> tuple[PlacedDie, ...]:
        rng = self._rng
        tops = [value if value is not None else int(rng.integers(1, 7))]
        if len(self._dice) == 2:
            up = red if red is not None else rng.random() < 1 / 6
            tops.append(1 if up else int(rng.integers(2, 7)))
        return throw(self._dice, tops, plan_of(self.layout).dome_radius, cocked, rng)


def _shifted(colour: Rgb, rng: np.random.Generator, spread: float) -> Rgb:
    red, green, blue = (int(np.clip(c + rng.normal(0, spread), 4, 250)) for c in colour)
    return red, green, blue


def _table(layout: Layout, rng: np.random.Generator, varied: bool) -> BoardScene:
    """A board, its camera, its room; decent ones unless varied."""
    forms = _FORMS[layout.game]
    form = forms[int(rng.integers(len(forms)))]
    look = PieceLook(form, layout.piece.base_radius, layout.piece.height, float(rng.uniform(0.05, 0.4)))
    style = _style(layout, form, rng, varied)
    reach = plan_of(layout).reach
    height = float(rng.uniform(520, 1000))
    tilt = float(rng.uniform(0, 30) if varied else rng.uniform(0, 16))
    fill = float(rng.uniform(0.62, 0.9) if varied else rng.uniform(0.8, 0.9))
    turned = float(rng.uniform(0, 360)) if varied and not rng.random() < 0.5 else 0.0
    wide = (1 + 0.35 * abs(np.sin(np.radians(2 * turned)))) * (4 / 3) / fill
    fov = float(np.degrees(2 * np.arctan(reach * wide / height * np.cos(np.radians(tilt)))))
    camera = Camera(
        height,
        tilt,
        turned - 90 + float(rng.normal(0, 8)),
        float(rng.normal(0, 3)),
        fov,
        (float(rng.normal(0, 4)), float(rng.normal(0, 4))),
    )
    camera = holding(camera, layout)
    light: Light = any_light(int(rng.integers(0, 3)) if varied else 1, bool(rng.random() < 0.5), rng)
    sensor = Sensor(
        exposure=float(0.9 * np.exp(rng.normal(0, 0.2 if varied else 0.06))),
        balance=(float(rng.uniform(0.88, 1.1)), 1.0, float(rng.uniform(0.9, 1.1))),
        blur=float(rng.uniform(0.5, 1.6 if varied else 0.9)),
        noise=float(rng.uniform(1, 6 if varied else 2.5)),
        jpeg=int(rng.integers(60, 96)) if varied and rng.random() < 0.7 else None,
        vignette=float(rng.uniform(0, 0.3 if varied else 0.1)),
        veil=float(rng.exponential(0.06 if varied else 0.02)),
        sharpen=float(rng.uniform(0, 0.8 if varied else 0.4)),
    )
    return BoardScene(
        layout,
        look,
        style,
        camera=camera,
        light=light,
        sensor=sensor,
        looseness=float(rng.uniform(0.2, 1.0 if varied else 0.6)),
    )


def holding(camera: Camera, layout: Layout) -> Camera:
    """The camera with its field of view opened until all of the board is in the picture."""
    corners = np.array([(*corner, 0.0) for corner in layout.corners])
    while True:
        pixels = view_of(camera, BOARD_SIZE).project(corners)
        room = np.array(BOARD_SIZE) - 1
        if ((pixels > _MARGIN * room) & (pixels < (1 - _MARGIN) * room)).all():
            return camera
        camera = replace(camera, fov=camera.fov * 1.03)


def _style(layout: Layout, form: Form, rng: np.random.Generator, varied: bool) -> BoardStyle:
    """A print that somebody may own."""

    def pick(options: tuple[Rgb, ...], spread: float) -> Rgb:
        return _shifted(options[int(rng.integers(len(options)))], rng, spread)

    ground = pick(_GROUNDS, 10)
    dark = sum(ground) < 240
    plain = BoardStyle()
    spread = 14.0 if varied else 6.0
    red, blue, yellow, green = (_shifted(c, rng, spread) for c in plain.teams)
    men_red, men_blue, men_yellow, men_green = (_shifted(c, rng, spread) for c in plain.men)
    frame = 42.0 if rng.random() < 0.3 and layout.game == "trouble" else 0.0
    stage = replace(
        plain.stage,
        plate=any_plate(rng),
        frame=frame,
        wobble=float(rng.uniform(0, 0.5)),
        haze=float(rng.uniform(0, 0.08)),
        seed=int(rng.integers(1000)),
    )
    return BoardStyle(
        ground=ground,
        ink=(232, 230, 222) if dark else (34, 34, 38),
        blank=_shifted((238, 236, 228), rng, 8),
        teams=(red, blue, yellow, green),
        men=(men_red, men_blue, men_yellow, men_green),
        pale=float(rng.uniform(0.6, 1.0)),
        panel=pick(_PANELS, 10) if layout.game == "trouble" and rng.random() < 0.4 else None,
        line=float(rng.uniform(0.6, 1.6)) if rng.random() < 0.8 else 0.0,
        marks=bool(rng.random() < 0.8),
        spot=float(rng.uniform(1.15, 1.35)),
        cup=float(rng.uniform(6, 13)) if form == "peg" and rng.random() < 0.7 else 0.0,
        cut=float(rng.uniform(20, 38))
        if not layout.tags and _corners_free(layout) and rng.random() < 0.4
        else 0.0,
        cloth=pick(_CLOTHS, 12),
        weave=float(rng.uniform(0.1, 0.8)),
        stage=stage,
        seed=int(rng.integers(1000)),
    )


def _corners_free(layout: Layout) -> bool:
    """Whether no space lies in the corners that a cut of 38 mm takes away."""
    margin = max(abs(x) for x, _ in layout.corners) + max(abs(y) for _, y in layout.corners) - 38
    return all(abs(x) + abs(y) + 1.5 * layout.piece.base_radius < margin for x, y in layout.spaces.values())
