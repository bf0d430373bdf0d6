"""The strip: bytes on the bus, decoded by the times that the LEDs go by."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.errors import DeviceError
from firmware_py.shows import ws281x
from firmware_py.shows.strip import render_strip
from firmware_py.shows.ws281x import SPI_HZ, LedStrip, StripSettings, capped, encoded, most_leds
from hardware.layout import load_layout
from tests.firmware_py.shows.moments import game, moments
from tests.firmware_py.shows.wires import Spi, decoded

LAYOUT = load_layout("trouble")
LIGHTS = st.lists(st.tuples(*[st.integers(0, 255)] * 3), max_size=70)
PLAIN = StripSettings(brightness=1.0, gamma=1.0, milliamps=100_000)


@given(LIGHTS, st.sampled_from([0.97, 1.0, 1.04]))
def test_the_leds_understand_every_colour_at_a_clock_that_is_a_little_off(
    lights: list[tuple[int, int, int]], clock: float
) -> None:
    assert decoded(encoded(lights, "RGB"), SPI_HZ * clock) == lights


def test_colours_go_out_in_the_order_of_the_leds() -> None:
    assert decoded(encoded([(1, 2, 3)]), SPI_HZ) == [(2, 1, 3)]
    assert decoded(encoded([(1, 2, 3)], "BRG"), SPI_HZ) == [(3, 1, 2)]


@given(LIGHTS, st.integers(0, 3000))
def test_the_current_stays_under_the_cap(lights: list[tuple[int, int, int]], milliamps: int) -> None:
    sent = capped(lights, StripSettings(brightness=1.0, gamma=1.0, milliamps=milliamps))
    drawn = sum(map(sum, sent)) * 20 / 255 + len(sent)
    assert drawn <= max(milliamps, len(sent)) + 1e-6


def test_brightness_is_a_share_of_each_light() -> None:
    assert capped([(255, 0, 0)], StripSettings(brightness=0.5))[0] == (128, 0, 0)
    assert capped([(0, 0, 0)], StripSettings(brightness=0.5))[0] == (0, 0, 0)


def strip(settings: StripSettings = PLAIN, buffer: int = 4096) -> tuple[LedStrip, Spi]:
    spi = Spi()
    made = LedStrip(settings, {"trouble": LAYOUT}, lambda: spi, buffer)
    made.open()
    return made, spi


def test_the_strip_shows_what_is_rendered() -> None:
    shown, spi = strip()
    for t, view in enumerate([*moments().values(), *game()[:20]]):
        shown.show(view, t * 0.37)
        want = [(g, r, b) for r, g, b in render_strip(view, t * 0.37, LAYOUT)]
        assert decoded(spi.frames[-1], SPI_HZ)[: len(want)] == want
        assert len(spi.frames[-1]) <= 4096


def test_equal_frames_are_sent_once() -> None:
    shown, spi = strip()
    view = moments()["moves"]
    shown.show(view, 0.1)
    shown.show(view, 0.11)
    assert len(spi.frames) == 1


def test_all_leds_are_off_at_the_end() -> None:
    shown, spi = strip()
    shown.show(moments()["moves"], 0.1)
    shown.close()
    shown.close()
    assert set(decoded(spi.frames[-1], SPI_HZ)) == {(0, 0, 0)}
    assert len(decoded(spi.frames[-1], SPI_HZ)) == 60
    assert spi.closed == 1


def test_leds_to_skip_stay_dark() -> None:
    shown, spi = strip(StripSettings(skip=2))
    shown.show(moments()["over"], 0.1)
    lights = decoded(spi.frames[-1], SPI_HZ)
    assert lights[:2] == [(0, 0, 0)] * 2
    assert len(lights) == 62


def test_a_game_without_a_board_leaves_the_strip_dark() -> None:
    shown, spi = strip()
    shown.show(game("headache")[0], 0.1)
    assert set(decoded(spi.frames[-1], SPI_HZ)) == {(0, 0, 0)}


def test_a_buffer_that_is_too_small_is_refused_with_the_remedy() -> None:
    assert most_leds(4096) == 444
    with pytest.raises(DeviceError, match=r"spidev\.bufsiz=4096"):
        strip(buffer=600)


def test_the_kernel_is_asked_for_its_buffer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "bufsiz"
    file.write_text("512\n")
    monkeypatch.setattr(ws281x, "BUFFER_FILE", file)
    with pytest.raises(DeviceError, match="spidev sends 512"):
        LedStrip(PLAIN, {"trouble": LAYOUT}, Spi).open()


def test_a_bus_that_is_lost_says_so_and_comes_back() -> None:
    shown, spi = strip()
    spi.broken = OSError(5, "Input/output error")
    with pytest.raises(DeviceError, match=r"/dev/spidev0\.0: Input/output error"):
        shown.show(moments()["moves"], 0.1)
    shown.close()
    spi.broken = None
    shown.open()
    shown.show(moments()["moves"], 0.1)
    assert any(map(any, decoded(spi.frames[-1], SPI_HZ)))


@pytest.mark.parametrize(
    ("error", "says"), [(FileNotFoundError(), "raspi-config"), (PermissionError(), "group spi")]
)
def test_a_bus_that_cannot_be_had_is_explained(error: OSError, says: str) -> None:
    def fails() -> None:
        raise error

    with pytest.raises(DeviceError, match=says):
        LedStrip(PLAIN, {"trouble": LAYOUT}, fails).open()


def test_a_frame_that_stays_is_sent_again_now_and_then() -> None:
    shown, spi = strip()
    view = moments()["moves"]
    for tenths in range(100, 125):
        shown.show(view, tenths / 10)
    assert spi.frames[0] in spi.frames[1:]
    assert len(spi.frames) >= 3
