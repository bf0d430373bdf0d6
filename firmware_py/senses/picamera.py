"""A Raspberry Pi's own camera, through picamera2.

One configuration for the whole run, one small stream (a Pi with 512 MB has no memory for more). Exposure,
gain and white balance settle, and are then locked: a camera that adjusts itself looks like something moves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_py.errors import DeviceError, reason_of
from firmware_py.senses.frames import Frame
from rules import Problem

__all__ = ["PiCamera", "PiCameraSettings", "locked_exposure"]

_SETTLED_AFTER = 8
"""Pictures that must have come, besides the seconds, before exposure counts as settled."""

_IN_THE_DARK = 2
"""So many times as long as usual a picture may take in a dim room, where a short one were all grain."""

_FORMATS = {"YUV420": cv2.COLOR_YUV2BGR_I420, "NV12": cv2.COLOR_YUV2BGR_NV12}
"""How pictures of a format become BGR; RGB888 is BGR in memory already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PiCameraSettings:
    """How the camera is run.

    Attributes:
        number: which camera, 0 for the first.
        size: width and height in pixels; multiples of 32 suit every Pi.
        fps: pictures a second; in a dim room down to half as many.
        mains_hz: 50 or 60; lamps flicker twice as fast, and exposures are multiples of that.
        lens: focus in dioptres (1 / distance in metres) where the camera can; None leaves it alone.
        settle: seconds that exposure and white balance may take before they are locked.
        limit: seconds that a picture may take.
        darker: by how many stops (halvings of the light) pictures are darker than the camera would take them.
        format: the stream's format: RGB888, or YUV420 or NV12 for pipelines that know no other.
    """

    fps: float
    number: int = 0
    size: tuple[int, int] = (640, 480)
    mains_hz: int = 50
    lens: float | None = None
    settle: float = 2.0
    limit: float = 3.0
    darker: float = 0.0
    format: str = "RGB888"


