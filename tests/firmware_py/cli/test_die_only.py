"""`umpire play --die-only`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_py.cli import main


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def script(text: str, *arguments: object) -> str:
    """What a real process prints when these lines are piped into it."""
    command = [sys.executable, "-m", "firmware_py", "play", "--die-only", *map(str, arguments)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=True)
    assert done.stderr == ""
    return done.stdout


def test_each_press_is_answered(tmp_path: Path) -> None:
    out = script("\n\n?\n\n", "--dice-source", "electronic", "--seed", 4, "--fast", "--png", tmp_path / "png")
    assert out.count("The dome shows") == 3
    assert "Enter presses the dome" in out
    assert (tmp_path / "png" / "0001-oled.png").exists()
    assert not (tmp_path / "state").exists()


def test_a_picture_without_dice_is_told_not_guessed(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "blank.png"), np.full((240, 320, 3), 90, np.uint8))
    out = script("\nq\n", "--camera", tmp_path)
    assert "No die is in sight" in out
    assert "shows" not in out.replace("I say what it shows", "")


def test_a_voice_that_cannot_speak_does_not_end_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = tmp_path / "voice.toml"
    settings.write_text("[voice]\non = true\n", "utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    out = script("\n\n", "--dice-source", "electronic", "--seed", 4, "--fast", "--config", settings)
    assert out.count("The dome shows") == 2
    assert "espeak-ng" in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--dice-source", "hand"), "nothing to read"),
        (("--game", "gearhead"), "has none"),
        (("--auto",), "--auto"),
        (("--cup", "hand", "--slips", "0.5", "--bumps", "0.5"), "--cup and --slips and --bumps"),
        (("--web", "--seat", "red=Anna"), "leave out --seat and --web"),
    ],
)
def test_what_belongs_to_a_game_is_refused(
    arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--die-only", *arguments]) == 2
    assert why in capsys.readouterr().err
