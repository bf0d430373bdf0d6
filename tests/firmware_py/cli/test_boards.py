"""`umpire look`, `follow` and `calibrate` on drawn boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import pytest

from firmware_py.cli import main
from firmware_py.senses.board_place import load_place, primed_watcher
from hardware.layout import load_layout
from vision.pictures import load_picture
from vision.studio.board_settings import BoardStudio
from vision.studio.board_truth import truth_of_board
from vision.studio.boards import draw_board
from vision.studio.settings import Setting

HOME = {f"{c[0].upper()}H{i}": [c] for c in ("red", "blue", "yellow", "green") for i in range(1, 5)}
START = {space: stack for space, stack in HOME.items() if space != "RH4"} | {"T3": ["red"]}
MOVED = {space: stack for space, stack in START.items() if space != "T3"} | {"T7": ["red"]}
POSITION = {
    "game": "trouble",
    "position": {
        "seats": ["red", "blue", "yellow", "green"],
        "players": ["red", "blue", "yellow", "green"],
        "men": {"red": ["H", "H", "H", 3], **{c: ["H"] * 4 for c in ("blue", "yellow", "green")}},
        "turn": "red",
    },
    "pieces": START,
    "dice": ["pips"],
}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two pictures of one board, a man moved by 4 between them, and the first position."""
    folder, studio = (
        tmp_path_factory.mktemp("evening"),
        BoardStudio(Setting.TABLE, 5, load_layout("trouble-tags")),
    )
    for number, pieces in enumerate((START, MOVED)):
        scene = studio.scene(pieces, value=4)
        cv2.imwrite(str(folder / f"{number}.png"), draw_board(scene))
        (folder / f"{number}.txt").write_text(
            " ".join(f"{x:.1f},{y:.1f}" for x, y in truth_of_board(scene).corners)
        )
    (folder / "start.json").write_text(json.dumps(POSITION))
    return folder


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[dict[str, Any]], str]:
    status = main([*map(str, arguments)])
    captured = capsys.readouterr()
    return status, [json.loads(line) for line in captured.out.splitlines()], captured.err


