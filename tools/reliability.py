"""How far a reading's confidence can be trusted: confidence against being right, on labelled pictures.

python tools/reliability.py SHARED_FOLDER [--every N] [--most-wrong 0.004]

Reads the real dice of the dev sets, those too that were told but not held to be sure, sorts them by their
confidence, and prints a table in Markdown: how many dice there are in each bin, how many are right, and how
many are wrong at most (95 %, Wilson's interval). Last it derives the default of `sure`: the least threshold,
in steps of 0.05, from which on the share of wrong readings among all pictures stays below the bound.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from vision.dice.reader import DiceReader
from vision.dice.reading import DiceChoice
from vision.dice.settings import ReaderSettings
from vision.pictures import load_picture

BINS = (0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
SETS: dict[str, tuple[DiceChoice, int | None]] = {
    "dev_crops": ("any", 1),
    "dev": ("any", None),
    "dome_dev": ("trouble", None),
}


@dataclass(frozen=True)
class Reading:
    """A picture's reading: its least confidence, -1 if no flat dice were told, and whether all are right."""

    kind: str
    confidence: float
    right: bool


def labelled(folder: Path) -> Iterator[tuple[Path, list[int]]]:
    """Pictures with the values of their dice, sorted."""
    with (folder / "labels.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            values = row.get("values") or row.get("value") or ""
            yield folder / row["file"], sorted(int(value) for value in values.split())


def readings(shared: Path, every: int) -> Iterator[Reading]:
    """All pictures, with the dice told in them at any confidence."""
    reader, sure = DiceReader(), ReaderSettings().sure
    for name, (dice, expect) in SETS.items():
        for path, values in list(labelled(shared / "dice" / name))[::every]:
            found = reader.read(load_picture(path), dice=dice, expect=expect)
            flat = found.dice and all(die.flat and die.value for die in found.dice)
            least = min((die.confidence for die in found.dice), default=0.0)
            # A die that was told and one more that was missed is refused, whatever the confidence.
            doubted = found.reason == "pips_unclear" and least < sure
            if flat and (found.verdict == "read" or doubted):
                yield Reading(name, least, sorted(found.values) == values)
            else:
                yield Reading(name, -1.0, False)


def at_most(wrong: int, number: int) -> float:
    """The upper end of Wilson's 95 % interval of a share."""
    if not number:
        return 1.0
    z, share = 1.96, wrong / number
    middle = share + z * z / (2 * number)
    reach = z * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    return (middle + reach) / (1 + z * z / number)


def table(found: list[Reading]) -> Iterator[str]:
    """The rows in Markdown."""
    yield "| confidence | pictures | right | wrong | wrong at most (95 %) |"
    yield "|---|---|---|---|---|"
    for low, high in pairwise(BINS):
        inside = [r for r in found if low <= r.confidence < high or (high == 1.0 == r.confidence)]
        wrong = sum(not r.right for r in inside)
        most = at_most(wrong, len(inside))
        share = f"{(len(inside) - wrong) / len(inside):.1%}" if inside else "-"
        yield f"| {low:.2f} to {high:.2f} | {len(inside)} | {share} | {wrong} | {most:.1%} |"


def threshold(found: list[Reading], most_wrong: float) -> float:
    """The least threshold from which on the wrong ones are few enough; 1 if there is none."""
    for step in range(21):
        sure = step / 20
        wrong = sum(r.confidence >= sure and not r.right for r in found)
        if wrong <= most_wrong * len(found):
            return sure
    return 1.0


def main() -> None:
    """Print the table of each set and of all, what thresholds would give, and the threshold derived."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("shared", type=Path, help="the folder with dice/dev_crops, dice/dev, dice/dome_dev")
    parser.add_argument("--every", type=int, default=1, help="only every N-th picture")
    parser.add_argument("--most-wrong", type=float, default=0.004, help="share of all pictures")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    found = list(readings(args.shared, args.every))
    print("\n".join(table(found)))
    print("\n| sure from | set | right | wrong | refused |\n|---|---|---|---|---|")
    for sure in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        for name in SETS:
            these = [r for r in found if r.kind == name]
            told = [r for r in these if r.confidence >= sure]
            right = sum(r.right for r in told)
            shares = (right / len(these), (len(told) - right) / len(these), 1 - len(told) / len(these))
            print(f"| {sure:.2f} | {name} | " + " | ".join(f"{share:.1%}" for share in shares) + " |")
    print(f"\nsure = {threshold(found, args.most_wrong):.2f}  # at most {args.most_wrong:.1%} wrong")


if __name__ == "__main__":
    main()
