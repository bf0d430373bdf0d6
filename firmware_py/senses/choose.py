"""Which source of pictures was meant by a word of the configuration or a flag."""

from __future__ import annotations

import random
from pathlib import Path

from firmware_py.errors import DeviceError
from firmware_py.senses.frames import FrameSource
from firmware_py.senses.pictures import VIDEOS, PictureFolder
from firmware_py.senses.video import VideoFile, Webcam

__all__ = ["frame_source"]


def frame_source(use: str, *, shuffled: random.Random | None = None) -> FrameSource:
    """The source that `use` names: a folder, a picture, a video file or a webcam's number; not opened yet.

    `shuffled` draws the order of a folder's pictures; None takes them by name.

    Raises:
        DeviceError: if it names nothing.
    """
    if not use:
        raise DeviceError("No camera is named: give a folder, a picture, a video file or a webcam's number.")
    path = Path(use)
    if use.isdecimal() and not path.exists():
        return Webcam(int(use))
    if path.suffix.lower() in VIDEOS:
        return VideoFile(path, paced=True)
    return PictureFolder(path, shuffled=shuffled)
