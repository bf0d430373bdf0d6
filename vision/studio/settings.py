"""The studio's two settings: a family's own table, drawn once, and anything that people may have."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Literal, TypeAlias

import numpy as np

from vision.errors import SceneError
from vision.studio.dome import DomeScene
from vision.studio.geometry import Camera
from vision.studio.light import Colour, Lamp, Light, Sensor, lamp_above, srgb, window_beside
from vision.studio.looks import DieLook
from vision.studio.numerals import NUMERAL_FONTS
from vision.studio.placing import throw
from vision.studio.stage import Plate, Spot, Stage

Game: TypeAlias = Literal["trouble", "headache"]

_LIGHT_BODIES = ((240, 236, 226), (232, 232, 234), (226, 214, 186), (222, 224, 220))
_STRONG_BODIES = (
    (30, 30, 33),
    (178, 26, 32),
    (22, 62, 150),
    (20, 110, 60),
    (226, 184, 36),
    (214, 92, 24),
    (96, 60, 130),
    (60, 64, 72),
)
_SURFACES = (
    (60, 66, 78),
    (30, 30, 32),
    (196, 196, 192),
    (24, 96, 52),
    (178, 40, 36),
    (36, 76, 160),
    (206, 182, 50),
    (140, 112, 84),
    (96, 98, 100),
)
_TEAMS = ((190, 30, 36), (30, 70, 170), (226, 184, 36), (24, 120, 66))
_BRIGHT_BODY = 0.32
_LEAN_CHANCE = {"table": 0.003, "varied": 0.12}
_PANEL_CHANCE = 0.35
_FOIL_CHANCE = 0.15
_FAMILY_WEAR = 0.12
_LEAST_CONTRAST = 0.25
_DICE_TRIES = 12


class Setting(Enum):
    """TABLE: one board, dice, camera and lamp; only what a pop changes varies. VARIED: everything does."""

    TABLE = "table"
    VARIED = "varied"


@dataclass(frozen=True, slots=True)
class _Set:
    """A table as it is found: its scene without dice, and its dice's looks."""

    scene: DomeScene
    dice: tuple[DieLook, ...]


class Studio:
    """Draws scenes of domes as they come after a pop.

    The same setting and seed give the same scenes in the same order.
    """

    def __init__(self, setting: Setting, seed: int, *, darker: float = 0.0) -> None:
        """Set the table up; its camera takes pictures `darker` by so many stops (halvings of the light)."""
        self.setting = setting
        self._exposure = 2.0**-darker
        self._rng = np.random.default_rng(seed)
        self._tables: dict[tuple[Game, bool], _Set] = {}
        self._table_seed = int(self._rng.integers(2**31))

    def pop(
        self,
        value: int | None = None,
        cocked: bool | None = None,
        game: Game = "trouble",
        numerals: bool = False,
        red: bool | None = None,
        red_faces: int = 1,
    ) -> DomeScene:
        """The scene after a pop; what is None is left to chance.

        value: the pipped die's. cocked: whether a die leans. numerals: printed digits for pips. red: whether
        Headache's dot is up. red_faces: on how many of the die's sides it is. Raises SceneError for a value
        that is not 1 to 6.
        """
        if value is not None and value not in range(1, 7):
            raise SceneError(f"pop: value {value!r}: a die shows 1 to 6")
        rng, found = self._rng, self._table(game, numerals)
        tops = [value if value is not None else int(rng.integers(1, 7))]
        if game == "headache":
            up = red if red is not None else rng.random() < red_faces / 6
            tops.append(1 if up else int(rng.integers(2, 7)))
        lean = cocked if cocked is not None else rng.random() < _LEAN_CHANCE[self.setting.value]
        dice = throw(found.dice, tops, found.scene.stage.radius, lean, rng)
        sensor = found.scene.sensor
        sensor = replace(
            sensor, exposure=self._exposure * sensor.exposure * float(np.exp(rng.normal(0, 0.015)))
        )
        return replace(found.scene, dice=dice, sensor=sensor)

    def _table(self, game: Game, numerals: bool) -> _Set:
        if self.setting is Setting.VARIED:
            return _varied(game, numerals, self._rng)
        if (game, numerals) not in self._tables:
            self._tables[game, numerals] = _family(game, numerals, np.random.default_rng(self._table_seed))
        return self._tables[game, numerals]


