"""The OLED: luma's own drivers on a bus whose other end rebuilds the display's memory."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from luma.oled.device import ssd1306
from PIL import Image, ImageDraw

from firmware_py.errors import DeviceError
from firmware_py.shows.display import OledDisplay, OledSettings, Panel
from firmware_py.shows.oled import render_oled
from firmware_py.words import Words
from tests.firmware_py.shows.moments import game, moments
from tests.firmware_py.shows.wires import Chip

WORDS = Words(strict=True)
SSD1306, SH1106 = OledSettings(), OledSettings(driver="sh1106")
WIRED = [
    (SSD1306, Chip(False), 0),
    (OledSettings(driver="ssd1309"), Chip(False), 0),
    (SH1106, Chip(True, 132), 2),
    (OledSettings(driver="sh1106", column_offset=0), Chip(True, 132), 0),
    (OledSettings(column_offset=4), Chip(False, 132), 4),
]


@pytest.mark.parametrize(("settings", "chip", "offset"), WIRED)
def test_the_glass_shows_every_picture_of_a_game(settings: OledSettings, chip: Chip, offset: int) -> None:
    panel = Panel(settings, chip)
    for number, view in enumerate([*moments().values(), *game()[:25]]):
        image = render_oled(view, number * 0.3, WORDS)
        panel.show(image)
        assert (chip.picture(offset) == np.asarray(image)).all()
    assert chip.on


def test_an_unchanged_frame_costs_nothing_and_a_small_change_little() -> None:
    chip = Chip(False)
    panel = Panel(SSD1306, chip)
    image = render_oled(moments()["moves"], 0.0, WORDS)
    panel.show(image)
    chip.bytes = chip.transactions = 0
    panel.show(image)
    assert chip.bytes == 0
    ImageDraw.Draw(image).rectangle((60, 25, 64, 30), fill=1)
    panel.show(image)
    assert 0 < chip.bytes <= 30
    assert chip.transactions <= 4


def test_a_game_sends_a_small_part_of_what_whole_frames_would() -> None:
    chip = Chip(False)
    panel = Panel(SSD1306, chip)
    views = game()[:40]
    panel.show(render_oled(views[0], 0.0, WORDS))
    chip.bytes = 0
    frames = [(view, number * 0.5 + part * 0.1) for number, view in enumerate(views) for part in range(5)]
    for view, t in frames:
        panel.show(render_oled(view, t, WORDS))
    assert chip.bytes / len(frames) < 0.25 * 1096


def test_a_display_at_another_address_does_not_answer() -> None:
    display = OledDisplay(OledSettings(address=0x3D), WORDS, Chip(False))
    with pytest.raises(DeviceError, match=r"0x3D .*umpire doctor"):
        display.open()
    display.close()


def test_a_display_that_is_lost_says_so_and_comes_back_whole() -> None:
    chip = Chip(False)
    display = OledDisplay(SSD1306, WORDS, chip)
    display.open()
    views = game()[:4]
    display.show(views[0], 0.0)
    chip.broken = True
    with pytest.raises(DeviceError, match="does not answer"):
        display.show(views[3], 1.0)
    display.close()
    chip.broken = False
    chip.memory[:] = 0x55
    display.open()
    display.show(views[3], 1.0)
    assert (chip.picture() == np.asarray(render_oled(views[3], 1.0, WORDS))).all()


def test_it_is_dimmed_when_nothing_happens_and_wakes_up() -> None:
    chip = Chip(False)
    display = OledDisplay(OledSettings(dim_after=60.0), WORDS, chip)
    display.open()
    first, second = game()[:2]
    display.show(first, 0.0)
    assert chip.contrast == 0xCF
    display.show(first, 61.0)
    assert chip.contrast == 1
    display.show(second, 62.0)
    assert chip.contrast == 0xCF


def test_it_is_blank_and_off_at_the_end() -> None:
    chip = Chip(False)
    display = OledDisplay(SSD1306, WORDS, chip)
    display.open()
    display.show(game()[0], 0.0)
    display.close()
    display.close()
    assert not chip.picture().any()
    assert not chip.on


def test_a_bus_that_is_not_there_is_explained() -> None:
    display = OledDisplay(OledSettings(bus=77), WORDS)
    with pytest.raises(DeviceError, match="no I2C bus 77"):
        display.open()


def test_a_picture_goes_over_the_bus_in_blocks_that_the_bus_allows() -> None:
    chip = Chip(False)
    Panel(SSD1306, chip).show(Image.new("1", (128, 64), 1))
    assert chip.picture().all()


def test_a_display_that_lost_its_supply_for_a_moment_is_brought_up_again() -> None:
    chip = Chip(False)
    display = OledDisplay(SSD1306, WORDS, chip)
    display.open()
    view = game()[0]
    display.show(view, 0.0)
    chip.memory[:], chip.on = 0x5A, False
    display.show(view, 31.0)
    assert chip.on
    assert (chip.picture() == np.asarray(render_oled(view, 31.0, WORDS))).all()


def test_a_display_that_is_missing_costs_no_memory_however_often_it_is_tried() -> None:
    display = OledDisplay(OledSettings(address=0x3D), WORDS, Chip(False))
    for _ in range(30):
        with pytest.raises(DeviceError):
            display.open()
        display.close()
    gc.collect()
    kept = [one for one in gc.get_objects() if isinstance(one, ssd1306)]
    assert len(kept) <= 3  # one for each chip that was ever asked for