def locked_exposure(
    exposure_us: float, gain: float, mains_hz: int, longest_us: float, darker: float = 0.0
) -> tuple[int, float]:
    """The exposure in µs and the gain to lock, as bright as those measured or `darker` by so many stops.

    The exposure becomes a multiple of half a period of the mains, at least one, so that lamps make no bands;
    one that is shorter than that is daylight and may be any. The gain, at least 1, makes up for the change.
    """
    half_us, wanted = 1e6 / (2 * mains_hz), exposure_us * gain / 2**darker
    if exposure_us < half_us * 0.75:
        exposure = min(exposure_us, wanted)
        return round(exposure), max(1.0, wanted / exposure)
    most = max(1, int(longest_us // half_us))
    exposure = min(most, max(1, round(min(exposure_us, wanted) / half_us))) * half_us
    return round(exposure), max(1.0, wanted / exposure)


class PiCamera:
    """The camera as a source of pictures; wrap it in `NewestFrame`, so that none waits in a queue.

    Args:
        settings: how it is run.
        camera: makes the Picamera2 of a number; None imports picamera2 and asks it.
        now: monotonic seconds.
    """

    live = True

    def __init__(
        self,
        settings: PiCameraSettings,
        camera: Callable[[int], Any] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = f"Pi camera {settings.number}"
        self._settings, self._make, self._now = settings, camera or _picamera2, now
        self._camera: Any = None
        self._began = 0.0
        self._count = 0
        self._locked = False

    def open(self) -> None:
        """Find the camera, configure and start it.

        Raises:
            DeviceError: if picamera2 or the camera is missing, or another program uses it.
        """
        if self._camera is not None:
            return
        try:
            self._camera = self._make(self._settings.number)
            self._camera.configure(self._configuration())
            self._camera.start()
        except DeviceError:
            raise
        except Exception as error:
            self.close()
            raise DeviceError("{camera}: {reason}.", camera=self.name, reason=_in_words(error)) from error
        self._began, self._count, self._locked = self._now(), 0, False

    def _configuration(self) -> Any:
        settings, can = self._settings, self._camera.camera_controls
        frame_us = round(1e6 / settings.fps)
        wanted: dict[str, Any] = {"FrameDurationLimits": (frame_us, _IN_THE_DARK * frame_us)}
        wanted |= {"AeFlickerMode": 1, "AeFlickerPeriod": round(1e6 / (2 * settings.mains_hz))}
        if settings.lens is not None:
            wanted |= {"AfMode": 0, "LensPosition": settings.lens}
        return self._camera.create_video_configuration(
            main={"size": settings.size, "format": settings.format},
            raw=None,
            buffer_count=3,
            queue=False,
            controls={name: value for name, value in wanted.items() if name in can},
        )

    def read(self) -> Frame:
        """The next picture, BGR; its time is that of the sensor.

        Raises:
            DeviceError: if the camera gave none within the limit, or was lost.
        """
        if self._camera is None:
            raise DeviceError("{camera} is closed.", camera=self.name)
        try:
            request = self._camera.capture_request(wait=self._settings.limit)
        except Exception as error:
            raise DeviceError("{camera}: {reason}.", camera=self.name, reason=_in_words(error)) from error
        if request is None:
            raise DeviceError(
                "{camera} gave no picture for {seconds} s.",
                camera=self.name,
                seconds=f"{self._settings.limit:g}",
            )
        try:
            picture, facts = self._picture(request.make_array("main")), request.get_metadata()
        finally:
            request.release()
        self._count += 1
        self._lock_once_settled(facts)
        taken = self._taken(facts)
        return Frame(picture, "", taken, taken)

    def _taken(self, facts: Mapping[str, Any]) -> float:
        """When the sensor began to expose; the kernel stamps pictures by the monotonic clock."""
        stamp = facts.get("SensorTimestamp")
        now = self._now()
        taken = now if stamp is None else stamp / 1e9
        # A stamp from another clock, or from the future, says nothing.
        return taken if 0 <= now - taken < 10 * self._settings.limit else now

    def _picture(self, array: NDArray[np.uint8]) -> NDArray[np.uint8]:
        width, height = self._settings.size
        conversion = _FORMATS.get(self._settings.format)
        if conversion is None:
            return np.ascontiguousarray(array[:height, :width])  # rows may be padded
        planes = np.ascontiguousarray(array[: height * 3 // 2, :width])
        return np.asarray(cv2.cvtColor(planes, conversion), np.uint8)

    def _lock_once_settled(self, facts: Mapping[str, Any]) -> None:
        waited = self._now() - self._began
        if self._locked or self._count < _SETTLED_AFTER or waited < self._settings.settle:
            return
        self._locked = True
        can, wanted = self._camera.camera_controls, dict[str, Any]()
        if "ExposureTime" in facts and "AnalogueGain" in facts:
            longest = _IN_THE_DARK * 1e6 / self._settings.fps
            exposure, gain = locked_exposure(
                facts["ExposureTime"],
                facts["AnalogueGain"],
                self._settings.mains_hz,
                longest,
                self._settings.darker,
            )
            wanted |= {"AeEnable": False, "ExposureTime": exposure, "AnalogueGain": gain}
        if "ColourGains" in facts:  # setting the gains ends automatic white balance by itself
            wanted |= {"ColourGains": tuple(facts["ColourGains"])}
        self._camera.set_controls({name: value for name, value in wanted.items() if name in can})

    def close(self) -> None:
        """Stop and release it."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        try:
            camera.stop()
        finally:
            camera.close()


def _picamera2(number: int) -> Any:
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        package = "python3-libcamera" if "libcamera" in str(error) else "python3-picamera2"
        raise DeviceError(
            "The Pi's camera needs picamera2 ({reason}): sudo apt install "
            "--no-install-recommends {what}, in an environment made with "
            "--system-site-packages.",
            reason=reason_of(error),
            what=package,
        ) from error
    found = Picamera2.global_camera_info()
    if number >= len(found):
        models = ", ".join(str(one.get("Model", "?")) for one in found) or "-"
        raise DeviceError(
            "There is no Pi camera number {number} (found: {what}): is the ribbon cable in, the right way?",
            number=number,
            what=models,
        )
    return Picamera2(number)


def _in_words(error: Exception) -> Problem:
    text, told = reason_of(error), str(error)
    if any(sign in told for sign in ("in use", "acquire", "-16", "did not complete")):
        return Problem(
            "another program uses the camera ({reason}); end it, such as rpicam-hello or a preview",
            reason=text,
        )
    if isinstance(error, TimeoutError):
        return Problem("it gives no more pictures; look at the ribbon cable, and at the power supply")
    return text
