"""Draw the pictures of domes that the spotter is trained on, with the product's own studio.

    python tools/draw_domes.py out/domes --count 20000 --seed 0

Only the dome's square is drawn, at the size that a camera may see it in, and kept SIDE pixels a side, REACH
radii to each side of the dome's centre. Everything varies: dice of any colour and wear, reflections, hands,
motion, cameras and light. What is kept of each die is the row that `die_row` makes: what it shows, how it
lies, and which of the nine sites of its face no eye could tell (under a reflected lamp, hidden by another die
or a hand). A file holds PART pictures; the same seed draws the same ones.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.studio.dice import PlacedDie, rest_height
from vision.studio.dome import DieTruth, DomeScene, radiance, truth
from vision.studio.geometry import Size, view_of
from vision.studio.glass import glass_of
from vision.studio.hands import Hand, hand_masks
from vision.studio.lens import project_through
from vision.studio.light import Colour, Light, Picture, develop, srgb, window_beside
from vision.studio.looks import DieLook
from vision.studio.placing import NoRoomError, overlap, throw, under_dome
from vision.studio.settings import Game, Setting, Studio

SIDE, REACH = 160, 1.3
"""Pixels a side of a kept picture, and how many radii of the dome it shows each way."""

PART = 500
POPS_A_TABLE, SETS_A_TABLE = 6, 2
ROW = 17
"""Numbers kept of a die."""

HEIGHTS = (85.0, 420.0)
"""Of the camera over the plate, mm: from very near a flat die off the middle shows much of its sides."""

ROOM_FOR_HANDS = 200.0
"""No hand reaches under a camera that is lower (mm)."""

ANY_LEAN = (8.0, 44.0)
"""Degrees by which dice lean that have nothing to lean on: some by less than they could on a wall."""

SOME_LEAN = 0.45, 0.7
"""Shares of the throws of one die, and of two, in which one leans: so does each in about as many pictures."""

TRIES = 60
LIGHT_ROOMS, NOISY, NUMERALS = 0.6, 0.35, 0.08
"""Shares of the tables that are so."""

LEAST_STEP = 12.0
"""Grey levels that a pip must differ by from its face for an eye to tell it."""

SITES = np.array([(u, v) for v in (1, 0, -1) for u in (-1, 0, 1)], float)
"""The nine places of a face's lattice, across and up its own picture."""

Rows = NDArray[np.float32]


def any_colour(rng: np.random.Generator) -> Colour:
    """Any colour that plastic comes in."""
    hue, saturation, value = rng.uniform(0, 180), 255 * rng.uniform(0, 1) ** 0.7, 255 * rng.uniform(0.08, 1)
    blue, green, red = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return srgb(float(red), float(green), float(blue))


def any_look(look: DieLook, rng: np.random.Generator) -> DieLook:
    """A die like another, but perhaps of colours and with pips that no family of looks has."""
    if rng.random() < 0.45:
        body = any_colour(rng)
        bright = 0.11 * body[0] + 0.59 * body[1] + 0.3 * body[2] > rng.uniform(0.1, 0.35)
        ink = srgb(*(3 * [float(rng.uniform(8, 45) if bright else rng.uniform(205, 250))]))
        pip = ink if look.kind == "red" or rng.random() < 0.8 else any_colour(rng)
        look = replace(look, body=body if look.kind != "red" or rng.random() < 0.3 else look.body, pip=pip)
    if look.kind == "pips" and rng.random() < 0.5:
        radius, spread = rng.uniform(0.075, 0.135) * look.size, rng.uniform(0.22, 0.29) * look.size
        large = radius * float(rng.uniform(1.2, 2.2)) if rng.random() < 0.25 else None
        lone = any_colour(rng) if rng.random() < 0.2 else look.one_colour
        look = replace(
            look, pip_radius=float(radius), spread=float(spread), one_radius=large, one_colour=lone
        )
    return look


