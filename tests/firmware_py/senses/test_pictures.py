"""Photographs in place of a camera."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from firmware_py.errors import DeviceError
from firmware_py.senses.pictures import PictureFolder


def save(path: Path, grey: int) -> None:
    Image.fromarray(np.full((4, 4), grey, np.uint8)).save(path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in (10, 9, 1):
        save(tmp_path / f"die{number}.png", number)
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / "sub.png").mkdir()
    return tmp_path


def names(source: PictureFolder, count: int) -> list[str]:
    source.open()
    return [source.read().name for _ in range(count)]


def test_pictures_come_by_name_and_start_again(folder: Path) -> None:
    wanted = ["die1.png", "die9.png", "die10.png", "die1.png"]
    assert names(PictureFolder(folder), 4) == wanted


def test_shuffled_rounds_hold_every_picture_once(folder: Path) -> None:
    found = names(PictureFolder(folder, shuffled=random.Random(3)), 9)
    for begin in (0, 3, 6):
        assert sorted(found[begin : begin + 3]) == ["die1.png", "die10.png", "die9.png"]
    assert found == names(PictureFolder(folder, shuffled=random.Random(3)), 9)
    assert len({tuple(found[begin : begin + 3]) for begin in (0, 3, 6)}) > 1


def test_opening_again_goes_on_where_it_was(folder: Path) -> None:
    source = PictureFolder(folder)
    assert names(source, 1) == ["die1.png"]
    source.close()
    assert names(source, 1) == ["die9.png"]


def test_a_single_picture_comes_again_and_again(folder: Path) -> None:
    assert names(PictureFolder(folder / "die9.png"), 2) == ["die9.png", "die9.png"]


def test_files_that_are_no_pictures_are_passed_over(folder: Path) -> None:
    (folder / "die2.png").write_bytes(b"not a picture")
    assert names(PictureFolder(folder), 3) == ["die1.png", "die9.png", "die10.png"]


def test_a_folder_of_broken_pictures_is_lost(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"")
    source = PictureFolder(tmp_path)
    source.open()
    with pytest.raises(DeviceError, match="no picture that can be read"):
        source.read()


@pytest.mark.parametrize(("name", "why"), [("", "holds no pictures"), ("none", "no such file or folder")])
def test_nothing_to_take_is_told(name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=why):
        PictureFolder(tmp_path / name).open()


def test_a_file_that_is_no_picture_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"nothing")
    with pytest.raises(DeviceError, match=r"a\.jpg: this is no picture"):
        PictureFolder(tmp_path / "a.jpg").open()
