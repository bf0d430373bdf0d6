"""Paste photographed dice whose licence allows it under drawn domes, to train the spotter on real surfaces.

    python tools/paste_dice.py out/domes PICTURES/labels.csv

The sources are those of `tools/cut_dice_crops.py`, and of them too only pictures in which the geometry of
pips finds the labelled value. The drawn domes are those that `tools/draw_domes.py` left there. Whether
a photographed die leans is not asked.
"""

from __future__ import annotations

import argparse
import csv
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from cut_dice_crops import LICENSED
from draw_domes import PART, REACH, ROW, SIDE
from numpy.typing import NDArray
from spotter_lessons import kept_back

from vision.dice.reader import DiceReader
from vision.pictures import load_picture

Bytes = NDArray[np.uint8]
Rows = NDArray[np.float32]

NOT_ASKED = 2.0
"""Instead of whether a die lies flat."""

SIDES = (18.0, 38.0)
"""Sides of the dice in a kept picture, px."""

SEEN_BESIDE = 0.62
"""How much is taken of a photograph to each side of a die's middle, in its sides."""


@dataclass(frozen=True)
class Photograph:
    """A die in a photograph: what it shows, and its top's corners (4, 2)."""

    picture: Bytes
    value: int
    corners: NDArray[np.float64]


def photographs(labels: Path) -> list[Photograph]:
    """All photographed dice that may be used and whose face is found."""
    reader, found = DiceReader(), []
    with labels.open(encoding="utf-8", newline="") as table:
        rows = [row for row in csv.DictReader(table) if row["source_repo"].startswith(LICENSED)]
    for row in rows:
        picture, value = load_picture(labels.parent / row["file"]), int(row["value"])
        dice = [die for die in reader.read(picture, expect=1).dice if die.value == value]
        if dice:
            found.append(Photograph(picture, value, np.array(dice[0].outline)))
    return found


def paste(picture: Bytes, rows: Rows, die: Photograph, rng: np.random.Generator) -> bool:
    """Lay a photographed die under a drawn dome that has room for it, both in place; False without room."""
    middle = die.corners.mean(axis=0)
    old = float(np.linalg.norm(die.corners - np.roll(die.corners, 1, axis=0), axis=1).mean())
    side, way, turn = rng.uniform(*SIDES), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    reach = SIDE / 2 / REACH * rng.uniform(0, 0.85) - 0.4 * side
    at = (SIDE - 1) / 2 + max(reach, 0) * np.array([np.cos(way), np.sin(way)])
    for row in rows[rows[:, -1] > 0]:
        if np.hypot(*(row[4:12].reshape(4, 2).mean(axis=0) - at)) < 1.6 * side:
            return False
    scale = side / old
    spin = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = np.column_stack([spin, at - spin @ middle])
    shown = cv2.GaussianBlur(die.picture, (0, 0), max(0.35 / scale, 0.1)) if scale < 1 else die.picture
    laid = cv2.warpAffine(shown, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    square = np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SEEN_BESIDE * old
    edge = np.linalg.norm(die.corners[1] - die.corners[0])
    right = (die.corners[1] - die.corners[0]) / max(edge, 1e-6)
    place = (middle + square @ np.array([right, [-right[1], right[0]]])) @ spin.T + matrix[:, 2]
    cover = np.zeros((SIDE, SIDE), np.float32)
    cv2.fillConvexPoly(cover, np.rint(place * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    whole = np.full(die.picture.shape[:2], 1.0, np.float32)
    cover *= cv2.warpAffine(whole, matrix, (SIDE, SIDE))
    cover = cv2.GaussianBlur(cover, (0, 0), 1.0)[..., None]
    light = float(np.exp(rng.normal(0, 0.15)))
    picture[:] = np.clip(picture * (1 - cover) + light * laid * cover, 0, 255).astype(np.uint8)
    corners = die.corners @ spin.T + matrix[:, 2]
    free = int(np.flatnonzero(rows[:, -1] == 0)[0])
    rows[free] = [0, die.value, NOT_ASKED, 0, *corners.ravel(), 0.5, 0.2, 0, 0, 1]
    return True


def main() -> None:
    """Paste dice and keep the pictures in files of PART each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--parts", type=int, default=6)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rng, dice = np.random.default_rng(0), photographs(args.labels)
    domes = sorted(set(args.folder.glob("domes-*[0-9].npz")) - {kept_back(args.folder)})
    for part in range(args.parts):
        with np.load(domes[part % len(domes)]) as file:
            pictures, rows = file["pictures"].copy(), file["rows"].copy()
        kept = []
        for k in range(len(pictures)):
            room = rows[k, :, ROW - 1].sum() < 2
            if room and paste(pictures[k], rows[k], dice[int(rng.integers(len(dice)))], rng):
                kept.append(k)
        np.savez(args.folder / f"photographs-{part:03}.npz", pictures=pictures[kept], rows=rows[kept])
        print(f"{len(kept)} of {PART} pictures", flush=True)


if __name__ == "__main__":
    main()
