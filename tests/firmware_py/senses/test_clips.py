"""Rendered games, picture by picture, at a table: every move is judged as it must be, or asked about."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.board_place import BoardPlace, calibrated, save_place
from firmware_py.table import Phase
from firmware_py.table.events import BoardSeen, Corrected, DiceGiven, Pressed
from hardware.layout import load_layout
from rules import Seat
from vision.pictures import load_picture

CLIPS = ("trouble_clip_1", "trouble_clip_2", "trouble_clip_3", "headache_clip_1", "headache_clip_2")


def eye_of(clip: dict[str, Any], folder: Path, shared: Path, first: Path) -> BoardEye:
    """The camera over the clip's board, calibrated by its first picture."""
    tagged = bool(clip.get("tags"))
    board = shared / "boards" / f"{clip['game']}-{'tags' if tagged else 'plain'}.toml"
    corners = tuple((x, y) for x, y in clip["board_corners_px"])
    if not tagged:
        place = BoardPlace(str(board), clip["game"], "corners", corners, 1.0)
        save_place(folder, place, load_picture(first), None)
    return BoardEye(lambda: calibrated(folder, load_layout(board)))


@pytest.mark.parametrize("name", CLIPS)
def test_a_rendered_game_is_followed(name: str, shared: Path, tmp_path: Path, begin: Any) -> None:
    folder = shared / "scenes" / name
    clip = json.loads((folder / "clip.json").read_text())
    frames = clip["frames"]
    start = frames[0]["position"]
    players = start.get("seats") or start["players"]
    evening = begin(clip["game"], tuple(Seat(colour, colour) for colour in players), board=tuple(players))
    state = evening.table.game.from_neutral(start)
    evening.do(Corrected, position=evening.table.game.to_text(state))
    assert evening.said == "table.verdict.corrected"
    eye = eye_of(clip, tmp_path, shared, folder / "00.jpg")
    eye.begin()
    told = 0
    for number, frame in enumerate(frames):
        expected = frame["expect"]["seen"]
        if number and evening.table.phase not in (Phase.ILLEGAL_MOVE, Phase.CORRECTION):
            pop(evening, frame)
        sight = eye.look(load_picture(folder / f"{number:02d}.jpg"))
        assert sight.registered
        table = evening.do(BoardSeen, seen=sight, source="board camera")
        if expected == "illegal":
            assert table.phase is Phase.ILLEGAL_MOVE
            assert table.verdict.facts["rule"] == frame["expect"]["rule"]
            told += 1
            continue
        if table.phase is Phase.MOVE_SEEN:
            pytest.fail(f"{number}: {table.doubt}")
        stacks = {space: tuple(stack) for space, stack in table.state.pieces.items() if stack}
        wanted = {space: tuple(stack) for space, stack in frame["stacks"].items() if stack}
        assert stacks == wanted, number
        told += expected == "move"
    assert told >= 4
    evening.replays()


def pop(evening: Any, frame: dict[str, Any]) -> None:
    """The die as it truly lies."""
    faces = (frame["die"],) if evening.table.started.game == "trouble" else (frame["die"], int(frame["red"]))
    evening.do(Pressed)
    evening.do(DiceGiven, faces=faces)
