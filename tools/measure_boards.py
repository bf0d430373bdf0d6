"""How well the pieces are told by tilt, light, noise and blur: a table, from boards that are drawn for it.

python tools/measure_boards.py [--boards 12] [--seed 900] [--only tilt,blur] [--out FILE.jsonl]

Each board has a layout, a room and pieces of its own, and is drawn once for each value of each condition, all
else being as it was. Half of them are Trouble boards. With --out each picture is a line of a file, and a run
that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hardware.layout import Layout, load_layout
from tools.drawn_boards import LAYOUTS, scattered, unseen
from vision.board.reader import BoardReader
from vision.studio.board_settings import BoardStudio, holding
from vision.studio.board_truth import truth_of_board
from vision.studio.boards import BoardScene, draw_board
from vision.studio.settings import Setting

Change = Callable[[BoardScene, float], BoardScene]

SEEN_LEAST: Final = 0.35
"""A space of which less is to be seen may be unsure and counts as right then."""


def _tilted(scene: BoardScene, degrees: float) -> BoardScene:
    return replace(scene, camera=holding(replace(scene.camera, tilt=degrees), scene.layout))


CONDITIONS: Final[Mapping[str, tuple[str, tuple[float, ...], Change]]] = {
    "tilt": ("degrees off the vertical", (0, 10, 20, 30, 35), _tilted),
    "light": (
        "exposure, 1 being good",
        (0.25, 0.5, 0.9, 1.4),
        lambda scene, value: replace(scene, sensor=replace(scene.sensor, exposure=value)),
    ),
    "noise": (
        "grey levels of 255",
        (1, 4, 8, 12),
        lambda scene, value: replace(scene, sensor=replace(scene.sensor, noise=value)),
    ),
    "blur": (
        "pixels, a standard deviation, at 1280 x 960",
        (0.5, 1.5, 2.5, 4.0),
        lambda scene, value: replace(scene, sensor=replace(scene.sensor, blur=value)),
    ),
}


def scene_of(seed: int) -> tuple[Layout, BoardScene]:
    """A family's board with pieces on it."""
    rng = random.Random(seed)
    layout = unseen(load_layout(LAYOUTS[seed % len(LAYOUTS)]), rng)
    return layout, BoardStudio(Setting.TABLE, seed, layout).scene(scattered(layout, rng))


def tally(layout: Layout, scene: BoardScene, seed: int) -> Counter[str]:
    """How many spaces of one picture are told right, not told, told wrong."""
    picture, truth = draw_board(scene, rng=np.random.default_rng(seed)), truth_of_board(scene)
    seen = BoardReader(layout).look(picture, corners=None if layout.tags else truth.corners)
    if not seen.registered:
        return Counter({"not found": len(layout.spaces)})
    count: Counter[str] = Counter()
    for space, one in seen.pieces.items():
        stack = scene.pieces.get(space)
        if one.sure:
            count["right" if one.colour == (stack[-1] if stack else None) else "wrong"] += 1
        else:
            count["right" if truth.seen[space] < SEEN_LEAST else "unsure"] += 1
    return count


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--boards", type=int, default=12)
    parser.add_argument("--seed", type=int, default=900)
    parser.add_argument("--only", default=",".join(CONDITIONS))
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    done: dict[tuple[int, str, float], Counter[str]] = {}
    if args.out and args.out.exists():
        for line in map(json.loads, args.out.read_text().splitlines()):
            done[line["seed"], line["name"], line["value"]] = Counter(line["tally"])
    seeds = range(args.seed, args.seed + args.boards)
    names = args.only.split(",")
    for seed in seeds:
        layout, scene = scene_of(seed)
        for name in names:
            for value in CONDITIONS[name][1]:
                if (seed, name, value) in done:
                    continue
                count = tally(layout, CONDITIONS[name][2](scene, value), seed)
                done[seed, name, value] = count
                if args.out:
                    with args.out.open("a") as file:
                        row = {"seed": seed, "name": name, "value": value, "tally": dict(count)}
                        file.write(json.dumps(row) + "\n")
    print("| condition | | right | not told | wrong | board not found |\n|---|---|---|---|---|---|")
    for name in names:
        unit, values, _ = CONDITIONS[name]
        for value in values:
            whole = sum((done[seed, name, value] for seed in seeds), Counter())
            shares = [100 * whole[kind] / whole.total() for kind in ("right", "unsure", "wrong", "not found")]
            print(f"| {name} ({unit}) | {value:g} | " + " | ".join(f"{s:.2f} %" for s in shares) + " |")


if __name__ == "__main__":
    main()