def _pick(
    options: tuple[tuple[int, int, int], ...], rng: np.random.Generator, spread: float = 0.08
) -> Colour:
    """One of some sRGB colours, shifted a little, as linear BGR."""
    colour = np.array(srgb(*options[int(rng.integers(len(options)))]))
    shift = rng.normal(0, spread) + rng.normal(0, spread / 3, 3)
    blue, green, red = np.clip(colour * np.exp(shift), 0.004, 0.92)
    return float(blue), float(green), float(red)


def _look(numerals: bool, size: float, light_share: float, worn: float, rng: np.random.Generator) -> DieLook:
    """A die that somebody may own."""
    body = _pick(_LIGHT_BODIES if rng.random() < light_share else _STRONG_BODIES, rng)
    bright = 0.11 * body[0] + 0.59 * body[1] + 0.3 * body[2] > _BRIGHT_BODY
    pip = _pick(
        ((20, 20, 24), (26, 28, 60), (30, 30, 32)) if bright else ((238, 236, 230), (226, 226, 228)), rng
    )
    pip_radius = size * float(rng.uniform(0.08, 0.125))
    big_one = rng.random() < 0.12
    red_one = bright and rng.random() < 0.1
    look = DieLook(
        kind="numeral" if numerals else "pips",
        body=body,
        pip=pip,
        size=size,
        rounding=size * float(rng.uniform(0.05, 0.22)),
        pip_radius=pip_radius,
        spread=size * float(rng.uniform(0.23, 0.28)),
        one_radius=pip_radius * float(rng.uniform(1.3, 1.9)) if big_one else None,
        one_colour=_pick(((190, 26, 30),), rng) if red_one else None,
        gloss=float(rng.uniform(0.1, 0.6)),
        dent=float(rng.uniform(0, 0.8)),
        wear=worn * float(rng.uniform(0.3, 1)) if rng.random() < 0.12 else 0.0,
        clear=float(rng.uniform(0.2, 0.6)) if rng.random() < 0.07 else 0.0,
        left_handed=bool(rng.random() < 0.4),
        turned=bool(rng.random() < 0.4),
        stroke=float(rng.uniform(0.0, 1.0)),
        seed=int(rng.integers(1000)),
    )
    if not numerals:
        return look
    font = NUMERAL_FONTS[int(rng.integers(len(NUMERAL_FONTS)))]
    return replace(look, font=font, underlined=bool(rng.random() < 0.5))


def _red_die(size: float, rng: np.random.Generator) -> DieLook:
    """Headache's second die: pale, with one red dot."""
    return DieLook(
        kind="red",
        body=_pick(_LIGHT_BODIES, rng),
        size=size,
        rounding=size * float(rng.uniform(0.06, 0.15)),
        one_radius=size * float(rng.uniform(0.15, 0.24)),
        one_colour=_pick(((196, 22, 26), (180, 30, 30)), rng),
        gloss=float(rng.uniform(0.1, 0.5)),
        dent=float(rng.uniform(0, 0.3)),
        seed=int(rng.integers(1000)),
    )


def any_plate(rng: np.random.Generator) -> Plate:
    """A base plate that somebody may own, now and then a wrinkled metal one."""
    foil = float(rng.uniform(0.2, 0.5)) if rng.random() < _FOIL_CHANCE else 0.0
    return Plate(_pick(_SURFACES[:7], rng), float(rng.uniform(0, 0.4)), float(rng.uniform(0.03, 0.15)), foil)


