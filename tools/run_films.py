"""Films of the studio with pops and with what is none: what is told of each, and how soon after the rest.

    python tools/run_films.py [--first SEED] [--seeds N] [--size 320x240] [--fps 30]

Each seed is one table (or one varied scene) with a film of a pop and of every disturbance. The delay is, in
film time, from the first frame in which the dice lie still to the frame at which they are told; what reading
those frames then costs on this machine stands beside it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from vision.dice.reader import DiceReader
from vision.pop import PopFinder, agree
from vision.studio.dome import DomeScene
from vision.studio.light import Picture
from vision.studio.motion import Happening, disturb, rest_time, tumble
from vision.studio.placing import NoRoomError, put_flat
from vision.studio.settings import Setting, Studio

SPIN = {"": "nothing", "hardly_moved": "asked", "unlike": "looked at anew"}
"""What is told, in the words of the table."""


def scenes(setting: Setting, seed: int) -> tuple[DomeScene, DomeScene]:
    """One table before and after a pop, with the same die."""
    before = Studio(setting, seed).pop(cocked=False)
    rng = np.random.default_rng((seed, 1))
    while True:
        try:
            die = put_flat(before.dice[0].look, int(rng.integers(1, 7)), before.stage.radius, rng)
            return before, replace(before, dice=(die,))
        except NoRoomError:
            continue


def told(film: Iterable[tuple[float, Picture]]) -> Iterator[tuple[float, str, tuple[Picture, ...]]]:
    """When a rest is told, of what kind it is, and its pictures."""
    finder = PopFinder.live()
    for t, picture in film:
        finder = finder.after(t, picture)
        if finder.found is not None:
            yield t, finder.found.kind, finder.found.pictures
            finder = finder.accepted()


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
    reader, counts, delays, spent = DiceReader(), defaultdict[str, Counter[str]](Counter), [], []
    for setting in Setting:
        for seed in range(args.first, args.first + args.seeds):
            before, after = scenes(setting, seed)
            for what in (None, *Happening):
                rng, size = np.random.default_rng(seed), (across, down)
                if what is None:
                    rest = rest_time(before, after, rng)
                    film = tumble(before, after, args.fps, rng, size)
                else:
                    film = disturb(before, what, args.fps, rng, size)
                found = list(told(film))
                kinds = " + ".join(kind for _, kind, _ in found)
                name = f"{setting.value}: {what.value if what else 'pop'}"
                counts[name][SPIN.get(kinds, kinds)] += 1
                if what is None and kinds == "popped":
                    still = np.ceil(rest * args.fps - 1e-6) / args.fps
                    delays.append(found[0][0] - still)
                    start = time.process_time()
                    agree([reader.read(picture, dice="trouble") for picture in found[0][2]])
                    spent.append(time.process_time() - start)
        for name, counter in counts.items():
            if name.startswith(setting.value):
                print(f"{name:>16}: " + ", ".join(f"{n} {kind}" for kind, n in counter.items()), flush=True)
    if delays:
        ms = 1000 * np.array([delays, spent])
        print(f"told {np.median(ms[0]):.0f} ms after the first frame at rest, at most {ms[0].max():.0f} ms")
        print(f"reading its pictures: {np.median(ms[1]):.0f} ms, at most {ms[1].max():.0f} ms")


if __name__ == "__main__":
    main()
