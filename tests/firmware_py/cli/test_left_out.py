"""What `umpire games luck`, `dice` and `season` leave out: drawn dice, and games without people."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.cli import main
from firmware_py.cli.setup import JOURNAL
from firmware_py.journal import Journal
from firmware_py.table.events import DiceSeen, Pressed, Started
from rules import Seat
from vision.dice.reading import DiceReading, Die

LEFT_OUT = "Drawn dice of the virtual dome, and games that the computer played by itself, are left out: --all"
SEATS = (Seat("red", "Anna"), Seat("yellow", "Ben"))


@pytest.fixture
def flags(tmp_path: Path) -> list[str]:
    return ["--state", str(tmp_path)]


def said(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    """What a command prints that must succeed."""
    assert main(["games", *command]) == 0
    return capsys.readouterr().out


def kept(folder: Path, *sources: str) -> None:
    """A game of people, in which these cameras have seen a five."""
    with Journal(folder / JOURNAL) as journal:
        journal.begin(Started(at=0.0, game="trouble", seats=SEATS, first="red"), 0.0)
        for source in sources:
            reading = DiceReading("read", (Die(5, True, 0.99, (0, 0, 9, 9)),), None, "read")
            for event in (Pressed(at=1.0), DiceSeen(at=2.0, reading=reading, source=source)):
                journal.append(event, 2.0, is_over=False)


def test_a_game_that_the_computer_played_with_drawn_dice_is_no_evidence(
    flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--virtual", "--auto", "--fast", "--seed", "3", *flags]) == 0
    capsys.readouterr()
    assert LEFT_OUT in said(capsys, "luck", *flags)
    for command in ("dice", "season"):
        assert main(["games", command, *flags]) == 1
        assert LEFT_OUT in capsys.readouterr().err
    dice = said(capsys, "dice", "--all", *flags)
    assert "Dice with 6 sides, drawn" in dice
    assert "cheating" not in dice
    assert "Player 2" in said(capsys, "season", "--all", *flags)
    assert "pips a die" in said(capsys, "luck", "--all", *flags)
    assert LEFT_OUT not in dice


def test_drawn_dice_are_not_pooled_with_the_pops_of_a_real_dome(
    tmp_path: Path, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, "camera", "camera")
    assert LEFT_OUT not in said(capsys, "dice", *flags)
    kept(tmp_path, "virtual dome", "camera", "virtual dome")
    dice = said(capsys, "dice", *flags)
    assert "Dice with 6 sides, popped" in dice
    assert "there are 3" in " ".join(dice.split())
    assert "drawn" not in dice.replace(LEFT_OUT, "").casefold()
    assert LEFT_OUT in dice
    assert "Dice with 6 sides, drawn" in said(capsys, "dice", "--all", *flags)


def test_a_game_of_people_that_the_computer_plays_to_its_end_is_in_no_season(
    tmp_path: Path, flags: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, "camera")
    electronic = ("--dice-source", "electronic")
    assert main(["play", "--resume", "--auto", "--fast", "--seed", "1", *electronic, *flags]) == 0
    capsys.readouterr()
    assert main(["games", "season", *flags]) == 1
    assert LEFT_OUT in capsys.readouterr().err
    assert "Anna" in said(capsys, "season", "--all", *flags)
