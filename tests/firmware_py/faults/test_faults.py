"""The table of faults: what was done to each part, and what people see. The game goes on in every line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_py.journal import Journal
from firmware_py.loop import keeping, tending
from firmware_py.senses.board_camera import BoardCamera
from firmware_py.table import Phase, replay
from firmware_py.table.events import Tick
from firmware_py.view import TableView
from tests.firmware_py.faults.bench import PARTS, Bench, Part

# part, what was done, when, what the others say of it
TOLD = [
    ("OLED", "absent", "start", "does not answer"),
    ("OLED", "lost", "game", "does not answer"),
    ("strip", "absent", "start", "raspi-config"),
    ("strip", "forbidden", "start", "group spi"),
    ("strip", "lost", "game", "Input/output error"),
    ("switches", "absent", "start", "GPIO 17 for the dome switch"),
    ("camera", "absent", "start", "no Pi camera number 0"),
    ("camera", "lost", "start", "frontend has timed out"),
    ("camera", "lost", "game", "frontend has timed out"),
    ("camera", "busy", "game", "another program uses the camera"),
    ("camera", "slow", "start", "no more pictures"),
    ("camera", "slow", "game", "no more pictures"),
    ("folder", "absent", "start", "there is no such file"),
    ("folder", "empty", "start", "holds no pictures"),
    ("folder", "lying", "pop", "no picture that can be read"),
    ("electronic", "lost", "pop", "no randomness"),
    ("webcam", "absent", "start", "no camera number 3"),
    ("webcam", "lost", "game", "unplugged"),
    ("webcam", "ended", "game", "has ended"),
    ("webcam", "crashing", "game", "ZeroDivisionError"),
    ("board", "absent", "start", "no camera number 7"),
    ("board", "uncalibrated", "start", "umpire calibrate"),
    ("board", "lost", "game", "unplugged"),
    ("board", "slow", "game", "gave no picture"),
    ("board", "frozen", "game", "same picture"),
]

# faults that no part can tell of: nothing may be held up, and nothing false may be taken
SILENT = [
    ("OLED", "slow"), ("OLED", "lying"), ("strip", "slow"), ("switches", "lying"),
    ("camera", "frozen"), ("camera", "black"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tending, "BACK_OFF_SECONDS", (0.02, 0.05))
    monkeypatch.setattr(keeping, "RETRY_SECONDS", 0.05)


def made(name: str, folder: Path) -> Part:
    return PARTS[name](folder) if name == "folder" else PARTS[name]()


@contextmanager
def bench(part: Part, journal: Journal | None = None) -> Iterator[Bench]:
    table = Bench(part, journal)
    try:
        yield table
    finally:
        part.mend()
        table.close()


@pytest.mark.parametrize(("name", "how", "when", "says"), TOLD)
def test_a_fault_is_told_the_game_goes_on_and_the_part_comes_back(
    name: str, how: str, when: str, says: str, tmp_path: Path
) -> None:
    part = made(name, tmp_path)
    if when == "start":
        part.spoil(how)
    with bench(part) as table:
        if when != "start":
            table.until(lambda view: True)
            table.play_on(2)
            assert table.faults == {}
            part.spoil(how)
        if when == "pop":
            table.until(lambda view: view.phase is Phase.WAITING_FOR_POP or _answer(table))
            part.press(table.loop.now())
        table.until(lambda view: part.name in table.faults)
        assert says in table.faults[part.name]
        table.play_on()
        part.mend()
        table.until(lambda view: table.faults == {})
        table.until(lambda view: part.works())


def _answer(table: Bench) -> bool:
    table.play_on(1)
    return False


@pytest.mark.parametrize(("name", "how"), SILENT)
def test_a_part_that_is_slow_or_lies_holds_nothing_up(name: str, how: str, tmp_path: Path) -> None:
    part = made(name, tmp_path)
    with bench(part) as table:
        table.play_on(2)
        part.spoil(how)
        table.play_on(8)
        part.mend()
        table.until(lambda view: part.works())
        assert table.faults == {}


@pytest.mark.parametrize("how", ["frozen", "black"])
def test_a_camera_that_shows_nothing_new_never_gives_a_die(how: str, tmp_path: Path) -> None:
    part = made("camera", tmp_path)
    with bench(part) as table:
        table.until(lambda view: view.phase is Phase.WAITING_FOR_POP)
        part.spoil(how)
        part.press(table.loop.now())
        table.until(lambda view: view.phase is Phase.ROLLING)
        table.loop.post(Tick(at=table.loop.now() + 60))
        table.until(lambda view: view.phase is Phase.UNREADABLE)
        assert table.loop.table.ply == 0
        table.play_on(1)


def test_a_covered_board_is_told_the_game_goes_on_and_it_is_found_again(
    tmp_path: Path,
) -> None:
    part = made("board", tmp_path)
    with bench(part) as table:
        table.until(lambda view: part.works())
        part.spoil("covered")
        table.until(_blind)
        table.play_on()
        table.until(_blind)  # it is said again after every act
        part.mend()
        table.until(lambda view: not _blind(view) and view.phase is not Phase.HAND_OVER_BOARD)
        assert table.faults == {}


def test_a_bumped_board_camera_finds_the_board_again(tmp_path: Path) -> None:
    part = made("board", tmp_path)
    with bench(part) as table:
        table.until(lambda view: part.works())
        assert isinstance(part.sense, BoardCamera)
        before = part.sense.eye.dome()
        part.spoil("bumped")
        table.until(lambda view: part.sense.eye.dome() != before)  # type: ignore[union-attr]
        table.until(lambda view: view.phase is Phase.WAITING_FOR_POP)
        assert not _blind(table.loop.view)
        assert table.faults == {}


def _blind(view: TableView) -> bool:
    return view.verdict is not None and view.verdict.key.startswith("board.reason.")


def test_a_chattering_switch_is_set_aside_and_the_game_goes_on(tmp_path: Path) -> None:
    part = made("switches", tmp_path)
    with bench(part) as table:
        table.play_on(2)
        part.spoil("chattering")
        table.until(lambda view: "dome switch" in table.faults)
        assert "GPIO 17" in table.faults["dome switch"]
        table.play_on()
        table.until(lambda view: table.faults == {})
        assert part.works()


def test_a_full_disk_is_told_and_what_was_unsaved_is_saved_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = made("electronic", tmp_path)
    with Journal(tmp_path / "games.sqlite") as journal, bench(part, journal) as table:
        table.play_on(2)
        full = [True]
        insert = journal._insert

        def fails(*given: object) -> None:
            if full[0]:
                raise sqlite3.OperationalError("database or disk is full")
            insert(*given)  # type: ignore[arg-type]

        monkeypatch.setattr(journal, "_insert", fails)
        table.play_on(3)
        table.until(lambda view: "journal" in table.faults)
        assert "not saved" in table.faults["journal"]
        full[0] = False
        table.until(lambda view: table.faults == {})
        table.play_on(1)
        assert journal.current is not None
        assert replay(journal.load(journal.current)) == table.loop.table
