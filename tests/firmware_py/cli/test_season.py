"""`umpire games import` and `umpire games season`."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.cli import main
from rules import game, read_record

BEGUN = (
    '[game "trouble"]\n[rules "stop_at_first=yes"]\n[seat red "Cleo"]\n[seat blue "Ben"]\n[first "red"]\n\n'
)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game that Cleo wins after two entries."""
    start = read_record(BEGUN).start()
    pieces = {f"RF{number}": ("red",) for number in (2, 3, 4)} | {"T27": ("red",)}
    pieces |= {f"BH{number}": ("blue",) for number in range(1, 5)}
    position = game("trouble").to_text(game("trouble").from_pieces(start, pieces, "red"))
    file = tmp_path / "game.txt"
    file.write_text(f'{BEGUN}set "Cleo" {position}\nroll:1\nT27-RF1\n')
    return file


def test_a_record_is_kept_exported_again_and_counted(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["--state", str(tmp_path / "state")]
    assert main(["games", "season", *flags]) == 1
    assert main(["games", "import", str(record), *flags]) == 0
    assert "Kept as game 1." in capsys.readouterr().out
    assert main(["games", "export", "1", *flags]) == 0
    again = read_record(capsys.readouterr().out)
    assert again.result == read_record(record.read_text()).result == (("red",), ("blue",))
    assert main(["games", "season", "--since", "2020-01-01", *flags]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:6] == ["Cleo", "red", "1", "1", "0", "1."]
    assert main(["games", "import", str(record), *flags]) == 1
    assert "game 1" in capsys.readouterr().err


def test_the_computers_own_games_are_left_out_and_that_is_said(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["--state", str(tmp_path / "state")]
    assert main(["games", "import", str(record), *flags]) == 0
    capsys.readouterr()
    assert main(["games", "season", *flags]) == 0
    alone = capsys.readouterr().out
    by_itself = ["--auto", "--fast", "--seed", "3", "--rule", "stop_at_first=yes"]
    assert main(["play", *by_itself, "--dice-source", "electronic", *flags]) == 0
    capsys.readouterr()
    assert main(["games", "season", *flags]) == 0
    left_out = capsys.readouterr().out.removeprefix(alone)
    assert left_out.startswith(
        "Drawn dice of the virtual dome, and games that the computer played by itself,"
    )
    assert main(["games", "season", "--all", *flags]) == 0
    assert "Player 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("flags", "status", "word"),
    [
        (["season", "--since", "soon"], 2, "2026-09-01"),
        (["season", "--since", "2999-01-01"], 1, "since 2999-01-01"),
        (["import", "nowhere.txt"], 1, "No such file"),
        (["import", "/dev/null"], 1, "record"),
    ],
)
def test_what_cannot_be_is_told(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], flags: list[str], status: int, word: str
) -> None:
    state = ["--state", str(tmp_path / "state")]
    assert main(["games", "import", str(record), *state]) == 0
    assert main(["games", *flags, *state]) == status
    assert word in capsys.readouterr().err
