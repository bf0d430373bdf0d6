"""Stands in for picamera2 in a measured daemon: plays the films that lie in the folder UMPIRE_FILMS."""

from __future__ import annotations

import mmap
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Picamera2"]

_BUFFERS = 3
"""Pictures that a camera holds; on a Pi they are memory of the kernel, so they lie in shared memory here."""


class Request:
    """One picture of the film."""

    def __init__(self, picture: NDArray[np.uint8], taken: float) -> None:
        self._picture, self._taken = picture, taken

    def make_array(self, stream: str) -> NDArray[np.uint8]:
        """The picture, (H, W, 3) BGR; `stream` is "main"."""
        del stream
        return self._picture.copy()

    def get_metadata(self) -> dict[str, int]:
        """When it was taken."""
        return {"SensorTimestamp": int(self._taken * 1e9)}

    def release(self) -> None:
        """Nothing is held."""


class Picamera2:
    """Plays films/N.raw, pictures of the size configured one after the other, again and again."""

    def __init__(self, number: int) -> None:
        self.camera_controls: dict[str, tuple[int, int]] = {"FrameDurationLimits": (0, 0)}
        self._path = Path(os.environ["UMPIRE_FILMS"]) / f"{number}.raw"
        self._count = 0

    @staticmethod
    def global_camera_info() -> list[dict[str, str]]:
        """A camera for each film."""
        films = sorted(Path(os.environ["UMPIRE_FILMS"]).glob("*.raw"))
        return [{"Model": film.stem} for film in films]

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        """What is wanted, as it is."""
        return wanted

    def configure(self, configuration: dict[str, Any]) -> None:
        """Take size and pace."""
        width, height = configuration["main"]["size"]
        self._shape = height, width, 3
        self._every = configuration["controls"]["FrameDurationLimits"][0] / 1e6
        size = _BUFFERS * width * height * 3
        self._ring = np.frombuffer(mmap.mmap(-1, size), np.uint8).reshape(_BUFFERS, *self._shape)
        self._frames = self._path.stat().st_size // self._ring[0].nbytes

    def start(self) -> None:
        """Begin to play."""
        self._due = time.monotonic()

    def capture_request(self, wait: float) -> Request:
        """The next picture, at the camera's pace."""
        del wait
        self._due = max(self._due + self._every, time.monotonic() - self._every)
        time.sleep(max(0.0, self._due - time.monotonic()))
        picture = self._ring[self._count % _BUFFERS]
        with self._path.open("rb") as film:
            film.seek(self._count % self._frames * picture.nbytes)
            film.readinto(picture.data)
        self._count += 1
        return Request(picture, time.monotonic())

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Take anything."""

    def stop(self) -> None:
        """Stop."""

    def close(self) -> None:
        """Close."""
