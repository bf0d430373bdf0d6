"""Which source a word of the configuration names."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.errors import DeviceError
from firmware_py.senses.choose import frame_source
from firmware_py.senses.pictures import PictureFolder
from firmware_py.senses.video import VideoFile, Webcam


def test_each_kind_is_recognised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(frame_source(str(tmp_path)), PictureFolder)
    assert isinstance(frame_source("die.jpg"), PictureFolder)
    assert isinstance(frame_source("clip.MP4"), VideoFile)
    assert isinstance(frame_source("0"), Webcam)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "7").mkdir()
    assert isinstance(frame_source("7"), PictureFolder)


def test_no_name_is_told() -> None:
    with pytest.raises(DeviceError, match="No camera is named"):
        frame_source("")
