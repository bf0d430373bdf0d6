"""`umpire read`: the dice in files of every kind."""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest
from PIL import Image

from firmware_py.cli import main
from firmware_py.cli.inputs import Input, expand
from firmware_py.senses.video import VideoFile
from vision.dice.reading import DiceReading
from vision.dice.settings import ReaderSettings
from vision.studio.dome import draw_dome
from vision.studio.motion import tumble
from vision.studio.settings import Setting, Studio


@pytest.fixture(scope="module")
def dice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three drawn domes that show 2, 4 and 6."""
    folder, studio = tmp_path_factory.mktemp("dice"), Studio(Setting.TABLE, 1)
    for value in (2, 4, 6):
        cv2.imwrite(str(folder / f"dome{value}.png"), draw_dome(studio.pop(value=value, cocked=False)))
    return folder


def read(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[dict[str, Any]], str]:
    status = main(["read", "--json", *map(str, arguments)])
    captured = capsys.readouterr()
    return status, [json.loads(line) for line in captured.out.splitlines()], captured.err


def test_a_folder_is_read_by_name(dice: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, lines, err = read(capsys, dice, "--dice", "trouble")
    assert (status, err) == (0, "")
    assert [Path(line["file"]).name for line in lines] == ["dome2.png", "dome4.png", "dome6.png"]
    for line, value in zip(lines, (2, 4, 6), strict=True):
        assert list(line) == ["file", "verdict", "dice", "red", "reason"]
        assert line["verdict"] in ("read", "unsure")
        if line["verdict"] == "read":
            (die,) = line["dice"]
            assert list(die) == ["value", "flat", "confidence", "box"]
            assert (die["value"], die["flat"]) == (value, True)
            assert 0.0 <= die["confidence"] <= 1.0
            assert all(isinstance(part, int) for part in die["box"])
        assert line["red"] is None
        assert line["reason"].endswith(".")
    assert any(line["verdict"] == "read" for line in lines)


def test_files_keep_the_order_given(dice: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = [f"{dice}/dome6.png", f"{dice}/./dome2.png"]
    _, lines, _ = read(capsys, *given)
    assert [line["file"] for line in lines] == given


class Noted:
    """A reader that notes what it was asked."""

    asked: ClassVar[list[tuple[Any, ...]]] = []

    def __init__(self, settings: ReaderSettings) -> None:
        self.sure = settings.sure

    def read(self, picture: np.ndarray[Any, Any], *, dice: str, expect: int | None) -> DiceReading:
        Noted.asked.append((picture.shape, dice, expect, self.sure))
        return DiceReading("unsure", (), True, "count_differs", {"expected": 2, "found": 1})


def test_flags_and_configuration_reach_the_reader(
    dice: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("firmware_py.cli.read.DiceReader", Noted)
    (tmp_path / "c.toml").write_text("[dice]\nsure = 0.875\n")
    flags = ("--expect", 2, "--dice", "headache", "--config", tmp_path / "c.toml")
    _, (line,), _ = read(capsys, dice / "dome2.png", *flags)
    assert Noted.asked == [((480, 640, 3), "headache", 2, 0.875)]
    assert (line["verdict"], line["red"]) == ("unsure", True)


def save(path: Path, pixels: np.ndarray[Any, Any]) -> Path:
    Image.fromarray(pixels).save(path)
    return path


@pytest.mark.parametrize(
    ("name", "pixels"),
    [
        ("one.png", np.zeros((1, 1), np.uint8)),
        ("line.png", np.zeros((1, 300), np.uint8)),
        ("grey.png", np.full((60, 80), 90, np.uint8)),
        ("deep.png", np.full((60, 80), 9000, np.uint16)),
        ("clear.png", np.full((60, 80, 4), 90, np.uint8)),
    ],
)
def test_pictures_of_every_kind_are_looked_at(
    name: str, pixels: np.ndarray[Any, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, (line,), _ = read(capsys, save(tmp_path / name, pixels))
    assert status == 0
    assert line["verdict"] == "none"
    assert line["dice"] == []


def test_a_huge_picture_is_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    huge = tmp_path / "huge.png"
    Image.new("L", (12_000, 9_000)).save(huge)
    status, (line,), _ = read(capsys, huge)
    assert (status, line["verdict"]) == (0, "none")


def test_what_is_no_picture_is_told_and_the_rest_is_read(
    dice: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("no picture")
    movie = tmp_path / "fake.mp4"
    movie.write_text("no video")
    empty = tmp_path / "empty"
    empty.mkdir()
    bad = [text, movie, empty, tmp_path / "gone.jpg", f"{tmp_path}/*.bmp"]
    status, lines, _ = read(capsys, *bad, dice / "dome2.png")
    assert status == 1
    assert [line["file"] for line in lines[:5]] == list(map(str, bad))
    for line in lines[:5]:
        assert list(line) == ["file", "verdict", "error"]
        assert line["verdict"] == "none"
        assert line["error"].endswith(".")
        assert "\n" not in line["error"]
    assert "dice" in lines[5]


def test_globs_folders_and_sub_folders(dice: Path) -> None:
    (dice / "deeper").mkdir(exist_ok=True)
    found = [Path(item.file).name for item in expand([f"{dice}/dome[46].png", str(dice / "dome2.png")])]
    assert found == ["dome4.png", "dome6.png", "dome2.png"]
    assert [item.error for item in expand([f"{dice}/d*r"])] == ["The folder holds no pictures or videos."]
    assert Input("a/b.MOV").is_video
    (dice / "deeper").rmdir()


def test_a_file_whose_name_looks_like_a_pattern(tmp_path: Path) -> None:
    odd = save(tmp_path / "die[1].png", np.zeros((2, 2), np.uint8))
    assert expand([str(odd)]) == [Input(str(odd))]


def test_people_get_a_table(dice: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.png").write_text("no")
    assert main(["read", str(dice), str(tmp_path / "bad.png")]) == 1
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert lines[0].split() == ["file", "verdict", "dice", "sure", "why"]
    assert len(lines) == 6
    assert lines[-1].endswith("1 not readable")
    assert "none" not in lines[-1]


def test_what_is_no_file_is_neither_guessed_nor_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    os.mkfifo(tmp_path / "pipe.mp4")
    status, lines, _ = read(capsys, "", tmp_path / "pipe.jpg", f"{tmp_path}/*.mp4")
    assert status == 1
    assert [line["error"] for line in lines] == [
        "An empty name names no file.",
        "This is no file, but a pipe or a device.",
        "This is no file, but a pipe or a device.",
    ]


def test_refusals_that_the_sheet_has_no_room_for_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_py.cli.sheet._MOST", 1)
    for name in ("one.png", "two.png"):
        cv2.imwrite(str(tmp_path / name), np.full((120, 160, 3), 90, np.uint8))
    assert main(["read", str(tmp_path), "--sheet", str(tmp_path / "sheet.jpg")]) == 0
    assert "1 more were refused" in capsys.readouterr().err


def test_overlays_and_the_sheet_of_refusals_are_written(
    dice: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn, sheet = tmp_path / "drawn", tmp_path / "sheets" / "refused.jpg"
    read(capsys, dice / "dome2.png", dice, "--expect", 3, "--overlay", drawn, "--sheet", sheet)
    names = sorted(path.name for path in drawn.iterdir())
    assert names == ["dome2-2.png", "dome2.png", "dome4.png", "dome6.png"]
    with Image.open(drawn / "dome2.png") as picture:
        assert picture.size[0] >= 640
    with Image.open(sheet) as picture:
        assert picture.size[0] > 4 * 200


def test_a_place_that_cannot_be_written_is_told(
    dice: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    status = main(["read", str(dice), "--overlay", str(tmp_path / "file" / "x")])
    assert status == 1
    assert "cannot be written" in capsys.readouterr().err


def test_a_video_gives_a_line_a_pop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, size = tmp_path / "pops.avi", (400, 300)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 15.0, size)
    studio, rng = Studio(Setting.TABLE, 1), np.random.default_rng(1)
    scenes = [studio.pop(value=value, cocked=False) for value in (2, 5, 3)]
    began = []
    for before, after in itertools.pairwise(scenes):
        film = [frame for _, frame in tumble(before, after, 15.0, rng, size)]
        began.append(len(film) / 15.0)
        for frame in film:
            writer.write(frame)
    writer.release()
    status, lines, _ = read(capsys, path)
    assert status == 0
    pops = [line["t"] for line in lines if line["t"] > 0.5]
    assert len(pops) == 2
    assert {line["file"] for line in lines} == {str(path)}
    assert pops[0] < began[0] < pops[1] < sum(began)


def test_a_still_video_is_one_look(dice: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "still.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 20.0, (640, 480))
    picture = cv2.imread(str(dice / "dome4.png"))
    for _ in range(10):
        writer.write(picture)
    writer.release()
    status, (line,), _ = read(capsys, path)
    assert (status, line["t"]) == (0, 0.0)


def test_a_name_in_brackets_is_shown_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = tmp_path / "[b]:dog:.png"
    cv2.imwrite(str(odd), np.zeros((8, 8, 3), np.uint8))
    assert main(["read", str(odd)]) == 0
    assert "[b]:dog:.png" in capsys.readouterr().out


def test_a_video_without_a_picture_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cut.avi"
    path.touch()
    # Some files without a picture open, others do not: which ones is for OpenCV's build to say.
    monkeypatch.setattr(VideoFile, "open", lambda self: None)
    monkeypatch.setattr(VideoFile, "read", lambda self: None)
    status, (line,), _ = read(capsys, path)
    assert status == 1
    assert "no picture that can be played" in line["error"]


def test_a_video_in_which_nothing_lies_still_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, rng = tmp_path / "noise.avi", np.random.default_rng(1)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 15.0, (320, 240))
    for _ in range(30):
        writer.write(rng.integers(0, 256, (240, 320, 3), np.uint8))
    writer.release()
    status, (line,), _ = read(capsys, path)
    assert status == 1
    assert "lies still" in line["error"]


def test_a_board_that_nothing_can_find_is_told_before_any_picture_is_read(
    dice: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines, told = read(capsys, dice, "--board", "kimble")
    assert (status, lines) == (2, [])
    assert "--board kimble: this layout has no tags and no reference picture" in told


def test_a_file_whose_reading_fails_unforeseen_does_not_keep_the_others_from_being_read(
    dice: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(reader: Noted, picture: np.ndarray[Any, Any], **asked: Any) -> DiceReading:
        Noted.asked.append(())
        if len(Noted.asked) == 1:
            raise cv2.error("inside out")
        return DiceReading("none", (), None, "no_die")

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("firmware_py.cli.read.DiceReader", Noted)
    monkeypatch.setattr(Noted, "read", failing)
    Noted.asked.clear()
    status, lines, _ = read(capsys, dice)
    assert status == 1
    assert [len(lines), len(Noted.asked)] == [3, 3]
    log = tmp_path / "pop-umpire" / "crash.log"
    assert lines[0]["error"] == (
        f"Something failed that should not (error: inside out). The details are in {log}."
    )
    assert "Traceback" in log.read_text()
    assert all("error" not in line for line in lines[1:])


def test_dice_of_another_game_than_the_boards_are_refused(
    dice: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, lines, told = read(capsys, dice, "--board", "trouble-tags", "--dice", "headache")
    assert (status, lines) == (2, [])
    assert told == (
        "umpire: --dice headache: the board trouble-tags is one of trouble: leave --dice out, "
        "or name another layout.\n"
    )