def any_dice(
    game: Game, numerals: bool, light_share: float, rng: np.random.Generator, worn: float = 0.4
) -> tuple[DieLook, ...]:
    """The dice of a game that somebody may own, Headache's red one last.

    light_share: how many are light ones, 0-1. worn: how much paint an old one may have lost, 0-1.
    """
    size = float(rng.uniform(11.0, 16.0) if game == "trouble" else rng.uniform(10.5, 12.5))
    first = _look(numerals, size, light_share, worn, rng)
    return (first,) if game == "trouble" else (first, _red_die(size, rng))


def family_dice(game: Game, numerals: bool, plate: Plate, rng: np.random.Generator) -> tuple[DieLook, ...]:
    """Dice as a maker puts them into a set: hardly worn, and of another colour than the plate if that can
    be.
    """
    best: tuple[DieLook, ...] = ()
    most = -1.0
    for _ in range(_DICE_TRIES):
        dice = any_dice(game, numerals, 0.75, rng, _FAMILY_WEAR)
        apart = min(float(np.abs(np.sqrt(look.body) - np.sqrt(plate.colour)).max()) for look in dice)
        if apart > most:
            best, most = dice, apart
        if most > _LEAST_CONTRAST:
            break
    return best


def any_light(lamps: int, window: bool, rng: np.random.Generator) -> Light:
    """A room's light; full light on the table in all."""
    ambient = float(rng.uniform(0.3, 0.6))
    number = lamps + int(window)
    shares = rng.dirichlet(np.full(number, 2.0)) * (1 - ambient) if number else np.zeros(0)
    made: list[Lamp] = []
    for k, share in enumerate(shares):
        side = float(rng.uniform(0, 360))
        if k >= lamps:
            made.append(
                window_beside(
                    side,
                    float(rng.uniform(1200, 2600)),
                    float(rng.uniform(500, 1300)),
                    float(rng.uniform(350, 700)),
                    float(share),
                )
            )
            continue
        away, height = float(rng.uniform(150, 1100)), float(rng.uniform(700, 1700))
        x, y = away * np.cos(np.radians(side)), away * np.sin(np.radians(side))
        warm = _pick(((255, 250, 240), (255, 236, 206), (244, 250, 255)), rng, 0.02)
        half = float(np.exp(rng.uniform(np.log(50), np.log(420))))
        if rng.random() < _PANEL_CHANCE:
            turned, long = np.radians(float(rng.uniform(0, 180))), half * float(rng.uniform(1, 4))
            across = float(half * np.cos(turned)), float(half * np.sin(turned)), 0.0
            along = float(-long * np.sin(turned)), float(long * np.cos(turned)), 0.0
            made.append(Lamp((float(x), float(y), height), across, along, float(share), warm))
        else:
            made.append(lamp_above(float(x), float(y), height, half, float(share), warm))
    return Light(tuple(made), ambient)


def _spots(teams: bool, rng: np.random.Generator) -> tuple[Spot, ...]:
    """The discs printed round a dome: a track's spaces, or anything."""
    spots = []
    if teams:
        start = float(rng.uniform(0, 360))
        for k in range(4):
            way = np.radians(start + 90 * k)
            colour = _pick((_TEAMS[k],), rng, 0.02)
            spots += [
                Spot((float(r * np.cos(way)), float(r * np.sin(way))), 6.5, colour) for r in (46, 62, 78, 94)
            ]
        return tuple(spots)
    for _ in range(int(rng.integers(1, 7))):
        reach, way = float(rng.uniform(50, 110)), float(rng.uniform(0, 2 * np.pi))
        radius = float(rng.uniform(4, 16))
        spots.append(
            Spot((reach * float(np.cos(way)), reach * float(np.sin(way))), radius, _pick(_TEAMS, rng, 0.3))
        )
    return tuple(spots)


