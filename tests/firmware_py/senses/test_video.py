"""Video files and webcams."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_py.errors import DeviceError
from firmware_py.senses.video import VideoFile, Webcam


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """Ten pictures at 20 a second."""
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 20.0, (64, 48))
    for number in range(10):
        writer.write(np.full((48, 64, 3), 20 * number, np.uint8))
    writer.release()
    return path


def test_every_picture_comes_with_its_time(clip: Path) -> None:
    video = VideoFile(clip)
    video.open()
    frames = []
    while (frame := video.read()) is not None:
        frames.append(frame)
    assert [frame.t for frame in frames] == pytest.approx([n / 20 for n in range(10)])
    assert [int(frame.picture.mean()) for frame in frames] == pytest.approx(
        [20 * n for n in range(10)], abs=3
    )
    assert {frame.name for frame in frames} == {"clip.avi"}
    video.close()
    video.close()


def test_a_video_that_has_ended_stays_lost(clip: Path) -> None:
    video = VideoFile(clip)
    video.open()
    while video.read() is not None:
        pass
    video.close()
    with pytest.raises(DeviceError, match="has ended"):
        video.open()


def test_a_paced_video_takes_its_time(clip: Path) -> None:
    now, naps = 50.0, list[float]()

    def sleep(seconds: float) -> None:
        nonlocal now
        naps.append(seconds)
        now += seconds

    video = VideoFile(clip, paced=True, now=lambda: now, sleep=sleep)
    video.open()
    for _ in range(5):
        video.read()
    assert sum(naps) == pytest.approx(4 / 20)
    video.close()


def test_a_closed_video_gives_nothing(clip: Path) -> None:
    with pytest.raises(DeviceError, match="closed"):
        VideoFile(clip).read()


def test_a_missing_video_is_named(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"gone\.mp4: there is no such video"):
        VideoFile(tmp_path / "gone.mp4").open()


def test_a_file_that_is_no_video_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fake.mp4"
    path.write_bytes(b"no video at all" * 100)
    with pytest.raises(DeviceError, match=r"fake\.mp4: the file is no video"):
        VideoFile(path).open()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("number", [63, 99, 2**40])
def test_a_camera_that_does_not_exist_is_named(number: int, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DeviceError, match=f"no camera number {number}"):
        Webcam(number).open()
    assert capfd.readouterr().err == ""


def test_a_camera_that_is_not_open_is_lost() -> None:
    camera = Webcam(0)
    with pytest.raises(DeviceError, match="gives no more pictures"):
        camera.read()
    camera.close()
