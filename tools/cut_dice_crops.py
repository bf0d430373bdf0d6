"""Cut crops for the dice net from labelled photographs whose licence allows training on them.

    python tools/cut_dice_crops.py out/photographs.npz PICTURES/labels.csv

Only these sources are used, and of them only pictures in which the geometry of pips finds the labelled value,
since that is what tells where the face is:

    DamianTab/DiceDetection (Apache-2.0), chaseelliottpatterson/dice-reader (MIT),
    matteop65/Dice_Detection_Recognition (MIT)
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.nets.net import CROP, FACE, crop_at
from vision.dice.reader import DiceReader
from vision.pictures import load_picture

LICENSED = ("DamianTab/", "chaseelliottpatterson/", "matteop65/")
CROPS_A_FACE = 6
MISSES_A_FACE = 3

Bytes = NDArray[np.uint8]


def cut(labels: Path, rng: np.random.Generator) -> tuple[list[Bytes], list[int]]:
    """Crops (CROP, CROP) and what they show, 0 for near misses."""
    reader = DiceReader()
    crops: list[Bytes] = []
    values: list[int] = []
    with labels.open(encoding="utf-8", newline="") as table:
        rows = [row for row in csv.DictReader(table) if row["source_repo"].startswith(LICENSED)]
    for row in rows:
        picture = load_picture(labels.parent / row["file"])
        value = int(row["value"])
        dice = [die for die in reader.read(picture, expect=1).dice if die.value == value]
        if not dice:
            continue
        corners = np.array(dice[0].outline)
        x, y = corners.mean(axis=0)
        side = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        for _ in range(CROPS_A_FACE):
            dx, dy = rng.normal(0, 0.06 * side, 2)
            crops.append(crop_at(grey, (x + dx, y + dy), side * float(np.exp(rng.normal(0, 0.1)))))
            values.append(value)
        for _ in range(MISSES_A_FACE):
            way, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 1.3) * side
            crops.append(crop_at(grey, (x + reach * np.cos(way), y + reach * np.sin(way)), side))
            values.append(0)
    return crops, values


def main() -> None:
    """Cut crops and keep them in an npz file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("labels", type=Path)
    args = parser.parse_args()
    crops, values = cut(args.labels, np.random.default_rng(0))
    np.savez_compressed(
        args.file, crops=np.stack(crops), labels=np.array(values, np.uint8), crop=CROP, face=FACE
    )
    print(f"{len(crops)} crops")


if __name__ == "__main__":
    main()