def lie_anywhere(
    look: DieLook, top: int, radius: float, rng: np.random.Generator, others: tuple[PlacedDie, ...]
) -> PlacedDie:
    """A die that leans without anything to lean on in sight; NoRoomError if there is no room."""
    for _ in range(TRIES):
        reach, way = radius * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
        tilt, axis = float(rng.uniform(*ANY_LEAN)), float(rng.uniform(0, 360))
        die = PlacedDie(look, top, (0.0, 0.0, 0.0), float(rng.uniform(0, 360)), tilt, axis)
        at = (float(reach * np.cos(way)), float(reach * np.sin(way)), rest_height(look, die.turn()))
        die = replace(die, at=at)
        if under_dome(die, radius) and not any(overlap(die, other) for other in others):
            return die
    raise NoRoomError(f"no room for a leaning die under a dome of {radius} mm")


def thrown(table: DomeScene, looks: tuple[DieLook, ...], rng: np.random.Generator) -> tuple[PlacedDie, ...]:
    """Dice under a table's dome: mostly flat, some leaning, now and then none."""
    if rng.random() < 0.06:
        return ()
    tops = [int(rng.integers(1, 7)) for _ in looks]
    if looks[-1].kind == "red" and rng.random() < 0.35:
        tops[-1] = 1
    radius, lean = table.stage.radius, rng.random() < SOME_LEAN[len(looks) - 1]
    if not lean or rng.random() < 0.4:
        return throw(looks, tops, radius, lean, rng)
    leaner = int(rng.integers(len(looks)))
    rest = [k for k in range(len(looks)) if k != leaner]
    flat = throw(tuple(looks[k] for k in rest), [tops[k] for k in rest], radius, False, rng)
    return (*flat, lie_anywhere(looks[leaner], tops[leaner], radius, rng, flat))


def seen_from(table: DomeScene, rng: np.random.Generator) -> tuple[DomeScene, int]:
    """The table with a camera that sees only the dome's square, and the side of its picture in pixels."""
    tilt = abs(rng.normal(0, 9)) if rng.random() < 0.6 else rng.uniform(0, 36)
    radius = float(np.exp(rng.uniform(np.log(68), np.log(165))))
    side, height = int(2 * 1.4 * radius), float(np.exp(rng.uniform(*np.log(HEIGHTS))))
    distance = height / np.cos(np.radians(tilt))
    fov = 2 * np.degrees(np.arctan(side / 2 * table.stage.radius / radius / distance))
    camera = replace(table.camera, height=height, tilt=float(tilt), fov=float(fov), aim=(0.0, 0.0))
    return replace(table, camera=camera), side


def in_a_light_room(light: Light, rng: np.random.Generator) -> Light:
    """The light with that of pale walls all round: sides of dice are then hardly darker than their tops."""
    start, share = float(rng.uniform(0, 90)), float(rng.uniform(0.1, 0.35))
    walls = [
        window_beside(
            start + 90 * k, float(rng.uniform(900, 2000)), float(rng.uniform(200, 700)), 900.0, share
        )
        for k in range(4)
    ]
    return replace(light, lamps=(*light.lamps, *(replace(wall, panes=1) for wall in walls)))


def hand_over(radius: float, rng: np.random.Generator) -> Hand:
    """A hand that reaches over the dome more or less far."""
    way, short = float(rng.uniform(0, 360)), float(rng.uniform(-30, 45))
    at = -short * float(np.cos(np.radians(way))), -short * float(np.sin(np.radians(way)))
    skin = srgb(*(float(rng.uniform(0.35, 1.2)) * np.array([200.0, 150.0, 122.0])).clip(0, 250))
    return Hand(at, radius + float(rng.uniform(8, 40)), way, skin, any_colour(rng))


