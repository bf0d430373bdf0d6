"""How long the studio takes for a picture: processor milliseconds on one thread, median of some.

Run it from the project's root: `python -m tests.bench.studio` or `python tests/bench/studio.py`.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from hardware.layout import load_layout
from vision.studio.board_settings import BoardStudio
from vision.studio.board_truth import truth_of_board
from vision.studio.boards import draw_board
from vision.studio.dome import draw_dome, truth
from vision.studio.settings import Setting, Studio


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median processor time of a piece of work after a first, unmeasured go."""
    work()
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return 1000 * statistics.median(taken)


def main() -> None:
    """Print a table."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(0)
    table, varied = Studio(Setting.TABLE, 1), Studio(Setting.VARIED, 1)
    scene = table.pop()
    print("dome 640x480                         ms")
    print(
        f"table, Trouble                   {milliseconds(lambda: draw_dome(table.pop(), rng=rng), 40):6.1f}"
    )
    two = milliseconds(lambda: draw_dome(table.pop(game="headache"), rng=rng), 40)
    print(f"table, Headache                  {two:6.1f}")
    print(
        f"varied, Trouble                  {milliseconds(lambda: draw_dome(varied.pop(), rng=rng), 15):6.1f}"
    )
    print(f"its truth                        {milliseconds(lambda: truth(scene), 40):6.1f}")
    print("board 1280x960")
    for name in ("trouble-tags", "kimble", "headache"):
        layout = load_layout(name)
        studio = BoardStudio(Setting.TABLE, 1, layout)
        spaces = list(layout.spaces)[::4]
        pieces = {space: (("red", "blue", "yellow", "green")[k % 4],) for k, space in enumerate(spaces[:16])}
        board = studio.scene(pieces)
        drawn = milliseconds(lambda board=board: draw_board(board, rng=rng), 12)  # type: ignore[misc]
        known = milliseconds(lambda board=board: truth_of_board(board), 8)  # type: ignore[misc]
        print(f"table, {name:<20}      {drawn:6.1f}   its truth {known:5.1f}")


if __name__ == "__main__":
    main()
