"""`umpire play --board-camera`: moves are made on a drawn board and read from its pictures."""

from __future__ import annotations

import re
import threading
from pathlib import Path

import pytest
from rich.console import Console

from firmware_py.cli.playing.assembly import Opening, make_evening
from firmware_py.cli.playing.evening import Evening, Manner
from firmware_py.cli.playing.setup import set_up
from firmware_py.cli.playing.tabletop import TableTop
from firmware_py.cli.serving.parts import without
from firmware_py.config import Config
from firmware_py.journal import Journal
from firmware_py.table import Phase, Table, wants
from firmware_py.table.events import Answered, DiceGiven, Started, Undone
from firmware_py.view import view
from firmware_py.words import Words
from hardware.layout import load_layout
from rules import PASS, Move, Seat

ANSWERS = 12


def test_counters_on_a_chessboard_are_moved_seen_and_put_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = without(Config.model_validate({"dice": {"source": "electronic"}}))
    players = ("south=Anna", "north=Ben")
    setup = set_up(config.table, game="gearhead", board=None, seats=players, rules=())
    with Journal(tmp_path / "games.db") as journal:
        opening = Opening(Table(), setup.started(0.0), setup.layout, setup)
        manner = Manner(auto=True, fast=True, seed=5, board_camera=True, slips=0.6)
        evening = make_evening(opening, journal, config, manner, Words(strict=True), Console())
        over = threading.Event()
        umpire = threading.Thread(target=stop_after, args=(evening, over))
        umpire.start()
        evening.run()
        over.set()
        umpire.join()
    assert evening.broken is None
    assert evening.table.ply >= ANSWERS
    assert not evening.table.faults
    lines = capsys.readouterr().out.splitlines()
    told = [number for number, line in enumerate(lines) if TOLD.search(line)]
    moved = [number for number, line in enumerate(lines) if " places " in line or " moves from " in line]
    assert told, "the referee saw nothing of six slips in ten"
    assert told[0] < moved[-1], "the game did not go on after a slip"


TOLD = re.compile(r" belongs on | must face | is missing on | is one too many ")


def stop_after(evening: Evening, over: threading.Event) -> None:
    """End the evening after some answers."""
    while evening.table.ply < ANSWERS and not over.wait(0.05):
        pass
    evening.stop()


def test_what_is_left_to_the_hands() -> None:
    seats = (Seat("red", "Anna"), Seat("yellow", "Ben"))
    table = Table().after(Started(at=0.0, game="trouble", seats=seats, first="red"))
    layout = load_layout("trouble-tags")
    table = table.after(DiceGiven(at=1.0, faces=(6,)))
    top = TableTop(layout, table.state.pieces, lambda: wants(table), seed=1, slips=0.0, bumps=0.0)
    shown = view(table)
    enter = next(option.answer for option in shown.options if option.target is not None)
    assert not top.instead(Answered(at=2.0, answer=PASS), shown)
    assert not top.instead(Undone(at=2.0), shown)
    assert top.instead(Answered(at=2.0, answer=enter), shown)
    # What the camera did not make out is entered the usual way when it is chosen again.
    assert not top.instead(Answered(at=9.0, answer=enter), shown)
    wrong = table.after(Answered(at=3.0, answer=Move("RH1", "T5")))
    assert wrong.phase is Phase.ILLEGAL_MOVE
    assert top.puts_right(view(wrong))
    assert not top.puts_right(view(wrong))