def tumbling(scene: DomeScene, size: Size, rng: np.random.Generator) -> NDArray[np.float32]:
    """Radiance while the dice turn and fly."""
    moved = []
    for die in scene.dice:
        axis, degrees = rng.normal(0, 1, 3), float(rng.uniform(10, 60))
        fly = np.array([*rng.normal(0, 5, 2), 0.0])
        moved.append((die, axis, degrees, fly))
    shots = []
    for share in np.linspace(-0.5, 0.5, 4):
        dice = [
            replace(
                die,
                yaw=die.yaw + share * degrees,
                at=tuple(np.array(die.at) + share * fly + (0, 0, 2)),
                tilt=abs(die.tilt + degrees * 0.3 * share + 6),
            )
            for die, axis, degrees, fly in moved
        ]
        shots.append(radiance(scene.with_dice(tuple(dice)), size))
    return np.asarray(np.mean(shots, axis=0), np.float32)


def site_pixels(scene: DomeScene, die: PlacedDie, size: Size) -> NDArray[np.float64]:
    """Where the nine sites (9, 2) of a die's top lie in the picture."""
    corners = die.top_quad()
    right, up = (corners[1] - corners[0]) / die.look.size, (corners[0] - corners[3]) / die.look.size
    places = corners.mean(axis=0) + die.look.spread * (SITES[:, :1] * right + SITES[:, 1:] * up)
    return np.asarray(project_through(view_of(scene.camera, size), scene.lens, places))


def washed_out(
    scene: DomeScene, die: PlacedDie, pixels: NDArray[np.float64], size: Size
) -> NDArray[np.bool_]:
    """At which sites (9,) the dome's reflections leave no difference between a pip and the bare face."""
    glass, look = glass_of(scene.stage, scene.camera, scene.light, size, scene.pressed), die.look
    x, y, w, h = glass.box
    glare = cv2.blur(glass.glare, (3, 3))[
        np.clip(np.rint(pixels[:, 1]).astype(int) - y, 0, h - 1),
        np.clip(np.rint(pixels[:, 0]).astype(int) - x, 0, w - 1),
    ]
    ink = look.one_colour if die.top == 1 and look.one_colour is not None else look.pip
    lit = 0.9 * scene.light.level()
    shown = np.stack([np.array(colour) * lit + glare for colour in (look.body, ink)], axis=1)
    plain = replace(scene.sensor, noise=0.0, blur=0.0, sharpen=0.0, jpeg=None, vignette=0.0, veil=0.0)
    levels = develop(shown.astype(np.float32), plain, np.random.default_rng(0)).astype(int)
    step = np.abs(levels[:, 0] - levels[:, 1]).max(axis=1)
    return np.asarray(step < max(LEAST_STEP, 2.5 * scene.sensor.noise))


def untold(scene: DomeScene, die: PlacedDie, size: Size) -> NDArray[np.bool_]:
    """At which of the nine sites of a die's top nobody could tell a pip from the bare face."""
    view, pixels = view_of(scene.camera, size), site_pixels(scene, die, size)
    hidden = washed_out(scene, die, pixels, size)

    def away(one: PlacedDie) -> float:
        return float(np.linalg.norm(view.centre - np.array(one.at)))

    for other in scene.dice:
        if other is not die and away(other) < away(die):
            outline = cv2.convexHull(project_through(view, scene.lens, other.hull()).astype(np.float32))
            inside = [cv2.pointPolygonTest(outline, (float(a), float(b)), False) > 0 for a, b in pixels]
            hidden |= np.array(inside)
    if scene.hand is not None:
        skin = np.maximum(*hand_masks(scene.hand, view, size))
        columns, rows = np.clip(pixels, 0, np.array(size) - 1).astype(int).T
        hidden |= skin[rows, columns] > 0.5
    return hidden


def die_row(die: PlacedDie, known: DieTruth, hidden: NDArray[np.bool_], moves: bool, onto: Rows) -> Rows:
    """What is kept of a die.

    kind (0 pips, 1 Headache's red one, 2 numerals), top, flat, tilt, the corners of the top (8 numbers, px of
    the kept picture), spread and pip radius (in halves of a side), hidden sites (bits), whether it moves, 1.
    """
    corners = np.array(known.quad) @ onto[:, :2].T + onto[:, 2]
    look = die.look
    radius = look.one_radius if die.top == 1 and look.one_radius is not None else look.pip_radius
    bits = float((hidden * 2 ** np.arange(9)).sum())
    kind = ("pips", "red", "numeral").index(look.kind)
    shape = 2 * look.spread / look.size, 2 * radius / look.size
    return np.array([kind, die.top, die.flat, die.tilt, *corners.ravel(), *shape, bits, moves, 1], np.float32)


