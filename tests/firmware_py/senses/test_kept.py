"""Pictures that are kept because somebody asked for it."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware_py.errors import DeviceError
from firmware_py.senses import kept
from firmware_py.senses.frames import Frame
from firmware_py.senses.kept import READINGS, KeptPictures, Limits, PictureStore
from tests.firmware_py.senses.desk import FakeDesk
from vision.dice.reading import DiceReading, Die

ROOM = Limits(pictures=1000, size=10**9)
READ = DiceReading("read", (Die(4, True, 0.97321, (10, 20, 30, 40)),), None, "dice_read")
COCKED = DiceReading("cocked", (Die(None, False, 0.4, (1, 2, 3, 4)),), None, "die_leans")
UNSURE = DiceReading("unsure", (), None, "too_dark")


@pytest.fixture(autouse=True)
def no_naps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_NAP", 0.0)


def picture(shade: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.full((24, 32, 3), shade, np.uint8)


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / READINGS).read_text("utf-8").splitlines()]


def pictures(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.glob("*.png"))


def test_each_reading_is_kept_as_it_was_seen(tmp_path: Path) -> None:
    folder = tmp_path / "to" / "be" / "made"
    keeper = KeptPictures(PictureStore(folder, ROOM), lambda: 7, lambda: 86_400.0)
    for shade, reading in ((1, READ), (2, COCKED), (3, UNSURE)):
        keeper.keep(Frame(picture(shade), "die.jpg" if shade == 3 else ""), reading)
    desk = FakeDesk(most=2)
    keeper.run(desk)
    assert desk.opened == 1 and not desk.posted
    told = lines(folder)
    assert [line["file"] for line in told] == pictures(folder)
    assert [line["verdict"] for line in told] == ["read", "cocked", "unsure"]
    assert told[0] == {
        "file": "dome-000001.png", "time": "1970-01-02T00:00:00+00:00", "game": 7, "source": None,
        "verdict": "read", "red": None, "reason": "dice_read",
        "dice": [{"value": 4, "flat": True, "confidence": 0.973, "box": [10, 20, 30, 40]}],
    }  # fmt: skip
    assert told[2]["source"] == "die.jpg"
    for shade, name in enumerate(pictures(folder), 1):
        assert np.array_equal(cv2.imread(str(folder / name)), picture(shade))


def test_what_waits_when_the_evening_ends_is_still_written(tmp_path: Path) -> None:
    keeper = KeptPictures(PictureStore(tmp_path, ROOM), lambda: None, lambda: 0.0)
    keeper.keep(Frame(picture(1)), READ)
    keeper.run(FakeDesk(most=1))
    assert pictures(tmp_path) == ["dome-000001.png"]
    assert lines(tmp_path)[0]["game"] is None


@pytest.mark.parametrize("limits", [Limits(pictures=3, size=10**9), Limits(pictures=1000, size=3 * 100)])
def test_the_oldest_make_room_and_nothing_else_is_touched(tmp_path: Path, limits: Limits) -> None:
    for name in ("holiday.png", "dome-x.png", "readme.txt"):
        (tmp_path / name).write_text("mine")
    store = PictureStore(tmp_path, limits)
    store.open()
    for number in range(1, 8):
        store.add(b"x" * 100, {"verdict": "read", "number": number})
    newest = ["dome-000005.png", "dome-000006.png", "dome-000007.png"]
    assert pictures(tmp_path) == sorted([*newest, "dome-x.png", "holiday.png"])
    assert [line["file"] for line in lines(tmp_path)] == newest
    again = PictureStore(tmp_path, limits)
    assert again.open() == 3
    assert again.add(b"x" * 100, {}).name == "dome-000008.png"
    assert [line["file"] for line in lines(tmp_path)] == [*newest[1:], "dome-000008.png"]


def test_one_picture_larger_than_the_room_is_kept_all_the_same(tmp_path: Path) -> None:
    store = PictureStore(tmp_path, Limits(pictures=5, size=10))
    store.open()
    for _ in range(2):
        store.add(b"x" * 100, {})
    assert pictures(tmp_path) == ["dome-000002.png"]


def test_a_line_that_a_power_cut_broke_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / READINGS).write_text('{"file": "dome-0000\n[]\n')
    store = PictureStore(tmp_path, Limits(pictures=1, size=10**9))
    store.open()
    for _ in range(2):
        store.add(b"x", {})
    assert '"dome-000002.png"' in (tmp_path / READINGS).read_text().splitlines()[-1]


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keeper = KeptPictures(PictureStore(tmp_path / "file" / "folder", ROOM), lambda: 1, lambda: 0.0)
    with pytest.raises(DeviceError, match=r"^No picture can be kept in .*folder: .*keep\.folder\)\.$"):
        keeper.run(FakeDesk())


def test_a_full_disk_is_one_sentence_and_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    keeper = KeptPictures(PictureStore(tmp_path, ROOM), lambda: 1, lambda: 0.0)
    keeper.keep(Frame(picture(1)), READ)
    with pytest.raises(DeviceError, match="No space left on device"):
        keeper.run(FakeDesk())
    assert pictures(tmp_path) == []


def test_a_disk_that_hangs_never_fills_the_memory(tmp_path: Path) -> None:
    keeper = KeptPictures(PictureStore(tmp_path, ROOM), lambda: 1, lambda: 0.0)
    for shade in range(100):
        keeper.keep(Frame(picture(shade)), READ)
    keeper.run(FakeDesk(most=1))
    assert len(pictures(tmp_path)) == 8
    assert np.array_equal(cv2.imread(str(tmp_path / "dome-000008.png")), picture(99))