def test_look_tells_what_stands_where(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, (row,), err = run(capsys, "look", "--board", "trouble-tags", "--json", evening / "0.png")
    assert (status, err) == (0, "")
    keys = ["file", "registered", "how", "error_px", "die", "pieces", "unsure", "reason"]
    assert list(row) == keys
    assert (row["registered"], row["how"]) == (True, "tags")
    told = {space: stack[0] for space, stack in START.items() if space not in row["unsure"]}
    assert row["pieces"] == told
    assert row["die"] in (4, None)


def test_look_without_a_board_in_sight(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blank, gone = tmp_path / "blank.png", tmp_path / "no.png"
    cv2.imwrite(str(blank), load_picture(evening / "0.png")[:40, :40])
    status, (row, bad), _ = run(
        capsys, "look", "--board", "trouble-tags", "--json", blank, tmp_path / "no.png"
    )
    assert status == 1
    assert (row["registered"], row["how"], row["pieces"]) == (False, None, {})
    assert '--corners "x,y x,y x,y x,y"' in row["reason"]
    assert len(row["unsure"]) == 60
    assert bad == {"file": str(gone), "registered": False, "error": "There is no such file."}


def test_look_by_corners_and_overlays(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corners = (evening / "0.txt").read_text()
    status, (row,), _ = run(
        capsys,
        "look",
        "--board",
        "trouble",
        "--corners",
        corners,
        "--json",
        "--overlay",
        tmp_path,
        evening / "0.png",
    )
    assert (status, row["how"]) == (0, "corners")
    assert [path.name for path in tmp_path.iterdir()] == ["0.png"]


def test_follow_names_the_move(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = ("--start", evening / "start.json")
    frames = [evening / "0.png", evening / "1.png", evening / "gone.png"]
    status, rows, _ = run(capsys, "follow", "--board", "trouble-tags", *start, "--json", *frames)
    assert status == 1
    assert [row["seen"] for row in (rows[0], rows[2])] == ["start", "unsure"]
    assert rows[2]["error"] == "There is no such file."
    assert list(rows[1]) == ["file", "die", "red", "seen", "move", "rule", "reason", "pieces"]
    if rows[1]["die"] is not None:
        assert (rows[1]["seen"], rows[1]["rule"]) == ("move", "T-6")
        assert rows[1]["move"] == {"from": "T3", "to": "T7", "captures": []}
        assert rows[1]["pieces"] == MOVED


def test_a_file_that_cannot_be_read_may_have_been_a_turn(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Red may have moved in it, and blue, who has no man under way, have popped the 4."""
    start, bad = ("--start", evening / "start.json"), tmp_path / "bad.png"
    bad.write_bytes(b"no picture")
    frames = [evening / "0.png", bad, evening / "1.png"]
    status, rows, _ = run(capsys, "follow", "--board", "trouble-tags", *start, "--json", *frames)
    assert status == 1
    assert [row["seen"] for row in rows] == ["start", "unsure", "unsure"]
    assert rows[2]["die"] is None or "T3-T7" in rows[2]["reason"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"game": "headache"}, "is for trouble"),
        ({"position": 3}, "no JSON object"),
        ({"position": POSITION["position"] | {"turn": "pink"}}, "pink"),  # type: ignore[operator]
        ({"position": POSITION["position"] | {"seats": ["blue", "red", "yellow", "green"]}}, "seats"),  # type: ignore[operator]
        ({"pieces": {"T4": ["red"]}}, "look at"),
        ({"dice": ["pips", "red"]}, "dice"),
    ],
)
def test_a_position_that_does_not_fit_is_told(
    change: dict[str, Any], says: str, evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(POSITION | change))
    status, rows, err = run(
        capsys, "follow", "--board", "trouble-tags", "--start", bad, "--json", evening / "0.png"
    )
    assert (status, rows) == (1, [])
    assert err.startswith(f"umpire: {bad}: ")
    assert len(err.splitlines()) == 1
    assert says in err


def test_a_chessboard_is_not_calibrated(capsys: pytest.CaptureFixture[str]) -> None:
    status, rows, err = run(capsys, "calibrate", "--board", "chessboard")
    assert (status, rows) == (1, [])
    assert err == "umpire: chessboard: a chessboard has no dome; `umpire look` reads its counters.\n"


@pytest.mark.parametrize("corners", ["1,2 3,4", "1,2 3,4 5,6 7", "a,b c,d e,f g,h", ""])
def test_corners_are_four_points(corners: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "look", "--board", "trouble", "--corners", corners, "x.png")[0] == 2


def test_a_calibration_is_kept_and_serves(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ("--camera", evening / "0.png", "--state", tmp_path, "--json")
    corners = (evening / "0.txt").read_text()
    status, (told,), err = run(capsys, "calibrate", "--board", "trouble", "--corners", corners, *flags)
    assert (status, err) == (0, "")
    assert (told["how"], told["saved"]) == ("corners", str(tmp_path / "board.json"))
    place = load_place(tmp_path)
    assert place is not None
    assert place.corners == tuple(map(tuple, told["corners"]))
    seen = primed_watcher(load_layout("trouble"), place, tmp_path).look(load_picture(evening / "1.png"))
    assert seen.registered


def test_a_photo_of_the_board_is_its_reference(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = ("--reference", evening / "0.png", "--corners", (evening / "0.txt").read_text())
    flags = ("--camera", evening / "1.png", "--state", tmp_path, "--json")
    status, (told,), err = run(capsys, "calibrate", "--board", "trouble", *photo, *flags)
    assert (status, err, told["how"]) == (0, "", "reference")
    place = load_place(tmp_path)
    assert place is not None
    assert place.layout(load_layout("trouble"), tmp_path).reference is not None


def test_a_reference_of_a_board_without_tags_wants_its_corners(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = evening / "0.png"
    status, _, err = run(capsys, "calibrate", "--board", "kimble", "--reference", photo, "--camera", photo)
    assert status == 2
    assert "--corners" in err
    assert "in the photo" in err
    assert "no reference picture" not in err


def test_tags_that_the_layout_does_not_have(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "calibrate", "--board", "trouble", "--tags", "--camera", evening / "0.png")
    assert status == 2
    assert "no tags" in err