def _family(game: Game, numerals: bool, rng: np.random.Generator) -> _Set:
    """A table as one family has it: a decent camera over a decently lit board."""
    stage = Stage(
        radius=float(rng.uniform(28, 32)),
        thickness=float(rng.uniform(1.2, 2.4)),
        wobble=float(rng.uniform(0.05, 0.3)),
        haze=float(rng.uniform(0.0, 0.06)),
        dust=int(rng.integers(4, 20)),
        plate=any_plate(rng),
        rim=_pick(((205, 208, 210), (40, 42, 46), (190, 30, 36)), rng),
        rim_width=float(rng.uniform(2, 4)),
        frame=42.0 if rng.random() < 0.4 else 0.0,
        board=_pick(((40, 90, 170), (24, 100, 60), (200, 196, 186), (150, 30, 34)), rng),
        spots=_spots(True, rng),
        seed=int(rng.integers(1000)),
    )
    camera = Camera(
        height=float(rng.uniform(200, 320)),
        tilt=float(rng.uniform(0, 12)),
        azimuth=float(rng.uniform(0, 360)),
        roll=float(rng.uniform(0, 360)),
        fov=float(rng.uniform(27, 33)),
        aim=(float(rng.normal(0, 2)), float(rng.normal(0, 2))),
    )
    light = any_light(1, bool(rng.random() < 0.5), rng)
    sensor = Sensor(
        float(rng.uniform(0.8, 1.05)),
        blur=float(rng.uniform(0.6, 0.9)),
        noise=float(rng.uniform(1.5, 3)),
        veil=float(rng.uniform(0, 0.05)),
        sharpen=float(rng.uniform(0, 0.5)),
    )
    return _Set(DomeScene((), stage, camera, light, sensor), family_dice(game, numerals, stage.plate, rng))


def _varied(game: Game, numerals: bool, rng: np.random.Generator) -> _Set:
    """Anything: other dice, domes, boards, lamps and cameras each time."""
    foil = float(rng.uniform(0.4, 1)) if rng.random() < _FOIL_CHANCE else 0.0
    stage = Stage(
        radius=float(rng.uniform(27, 33)),
        thickness=float(rng.uniform(0.6, 3.0)),
        wobble=float(rng.uniform(0, 0.8)),
        haze=float(rng.exponential(0.05)),
        dust=int(rng.integers(0, 40)),
        plate=Plate(_pick(_SURFACES, rng, 0.2), float(rng.uniform(0, 0.8)), float(rng.uniform(0, 0.3)), foil),
        rim=_pick((*_SURFACES, (205, 208, 210)), rng),
        rim_width=float(rng.uniform(1.5, 5)),
        frame=float(rng.uniform(38, 46)) if rng.random() < 0.3 else 0.0,
        board=_pick(_SURFACES, rng, 0.2),
        spots=_spots(bool(rng.random() < 0.5), rng),
        seed=int(rng.integers(1000)),
    )
    height, dome_px = float(rng.uniform(140, 420)), float(rng.uniform(95, 200))
    fov = float(np.degrees(2 * np.arctan(320 * stage.radius / dome_px / height)))
    camera = Camera(
        height,
        tilt=float(min(32, abs(rng.normal(0, 12)))),
        azimuth=float(rng.uniform(0, 360)),
        roll=float(rng.uniform(0, 360)),
        fov=fov,
        aim=(float(rng.normal(0, 4)), float(rng.normal(0, 4))),
    )
    sensor = Sensor(
        exposure=float(np.exp(rng.normal(0, 0.35))),
        balance=_pick(((255, 255, 255), (255, 235, 215), (230, 245, 255)), rng, 0.05),
        blur=float(rng.uniform(0.5, 1.7)),
        noise=float(rng.uniform(1, 7)),
        jpeg=int(rng.integers(45, 96)) if rng.random() < 0.7 else None,
        vignette=float(rng.uniform(0, 0.35)),
        veil=float(rng.exponential(0.05)),
        sharpen=float(rng.uniform(0.2, 1.0)) if rng.random() < 0.6 else 0.0,
    )
    light = any_light(int(rng.integers(0, 3)), bool(rng.random() < 0.5), rng)
    return _Set(DomeScene((), stage, camera, light, sensor), any_dice(game, numerals, 0.6, rng))
