"""Measure how well boards are read: labelled pictures, and the rendered clips.

python tools/score_board.py LAYOUT.toml LABELS.jsonl|clip.json [--only PREFIX,...] [--overlay DIR] [--every N]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import cv2

from hardware.layout import load_layout
from vision.board.overlay import draw
from vision.board.reader import BoardReader, Look


def rows_of(labels: Path) -> tuple[list[dict[str, Any]], list[tuple[float, float]] | None]:
    """The labelled pictures, and the corners of a clip without tags."""
    if labels.suffix == ".jsonl":
        return [json.loads(line) for line in labels.read_text().splitlines()], None
    clip = json.loads(labels.read_text())
    rows = [
        {"file": f, "pieces": {s: stack[-1] for s, stack in frame["stacks"].items()}}
        for f, frame in zip(clip["files"], clip["frames"], strict=True)
    ]
    return rows, None if clip["tags"] else [(x, y) for x, y in clip["board_corners_px"]]


def compare(look: Look, row: dict[str, Any], spaces: list[str]) -> tuple[dict[str, int], dict[str, str]]:
    """Counts of right, wrong and unsure spaces, and what is not right."""
    tally = {"right": 0, "wrong": 0, "unsure": 0}
    faults: dict[str, str] = {}
    for space in spaces:
        seen, truth = look.seen.pieces.get(space), row["pieces"].get(space)
        hidden = space in row.get("hidden", [])
        if seen is None:
            kind = "unsure"
        elif hidden:
            kind = "wrong" if seen.sure else "right"
        else:
            kind = "unsure" if not seen.sure else "right" if seen.colour == truth else "wrong"
        tally[kind] += 1
        if kind != "right":
            odds = "-" if seen is None else f"{seen.colour} {seen.confidence:.2f}"
            faults[space] = f"{'hidden' if hidden else truth} {kind} {odds}"
    return tally, faults


def main() -> int:
    """Print faults a picture and the figures of all; exit 1 when a space was read wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("layout")
    parser.add_argument("labels", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--overlay", type=Path)
    parser.add_argument("--brief", action="store_true", help="name wrong spaces and count unsure ones")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    layout = load_layout(args.layout)
    reader = BoardReader(layout)
    rows, corners = rows_of(args.labels)
    rows = [r for r in rows if r["file"].startswith(tuple(args.only.split(",")))][:: args.every]
    total = {"right": 0, "wrong": 0, "unsure": 0}
    boards, clock = 0, 0.0
    for row in rows:
        picture = cv2.imread(str(args.labels.parent / row["file"]))
        start = time.process_time()
        look = reader.look_closely(picture, corners=corners)
        clock += time.process_time() - start
        tally, faults = compare(look, row, list(layout.spaces))
        total = {k: total[k] + tally[k] for k in total}
        boards += not faults
        if faults and args.brief:
            wrong = {s: f for s, f in faults.items() if "wrong" in f}
            print(row["file"], wrong, "unsure:", " ".join(s for s in faults if s not in wrong))
        elif faults:
            print(row["file"], look.seen.how, round(look.seen.error_px, 2), look.seen.reason, faults)
        if args.overlay:
            args.overlay.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(args.overlay / f"{Path(row['file']).stem}.png"), draw(picture, look, layout))
    count = sum(total.values())
    shares = " ".join(f"{k} {v / count:.4f}" for k, v in total.items())
    print(f"spaces {shares}; whole boards {boards}/{len(rows)}; {1000 * clock / len(rows):.0f} ms a picture")
    return int(total["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
