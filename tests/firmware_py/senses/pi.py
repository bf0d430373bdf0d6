"""A Picamera2 without a Pi: the calls that our back-end makes, with pictures and faults of our choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["FakePicamera2"]

CAN = ("FrameDurationLimits", "AeFlickerMode", "AeFlickerPeriod", "AfMode", "LensPosition", "AeEnable")
CAN_SET = (*CAN, "ExposureTime", "AnalogueGain", "ColourGains")


class Request:
    """A picture with its facts, that must be given back."""

    def __init__(self, camera: FakePicamera2, facts: Mapping[str, Any], array: NDArray[np.uint8]) -> None:
        self._camera, self._facts, self._array = camera, facts, array

    def make_array(self, stream: str) -> NDArray[np.uint8]:
        assert stream == "main"
        return self._array

    def get_metadata(self) -> Mapping[str, Any]:
        return self._facts

    def release(self) -> None:
        self._camera.held -= 1


class FakePicamera2:
    """A sensor that takes a picture every 40 ms of the clock it is given."""

    def __init__(self, now: Callable[[], float], can: tuple[str, ...] = CAN_SET, padding: int = 0) -> None:
        self.camera_controls = dict.fromkeys(can, (0, 1, 0))
        self.controls: dict[str, Any] = {}
        self.calls: list[str] = []
        self.held = 0
        self.late = 0.030
        self.fails: Exception | None = None
        self.exposure_us = 8700
        self._now, self._padding = now, padding

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        self.controls |= wanted["controls"]
        return wanted

    def configure(self, configuration: dict[str, Any]) -> None:
        self.calls.append("configure")
        self.configuration = configuration

    def start(self) -> None:
        self.calls.append("start")

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        self.controls |= controls

    def capture_request(self, wait: float) -> Request:
        if self.fails is not None:
            raise self.fails
        self.held += 1
        main = self.configuration["main"]
        width, height = main["size"]
        picture = np.full((height, width + self._padding, 3), 90, np.uint8)
        if main["format"] == "YUV420":
            picture = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
        facts = {
            "SensorTimestamp": int((self._now() - self.late) * 1e9),
            "ExposureTime": self.exposure_us, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.7),
        }  # fmt: skip
        return Request(self, facts, picture)

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")
