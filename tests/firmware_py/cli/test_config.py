"""`umpire config`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from firmware_py.cli import main
from firmware_py.config import Config, check_config, commented_example


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def test_without_a_file_the_defaults_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# the defaults")
    assert check_config(tomllib.loads(out)) == Config()


def test_the_usual_file_is_found(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "pop-umpire").mkdir()
    (home / "pop-umpire" / "config.toml").write_text('[dice]\nsource = "hand"\n')
    assert main(["config"]) == 0
    out = capsys.readouterr().out
    assert "pop-umpire/config.toml" in out
    assert check_config(tomllib.loads(out)).dice.source == "hand"


def test_the_example_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--example"]) == 0
    assert capsys.readouterr().out == commented_example()


def test_every_problem_stands_on_a_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "x.toml").write_text("[dice]\nsure = 3\nsuer = 1\n")
    assert main(["config", "--config", str(home / "x.toml")]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("umpire: ") for line in lines)


def test_a_folder_is_no_configuration(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--config", str(home)]) == 1
    assert "it is a folder" in capsys.readouterr().err


def test_what_cannot_be_played_is_no_configuration(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "x.toml").write_text('[table]\nseats = {red = "A", purple = "B"}\nrules = {pass = "foo"}\n')
    assert main(["config", "--config", str(home / "x.toml")]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "purple" in err
    assert "pass=foo" in err
