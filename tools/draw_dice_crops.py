"""Draw the crops that the dice net is trained on, with the product's own studio.

    python tools/draw_dice_crops.py out/crops-0.npz --count 20000 --seed 0

A crop is CROP x CROP grey pixels in which a flat face's side measures about FACE pixels. Its label is the
face that is up, or 0 where no face is centred: rims, glare, board, the corner of a die, a die of quite
another size.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.nets.net import CROP, FACE, crop_at
from vision.studio.dice import PlacedDie
from vision.studio.dome import DieTruth, DomeScene, draw_dome, truth
from vision.studio.placing import NoRoomError, overlap, put_flat
from vision.studio.settings import Setting, Studio

Bytes = NDArray[np.uint8]

POPS_A_TABLE = 10
OPEN_SHARE = 0.5
WRONG_SIZE_SHARE = 0.3
PART_SHARE = 0.5
SMALLEST_SIDE = 9.0


def tables(seed: int) -> Iterator[tuple[DomeScene, Studio]]:
    """Tables of all kinds without end, each with a studio that lends dice."""
    studio = Studio(Setting.VARIED, seed)
    while True:
        yield studio.pop(cocked=False), studio


def under_a_dome(table: DomeScene, studio: Studio, rng: np.random.Generator) -> Iterator[DomeScene]:
    """Pops of other and other dice under one dome."""
    for _ in range(POPS_A_TABLE):
        look = studio.pop().dice[0].look
        top = int(rng.integers(1, 7))
        try:
            yield table.with_dice((put_flat(look, top, table.stage.radius, rng),))
        except NoRoomError:
            continue


def on_an_open_table(table: DomeScene, studio: Studio, rng: np.random.Generator) -> Iterator[DomeScene]:
    """Dice strewn without a dome, some touching."""
    stage = replace(table.stage, radius=0.5, thickness=0.0, haze=0.0, dust=0)
    stage = replace(stage, rim_width=0.0, frame=0.0, spots=())
    bare = replace(table, stage=stage)
    for _ in range(2):
        dice: list[PlacedDie] = []
        for _ in range(12):
            look = studio.pop().dice[0].look
            at = (float(rng.uniform(-45, 45)), float(rng.uniform(-35, 35)), look.size / 2)
            die = PlacedDie(look, int(rng.integers(1, 7)), at, yaw=float(rng.uniform(0, 360)))
            if not any(overlap(die, other, 0.1) for other in dice):
                dice.append(die)
        yield bare.with_dice(tuple(dice))


def crops_of(picture: Bytes, die: DieTruth, rng: np.random.Generator) -> Iterator[tuple[Bytes, int]]:
    """A crop of the die as a reader would point at it, and a near miss."""
    if die.side < SMALLEST_SIDE or die.value is None:
        return
    x, y = die.centre
    h, w = picture.shape[:2]
    if not (0 <= x < w and 0 <= y < h):
        return

    def turned(dx: float, dy: float, scale: float) -> Bytes:
        return crop_at(picture, (x + dx * die.side, y + dy * die.side), die.side * scale)

    around = rng.normal(0, 0.06, 2)
    size = float(np.exp(rng.normal(0, 0.1)))
    yield turned(float(around[0]), float(around[1]), size), die.value
    if rng.random() < PART_SHARE and die.value > 1:
        yield part_of(picture, die, rng), 0
    elif rng.random() < WRONG_SIZE_SHARE:
        yield turned(0.0, 0.0, float(rng.choice([0.4, 0.5, 2.0, 2.6]))), 0
    else:
        way, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 1.6)
        yield turned(float(reach * np.cos(way)), float(reach * np.sin(way)), size), 0


def part_of(picture: Bytes, die: DieTruth, rng: np.random.Generator) -> Bytes:
    """A part of a face looked at as if it were whole: one pip of it, or a pair that makes a small two."""
    corners = np.array(die.quad)
    middle = corners.mean(axis=0)
    right, down = (corners[1] - corners[0]) / 4, (corners[3] - corners[0]) / 4
    if rng.random() < 0.5 and die.value > 3:
        side = rng.choice([-1.0, 1.0])
        x, y = middle + side * (right if rng.random() < 0.5 else down)
        return crop_at(picture, (float(x), float(y)), die.side * float(rng.uniform(0.6, 0.8)))
    across, along = rng.choice([-1.0, 1.0], 2)
    x, y = middle + across * right + along * down
    return crop_at(picture, (float(x), float(y)), die.side * float(rng.uniform(0.4, 1.0)))


def draw(count: int, seed: int) -> tuple[Bytes, Bytes]:
    """Crops (n, CROP, CROP) and labels (n,)."""
    rng = np.random.default_rng(seed)
    crops: list[Bytes] = []
    labels: list[int] = []
    for table, studio in tables(seed):
        scenes = on_an_open_table if rng.random() < OPEN_SHARE else under_a_dome
        for scene in scenes(table, studio, rng):
            picture = cv2.cvtColor(draw_dome(scene, (640, 480), rng), cv2.COLOR_BGR2GRAY)
            for die in truth(scene).dice:
                for crop, label in crops_of(np.asarray(picture, np.uint8), die, rng):
                    crops.append(crop)
                    labels.append(label)
        print(f"\r{len(crops)} of {count} crops", end="", flush=True)
        if len(crops) >= count:
            print()
            return np.stack(crops), np.array(labels, np.uint8)
    raise AssertionError("tables never end")


def main() -> None:
    """Draw crops and keep them in an npz file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    crops, labels = draw(args.count, args.seed)
    args.file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(args.file, crops=crops, labels=labels, crop=CROP, face=FACE)


if __name__ == "__main__":
    main()
