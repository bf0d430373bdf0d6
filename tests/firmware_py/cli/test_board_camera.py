"""`umpire play --board-camera`: moves are made on a drawn board and read from its pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.cli import main
from firmware_py.cli.playing.tabletop import TableTop
from firmware_py.table import Phase, Table, wants
from firmware_py.table.events import Answered, DiceGiven, Started, Undone
from firmware_py.view import view
from hardware.layout import load_layout
from rules import PASS, Move, Seat


def test_a_chessboard_has_no_board_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--game", "gearhead", "--seat", "south=Anna", "--seat", "north=Ben", "--state", str(tmp_path)]
    assert main(["play", "--board-camera", *flags]) == 2
    assert "chessboard" in capsys.readouterr().err


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
