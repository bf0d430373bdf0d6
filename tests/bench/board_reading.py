"""Reading boards: time and accuracy, beside plain ORB matching with hue thresholds, on the same pictures.

    python tests/bench/board_reading.py            needs the labelled pictures in ../shared

Prints the figures; asserts nothing. Processor time of one thread, best of three.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from hardware.layout import Layout, load_layout
from vision.board.place.canvas import Picture
from vision.board.place.pose import FloatArray, map_points
from vision.board.place.registration import open_reference, space_points
from vision.board.reader import BoardReader
from vision.board.watcher import BoardWatcher

SHARED = Path(__file__).resolve().parents[3] / "shared"
HUES = {"red": (0, 10), "yellow": (18, 34), "green": (45, 90), "blue": (100, 130)}


class OrbAndHue:
    """The baseline: ORB, brute force, RANSAC; a space has the hue of most of its saturated pixels."""

    def __init__(self, layout: Layout) -> None:
        assert layout.reference is not None
        self._layout = layout
        picture, self._known = open_reference(layout.reference)
        self._orb = cv2.ORB.create(2000)
        self._keys, self._looks = self._orb.detectAndCompute(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), None)

    def look(self, picture: Picture) -> dict[str, str | None] | None:
        """Space -> colour; None when the board is not found."""
        keys, looks = self._orb.detectAndCompute(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), None)
        if looks is None:
            return None
        pairs = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(looks, self._looks, k=2)
        good = [row[0] for row in pairs if len(row) == 2 and row[0].distance < 0.8 * row[1].distance]
        if len(good) < 8:
            return None
        there = np.array([self._keys[m.trainIdx].pt for m in good])
        here = np.array([keys[m.queryIdx].pt for m in good])
        matrix, _ = cv2.findHomography(there, here, cv2.RANSAC, 4.0)
        return None if matrix is None else self._colours(picture, np.asarray(matrix) @ self._known)

    def _colours(self, picture: Picture, homography: FloatArray) -> dict[str, str | None]:
        hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
        found: dict[str, str | None] = {}
        for space, (x, y) in zip(
            self._layout.spaces, map_points(homography, space_points(self._layout)), strict=True
        ):
            patch = hsv[max(int(y) - 8, 0) : int(y) + 9, max(int(x) - 8, 0) : int(x) + 9].reshape(-1, 3)
            strong = patch[(patch[:, 1] > 120) & (patch[:, 2] > 60)]
            counts = {c: int(((strong[:, 0] >= a) & (strong[:, 0] <= b)).sum()) for c, (a, b) in HUES.items()}
            best = max(counts, key=lambda c: counts[c])
            found[space] = best if len(patch) and counts[best] > 0.5 * len(patch) else None
        return found


def clock(work: Callable[[], object]) -> float:
    """Milliseconds of processor time, best of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def main() -> None:
    """Print accuracy on the photographs, and the times at 1280 x 960."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args()
    if not (SHARED / "kimble" / "labels.jsonl").is_file():
        raise SystemExit(
            "The labelled pictures are not beside the project: CONTRIBUTING.md tells what they are."
        )
    cv2.setNumThreads(1)
    layout = load_layout(SHARED / "boards/kimble.toml")
    reader, baseline = BoardReader(layout), OrbAndHue(layout)
    rows = [json.loads(line) for line in (SHARED / "kimble/labels.jsonl").read_text().splitlines()]
    for prefix, every in (("carpet", 1), ("robot", 1), ("noppa", 8)):
        ours, theirs, count = np.zeros(3, int), np.zeros(3, int), 0
        for row in [r for r in rows if r["file"].startswith(prefix)][::every]:
            picture = np.asarray(cv2.imread(str(SHARED / "kimble" / row["file"])), np.uint8)
            seen, plain = reader.look(picture).pieces, baseline.look(picture)
            for space in layout.spaces:
                if space in row.get("hidden", []):
                    continue
                truth, one = row["pieces"].get(space), seen.get(space)
                count += 1
                ours[2 if one is None or not one.sure else int(one.colour != truth)] += 1
                theirs[2 if plain is None else int(plain[space] != truth)] += 1
        for name, tally in (("ours", ours), ("ORB and hue", theirs)):
            print(f"{prefix:7s} {name:12s} right, wrong, not told: {np.round(tally / count, 4).tolist()}")
    picture = np.asarray(cv2.imread(str(SHARED / "kimble/robot_03.jpg")), np.uint8)
    picture = np.asarray(cv2.resize(picture[:, 240:1680], (1280, 960)), np.uint8)
    print(f"1280 x 960 from nothing: ours {clock(lambda: reader.look(picture)):.0f} ms")
    print(f"1280 x 960 from nothing: ORB and hue {clock(lambda: baseline.look(picture)):.0f} ms")
    watcher = BoardWatcher(layout)
    watcher.look(picture)
    print(f"1280 x 960 not moved: ours {clock(lambda: watcher.look(picture)):.0f} ms")


if __name__ == "__main__":
    main()
