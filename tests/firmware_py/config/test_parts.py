"""The sections of the parts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_py.config import CameraConfig, Config, check_config, load_config, to_toml
from firmware_py.errors import ConfigError


@pytest.mark.parametrize("pin", [-2, 28, 2, 3, 8, 10, 17])
def test_a_pin_that_cannot_be_taken_is_refused(pin: int) -> None:
    with pytest.raises(ConfigError, match=rf"gpio\.choose = {pin} is not possible: it takes a GPIO number"):
        check_config({"gpio": {"choose": pin}})


def test_pins_may_be_missing_and_swapped() -> None:
    config = check_config({"gpio": {"dome": 22, "choose": -1, "undo": -1}})
    assert (config.gpio.dome, config.gpio.choose, config.gpio.undo) == (22, -1, -1)


@pytest.mark.parametrize(
    ("use", "number"), [("pi", 0), ("pi1", 1), ("0", None), ("pictures", None), ("", None)]
)
def test_the_words_for_a_pis_own_camera(use: str, number: int | None) -> None:
    assert CameraConfig(use=use).pi_number == number


def test_a_pi_camera_is_no_file_beside_the_configuration(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[camera]\nuse = "pi"\n')
    assert load_config(file).camera.use == "pi"


def test_the_default_pins_differ() -> None:
    gpio = Config().gpio
    assert len({gpio.dome, gpio.choose, gpio.confirm, gpio.undo}) == 4


@pytest.mark.parametrize(
    ("printed", "meant"), [(0x78, "0x3C"), (0x79, "0x3C"), (0x7A, "0x3D"), (0x7B, "0x3D")]
)
def test_the_address_that_is_printed_on_oleds_is_refused_with_the_one_that_is_meant(
    printed: int, meant: str
) -> None:
    why = f"is not possible: 0x{printed:02X} is the 8-bit address: write {meant}."
    with pytest.raises(ConfigError, match=re.escape(f"oled.address = 0x{printed:02X} {why}")):
        check_config({"oled": {"address": printed}})


@pytest.mark.parametrize(
    ("address", "written"),
    [(0x02, "0x02"), (0x80, "0x80"), (0x3C3D, "0x3C3D"), (-1, "-1"), ("0x3C", '"0x3C"'), (True, "true")],
)
def test_what_is_no_address_on_the_bus_is_refused(address: object, written: str) -> None:
    why = f"oled.address = {written} is not possible: it takes an I2C address from 0x03 to 0x77, as a number"
    with pytest.raises(ConfigError, match=re.escape(why)):
        check_config({"oled": {"address": address}})


@pytest.mark.parametrize("address", [0x03, 0x3C, 0x3D, 0x77])
def test_an_address_of_seven_bits_is_taken_and_written_in_sixteens(address: int) -> None:
    config = check_config({"oled": {"address": address}})
    assert config.oled.address == address
    assert f"address = 0x{address:02X}\n" in to_toml(config)
