"""The configuration file: strictly read, all problems at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.config import Config, check_config, config_file, load_config, state_folder
from firmware_py.errors import ConfigError
from vision.dice.settings import ReaderSettings


def problems_of(text: str, tmp_path: Path) -> tuple[str, ...]:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    return caught.value.problems


def test_an_empty_file_gives_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("")
    assert load_config(path) == Config()


def test_the_default_threshold_is_the_readers_own() -> None:
    assert Config().dice.sure == ReaderSettings().sure


def test_values_are_taken(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        '[table]\nseats = { blue = "Ö", green = "B" }\nrules = { enter_on = [1, 6], pass = "never" }\n'
        '[dice]\nsource = "hand"\nsure = 1\n'
    )
    config = load_config(path)
    assert config.table.seats == {"blue": "Ö", "green": "B"}
    assert config.table.rules == {"enter_on": [1, 6], "pass": "never"}
    assert (config.dice.source, config.dice.sure) == ("hand", 1.0)


def test_every_problem_is_named_at_once(tmp_path: Path) -> None:
    text = '[table]\ngame = "chess"\nboord = "x"\n[dice]\nsure = 1.5\n[terminal]\nboard = 1\n[oven]\n'
    found = problems_of(text, tmp_path)
    assert len(found) == 5
    together = "\n".join(found)
    assert 'table.game = "chess"' in together
    assert "trouble, headache or gearhead" in together
    assert "table.boord is unknown" in together
    assert "was board meant?" in together
    assert "dice.sure = 1.5" in together
    assert "from 0 to 1" in together
    assert "terminal.board = 1" in together
    assert "oven is unknown" in together
    assert all(str(tmp_path) in problem for problem in found)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("table = 3", "table"),
        ("[table]\nseats = { red = 3 }", "table.seats.red"),
        ("[table]\nrules = { pass = 1.5 }", "table.rules.pass"),
        ("[camera]\nuse = 0", "camera.use"),
        ('[camera]\nshuffle = "yes"', "camera.shuffle"),
        ("[dice]\nsure = nan", "dice.sure"),
    ],
)
def test_a_wrong_value_is_one_problem_that_names_its_key(text: str, key: str, tmp_path: Path) -> None:
    (problem,) = problems_of(text, tmp_path)
    assert f"{key} = " in problem
    assert "it takes" in problem


def test_a_folder_is_no_configuration(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="it is a folder"):
        load_config(tmp_path)


@pytest.mark.parametrize(
    ("data", "why"), [(b"\xff\xfe", "not UTF-8"), (b"[table", "no TOML"), (b"a=" + b"[" * 9000, "no TOML")]
)
def test_other_files_are_no_configuration(data: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(data)
    with pytest.raises(ConfigError, match=why):
        load_config(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nothing\.toml: the configuration cannot be read: No such file"):
        load_config(tmp_path / "nothing.toml")


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[table]\nboard = "mine.toml"\n[camera]\nuse = "photos"\n')
    config = load_config(path)
    assert config.table.board == str(tmp_path / "mine.toml")
    assert config.camera.use == str(tmp_path / "photos")


def test_names_and_numbers_are_no_paths(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[table]\nboard = "kimble"\n[camera]\nuse = "0"\n')
    config = load_config(path)
    assert (config.table.board, config.camera.use) == ("kimble", "0")


def test_the_folders_follow_xdg(monkeypatch: pytest.MonkeyPatch) -> None:
    assert config_file({"XDG_CONFIG_HOME": "/x"}) == Path("/x/pop-umpire/config.toml")
    assert state_folder({"XDG_STATE_HOME": "/y"}) == Path("/y/pop-umpire")
    monkeypatch.setenv("HOME", "/home/anna")
    assert config_file({"XDG_CONFIG_HOME": "relative"}) == Path("/home/anna/.config/pop-umpire/config.toml")
    assert state_folder({}) == Path("/home/anna/.local/state/pop-umpire")


def test_check_config_takes_plain_values() -> None:
    assert check_config({"dice": {"source": "electronic"}}).dice.source == "electronic"
