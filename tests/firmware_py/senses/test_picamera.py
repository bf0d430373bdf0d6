"""The Pi's camera, on a Picamera2 that stands in for the real one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.errors import DeviceError
from firmware_py.senses.picamera import PiCamera, PiCameraSettings, locked_exposure
from tests.firmware_py.senses.pi import FakePicamera2

SETTINGS = PiCameraSettings(fps=30.0, size=(64, 48))


class Clock:
    """Goes on a tenth of a second with every look."""

    t = 500.0

    def __call__(self) -> float:
        self.t += 0.1
        return self.t


def opened(
    settings: PiCameraSettings = SETTINGS, fake: FakePicamera2 | None = None
) -> tuple[PiCamera, FakePicamera2]:
    clock = Clock()
    part = fake or FakePicamera2(clock)
    camera = PiCamera(settings, lambda number: part, clock)
    camera.open()
    return camera, part


def test_it_is_configured_once_small_and_without_a_queue() -> None:
    camera, part = opened()
    camera.open()
    assert part.calls == ["configure", "start"]
    assert part.configuration["main"] == {"size": (64, 48), "format": "RGB888"}
    assert part.configuration["raw"] is None
    assert part.configuration["queue"] is False
    assert part.configuration["buffer_count"] <= 4


def test_the_mains_are_told_and_the_focus_is_fixed() -> None:
    _, part = opened(replace(SETTINGS, mains_hz=60, lens=4.0))
    assert (part.controls["AeFlickerMode"], part.controls["AeFlickerPeriod"]) == (1, 8333)
    assert (part.controls["AfMode"], part.controls["LensPosition"]) == (0, 4.0)


def test_what_a_camera_cannot_do_is_not_asked_of_it() -> None:
    _, part = opened(replace(SETTINGS, lens=4.0), FakePicamera2(Clock(), ("FrameDurationLimits",)))
    assert set(part.controls) == {"FrameDurationLimits"}


def test_exposure_settles_and_is_then_locked() -> None:
    camera, part = opened()
    camera.read()
    assert "ExposureTime" not in part.controls
    for _ in range(30):
        camera.read()
    assert part.controls["ExposureTime"] == 10000
    assert part.controls["AnalogueGain"] == pytest.approx(1.74)
    assert part.controls["ColourGains"] == (1.5, 1.7)
    assert "AwbEnable" not in part.controls


def test_pictures_of_a_dim_room_may_take_twice_as_long() -> None:
    camera, part = opened()
    assert part.controls["FrameDurationLimits"] == (33333, 66666)
    part.exposure_us = 60_000
    for _ in range(31):
        camera.read()
    assert (part.controls["ExposureTime"], part.controls["AnalogueGain"]) == (60_000, 2.0)


def test_every_request_is_given_back() -> None:
    camera, part = opened()
    for _ in range(5):
        camera.read()
    assert part.held == 0


def test_a_picture_carries_the_moment_when_it_was_taken() -> None:
    clock = Clock()
    part = FakePicamera2(clock)
    camera = PiCamera(SETTINGS, lambda number: part, clock)
    camera.open()
    before = clock()
    frame = camera.read()
    assert frame.taken is not None
    assert before < frame.taken + 0.05 < clock()


def test_a_stamp_of_another_clock_says_nothing() -> None:
    camera, part = opened()
    part.late = -1e6
    frame = camera.read()
    assert frame.taken is not None
    assert frame.taken < 600


@pytest.mark.parametrize("form", ["RGB888", "YUV420"])
def test_pictures_are_bgr_of_the_size_wanted(form: str) -> None:
    settings = replace(SETTINGS, format=form)
    padding = 32 if form == "RGB888" else 0
    camera, _ = opened(settings, FakePicamera2(Clock(), padding=padding))
    picture = camera.read().picture
    assert picture.shape == (48, 64, 3)
    assert abs(int(picture.mean()) - 90) <= 2


def test_a_camera_that_stops_is_lost_with_a_reason() -> None:
    camera, part = opened()
    part.fails = TimeoutError()
    with pytest.raises(DeviceError, match="gives no more pictures"):
        camera.read()
    part.fails = RuntimeError("Camera frontend has timed out!")
    with pytest.raises(DeviceError, match="frontend has timed out"):
        camera.read()


def test_a_camera_that_is_used_by_another_program_is_told_so() -> None:
    def taken(number: int) -> FakePicamera2:
        raise RuntimeError("Pipeline handler in use by another process")

    camera = PiCamera(SETTINGS, taken)
    with pytest.raises(DeviceError, match="another program uses the camera"):
        camera.open()


def test_a_camera_that_fails_while_it_starts_is_closed() -> None:
    part = FakePicamera2(Clock())
    part.start = lambda: (_ for _ in ()).throw(RuntimeError("no memory"))  # type: ignore[method-assign]
    camera = PiCamera(SETTINGS, lambda number: part)
    with pytest.raises(DeviceError, match="no memory"):
        camera.open()
    assert part.calls[-1] == "close"


def test_it_can_be_closed_twice_and_opened_again() -> None:
    camera, part = opened()
    camera.close()
    camera.close()
    camera.open()
    assert part.calls == ["configure", "start", "stop", "close", "configure", "start"]


def test_without_picamera2_the_package_is_named() -> None:
    with pytest.raises(DeviceError, match="apt install"):
        PiCamera(SETTINGS).open()


@given(st.floats(200, 66_000), st.floats(1, 16), st.sampled_from([50, 60]))
def test_locked_exposures_keep_the_brightness_and_make_no_bands(us: float, gain: float, hz: int) -> None:
    exposure, locked = locked_exposure(us, gain, hz, 1e6 / 15)
    half = 1e6 / (2 * hz)
    assert exposure <= 1e6 / 15 + 1
    assert exposure < half * 0.76 or abs(exposure / half - round(exposure / half)) < 1e-3
    assert locked == 1.0 or exposure * locked == pytest.approx(us * gain, rel=0.01)


@given(st.floats(200, 66_000), st.floats(1, 16), st.floats(0, 3), st.sampled_from([50, 60]))
def test_darker_pictures_make_no_bands_either(us: float, gain: float, darker: float, hz: int) -> None:
    exposure, locked = locked_exposure(us, gain, hz, 1e6 / 15, darker)
    half, wanted = 1e6 / (2 * hz), us * gain / 2**darker
    lamplight = us >= half * 0.75
    assert not lamplight or abs(exposure / half - round(exposure / half)) < 1e-3
    as_wanted = exposure * locked == pytest.approx(wanted, rel=0.03)
    assert as_wanted or (exposure >= round(half) and locked == 1.0)


def test_a_camera_of_the_dome_is_locked_as_dark_as_the_mains_allow() -> None:
    camera, part = opened(replace(SETTINGS, darker=1.5))
    for _ in range(31):
        camera.read()
    assert (part.controls["ExposureTime"], part.controls["AnalogueGain"]) == (10000, 1.0)
