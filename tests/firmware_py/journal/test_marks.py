"""A game that another version judged otherwise is not gone on with in silence."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_py.cli import main
from firmware_py.cli.setup import JOURNAL
from firmware_py.errors import JournalError
from firmware_py.journal import Journal, Mark, resumed
from firmware_py.loop import Loop
from firmware_py.loop.clock import ManualClock
from firmware_py.table import Table
from firmware_py.table.events import Answered, DiceGiven, Started
from rules import GAMES, Chance, Over, Rolled, Seat

SEATS = (Seat("red", "Anna"), Seat("yellow", "Ben"))
OTHERWISE = "UPDATE events SET event = replace(event, '[6]', '[5]') WHERE number = 2"
"""What is done to a file, so that its game leads elsewhere."""


def played(path: Path, game: str = "trouble", answers: int = 12) -> None:
    """A game that was written down and left."""
    with Journal(path) as journal, Loop(Table(), journal, clock=ManualClock()) as loop:
        seats = (Seat("north", "Anna"), Seat("south", "Ben")) if game == "gearhead" else SEATS
        loop.post(Started(at=1.0, game=game, seats=seats, first=seats[0].colour))
        loop.step()
        for number in range(answers):
            awaits = loop.table.state.awaits
            if isinstance(awaits, Over):
                return
            options = [one for one, _ in awaits.outcomes] if isinstance(awaits, Chance) else awaits.options
            answer = options[-1]
            at = 2.0 + number
            rolled = isinstance(answer, Rolled)
            loop.post(DiceGiven(at=at, faces=answer.faces) if rolled else Answered(at=at, answer=answer))
            loop.step()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / JOURNAL


@pytest.fixture
def changed(path: Path) -> Iterator[sqlite3.Connection]:
    """The file of a game of Trouble, to change what another version may have written otherwise."""
    played(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        yield db


def warning(path: Path) -> str | None:
    """What is said when the game goes on."""
    with Journal(path) as journal:
        return resumed(journal, 1)[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_stands_as_it_was_left_goes_on_without_a_word(path: Path, game: str) -> None:
    played(path, game)
    with Journal(path) as journal:
        assert journal.mark(1) is not None
    assert warning(path) is None


def test_a_game_that_leads_elsewhere_than_it_did_is_told(changed: sqlite3.Connection, path: Path) -> None:
    changed.execute(OTHERWISE)
    told = warning(path)
    assert told is not None
    assert told.startswith("Game 1 was recorded by another version")


def test_a_game_of_an_older_version_has_no_mark_and_goes_on(changed: sqlite3.Connection, path: Path) -> None:
    changed.execute("DROP TABLE marks")
    assert warning(path) is None


def test_events_that_an_older_version_added_are_no_matter(changed: sqlite3.Connection, path: Path) -> None:
    changed.execute("DELETE FROM marks")
    with Journal(path) as journal:
        journal.resume(1)
        journal.append(DiceGiven(at=50.0, faces=(2,)), 3.0, is_over=False)
        assert journal.mark(1) is None
        journal.append(DiceGiven(at=51.0, faces=(2,)), 3.0, is_over=False, mark="somewhere else")
        assert journal.mark(1) == Mark(15, "somewhere else")
        journal.delete(1)
        assert journal.mark(1) is None


def test_it_is_told_by_play_and_by_games_show(
    changed: sqlite3.Connection, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed.execute(OTHERWISE)
    assert main(["games", "show", "--state", str(tmp_path)]) == 0
    assert "another version" in capsys.readouterr().err
    electronic = ["--auto", "--fast", "--seed", "1", "--dice-source", "electronic"]
    assert main(["play", "--resume", *electronic, "--state", str(tmp_path)]) == 0
    assert "another version" in capsys.readouterr().out.splitlines()[0]
    assert main(["games", "show", "--state", str(tmp_path)]) == 0
    assert capsys.readouterr().err == "", "what has been played on from there stands as it is"


@pytest.fixture
def unfit(changed: sqlite3.Connection) -> sqlite3.Connection:
    """The file of a game whose house rule nobody knows any more."""
    changed.execute(
        """UPDATE events SET event = replace(event, '"options":""', '"options":"old_rule=yes"')"""
    )
    return changed


@pytest.mark.usefixtures("unfit")
def test_a_game_that_cannot_be_set_up_any_more_is_told(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(JournalError, match=r"Game 1 .* does not fit this version .*old_rule"):
        warning(path)
    assert main(["play", "--resume", "--state", str(tmp_path)]) == 1
    assert "`umpire play --new`" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["show", "export", "replay", "dice 1"])
@pytest.mark.usefixtures("unfit")
def test_a_game_that_cannot_be_set_up_any_more_is_not_told_as_another(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", *command.split(), "--state", str(tmp_path)]) == 1
    assert "does not fit this version" in capsys.readouterr().err


def test_a_game_that_cannot_be_set_up_any_more_hides_no_other(
    unfit: sqlite3.Connection, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unfit.execute("UPDATE games SET is_over = 1")
    played(path)
    assert main(["games", "list", "--state", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "cannot be read any more" in told
    assert "not finished" in told
    assert main(["games", "dice", "--state", str(tmp_path)]) == 0
    assert "does not fit this version" in capsys.readouterr().err