def draw_one(scene: DomeScene, side: int, rng: np.random.Generator) -> tuple[Picture, Rows]:
    """A kept picture (SIDE, SIDE, 3) and the rows (2, ROW) of its dice."""
    size, moves = (side, side), bool(scene.dice) and rng.random() < 0.03
    if not moves and scene.camera.height > ROOM_FOR_HANDS and rng.random() < 0.05:
        scene = replace(scene, hand=hand_over(scene.stage.radius, rng))
    light = tumbling(scene, size, rng) if moves else radiance(scene, size)
    picture, known = develop(light, scene.sensor, rng), truth(scene, size)
    scale = SIDE / (2 * REACH * known.radius)
    shift = np.array([SIDE / 2, SIDE / 2]) - scale * (np.array(known.centre) + 0.5) + 0.5 * scale - 0.5
    onto = np.column_stack([np.eye(2) * scale, shift]).astype(np.float32)
    if scale < 1:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.35 / scale), np.uint8)
    square = (SIDE, SIDE)
    kept = cv2.warpAffine(picture, onto, square, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rows = np.zeros((2, ROW), np.float32)
    for k, die in enumerate(sorted(scene.dice, key=lambda die: die.look.kind == "red")):
        one = truth(scene.with_dice((die,)), size).dice[0]
        rows[k] = die_row(die, one, untold(scene, die, size), moves, onto)
    return np.asarray(kept, np.uint8), rows


def draw(count: int, seed: int, numeral_share: float = NUMERALS) -> tuple[Picture, Rows]:
    """Pictures (count, SIDE, SIDE, 3) BGR, and the rows (count, 2, ROW) of their dice, 0 where none is."""
    studio, rng = Studio(Setting.VARIED, seed), np.random.default_rng(seed)
    pictures: list[Picture] = []
    rows: list[Rows] = []
    while len(pictures) < count:
        game: Game = "headache" if rng.random() < 0.3 else "trouble"
        numerals = rng.random() < numeral_share
        table, side = seen_from(studio.pop(game=game, numerals=numerals), rng)
        if rng.random() < LIGHT_ROOMS:
            table = replace(table, light=in_a_light_room(table.light, rng))
        if rng.random() < NOISY:
            table = replace(table, sensor=replace(table.sensor, noise=float(rng.uniform(6, 20))))
        sets = []
        for _ in range(SETS_A_TABLE):
            dice = studio.pop(game=game, numerals=numerals, cocked=False).dice
            sets.append(tuple(any_look(die.look, rng) for die in dice))
        for pop in range(POPS_A_TABLE):
            try:
                dice = thrown(table, sets[pop % SETS_A_TABLE], rng)
            except NoRoomError:
                continue
            exposure = table.sensor.exposure * float(np.exp(rng.normal(0, 0.15)))
            scene = replace(table, dice=dice, sensor=replace(table.sensor, exposure=exposure))
            picture, row = draw_one(scene, side, rng)
            pictures.append(picture)
            rows.append(row)
    return np.stack(pictures[:count]), np.stack(rows[:count])


def main() -> None:
    """Draw pictures and keep them in files of PART each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--numerals", type=float, default=NUMERALS, help="the share with printed numerals")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.folder.mkdir(parents=True, exist_ok=True)
    for part in range(-(-args.count // PART)):
        pictures, rows = draw(PART, 10_000 * args.seed + part, args.numerals)
        path = args.folder / f"domes-{args.seed}-{part:03}.npz"
        # A training that runs already takes whole files in.
        np.savez(path.with_suffix(".part.npz"), pictures=pictures, rows=rows)
        path.with_suffix(".part.npz").rename(path)
        print(f"{(part + 1) * PART} of {args.count} pictures", flush=True)


if __name__ == "__main__":
    main()
