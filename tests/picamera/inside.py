"""Runs inside the Debian root: our back-end on the real picamera2, opened, cut off and opened again."""

from __future__ import annotations

import json
import sys
import time
import types
from typing import Any


class _Formats:
    """pykms is Raspberry Pi OS's own; picamera2 imports it for previews only."""

    def __getattr__(self, name: str) -> str:
        return name


sys.modules.setdefault("pykms", types.ModuleType("pykms")).PixelFormat = _Formats()  # type: ignore[attr-defined]

from picamera2 import Picamera2  # noqa: E402
from picamera2.allocators import LibcameraAllocator  # noqa: E402

from firmware_py.errors import DeviceError  # noqa: E402
from firmware_py.senses.newest import NewestFrame  # noqa: E402
from firmware_py.senses.picamera import PiCamera, PiCameraSettings  # noqa: E402


class VirtualPicamera2(Picamera2):  # type: ignore[misc]
    """The real class, told what the virtual camera cannot do: raw pictures, and memory of its own."""

    def __init__(self, number: int) -> None:
        memory = LibcameraAllocator(None)
        super().__init__(number, allocator=memory)
        memory.camera = self.camera

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        return [{"format": "NV12", "size": (640, 480)}]

    def create_video_configuration(self, *given: Any, **wanted: Any) -> Any:
        configuration = super().create_video_configuration(*given, **wanted)
        configuration["raw"] = configuration["sensor"] = None
        return configuration


def main() -> None:
    """Print what was seen, as JSON."""
    made: list[VirtualPicamera2] = []

    def make(number: int) -> VirtualPicamera2:
        made.append(VirtualPicamera2(number))
        return made[-1]

    seen: dict[str, Any] = {"cameras": len(Picamera2.global_camera_info())}
    settings = PiCameraSettings(format="NV12", fps=30, settle=0.3, limit=2.0)
    source = NewestFrame(PiCamera(settings, make), limit=4.0)
    source.open()
    frames = [source.read() for _ in range(20)]
    seen["shape"] = frames[-1].picture.shape
    seen["mean"] = [round(float(frame.picture.mean()), 1) for frame in frames]
    seen["late"] = max(time.monotonic() - (frame.taken or 0.0) for frame in frames[-1:])

    made[-1].stop()  # the ribbon is pulled: no more pictures come
    try:
        while True:
            source.read()
    except DeviceError as error:
        seen["lost"] = str(error)
    source.close()

    source.open()
    seen["again"] = source.read().picture.shape
    seen["taken by another"] = taken_by_another()
    source.close()
    source.close()
    seen["opened"] = len(made)
    print(json.dumps(seen))


def taken_by_another() -> str:
    """What is said to a second user of a camera that is in use."""
    try:
        PiCamera(PiCameraSettings(fps=30, format="NV12"), VirtualPicamera2).open()
    except DeviceError as error:
        return str(error)
    return "free"


if __name__ == "__main__":
    main()
