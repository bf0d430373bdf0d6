"""Measures the dice reader on labelled pictures: right, wrong and refused, and a sheet of what failed.

    python tools/score_dice.py PICTURES/ labels.csv --expect 1
    python tools/score_dice.py PICTURES/ labels.jsonl --dice headache --sheet failed.png

Labels are a CSV file (file, value or values, source_repo) or JSON lines (file, and die or dice). The
reliability table sets the confidence of each reading's least sure die against how often it was right.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from vision.dice.overlay import draw_reading
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading
from vision.dice.settings import ReaderSettings
from vision.pictures import load_picture

CELL = 320
"""Side of a picture on the sheet (px)."""

STEPS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01)


@dataclass(frozen=True, slots=True)
class Label:
    """What a picture shows: the values of its dice, sorted; whether all lie flat; the red dot if any."""

    file: str
    source: str
    values: tuple[int, ...]
    flat: bool = True
    red: bool | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a picture was read, and whether that is "right", "wrong" or "refused"."""

    label: Label
    reading: DiceReading
    kind: str
    seconds: float


def labels_of(path: Path) -> list[Label]:
    """The labels in a CSV or JSON lines file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".csv":
        return [_from_csv(row) for row in csv.DictReader(text.splitlines())]
    return [_from_json(json.loads(line)) for line in text.splitlines() if line.strip()]


def _from_csv(row: dict[str, str]) -> Label:
    values = (row.get("values") or row.get("value") or "").split()
    source = row.get("source_repo") or row.get("source") or ""
    return Label(row["file"], source, tuple(sorted(map(int, values))))


def _from_json(row: dict[str, object]) -> Label:
    file, dice = str(row["file"]), row.get("dice")
    if not isinstance(dice, list):
        return Label(file, str(row.get("light", "")), (int(str(row["die"])),))
    values = tuple(sorted(die["value"] for die in dice if die["kind"] != "red"))
    red = next((die["red"] for die in dice if die["kind"] == "red"), None)
    return Label(file, str(row.get("game", "")), values, all(die["flat"] for die in dice), red)


def judged(label: Label, reading: DiceReading) -> str:
    """Whether a reading is "right", "wrong" or "refused"."""
    if not label.flat:
        return {"read": "wrong", "cocked": "right"}.get(reading.verdict, "refused")
    if not label.values:
        return {"read": "wrong", "none": "right"}.get(reading.verdict, "refused")
    if reading.verdict != "read":
        # A red dot that is told wrongly is wrong even where the other die is not sure.
        return "wrong" if reading.red is not None and label.red not in (None, reading.red) else "refused"
    same = tuple(sorted(reading.values)) == label.values
    return "right" if same and label.red in (None, reading.red) else "wrong"


def print_scores(outcomes: list[Outcome]) -> None:
    """Right, wrong and refused by source; the reasons of refusals; the time a picture takes."""
    tally: dict[str, Counter[str]] = defaultdict(Counter)
    for outcome in outcomes:
        for name in (outcome.label.source, "all"):
            tally[name][outcome.kind] += 1
    for name, counts in sorted(tally.items(), key=lambda item: item[0] == "all"):
        number = counts.total()
        shares = "  ".join(f"{kind} {counts[kind] / number:.4f}" for kind in ("right", "wrong", "refused"))
        print(f"{name:36s} {number:5d}  {shares}")
    reasons = Counter(outcome.reading.reason for outcome in outcomes if outcome.kind == "refused")
    print("refused:", ", ".join(f"{reason} {number}" for reason, number in reasons.most_common()))
    spent = np.array([outcome.seconds for outcome in outcomes]) * 1000
    print(
        f"CPU time a picture: median {np.median(spent):.1f} ms, 90 % under {np.percentile(spent, 90):.1f} ms"
    )


def print_reliability(outcomes: list[Outcome]) -> None:
    """How often readings of a confidence are right: flat dice only, whatever their verdict's threshold."""
    told = [
        o for o in outcomes if o.label.flat and o.reading.dice and o.reading.verdict in ("read", "unsure")
    ]
    least = np.array([min(die.confidence for die in o.reading.dice) for o in told])
    right = np.array([tuple(sorted(o.reading.values)) == o.label.values for o in told])
    print("confidence     readings  right")
    for low, high in pairwise(STEPS):
        some = (least >= low) & (least < high)
        if some.any():
            print(f"{low:.2f} to {min(high, 1):.2f}  {some.sum():9d}  {right[some].mean():.4f}")


def save_sheet(outcomes: list[Outcome], folder: Path, path: Path) -> None:
    """All that was read wrongly, then all that was refused, side by side with what was seen."""
    failed = [o for kind in ("wrong", "refused") for o in outcomes if o.kind == kind]
    columns = 8
    rows = max(-(-len(failed) // columns), 1)
    sheet = Image.new("RGB", (columns * CELL, rows * (CELL + 14)), (40, 40, 40))
    draw = ImageDraw.Draw(sheet)
    for k, outcome in enumerate(failed):
        drawn = draw_reading(load_picture(folder / outcome.label.file), outcome.reading)
        picture = Image.fromarray(drawn[..., ::-1])
        picture.thumbnail((CELL, CELL))
        x, y = k % columns * CELL, k // columns * (CELL + 14)
        sheet.paste(picture, (x, y))
        values = " ".join(map(str, outcome.label.values))
        draw.text((x + 2, y + CELL + 1), f"{outcome.kind}: is {values}: {outcome.label.file}", fill="white")
    sheet.save(path)


def main() -> None:
    """Read all labelled pictures and print the scores."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--dice", choices=("any", "trouble", "headache"), default="any")
    parser.add_argument("--expect", type=int)
    parser.add_argument("--sure", type=float, default=ReaderSettings().sure)
    parser.add_argument("--sheet", type=Path, help="write a picture of all that was wrong or refused")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader(settings=ReaderSettings(sure=asked.sure))
    outcomes = []
    for label in labels_of(asked.labels):
        picture = load_picture(asked.folder / label.file)
        start = time.process_time()
        reading = reader.read(picture, dice=asked.dice, expect=asked.expect)
        spent = time.process_time() - start
        outcomes.append(Outcome(label, reading, judged(label, reading), spent))
    print_scores(outcomes)
    print_reliability(outcomes)
    if asked.sheet:
        save_sheet(outcomes, asked.folder, asked.sheet)


if __name__ == "__main__":
    main()
