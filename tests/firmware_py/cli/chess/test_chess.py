"""`umpire look` and `umpire follow` on drawn chessboards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware_py.cli.app import main
from hardware.layout import load_layout
from rules import Toy
from vision.studio.chess_scene import draw_chessboard
from vision.studio.chess_settings import ChessStudio

LAYOUT = load_layout("chessboard")
STANDS = {"e2": Toy("handy", "N"), "a7": Toy("orbit", "S"), "c5": Toy("ziggy", "N", flipped=True)}
SIZE = (800, 600)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pictures of a table: as it begins, a toy placed, a toy moved by four, a toy turned by hand."""
    folder = tmp_path_factory.mktemp("evening")
    placed = {**STANDS, "h1": Toy("big_al", "N")}
    moved = {**placed, "e6": placed["e2"]}
    del moved["e2"]
    turned = {**moved, "e6": Toy("handy", "S")}
    studio = ChessStudio(LAYOUT, 7, varied=False)
    scene = studio.scene(STANDS)
    boards: list[Mapping[str, Toy]] = [STANDS, placed, moved, turned]
    for number, toys in enumerate(boards):
        scene = studio.moved(scene, toys)
        cv2.imwrite(str(folder / f"{number}.png"), draw_chessboard(scene, SIZE))
    return folder


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[dict[str, Any]]]:
    status = main([str(argument) for argument in arguments])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def as_json(toys: Mapping[str, Toy]) -> list[dict[str, Any]]:
    return [
        {"kind": toy.kind, "at": space, "facing": toy.facing, "flipped": toy.flipped}
        for space, toy in sorted(toys.items())
    ]


def test_look_tells_the_toys(evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, overlay = evening / "0.png", tmp_path / "drawn"
    flags = ("--json", "--overlay", overlay)
    status, (row,) = run(capsys, "look", "--board", "chessboard", *flags, picture)
    assert status == 0
    assert row["toys"] == as_json(STANDS)
    assert row["unsure"] == []
    assert (row["registered"], row["how"], row["die"]) == (True, "tags", None)
    assert (overlay / "0.png").is_file()


def test_look_names_what_is_no_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, (row,) = run(capsys, "look", "--board", "chessboard", "--json", tmp_path / "none.png")
    assert status == 1
    assert (row["registered"], bool(row["error"])) == (False, True)


def test_look_speaks_to_people(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["look", "--board", "chessboard", str(evening / "0.png")]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Ziggy" in out


@pytest.fixture
def start(tmp_path: Path) -> Path:
    """The position of the first picture."""
    file = tmp_path / "start.json"
    toys = [{**one, "zapped": False} for one in as_json(STANDS)]
    position = {"toys": toys, "score": {"south": 0, "north": 0}, "discard": []}
    file.write_text(json.dumps({"game": "gearhead", "position": position}))
    return file


@pytest.mark.parametrize("covered", [False, True], ids=["no picture", "nothing to see"])
def test_two_actions_are_not_called_illegal_where_a_picture_between_was_not_seen(
    covered: bool, evening: Path, start: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = tmp_path / "gone.png"
    if covered:
        cv2.imwrite(str(gone), np.full((600, 800, 3), 90, np.uint8))
    names = (evening / "0.png", gone, evening / "2.png", evening / "1.png", evening / "3.png")
    _, rows = run(capsys, "follow", "--board", "chessboard", "--start", start, "--json", *names)
    assert [row["seen"] for row in rows] == ["start", "unsure", "unsure", "move", "illegal"]
    assert rows[2]["reason"] == "The board stands in a way that no single move explains."
    assert rows[2]["toys"] == as_json(STANDS)


def test_follow_tells_a_placement_a_move_and_what_is_wrong(
    evening: Path, start: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, rows = run(
        capsys, "follow", "--board", "chessboard", "--start", start, "--json", evening, evening / "2.png"
    )
    assert status == 0
    assert [row["seen"] for row in rows] == ["start", "move", "move", "illegal", "nothing"]
    assert rows[1]["rule"] == "G-5"
    assert rows[2]["move"] == {"from": "e2", "to": "e6", "captures": []}
    assert rows[3]["reason"] == "Handy on e6 must face north (G-10)."
    assert {"kind": "big_al", "at": "h1", "facing": "N", "flipped": False} in rows[4]["toys"]
