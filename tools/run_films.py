"""Films of the studio with pops and with what is none, before the sense of the dome: what it tells of each.

    python tools/run_films.py [--first SEED] [--seeds N] [--size 320x240] [--fps 30]

Each seed is one table (or one varied scene) with a film of a pop, of two pops, of every disturbance, and of
every fault of a camera from the rest on. The camera is looked at as often as at the table: ten times a second
until something moves. The delay is, in film time, from the first frame in which the dice lie still to the
frame at which they are told; what reading the last picture then costs on this machine stands beside it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from firmware_py.errors import DeviceError
from firmware_py.senses.camera import WatchedDome
from firmware_py.senses.frames import Frame
from firmware_py.table import Wants
from firmware_py.table.events import DiceSeen, TableEvent
from rules import Dice
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading
from vision.studio.dome import DomeScene
from vision.studio.faults import Fault, spoil
from vision.studio.geometry import Size
from vision.studio.light import Picture
from vision.studio.motion import Happening, disturb, rest_time, tumble
from vision.studio.placing import NoRoomError, put_flat
from vision.studio.settings import Setting, Studio

BETWEEN = 0.6
"""Seconds between the rest of a die and the second pop."""

SPOILED_SECONDS = 5.0
"""How long the camera fails: some faults are told only if they stay."""


@dataclass(slots=True)
class Film:
    """A film as a live camera and the desk of the sense that looks at it: time is that of the film.

    Attributes:
        frames: the pictures.
        fps: how many a second.
        told: what was posted, with its time.
    """

    frames: Sequence[Picture]
    fps: float
    name: str = "film"
    live: bool = True
    told: list[tuple[float, TableEvent]] = field(default_factory=list)
    _at: float = 0.0
    _next: int = 0

    def open(self) -> None:
        """There is nothing to open."""

    def read(self) -> Frame | None:
        """The newest picture, or the next one once that has been taken."""
        number = max(self._next, int(self._at * self.fps + 1e-6))
        if number >= len(self.frames):
            return None
        self._next, self._at = number + 1, max(self._at, number / self.fps)
        return Frame(self.frames[number], "", number / self.fps, self._at)

    def close(self) -> None:
        """There is nothing to release."""

    def post(self, event: TableEvent) -> None:
        """Note it."""
        self.told.append((self._at, event))

    def now(self) -> float:
        """Seconds of the film."""
        return self._at

    def wants(self) -> Wants:
        """Dice, always: a second pop is to be noticed, too."""
        return Wants(dice=Dice("d6"))

    def wait(self, seconds: float) -> bool:
        """Let the film go on."""
        self._at += seconds
        return True

    def ready(self) -> None:
        """It works."""


class Timed(DiceReader):
    """A reader that notes what each picture costs, in seconds of the processor."""

    def __init__(self) -> None:
        super().__init__()
        self.spent: list[float] = []

    def read(self, picture: Picture, **how: object) -> DiceReading:
        """See `DiceReader.read`."""
        start = time.process_time()
        try:
            return super().read(picture, **how)  # type: ignore[arg-type]
        finally:
            self.spent.append(time.process_time() - start)


def scenes(setting: Setting, seed: int, number: int = 2) -> list[DomeScene]:
    """One table before and after pops, with the same die."""
    found = [Studio(setting, seed).pop(cocked=False)]
    rng = np.random.default_rng((seed, 1))
    while len(found) < number:
        try:
            first = found[0]
            die = put_flat(first.dice[0].look, int(rng.integers(1, 7)), first.stage.radius, rng)
        except NoRoomError:
            continue
        found.append(replace(first, dice=(die,)))
    return found


def seen(film: Film, reader: DiceReader) -> tuple[list[tuple[float, DiceReading]], str]:
    """The readings that the sense told of a film, and the fault that ended it, if it was not its end."""
    sense, fault = WatchedDome(film, reader), ""
    try:
        sense.run(film)
    except DeviceError as error:
        fault = "" if "has ended" in str(error) else str(error)
    return [(at, event.reading) for at, event in film.told if isinstance(event, DiceSeen)], fault


def pops(found: list[tuple[float, DiceReading]], truths: Sequence[int]) -> str:
    """What was told of pops, in the words of the table."""
    said = []
    for _, reading in found:
        if reading.verdict != "read":
            said.append(f"refused ({reading.reason})")
            continue
        said.append("right" if reading.values == (truths[min(len(said), len(truths) - 1)],) else "WRONG")
    said += ["missed"] * (len(truths) - len(said))
    return " + ".join(said)


def nothing(found: list[tuple[float, DiceReading]], fault: str) -> str:
    """What was told of something that is no pop, or that cannot be seen."""
    said = ["FALSE POP" if reading.verdict == "read" else f"asked ({reading.reason})" for _, reading in found]
    if "same picture" in fault:
        said.append("named (frozen)")
    return " + ".join(said) or "nothing"


def films(setting: Setting, seed: int, fps: float, size: Size) -> Iterator[tuple[str, list[Picture], float]]:
    """Each kind of film with its name, and when its (first) die comes to rest."""
    before, after, later = scenes(setting, seed, 3)
    rest = rest_time(before, after, np.random.default_rng(seed))
    still = float(np.ceil(rest * fps - 1e-6) / fps)
    pop = [picture for _, picture in tumble(before, after, fps, np.random.default_rng(seed), size)]
    yield "pop", pop, still
    again = [picture for _, picture in tumble(after, later, fps, np.random.default_rng(seed), size)]
    yield "two pops", pop[: round((still + BETWEEN) * fps)] + again, still
    for what in Happening:
        frames = disturb(before, what, fps, np.random.default_rng(seed), size)
        yield what.value, [picture for _, picture in frames], 0.0
    first, rng = round(still * fps), np.random.default_rng(seed)
    for fault in Fault:
        frames = pop[:first]
        for number in range(first, round((still + SPOILED_SECONDS) * fps)):
            # A lens that is out of focus stays so; a bad cable tears each picture elsewhere.
            chance = np.random.default_rng(seed) if fault is Fault.UNSHARP else rng
            frames.append(spoil(pop[min(number, len(pop) - 1 - number % 3)], frames[-1], fault, chance))
        yield f"pop, {fault.value}", frames, 0.0


def main() -> None:
    """Print what was told of each kind of film, and the delays of the pops."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--first", type=int, default=201)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--size", default="320x240")
    parser.add_argument("--fps", type=float, default=30.0)
    args = parser.parse_args()
    across, down = (int(part) for part in args.size.split("x"))
    cv2.setNumThreads(1)
    reader, delays, spent = Timed(), list[float](), list[float]()
    for setting in Setting:
        counts = defaultdict[str, Counter[str]](Counter)
        for seed in range(args.first, args.first + args.seeds):
            truths = [scene.dice[0].top for scene in scenes(setting, seed, 3)][1:]
            for what, frames, still in films(setting, seed, args.fps, (across, down)):
                reader.spent.clear()
                found, fault = seen(Film(frames, args.fps), reader)
                if still:
                    counts[what][pops(found, truths[: 2 if what == "two pops" else 1])] += 1
                else:
                    counts[what][nothing(found, fault)] += 1
                if what == "pop" and len(found) == 1 and found[0][1].verdict == "read":
                    delays.append(found[0][0] - still)
                    spent.append(reader.spent[-1])
        for what, counter in counts.items():
            told = ", ".join(f"{n} {said}" for said, n in counter.most_common())
            print(f"{setting.value:>6}: {what}: {told}", flush=True)
    if delays:
        ms = 1000 * np.array([delays, spent])
        print(f"told {np.median(ms[0]):.0f} ms after the first frame at rest, at most {ms[0].max():.0f} ms")
        print(f"reading the last picture: {np.median(ms[1]):.0f} ms, at most {ms[1].max():.0f} ms")


if __name__ == "__main__":
    main()
