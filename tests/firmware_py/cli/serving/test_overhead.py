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
from firmware_py.table.events import Started
from hardware.layout import load_layout
from rules import Seat
from tests.firmware_py.senses.filmed import FilmedTable
from vision.dice.reader import DiceReader

PATIENCE = 30.0
LAYOUT = load_layout("trouble-tags")
SEATS = (Seat("red", "Anna"), Seat("yellow", "Ben"))


class Played:
    """A loop whose dome and board one camera sees."""

    def __init__(self, folder: Path, table: Table | None = None, board: DrawnBoard | None = None) -> None:
        self.journal = Journal(folder / "games.sqlite")
        started = Started(at=0.0, game="trouble", seats=SEATS, board=LAYOUT.seats, first="red")
        begun = Table().after(started)
        self.board = board or DrawnBoard(LAYOUT, seed=8)
        if board is None:
            self.board.stand(begun.state.pieces)
        self.film = FilmedTable(self.board)
        camera = SharedCamera(self.film, limit=0.5)
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

    def rest(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.loop.step(0.02)

    def close(self) -> None:
        self.loop.close()
        self.journal.close()


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    one = Played(tmp_path)
    yield one
    one.close()


def test_one_camera_reads_the_die_and_follows_the_pieces(played: Played, tmp_path: Path) -> None:
    played.film.pop(6)
    played.until(lambda: played.table.phase is Phase.WAITING_FOR_MOVE)
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
    played.film.pop(3)  # a six pops again
    played.until(lambda: played.table.phase is Phase.WAITING_FOR_MOVE)
    played.film.knock()
    played.film.move("T0", "T3")
    played.until(lambda: played.table.state.pieces.get("T3") == ("red",))
    assert played.table.phase is Phase.WAITING_FOR_POP
    assert not played.table.faults
    number = played.journal.unfinished()
    assert number is not None
    assert replay(played.journal.load(number)) == played.table
