"""Measure how well rendered games are followed.

python tools/score_follow.py LAYOUT.toml CLIP_DIR... [--overlay DIR]
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
from rules import game
from vision.board.game.follow import Followed, GameFollower
from vision.board.overlay import draw


def agrees(want: dict[str, Any], frame: dict[str, Any], got: Followed) -> bool:
    """Whether a frame was told as its label says."""
    expect = want
    if got.seen != expect["seen"] or (expect["seen"] != "start" and got.die != frame["die"]):
        return False
    if expect["seen"] in ("move", "illegal"):
        assert got.move is not None
        home = expect["from"].endswith("H") and got.move.origin.startswith(expect["from"])
        if (got.move.origin != expect["from"] and not home) or got.move.target != expect["to"]:
            return False
    if expect["seen"] == "illegal":
        return bool(got.rule == expect["rule"])
    if expect["seen"] == "move":
        return got.move is not None and sorted(got.move.captures) == sorted(expect["captures"])
    return True


def main() -> int:
    """Print what differs and the figures; exit 1 when a frame was told wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("layout")
    parser.add_argument("clips", nargs="+", type=Path)
    parser.add_argument("--overlay", type=Path)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    layout = load_layout(args.layout)
    right = wrong = count = 0
    for folder in args.clips:
        clip = json.loads((folder / "clip.json").read_text())
        start = json.loads((folder / "start.json").read_text())
        rules = game(clip["game"])
        follower = GameFollower(layout, rules, rules.from_neutral(start["position"]))
        corners = None if clip["tags"] else [(x, y) for x, y in clip["board_corners_px"]]
        for number, name in enumerate(clip["files"]):
            follower.foresee(cv2.imread(str(folder / name)), corners if number == 0 else None)
        for number, (name, frame) in enumerate(zip(clip["files"], clip["frames"], strict=True)):
            picture = cv2.imread(str(folder / name))
            clock = time.process_time()
            got = follower.look(picture, corners if number == 0 else None)
            clock = time.process_time() - clock
            good = agrees(frame["expect"], frame, got)
            count, right = count + 1, right + good
            wrong += not good and got.seen != "unsure"
            best = got.weighed.best
            p = 0.0 if best is None else best.probability
            mark = "" if good else f"WANT {frame['expect']} die {frame['die']}"
            print(
                folder.name,
                name,
                got.seen,
                got.die,
                got.move,
                got.rule,
                f"p={p:.4f}",
                f"{1000 * clock:.0f} ms",
                got.reason,
                dict(got.facts),
                mark,
            )
            if args.overlay:
                args.overlay.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(
                    str(args.overlay / f"{folder.name}_{Path(name).stem}.png"),
                    draw(picture, got.look, layout),
                )
    print(f"frames right {right}/{count}, wrong {wrong}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
