"""Pop the virtual dome many times, read every pop, and compare with what was truly thrown.

python tools/run_pops.py [--setting table|varied] [--pops N] [--tables N] [--game trouble|headache]
                         [--numerals] [--lean] [--looks N] [--darker STOPS] [--sheet FILE]

Each of the tables has its own board, dice, camera and lamp, by its seed; `varied` draws all of them anew for
every pop. Prints a line a table and the sums; exit 1 when a pop was read wrong. A pop that is wrong or
refused can be drawn again: its name is its table's seed and its number.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from firmware_py.cli.sheet import ContactSheet
from firmware_py.config.parts import CameraConfig
from vision.dice.domes.memory import DomeMemory
from vision.dice.overlay import draw_reading
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading
from vision.pop import agree, find_place
from vision.studio.dome import SIZE, DomeScene, DomeTruth, radiance, truth
from vision.studio.light import Picture, develop
from vision.studio.settings import Game, Setting, Studio

KINDS = ("right", "refused", "wrong", "called cocked", "refused cocked", "read cocked")
WRONG = ("wrong", "read cocked")
BAND = 7
"""Degrees of leaning in a row of the table by angle."""
HEAD = "   table   flat  right  refused  wrong    lean  called  read"


@dataclass
class Tally:
    """How many pops came out how; the second half of KINDS is of pops with a die that leans."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    reasons: dict[str, int] = field(default_factory=dict)
    angles: dict[int, dict[str, int]] = field(default_factory=dict)
    """The second half of KINDS by how far the die leans, in bands of `BAND` degrees."""

    def line(self, name: str) -> str:
        """A row of the table."""
        c = self.counts
        flat, lean = (sum(c[kind] for kind in half) for half in (KINDS[:3], KINDS[3:]))
        return (
            f"{name:>8} {flat:>6} {c['right']:>6} {c['refused']:>8} {c['wrong']:>6}   "
            f"{lean:>5} {c['called cocked']:>7} {c['read cocked']:>5}"
        )

    def add(self, other: Tally) -> None:
        """Take another's counts in."""
        for kind in KINDS:
            self.counts[kind] += other.counts[kind]
        for reason, number in other.reasons.items():
            self.reasons[reason] = self.reasons.get(reason, 0) + number
        for band, counts in other.angles.items():
            for kind, number in counts.items():
                self.leaned(band, kind, number)

    def leaned(self, band: int, kind: str, number: int = 1) -> None:
        """Count dice that lean."""
        counts = self.angles.setdefault(band, dict.fromkeys(KINDS[3:], 0))
        counts[kind] += number

    def by_angle(self) -> list[str]:
        """A row for each band of angles."""
        return [
            f"{band:>3} to {band + BAND} degrees: "
            + ", ".join(f"{kind} {counts[kind]}" for kind in KINDS[3:])
            for band, counts in sorted(self.angles.items())
        ]


def judged(reading: DiceReading, known: DomeTruth) -> str:
    """One of KINDS."""
    red = next((die.red for die in known.dice if die.kind == "red"), None)
    values = tuple(die.value for die in known.dice if die.kind != "red")
    if not all(die.flat for die in known.dice):
        return {"read": "read cocked", "cocked": "called cocked"}.get(reading.verdict, "refused cocked")
    if reading.verdict != "read":
        # A red dot that is told wrongly is wrong even where the other die is not sure.
        return "wrong" if reading.red is not None and reading.red is not red else "refused"
    return "right" if reading.values == values and reading.red is red else "wrong"


def pictures(scene: DomeScene, looks: int, rng: np.random.Generator) -> list[Picture]:
    """Several pictures of one rest: they differ by their noise only."""
    light = radiance(scene, SIZE)
    return [develop(light, scene.sensor, rng) for _ in range(looks)]


def of_dome(picture: Picture, known: DomeTruth) -> Picture:
    """The part of a picture (h, w, 3) that shows the dome."""
    (x, y), reach = known.centre, 1.15 * known.radius
    left, top = max(int(x - reach), 0), max(int(y - reach), 0)
    return picture[top : int(y + reach), left : int(x + reach)]


def run_table(args: argparse.Namespace, seed: int, reader: DiceReader, sheet: ContactSheet) -> Tally:
    """All pops of one table."""
    still = args.setting != "varied"
    studio = Studio(Setting(args.setting), seed, darker=args.darker if still else 0.0)
    rng, tally, dome, memory = np.random.default_rng(seed), Tally(), None, DomeMemory() if still else None
    for number in range(-(-args.pops // args.tables)):
        scene = studio.pop(game=args.game, numerals=args.numerals, cocked=True if args.lean else None)
        taken = pictures(scene, args.looks, rng)
        if memory is not None and dome is None:
            dome = find_place(taken[0]).dome
        reading = agree([reader.read(picture, dice=args.game, dome=dome, memory=memory) for picture in taken])
        if memory is not None and dome is not None:
            memory = memory.after(taken[-1], dome, reading)
        known = truth(scene)
        kind = judged(reading, known)
        tally.counts[kind] += 1
        if kind in KINDS[3:]:
            tally.leaned(int(max(die.tilt for die in known.dice) // BAND * BAND), kind)
        if kind in ("right", "called cocked"):
            continue
        tally.reasons[reading.reason] = tally.reasons.get(reading.reason, 0) + 1
        if kind in WRONG or args.refused:
            shown = " ".join(
                ("dot" if die.red else "blank") if die.kind == "red" else str(die.value) for die in known.dice
            )
            said = f"{kind}: is {shown}, said {reading.verdict} {reading.values} {reading.red or ''}"
            sheet.add(of_dome(draw_reading(taken[0], reading), known), f"{seed}.{number}", said)
            print(f"{seed}.{number}: {said} ({reading.reason})")
    return tally


def main() -> int:
    """Print a line a table, the sums and the reasons of refusals."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--setting", choices=[setting.value for setting in Setting], default="table")
    parser.add_argument("--pops", type=int, default=500, help="in all")
    parser.add_argument("--tables", type=int, default=10, help="among so many seeds")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--game", choices=get_args(Game), default="trouble")
    parser.add_argument("--numerals", action="store_true", help="printed digits instead of pips")
    parser.add_argument("--lean", action="store_true", help="only dice that lean")
    parser.add_argument(
        "--darker", type=float, default=CameraConfig().darker, help="stops, of a camera that stands still"
    )
    parser.add_argument("--looks", type=int, default=1, help="pictures of each rest")
    parser.add_argument("--refused", action="store_true", help="name and show the refused ones too")
    parser.add_argument("--sheet", type=Path, help="a picture of all wrong ones, side by side")
    args = parser.parse_args()
    if min(args.pops, args.tables, args.looks) < 1:
        parser.error("--pops, --tables and --looks are at least 1")
    cv2.setNumThreads(1)
    reader, sheet, total = DiceReader(), ContactSheet(), Tally()
    print(HEAD)
    for seed in range(args.first, args.first + args.tables):
        tally = run_table(args, seed, reader, sheet)
        print(tally.line(str(seed)), flush=True)
        total.add(tally)
    print(total.line("all"))
    print(*total.by_angle(), sep="\n")
    print("not right:", ", ".join(f"{reason} {number}" for reason, number in sorted(total.reasons.items())))
    if args.sheet is not None:
        sheet.draw().save(args.sheet)
    return 1 if any(total.counts[kind] for kind in WRONG) else 0


if __name__ == "__main__":
    sys.exit(main())
