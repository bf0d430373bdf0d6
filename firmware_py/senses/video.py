"""Video files and webcams, through OpenCV."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2

from firmware_py.errors import DeviceError
from firmware_py.senses.frames import Frame
from rules import Problem

__all__ = ["VideoFile", "Webcam"]

# FFmpeg looks here when OpenCV first wakes it; it would print what our own sentences say better.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

_USUAL_FPS = 25.0
_MOST_CAMERAS = 64


class VideoFile:
    """A video file, picture after picture, each with its time in the video.

    `paced` plays it no faster than it was taken, as a camera would; otherwise as fast as it is read. A video
    that has ended cannot be opened again: its dice have been popped.
    """

    live = True

    def __init__(
        self,
        path: Path,
        *,
        paced: bool = False,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = f"video {path}"
        self._path = path
        self._paced = paced
        self._now, self._sleep = now, sleep
        self._capture: cv2.VideoCapture | None = None
        self._fps = _USUAL_FPS
        self._count = 0
        self._due = 0.0
        self._ended = False

    def open(self) -> None:
        """Open the file.

        Raises:
            DeviceError: if it is missing or no video.
        """
        if self._capture is not None:
            return
        if self._ended:
            raise DeviceError("{where}: the video has ended.", where=str(self._path))
        if not self._path.is_file():
            raise DeviceError("{where}: there is no such video file.", where=str(self._path))
        self._capture = _open_capture(
            str(self._path),
            Problem("{where}: the file is no video that can be played.", where=str(self._path)),
        )
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._fps = fps if 0.1 < fps < 1000 else _USUAL_FPS  # some files say 0, or their time base

    def read(self) -> Frame | None:
        """The next picture, or None at the end.

        Raises:
            DeviceError: if the file is not open.
        """
        if self._capture is None:
            raise DeviceError("{where}: the video is closed.", where=str(self._path))
        good, picture = self._capture.read()
        if not good or picture is None:
            self._ended = True
            return None
        t = self._count / self._fps
        self._count += 1
        if self._paced:
            self._sleep(max(0.0, self._due - self._now()))
            self._due = self._now() + 1 / self._fps
        return Frame(picture, self._path.name, t)

    def close(self) -> None:
        """Release the file."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class Webcam:
    """A webcam by its number."""

    live = True

    def __init__(self, number: int, *, now: Callable[[], float] = time.monotonic) -> None:
        self.name = f"camera {number}"
        self._number = number
        self._now = now
        self._capture: cv2.VideoCapture | None = None
        self._began = 0.0

    def open(self) -> None:
        """Open the camera.

        Raises:
            DeviceError: if there is no camera of this number.
        """
        if self._capture is not None:
            return
        plugged = sorted(int(p.name[5:]) for p in Path("/dev").glob("video*") if p.name[5:].isdecimal())
        problem = Problem(
            "There is no camera number {number} (this machine has: {found}); "
            "a folder of pictures or a video file can stand in for it.",
            number=self._number,
            found=tuple(map(str, plugged)),
        )
        # OpenCV 5 crashes on numbers far out of range, and on Linux a camera is always such a file.
        missing = sys.platform == "linux" and self._number not in plugged
        if missing or self._number > _MOST_CAMERAS:
            raise DeviceError(problem)
        self._capture = _open_capture(self._number, problem)
        # The newest picture is wanted, not those that queued up while nobody looked.
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._began = self._now()

    def read(self) -> Frame:
        """The next picture.

        Raises:
            DeviceError: if the camera was lost.
        """
        good, picture = self._capture.read() if self._capture is not None else (False, None)
        if not good or picture is None:
            raise DeviceError(
                "Camera number {number} gives no more pictures; was it unplugged?", number=self._number
            )
        return Frame(picture, "", self._now() - self._began)

    def close(self) -> None:
        """Release the camera."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def _open_capture(source: str | int, problem: Problem) -> cv2.VideoCapture:
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    capture = cv2.VideoCapture(source)
    if not capture.isOpened():
        capture.release()
        raise DeviceError(problem)
    return capture
