"""The sections of the parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.config import CameraConfig, Config, check_config, load_config
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
