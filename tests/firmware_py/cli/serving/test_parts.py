"""Which parts are wired to this machine, and a game in the terminal that uses them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from firmware_py.cli.serving.parts import is_a_pi, wired_here, without
from firmware_py.config import Config, check_config


def test_only_what_the_machine_has_is_kept(tmp_path: Path) -> None:
    config, missing = wired_here(Config(), tmp_path)
    assert missing == ("switches", "OLED", "LED strip")
    assert not (config.gpio.on or config.oled.on or config.strip.on)
    for name in ("gpiochip0", "i2c-1", "spidev0.0"):
        (tmp_path / name).touch()
    assert wired_here(Config(), tmp_path) == (Config(), ())


def test_what_is_switched_off_is_not_missed(tmp_path: Path) -> None:
    off = without(Config())
    assert wired_here(off, tmp_path) == (off, ())
    mock = check_config({"gpio": {"factory": "mock"}})
    assert "switches" not in wired_here(mock, tmp_path)[1]


def test_a_pi_is_known_by_its_model(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert not is_a_pi(model)
    model.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\x00")
    assert is_a_pi(model)


def play(folder: Path, config: str, typed: str) -> str:
    """What `umpire play` says with a configuration, and with something typed."""
    file = folder / "config.toml"
    file.write_text(config)
    command = [sys.executable, "-m", "firmware_py", "play", "--config", str(file), "--state", str(folder)]
    environ = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [*command, "--new", "--dice-source", "electronic"], input=typed, env=environ, text=True,
        capture_output=True, timeout=300, check=True,
    )  # fmt: skip
    return done.stdout


def test_parts_that_are_not_there_are_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    bus = "bus = 20"  # no machine that runs this has so many
    said = play(tmp_path, f'[gpio]\nfactory = "mock"\n[oled]\n{bus}\n[strip]\non = false\n', "\n\nq\n")
    assert said.count("Not wired to this machine: OLED.") == 1
    assert "electronic" not in said
    assert "kept" in said
