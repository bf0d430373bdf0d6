"""A camera over the whole table: the die and the pieces in the same pictures, at a real loop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py.journal import Journal
from firmware_py.loop import Loop
from firmware_py.senses.board_camera import BoardCamera
from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.board_place import calibrated
from firmware_py.senses.camera import WatchedDome
from firmware_py.senses.shared_camera import SharedCamera
from firmware_py.table import Phase, Table, replay
from firmware_py.table.events import RefereeSet, Started
from hardware.layout import load_layout
from rules import Seat
from tests.firmware_py.senses.filmed import FilmedTable
from vision.dice.reader import DiceReader

PATIENCE = 60.0
LAYOUT = load_layout("trouble-tags")
SEATS = tuple(Seat(colour, name) for colour, name in zip(LAYOUT.seats, ("Al", "Bo", "Cy", "Di"), strict=True))


DONE = (Phase.WAITING_FOR_POP, Phase.WAITING_FOR_MOVE)


def start() -> Started:
    """The game that is played here."""
    return Started(at=0.0, game="trouble", seats=SEATS, board=LAYOUT.seats, first="red")


class Played:
    """A loop whose dome and board one camera sees."""

    def __init__(self, folder: Path, table: Table | None = None, board: DrawnBoard | None = None) -> None:
        self.journal = Journal(folder / "games.sqlite")
        if table is not None and (number := self.journal.unfinished()) is not None:
            self.journal.resume(number)
        started = start()
        self.board = board or DrawnBoard(LAYOUT, seed=8)
        if board is None:
            self.board.stand(Table().after(started).state.pieces)
        self.film = FilmedTable(self.board)
        camera = SharedCamera(self.film)
        self.eye = BoardEye(lambda: calibrated(folder, LAYOUT))
        sense = BoardCamera(camera.share(), self.eye)
        dome = WatchedDome(camera.share(), DiceReader(), where=self.eye.dome)
        self.loop = Loop(table or Table(), self.journal, [sense, dome])
        if table is None:
            self.loop.post(started)
        self.loop.start()
        self.until(lambda: self.eye.dome() is not None)

    @property
    def table(self) -> Table:
        return self.loop.table

    def until(self, holds: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            facts = self.table.phase, self.table.faults, self.table.verdict, self.table.fix
            assert time.monotonic() < end, f"in vain: {facts}"
            self.loop.step(0.02)

    def pop(self, value: int) -> None:
        """Press the dome until the die is read: a loaded machine may miss a tumble, and people pop again."""
        for _ in range(4):
            self.film.pop(value)
            end = time.monotonic() + PATIENCE / 4
            while time.monotonic() < end:
                if self.table.phase is Phase.WAITING_FOR_MOVE:
                    return
                self.loop.step(0.02)
        self.until(lambda: self.table.phase is Phase.WAITING_FOR_MOVE)

    def rest(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.loop.step(0.02)

    def put_right(self) -> list[str]:
        """Do what the referee asks for, a piece at a time, until the board stands as it should."""
        asked: list[str] = []
        while True:
            self.until(lambda: self.table.phase in (Phase.CORRECTION, Phase.ILLEGAL_MOVE, *DONE))
            fix = self.table.fix
            if fix is None:
                return asked
            assert fix.origin is not None
            assert fix.target is not None
            asked.append(f"{fix.origin}-{fix.target}")
            self.film.move(fix.origin, fix.target)
            self.until(lambda before=fix: self.table.fix != before)

    def close(self) -> None:
        self.loop.close()
        self.journal.close()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    one = Played(tmp_path)
    yield one
    one.close()


def test_one_camera_reads_the_die_and_follows_the_pieces(played: Played, tmp_path: Path) -> None:
    played.pop(6)
    roll = played.table.plies.top.roll
    assert roll is not None
    assert (roll.faces, roll.how) == ((6,), "seen")
    played.film.move("RH2", "T3")  # START is T0
    played.until(lambda: played.table.phase is Phase.ILLEGAL_MOVE)
    assert played.table.verdict is not None
    assert played.table.verdict.facts["rule"].startswith("T-")  # type: ignore[union-attr]
    played.film.move("T3", "RH2")
    played.until(lambda: played.table.phase is Phase.WAITING_FOR_MOVE)
    played.film.move("RH2", "T0")
    played.until(lambda: played.table.state.pieces.get("T0") == ("red",))
    played.pop(3)  # a six pops again
    played.film.knock()
    played.film.move("T0", "T3")
    played.until(lambda: played.table.state.pieces.get("T3") == ("red",))
    assert played.table.phase is Phase.WAITING_FOR_POP
    assert not played.table.faults
    number = played.journal.unfinished()
    assert number is not None
    assert replay(played.journal.load(number)) == played.table


def test_the_set_up_is_checked_and_after_a_power_cut_the_board_is_put_right_by_the_journal(
    tmp_path: Path,
) -> None:
    board = DrawnBoard(LAYOUT, seed=8)
    board.stand(Table().after(start()).state.pieces)
    board.pieces |= {"T4": board.pieces.pop("RH2"), "T20": board.pieces.pop("YH1")}
    played = Played(tmp_path, board=board)
    played.until(lambda: played.table.phase is Phase.CORRECTION)
    asked = played.put_right()
    assert sorted(step.partition("-")[0] for step in asked) == ["T20", "T4"]
    assert played.table.phase is Phase.WAITING_FOR_POP
    played.loop.post(RefereeSet(at=played.loop.now(), level="strict"))
    played.until(lambda: played.table.referee == "strict")
    before = played.table
    played.close()  # the power is cut, and somebody stumbles over the board

    board.pieces |= {"T9": board.pieces.pop("BH1"), "T15": board.pieces.pop("GH2")}
    with Journal(tmp_path / "games.sqlite") as journal:
        number = journal.unfinished()
        assert number is not None
        kept = replay(journal.resume(number))
    assert kept == before
    again = Played(tmp_path, kept, board)
    again.until(lambda: again.table.phase is Phase.CORRECTION)
    again.film.pop(6)  # a strict referee does not let the game go on
    asked = again.put_right()
    assert sorted(step.partition("-")[0] for step in asked) == ["T15", "T9"]
    assert again.table.phase is Phase.WAITING_FOR_POP
    assert again.table.ply == 0
    again.close()
