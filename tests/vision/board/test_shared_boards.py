"""Real photographs and rendered games that lie beside the project: a few of each, all with `-m slow`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.layout import load_layout
from vision.board.reader import BoardReader

pytestmark = pytest.mark.shared


@dataclass
class Tally:
    """Spaces read right, wrong, and not told."""

    right: int = 0
    wrong: int = 0
    unsure: int = 0

    def add(self, reader: BoardReader, file: Path, truth: dict[str, str], corners: Any = None) -> None:
        """Count one picture; spaces that a hand hides are left out."""
        picture = cv2.imread(str(file))
        assert picture is not None
        seen = reader.look(np.asarray(picture, np.uint8), corners=corners)
        assert seen.registered, f"{file}: {seen.reason}"
        for space, one in seen.pieces.items():
            self.unsure += not one.sure
            self.wrong += one.sure and one.colour != truth.get(space)
            self.right += one.sure and one.colour == truth.get(space)

    @property
    def share(self) -> float:
        """How many of all were right."""
        return self.right / max(self.right + self.wrong + self.unsure, 1)


def photographs(shared: Path, prefix: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (shared / "kimble/labels.jsonl").read_text().splitlines()]
    return [r for r in rows if r["file"].startswith(prefix) and not r.get("hidden")]


@pytest.mark.parametrize(
    ("prefix", "every", "least"), [("carpet", 4, 0.97), ("robot", 3, 0.99), ("noppa", 30, 0.995)]
)
def test_a_real_board_is_read(shared: Path, prefix: str, every: int, least: float) -> None:
    _read_photographs(shared, prefix, every, least)


@pytest.mark.slow
@pytest.mark.parametrize(("prefix", "least"), [("carpet", 0.99), ("robot", 0.99), ("noppa", 0.995)])
def test_all_real_boards_are_read(shared: Path, prefix: str, least: float) -> None:
    _read_photographs(shared, prefix, 1, least)


def _read_photographs(shared: Path, prefix: str, every: int, least: float) -> None:
    reader, tally = BoardReader(load_layout(shared / "boards/kimble.toml")), Tally()
    for row in photographs(shared, prefix)[::every]:
        tally.add(reader, shared / "kimble" / row["file"], row["pieces"])
    assert tally.wrong == 0
    assert tally.share >= least


@pytest.mark.parametrize(
    "name", ["trouble_clip_1", "trouble_clip_2", "trouble_clip_3", "headache_clip_1", "headache_clip_2"]
)
def test_rendered_games_are_read(shared: Path, name: str) -> None:
    folder = shared / "scenes" / name
    clip = json.loads((folder / "clip.json").read_text())
    layout = load_layout(shared / "boards" / f"{clip['game']}-{'tags' if clip['tags'] else 'plain'}.toml")
    reader, tally = BoardReader(layout), Tally()
    corners = None if clip["tags"] else [(x, y) for x, y in clip["board_corners_px"]]
    for file, frame in list(zip(clip["files"], clip["frames"], strict=True))[::3]:
        tally.add(reader, folder / file, {s: stack[-1] for s, stack in frame["stacks"].items()}, corners)
    assert tally.wrong == 0
    assert tally.share >= 0.99
