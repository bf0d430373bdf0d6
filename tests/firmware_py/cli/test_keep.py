"""`--keep`: without it no picture is written anywhere; with it each reading's is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_py.cli.playing.kept import kept_in, make_kept, with_kept
from firmware_py.config import Config, check_config
from firmware_py.senses.kept import READINGS

POPS = "\n" * 6 + "q\n"
STARTS = (b"BM", b"II*\0", b"MM\0*", b"GIF8", b"P5\n", b"P6\n", b"\x93NUMPY")
INSIDE = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"WEBPVP8")
"""What files of pictures begin with, and what gives one away inside another file."""


def evening(folder: Path, *arguments: str) -> str:
    """A game at the drawn dome, in a process whose every folder lies below this one."""
    places = {"HOME": "home", "TMPDIR": "temp", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache"}
    environ = {**os.environ, "XDG_CONFIG_HOME": str(folder / "config"), "PYTHONDONTWRITEBYTECODE": "1"}
    for variable, name in places.items():
        (folder / name).mkdir(exist_ok=True)
        environ[variable] = str(folder / name)
    command = [sys.executable, "-m", "firmware_py", "play", "--virtual", "--fast", "--seed", "3", *arguments]
    done = subprocess.run(
        command, input=POPS, capture_output=True, text=True, timeout=120, check=True, cwd=folder, env=environ
    )
    assert done.stderr == ""
    return done.stdout


def pictures(folder: Path) -> list[Path]:
    """All files, wherever they lie, that begin as pictures do, or have one inside."""
    files = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    return [file for file, held in files.items() if held.startswith(STARTS) or any(map(held.count, INSIDE))]


def test_without_it_no_picture_is_written_anywhere(tmp_path: Path) -> None:
    out = evening(tmp_path)
    assert out.count("The dome shows") == 6
    assert {file.name for file in tmp_path.rglob("*") if file.is_file()} == {"games.sqlite"}
    assert pictures(tmp_path) == []
    assert "are kept in" not in out


def test_with_it_the_picture_of_each_reading_is_kept(tmp_path: Path) -> None:
    out = evening(tmp_path, "--keep", "for the maker")
    folder = tmp_path / "for the maker"
    assert out.startswith(f"Pictures of the dome are kept in {folder}.\n")
    lines = [json.loads(line) for line in (folder / READINGS).read_text().splitlines()]
    assert len(lines) == 6
    assert {line["game"] for line in lines} == {1}
    assert sorted(pictures(tmp_path)) == [folder / line["file"] for line in lines]


def test_a_configured_folder_that_cannot_be_used_never_stops_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "umpire.toml").write_text(f'keep.folder = "{tmp_path / "file"}"')
    out = evening(tmp_path, "--config", "umpire.toml")
    assert "are kept in" not in out
    assert out.count("The dome shows") == 6
    assert out.count("! kept pictures: No picture can be kept in ") == 1


def test_the_dice_alone_are_kept_too(tmp_path: Path) -> None:
    evening(tmp_path, "--keep", "kept", "--die-only")
    lines = [json.loads(line) for line in (tmp_path / "kept" / READINGS).read_text().splitlines()]
    assert [line["game"] for line in lines] == [None] * 6


def test_nothing_is_kept_by_default(tmp_path: Path) -> None:
    assert Config().keep.folder == ""
    assert make_kept(Config(), tmp_path, lambda: 1) is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_the_configuration_lies_beside_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = check_config({"keep": {"folder": "pictures"}})
    assert kept_in(config, tmp_path) == tmp_path / "pictures"
    assert kept_in(check_config({"keep": {"folder": "/media/stick"}}), tmp_path) == Path("/media/stick")
    monkeypatch.chdir(tmp_path)
    assert kept_in(with_kept(config, Path("here")), Path("/var")) == tmp_path / "here"
    assert with_kept(config, None) is config
