"""Read real pictures as other cameras, lamps and rooms would have shown them, and count what is read wrongly.

python tools/other_cameras.py SHARED_FOLDER [--every N] [--sets NAME ...] [--changes NAME ...]

The reader was tuned on these pictures as they are. What is right of a changed one is known all the same, and
the share of right readings may fall; what is told wrongly should stay where it was. Prints a table in
Markdown, right in per cent / number of wrong, and names each wrong one; exit 1 if there was any.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from reliability import labelled

from vision.dice.reader import DiceReader
from vision.dice.reading import DiceChoice
from vision.pictures import load_picture

Picture = NDArray[np.uint8]
Levels = NDArray[np.float64]

SETS: dict[str, tuple[str, DiceChoice, int | None]] = {
    "crops": ("dev_crops", "any", 1),
    "many": ("dev", "any", None),
    "domes": ("dome_dev", "trouble", None),
    "domes, any dice": ("dome_dev", "any", 1),
}
"""The folder, which dice are looked for, and how many."""


def levels(of: Callable[[Levels], Levels]) -> Callable[[Picture, np.random.Generator], Picture]:
    """A change of the levels alone; they are cut off at black and white, as a sensor does."""
    return lambda picture, _: np.clip(of(picture.astype(float)), 0, 255).astype(np.uint8)


def grain(picture: Picture, rng: np.random.Generator) -> Picture:
    """The noise of a small sensor at dusk."""
    return np.clip(picture + rng.normal(0, 12, picture.shape), 0, 255).astype(np.uint8)


def out_of_focus(picture: Picture, _: np.random.Generator) -> Picture:
    """A picture that is as blurred as a lens at a wrong distance makes it."""
    blur = max(1.0, min(picture.shape[:2]) / 150)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)


def smaller(picture: Picture, _: np.random.Generator) -> Picture:
    """The picture of a camera with a third of the pixels each way."""
    return np.asarray(cv2.resize(picture, None, fx=1 / 3, fy=1 / 3, interpolation=cv2.INTER_AREA), np.uint8)


def larger(picture: Picture, _: np.random.Generator) -> Picture:
    """The picture enlarged, as by a digital zoom."""
    return np.asarray(cv2.resize(picture, None, fx=1.6, fy=1.6, interpolation=cv2.INTER_CUBIC), np.uint8)


def pressed_hard(picture: Picture, _: np.random.Generator) -> Picture:
    """Hardly any of the details that JPEG keeps."""
    kept = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 15])[1]
    return np.asarray(cv2.imdecode(kept, cv2.IMREAD_COLOR), np.uint8)


def moved(picture: Picture, _: np.random.Generator) -> Picture:
    """A camera that shakes while it looks."""
    return np.asarray(cv2.blur(picture, (max(3, picture.shape[1] // 60), 1)), np.uint8)


def slanted(picture: Picture, _: np.random.Generator) -> Picture:
    """A camera that looks from the side."""
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = corners + np.array([[0.12 * width, 0], [-0.12 * width, 0], [0, 0], [0, 0]], np.float32)
    turn = cv2.getPerspectiveTransform(corners, seen)
    return np.asarray(
        cv2.warpPerspective(picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def lamp_beside(picture: Picture, _: np.random.Generator) -> Picture:
    """Light that comes from one side."""
    share = np.linspace(0.45, 1.25, picture.shape[1])[None, :, None]
    return np.clip(picture * share, 0, 255).astype(np.uint8)


def lamp_reflected(picture: Picture, rng: np.random.Generator) -> Picture:
    """A round white lamp somewhere in the middle of the picture."""
    height, width = picture.shape[:2]
    x, y = rng.uniform(0.25, 0.75, 2) * (width, height)
    radius = rng.uniform(0.02, 0.07) * min(width, height)
    rows, columns = np.mgrid[:height, :width]
    light = np.clip(1.5 - np.hypot(columns - x, rows - y) / radius, 0, 1) * rng.uniform(120, 400)
    return np.clip(picture + light[..., None], 0, 255).astype(np.uint8)


def other_colours(picture: Picture, rng: np.random.Generator) -> Picture:
    """Dice and board of other colours."""
    return np.ascontiguousarray(picture[..., rng.permutation(3)])


CHANGES: dict[str, Callable[[Picture, np.random.Generator], Picture]] = {
    "as it is": lambda picture, _: picture,
    "in a mirror": lambda picture, _: np.ascontiguousarray(picture[:, ::-1]),
    "a third as large": smaller,
    "enlarged": larger,
    "dark": levels(lambda x: 0.35 * x),
    "bright": levels(lambda x: 1.5 * x + 20),
    "low contrast": levels(lambda x: 90 + 0.3 * x),
    "deep shadows": levels(lambda x: 255 * (x / 255) ** 1.7),
    "warm lamp": levels(lambda x: x * (0.55, 0.85, 1.2)),
    "negative": levels(lambda x: 255 - x),
    "other colours": other_colours,
    "grain": grain,
    "out of focus": out_of_focus,
    "shaken": moved,
    "hard JPEG": pressed_hard,
    "slanted": slanted,
    "lamp from the side": lamp_beside,
    "lamp reflected": lamp_reflected,
}


def tally(shared: Path, name: str, change: str, every: int) -> Counter[str]:
    """How many changed pictures of a set come out right, refused and wrong; those are named."""
    folder, dice, expect = SETS[name]
    reader, counts = DiceReader(), Counter[str]()
    for path, values in list(labelled(shared / "dice" / folder))[::every]:
        rng = np.random.default_rng(zlib.crc32(f"{path.name} {change}".encode()))
        reading = reader.read(CHANGES[change](load_picture(path), rng), dice=dice, expect=expect)
        kind = "refused" if reading.verdict != "read" else "wrong"
        if kind == "wrong" and sorted(reading.values) == values:
            kind = "right"
        if kind == "wrong":
            print(
                f"{name}, {change}: {path.name} shows {values}, told {list(reading.values)}", file=sys.stderr
            )
        counts[kind] += 1
    return counts


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("shared", type=Path)
    parser.add_argument("--every", type=int, default=1, help="of every so many pictures only one")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS))
    parser.add_argument("--changes", nargs="+", choices=CHANGES, default=list(CHANGES))
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print("| pictures |", " | ".join(args.sets), "|")
    print("|---" * (1 + len(args.sets)) + "|")
    wrong = 0
    for change in args.changes:
        row = []
        for name in args.sets:
            counts = tally(args.shared, name, change, args.every)
            wrong += counts["wrong"]
            row.append(f"{100 * counts['right'] / max(counts.total(), 1):.1f} / {counts['wrong']}")
        print(f"| {change} |", " | ".join(row), "|", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
