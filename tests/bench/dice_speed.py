"""What reading dice costs and how right it is, beside the usual way: processor milliseconds on one thread.

Run it from the project's root: `python tests/bench/dice_speed.py [--pictures N]`. The pictures are drawn
domes, and `../shared/dice/dev_crops` if they are there.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from vision.dice.reader import DiceReader
from vision.dice.reading import Circle, DiceChoice
from vision.pictures import load_picture
from vision.pop import FrameHealth, PopFinder, find_place, frame_fault
from vision.studio.dome import draw_dome, truth
from vision.studio.settings import Setting, Studio

Picture = NDArray[np.uint8]
Answer = int | None
Reader = Callable[[Picture, Circle | None], Answer]
Sample = tuple[Picture, int, Circle | None]
CROPS = Path(__file__).resolve().parents[3] / "shared" / "dice" / "dev_crops"


@dataclass
class Score:
    """Right, wrong and refused, and the milliseconds of each picture."""

    right: int = 0
    wrong: int = 0
    refused: int = 0
    times: list[float] = field(default_factory=list)

    def add(self, answer: Answer, value: int, ms: float) -> None:
        """One picture."""
        self.right += answer == value
        self.wrong += answer not in (None, value)
        self.refused += answer is None
        self.times.append(ms)

    def line(self, name: str) -> str:
        """A row of the table."""
        n = len(self.times)
        shares = "".join(f"{100 * k / n:8.1f} %" for k in (self.right, self.wrong, self.refused))
        quartile = sorted(self.times)[int(0.95 * (n - 1))]
        return f"{name:<28}{shares}{statistics.median(self.times):9.2f}{quartile:9.2f}"


def simple_blob_reader() -> Reader:
    """The way of most tutorials: OpenCV's SimpleBlobDetector, and pips that are near each other are a die.

    Blobs within a few of their own diameters belong together; the largest cluster of one to six is the die.
    """
    parameters = cv2.SimpleBlobDetector_Params()  # type: ignore[attr-defined]
    parameters.filterByInertia = True
    parameters.minInertiaRatio = 0.6
    parameters.minArea = 12.0
    detector = cv2.SimpleBlobDetector_create(parameters)  # type: ignore[attr-defined]

    def read(picture: Picture, _: Circle | None) -> Answer:
        grey = cv2.medianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), 3)
        spots = detector.detect(grey)
        sizes = [len(cluster) for cluster in clusters([(*spot.pt, spot.size) for spot in spots])]
        possible = [size for size in sizes if size <= 6]
        return max(possible, default=None)

    return read


def clusters(spots: list[tuple[float, float, float]]) -> list[list[int]]:
    """Indices of spots (x, y, diameter) that are joined, one after the other, by gaps below 3.5 diameters."""
    left, found = set(range(len(spots))), []
    while left:
        cluster = [left.pop()]
        for k in cluster:
            x, y, size = spots[k]
            near = [j for j in left if np.hypot(spots[j][0] - x, spots[j][1] - y) < 3.5 * size]
            cluster += near
            left -= set(near)
        found.append(cluster)
    return found


def our_reader(dice: DiceChoice, known: bool = False) -> Reader:
    """The project's reader, for one die; `known`: it is told where the dome is, as from a running camera."""
    reader = DiceReader()

    def read(picture: Picture, dome: Circle | None) -> Answer:
        reading = reader.read(picture, dice=dice, expect=1, dome=dome if known else None)
        return reading.values[0] if reading.verdict == "read" and reading.values else None

    return read


def crops(number: int) -> Iterator[Sample]:
    """Real single dice, evenly from all that there are."""
    with (CROPS / "labels.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows[:: max(1, len(rows) // number)]:
        yield load_picture(CROPS / row["file"]), int(row["value"]), None


def domes(setting: Setting, number: int) -> Iterator[Sample]:
    """Drawn domes, a table for every five pops."""
    for seed in range(-(-number // 5)):
        studio = Studio(setting, 1000 + seed)
        for pop in range(5):
            scene = studio.pop(cocked=False)
            known = truth(scene)
            dome = Circle(*known.centre, known.radius)
            yield draw_dome(scene, rng=np.random.default_rng(pop)), known.dice[0].value or 0, dome


def milliseconds(work: Callable[[], object]) -> float:
    """Processor time of a piece of work."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def gate() -> None:
    """What each frame of a running camera costs while nothing happens, and while all is in motion."""
    studio, rng = Studio(Setting.TABLE, 1), np.random.default_rng(0)
    scene = studio.pop()
    still = [draw_dome(scene, rng=rng) for _ in range(4)]
    moved = [draw_dome(studio.pop(), rng=rng) for _ in range(4)]
    for name, frames in (("quiet", still), ("all in motion", moved)):
        finder, health, times = PopFinder.live(), FrameHealth(), []
        for k in range(204):
            frame, t = frames[k % 4], k / 30

            def work(frame: Picture = frame, t: float = t) -> None:
                nonlocal finder, health
                finder, health = finder.after(t, frame), health.after(t, frame)

            times.append(milliseconds(work))
        print(f"gate, {name:<22}{statistics.median(times[4:]):7.2f} ms")
    for name, work_on in (("faults of one frame", frame_fault), ("finding the dome", find_place)):
        taken = [milliseconds(lambda work_on=work_on: work_on(still[0])) for _ in range(30)]  # type: ignore[misc]
        print(f"{name:<28}{statistics.median(taken):7.2f} ms")


def main() -> None:
    """Print the gate's cost, then a table a set of pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=200, help="of each set")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print("frames of 640x480")
    gate()
    sets: dict[str, tuple[DiceChoice, Iterator[Sample]]] = {
        f"domes, {setting.value}": ("trouble", domes(setting, args.pictures)) for setting in Setting
    }
    if CROPS.exists():
        sets["real single dice"] = ("any", crops(args.pictures))
    print(f"\n{'':<28}{'right':>10}{'wrong':>10}{'refused':>10}{'median':>9}{'95 %':>9} ms")
    for name, (dice, pictures) in sets.items():
        readers = {"SimpleBlobDetector": simple_blob_reader(), "Pop Umpire": our_reader(dice)}
        if dice != "any":
            readers["Pop Umpire, dome known"] = our_reader(dice, known=True)
        scores = {reader: Score() for reader in readers}
        for picture, value, dome in pictures:
            for reader, read in readers.items():
                start = time.process_time()
                answer = read(picture, dome)
                scores[reader].add(answer, value, 1000 * (time.process_time() - start))
        print(name)
        for reader, score in scores.items():
            print(score.line(f"  {reader}"))


if __name__ == "__main__":
    main()
