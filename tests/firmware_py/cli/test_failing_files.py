"""A file whose reading fails in a way that nobody foresaw does not end `umpire look` or `umpire follow`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

from firmware_py.cli import main
from hardware.layout import load_layout
from rules import Toy
from vision.board.chess.chess_reader import ChessReader
from vision.board.dome import DomeWatcher
from vision.board.game.follow import GameFollower
from vision.board.reader import BoardReader
from vision.dice.reading import DiceReading
from vision.studio.board_settings import BoardStudio
from vision.studio.boards import draw_board
from vision.studio.chess_scene import draw_chessboard
from vision.studio.chess_settings import ChessStudio
from vision.studio.settings import Setting

TOYS = {"e2": Toy("handy", "N"), "a7": Toy("orbit", "S")}
TROUBLE = {
    "game": "trouble",
    "position": {
        "seats": ["red", "blue", "yellow", "green"],
        "players": ["red", "blue"],
        "men": {"red": ["H"] * 4, "blue": ["H"] * 4},
        "turn": "red",
    },
}
GEARHEAD = {
    "game": "gearhead",
    "position": {
        "toys": [
            {"kind": toy.kind, "at": at, "facing": toy.facing, "flipped": False, "zapped": False}
            for at, toy in TOYS.items()
        ],
        "score": {"south": 0, "north": 0},
        "discard": [],
    },
}
NO_DICE = DiceReading("none", (), None, "no_die")


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture of a board of either kind, and the positions that they show."""
    folder = tmp_path_factory.mktemp("boards")
    homes = {f"{c[0].upper()}H{i}": [c] for c in ("red", "blue") for i in range(1, 5)}
    scene = BoardStudio(Setting.TABLE, 5, load_layout("trouble-tags")).scene(homes, value=4)
    cv2.imwrite(str(folder / "trouble-tags.png"), draw_board(scene))
    (folder / "trouble-tags.json").write_text(json.dumps(TROUBLE))
    toys = ChessStudio(load_layout("chessboard"), 7, varied=False).scene(TOYS)
    cv2.imwrite(str(folder / "chessboard.png"), draw_chessboard(toys, (800, 600)))
    (folder / "chessboard.json").write_text(json.dumps(GEARHEAD))
    return folder


def failing_at(number: int, works: Callable[..., Any]) -> Callable[..., Any]:
    """The same, but for one call."""
    calls = 0

    def fails(*arguments: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == number:
            raise cv2.error("inside out")
        return works(*arguments, **named)

    return fails


def run(
    capsys: pytest.CaptureFixture[str], state: Path, *arguments: object
) -> tuple[int, list[dict[str, Any]]]:
    """The exit status and the rows; of the failed file the error stands in the log as well."""
    status = main([str(argument) for argument in arguments])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    log = state / "pop-umpire" / "crash.log"
    said = f"Something failed that should not (error: inside out). The details are in {log}."
    assert [row["error"] for row in rows if "error" in row] == [said]
    assert "Traceback" in log.read_text()
    return status, rows


@pytest.mark.parametrize(
    ("board", "reader"), [("trouble-tags", BoardReader), ("chessboard", ChessReader)], ids=["dome", "chess"]
)
def test_a_file_that_fails_unforeseen_does_not_keep_the_others_from_being_looked_at(
    board: str,
    reader: type,
    boards: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(reader, "look_closely", failing_at(2, reader.look_closely))  # type: ignore[attr-defined]
    picture = boards / f"{board}.png"
    status, rows = run(capsys, tmp_path, "look", "--board", board, "--json", picture, picture, picture)
    assert status == 1
    assert [row["registered"] for row in rows] == [True, False, True]
    assert "error" in rows[1]


def test_a_file_that_fails_unforeseen_is_followed_past_as_a_turn_that_nobody_saw(
    boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missed: list[GameFollower] = []
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(DomeWatcher, "read", failing_at(2, lambda *_: NO_DICE))
    monkeypatch.setattr(GameFollower, "missed", lambda follower: missed.append(follower))
    start, picture = boards / "trouble-tags.json", boards / "trouble-tags.png"
    flags = ("--board", "trouble-tags", "--start", start, "--json")
    status, rows = run(capsys, tmp_path, "follow", *flags, picture, picture, picture)
    assert status == 1
    assert [row["seen"] for row in rows] == ["start", "unsure", "unsure"]
    assert "error" in rows[1]
    assert rows[1]["pieces"] == rows[0]["pieces"]
    assert len(missed) == 1


def test_a_file_of_a_chessboard_that_fails_unforeseen_does_not_end_the_following(
    boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(ChessReader, "look_closely", failing_at(2, ChessReader.look_closely))
    start, picture = boards / "chessboard.json", boards / "chessboard.png"
    flags = ("--board", "chessboard", "--start", start, "--json")
    status, rows = run(capsys, tmp_path, "follow", *flags, picture, picture, picture)
    assert status == 1
    assert [row["seen"] for row in rows] == ["start", "unsure", "nothing"]
