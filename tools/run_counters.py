"""Draws chessboards with counters and reads them: how many squares are wrong, how many cannot be told.

    tools/run_counters.py --boards 300 --seed 1               as cameras of 960 to 1640 pixels see them
    tools/run_counters.py --boards 300 --seed 1 --cell 12     with 12 pixels a cell of a marker, or more

Boards, rooms and cameras change from picture to picture; every third has a hand over it, every fourth a
shadow, every fifth no corner tags. A square counts as hidden where a hand or the picture's edge takes any of
it.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hardware.counters import plan_of_counters
from hardware.layout import load_layout
from vision.board.chess.chess_reader import ChessReader
from vision.board.chess.markers import CELLS
from vision.board.seen import BoardSeen, labelled_toy
from vision.studio.chess_scene import ChessScene, draw_chessboard, seen_shares, toys_of
from vision.studio.chess_settings import ChessStudio, any_toys
from vision.studio.geometry import Size, view_of

WIDTHS = (960, 1280, 1280, 1640)
VISIBLE = 0.999
LAYOUT = load_layout("chessboard")
CELL_MM = plan_of_counters(LAYOUT).marker / CELLS


def main() -> None:
    """Draw, read, count, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cell", type=float, help="pixels that the smallest marker's cell has at least")
    parser.add_argument("--keep", type=Path, help="a folder for the pictures with something wrong or unsure")
    given = parser.parse_args()
    rng, studio = np.random.default_rng(given.seed), ChessStudio(LAYOUT, given.seed)
    counts: Counter[str] = Counter()
    seconds, cells = 0.0, []
    for number in range(given.boards):
        scene = _scene(number, studio, rng)
        size = _size(WIDTHS[number % len(WIDTHS)])
        if given.cell is not None:
            size = _size(math.ceil(size[0] * given.cell / smallest_cell(scene, size)))
        cells.append(smallest_cell(scene, size))
        picture = draw_chessboard(scene, size, rng)
        began = time.process_time()
        seen = ChessReader(LAYOUT).look(picture)
        seconds += time.process_time() - began
        found = _counted(scene, seen, size)
        counts += found
        if given.keep is not None and (found["wrong"] or found["unsure"] or found["refused"]):
            given.keep.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(given.keep / f"{number}.png"), picture)
        if (number + 1) % 10 == 0 or number + 1 == given.boards:
            print(_told(number + 1, counts, seconds, cells), flush=True)


def _size(width: int) -> Size:
    return width, width * 3 // 4


def smallest_cell(scene: ChessScene, size: Size) -> float:
    """How many pixels a marker's cell takes on the square where it takes the fewest."""
    middles = np.array([(*at, 0.0) for at in LAYOUT.spaces.values()])
    view = view_of(scene.camera, size)
    east, north = (view.project(middles + step) - view.project(middles) for step in np.eye(3)[:2])
    areas = np.abs(east[:, 0] * north[:, 1] - east[:, 1] * north[:, 0])
    return CELL_MM * float(np.sqrt(areas.min()))


def _scene(number: int, studio: ChessStudio, rng: np.random.Generator) -> ChessScene:
    squares = tuple(LAYOUT.spaces)
    scene = studio.scene(any_toys(rng, squares, int(rng.integers(2, 41))))
    if number % 3 == 1:
        scene = studio.hand_over(scene, squares[int(rng.integers(64))])
    if number % 4 == 2:
        scene = studio.shaded(scene)
    return replace(scene, style=replace(scene.style, tags=False)) if number % 5 == 3 else scene


def _counted(scene: ChessScene, seen: BoardSeen, size: tuple[int, int]) -> Counter[str]:
    """How many squares are wrong, unsure though visible, hidden and unsure, toys read, visible; refusals."""
    if not seen.registered:
        return Counter({"refused": 1})
    truth, shares = toys_of(scene), seen_shares(scene, size)
    counts: Counter[str] = Counter()
    for space, one in seen.pieces.items():
        visible = shares[space] > VISIBLE
        counts["visible"] += visible
        if not one.sure:
            counts["unsure" if visible else "hidden"] += 1
            continue
        toy = None if one.colour is None else labelled_toy(one.colour)
        counts["wrong"] += toy != truth.get(space)
        counts["toys"] += toy is not None
    return counts


def _told(boards: int, counts: Counter[str], seconds: float, cells: Sequence[float]) -> str:
    share = 100 * counts["unsure"] / max(counts["visible"], 1)
    return (
        f"{boards} boards: {counts['refused']} refused; {counts['wrong']} squares wrong; "
        f"{counts['unsure']} of {counts['visible']} visible ones unsure ({share:.2f} %), "
        f"{counts['hidden']} under hands; {counts['toys']} counters read; "
        f"smallest cells of {min(cells):.1f} to {max(cells):.1f} px; {seconds / boards:.2f} s a board"
    )


if __name__ == "__main__":
    main()
