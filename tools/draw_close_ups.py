"""Draw boards and keep the close-ups of their printed spaces, to train `tools/train_close_ups.py` by.

python tools/draw_close_ups.py FOLDER [--boards 1000] [--seed 30000] [--part 100]

Each file holds the close-ups of some boards, and which of them show a piece. One board in three is early in
the game: nearly all men are at home, and nothing in the picture tells their colour but themselves.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from tools.drawn_boards import drawn_board
from tools.fit_standing import ALIKE, teaching
from vision.board.place.registration import Registration
from vision.board.reader import BoardReader
from vision.studio.settings import Setting

LAYOUTS = ("trouble-tags", "trouble", "trouble-tags", "headache-tags")
EARLY = 3


def close_ups(seed: int) -> tuple[np.ndarray, np.ndarray] | None:
    """The close-ups (k, 5, SIDE, SIDE) of one board's printed spaces, and which show a piece; None if the
    board is not found."""
    setting = Setting.VARIED if seed // 4 % 2 else Setting.TABLE
    name = LAYOUTS[seed % len(LAYOUTS)]
    drawn = drawn_board(seed, setting, name, alike=seed % ALIKE == 0, early=seed % EARLY == 0)
    reader = BoardReader(drawn.layout)
    found = reader.registrar.find(drawn.picture, None if drawn.layout.tags else drawn.truth.corners)
    if not isinstance(found, Registration):
        return None
    asked, seen = reader.pieces.close_ups(drawn.picture, found)
    spaces = [[*drawn.layout.spaces][i] for i in asked]
    kept = teaching(drawn)[asked]
    return seen[kept].astype(np.float16), np.array([space in drawn.tops for space in spaces])[kept]


def main() -> None:
    """Draw and keep."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=30000)
    parser.add_argument("--part", type=int, default=100)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.folder.mkdir(parents=True, exist_ok=True)
    for first in range(args.seed, args.seed + args.boards, args.part):
        parts = [close_ups(seed) for seed in range(first, first + args.part)]
        seen, full = zip(*(part for part in parts if part is not None), strict=True)
        np.savez_compressed(
            args.folder / f"{first}.npz", seen=np.concatenate(seen), full=np.concatenate(full)
        )


if __name__ == "__main__":
    main()
