"""The file of games: exact, and honest about what it cannot do."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_py.errors import JournalError
from firmware_py.journal import Journal
from firmware_py.journal.journal import SCHEMA
from firmware_py.table.events import Answered, DiceGiven, Pressed, Started
from rules import PASS, Seat

BEGUN = Started(at=3.0, game="trouble", seats=(Seat("red", "Anna"), Seat("blue", "Ben")))
MORE = (Pressed(at=4.5), DiceGiven(at=5.25, faces=(6,)), Answered(at=7.0, answer=PASS, by="Anna", ply=1))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "games.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal(path) as opened:
        yield opened


def write_a_game(journal: Journal, wall: float = 1000.0) -> int:
    number = journal.begin(BEGUN, wall)
    for after, event in enumerate(MORE, 1):
        journal.append(event, wall + after, is_over=False)
    return number


# -- keeping games -----------------------------------------------------------------------------------


def test_a_game_comes_back_exactly(journal: Journal, path: Path) -> None:
    number = write_a_game(journal)
    assert journal.load(number) == (BEGUN, *MORE)
    journal.close()
    with Journal(path) as again:
        assert again.notice is None
        assert again.resume(number) == (BEGUN, *MORE)
        again.append(Pressed(at=9.0), 2000.0, is_over=True)
        assert len(again.load(number)) == 5


def test_games_are_listed_told_apart_and_forgotten(journal: Journal) -> None:
    one = write_a_game(journal, 1000.0)
    two = write_a_game(journal, 500.0)
    journal.append(Pressed(at=9.0), 510.0, is_over=True)
    first, second = journal.games()
    assert (first.number, first.events, first.is_over, first.began, first.changed) == (
        one,
        4,
        False,
        1000.0,
        1003.0,
    )
    assert (second.number, second.events, second.is_over, second.changed) == (two, 5, True, 510.0)
    assert first.started == BEGUN
    journal.delete(one)
    assert [info.number for info in journal.games()] == [two]
    assert journal.load(two)
    for forgotten in (one, 99):
        with pytest.raises(JournalError, match=f"no game {forgotten} in"):
            journal.load(forgotten)
        with pytest.raises(JournalError, match=f"no game {forgotten} in"):
            journal.delete(forgotten)
    assert write_a_game(journal) > two, "numbers are never used again"


def test_the_newest_game_that_is_not_over_is_the_one_to_go_on_with(journal: Journal) -> None:
    assert journal.unfinished() is None
    one = write_a_game(journal)
    two = write_a_game(journal)
    assert journal.unfinished() == two
    journal.append(Pressed(at=9.0), 510.0, is_over=True)
    assert journal.unfinished() == one
    journal.append(Pressed(at=9.5), 511.0, is_over=False)
    assert journal.unfinished() == two, "the end was taken back"


def test_nothing_is_written_to_no_game(journal: Journal) -> None:
    with pytest.raises(JournalError, match="begin or resume"):
        journal.append(Pressed(at=1.0), 1.0, is_over=False)
    number = write_a_game(journal)
    journal.delete(number)
    with pytest.raises(JournalError, match="begin or resume"):
        journal.append(Pressed(at=1.0), 1.0, is_over=False)


def test_the_file_is_safe_from_power_cuts(journal: Journal, path: Path) -> None:
    db = journal._db
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
    write_a_game(journal)
    rows = db.execute("SELECT number, at, wall FROM events ORDER BY number").fetchall()
    assert rows == [(1, 3.0, 1000.0), (2, 4.5, 1001.0), (3, 5.25, 1002.0), (4, 7.0, 1003.0)]


def test_closing_twice_is_fine(journal: Journal) -> None:
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="Cannot read the journal"):
        journal.games()


def test_others_may_read_while_a_game_is_played(journal: Journal, path: Path) -> None:
    number = write_a_game(journal)
    with Journal(path) as reader:
        assert len(reader.load(number)) == 4
        journal.append(Pressed(at=9.0), 1.0, is_over=False)
        assert len(reader.load(number)) == 5


# -- what can go wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", ["garbage", "head", "middle", "pages", "cut"])
def test_a_damaged_file_is_kept_aside_and_a_fresh_one_begun(path: Path, damage: str) -> None:
    with Journal(path) as journal:
        for _ in range(20):
            write_a_game(journal)
    sound = path.read_bytes()
    half = len(sound) // 2
    spoilt = {
        "garbage": b"not a database at all " * 500,
        "head": b"\0" * 100 + sound[100:],
        "middle": sound[:half] + os.urandom(4096) + sound[half + 4096 :],
        "pages": sound[:4096] + b"\xff" * (len(sound) - 4096),
        "cut": sound[: half - half % 4096],
    }[damage]
    path.write_bytes(spoilt)
    with Journal(path) as journal:
        assert journal.notice is not None
        assert "damaged" in journal.notice
        assert "games.db.damaged-1" in journal.notice
        assert journal.games() == []
        write_a_game(journal)
    assert path.with_name("games.db.damaged-1").read_bytes() == spoilt
    path.write_bytes(b"broken again" * 1000)
    with Journal(path) as journal:
        assert "games.db.damaged-2" in str(journal.notice)
    with Journal(path) as journal:
        assert journal.notice is None


def test_an_empty_file_is_a_fresh_journal(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with Journal(path) as journal:
        assert journal.notice is None
        write_a_game(journal)


def test_an_unreadable_event_is_named(journal: Journal) -> None:
    number = write_a_game(journal)
    journal._db.execute('UPDATE events SET event = \'{"event":"Dance"}\' WHERE number = 3')
    with pytest.raises(JournalError, match=rf"Event 3 of game {number} in .* is unreadable"):
        journal.load(number)
    assert len(journal.games()) == 1


def test_a_game_begins_with_how_it_was_set_up(journal: Journal) -> None:
    journal.begin(MORE[0], 1.0)
    with pytest.raises(JournalError, match="does not begin with how it was set up"):
        journal.games()


def test_a_gap_is_noticed(journal: Journal) -> None:
    number = write_a_game(journal)
    journal._db.execute("DELETE FROM events WHERE number = 3")
    with pytest.raises(JournalError, match=f"Events of game {number} are missing"):
        journal.resume(number)


def test_a_newer_version_is_left_alone(path: Path) -> None:
    Journal(path).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    db.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="newer version"):
        Journal(path)
    assert path.read_bytes() == before


def test_another_programs_database_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    with pytest.raises(JournalError, match="another program"):
        Journal(path)
    assert [file.name for file in path.parent.iterdir()] == ["games.db"]


def test_a_full_disk_is_told_and_got_over(journal: Journal) -> None:
    number = write_a_game(journal)
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    written = 4
    with pytest.raises(JournalError, match=r"Cannot write the journal .*full"):
        for _ in range(200):
            journal.append(MORE[2], 1.0, is_over=False)
            written += 1
    assert len(journal.load(number)) == written, "what was written before stays"
    journal._db.execute("PRAGMA max_page_count = 1000000")
    journal.append(MORE[2], 1.0, is_over=False)
    assert len(journal.load(number)) == written + 1


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="Cannot open the journal"):
        Journal(tmp_path / "file" / "games.db")
    with pytest.raises(JournalError, match="Cannot open the journal"):
        Journal(tmp_path)
    with pytest.raises(JournalError, match="Cannot open the journal"):
        Journal(Path("/proc/pop-umpire/games.db"))


@pytest.fixture
def read_only() -> Iterator[Path]:
    """A folder with a journal that this process may read and not write, whoever runs it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Journal(folder / "games.db").close()
        (folder / "games.db").chmod(0o444)
        folder.chmod(0o555)
        me = os.geteuid()
        os.seteuid(me or 65534)
        yield folder
        os.seteuid(me)
        folder.chmod(0o755)


def test_a_read_only_folder_is_told(read_only: Path) -> None:
    with pytest.raises(JournalError, match="Cannot open the journal"):
        Journal(read_only / "games.db")
    with pytest.raises(JournalError, match="Cannot open the journal"):
        Journal(read_only / "more" / "games.db")


def test_two_umpires_never_write_over_each_other(journal: Journal, path: Path) -> None:
    number = write_a_game(journal)
    with Journal(path) as other:
        other.resume(number)
        other.append(Pressed(at=8.0), 1.0, is_over=False)
        with pytest.raises(JournalError, match="another umpire"):
            journal.append(Pressed(at=9.0), 1.0, is_over=False)
