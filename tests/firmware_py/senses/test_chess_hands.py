"""The drawn chessboard, and the hands that follow what the table wants."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from firmware_py.senses.board_hands import DrawnBoardCamera
from firmware_py.senses.chess_drawn import DrawnChessboard, toys_on
from firmware_py.senses.chess_hands import ChessHands
from firmware_py.table.wants import WantsBoard
from hardware.layout import load_layout
from rules import Pick, Pieces, Toy

ORBIT, HANDY = Toy("orbit", "N"), Toy("handy", "S")
START: Pieces = {"e4": (ORBIT,), "b7": (HANDY,)}
MOVED: Pieces = {"e6": (ORBIT,), "b7": (HANDY,)}
LEFT, RIGHT = Pick("left"), Pick("right")
CANDIDATES = (
    (LEFT, {"d5": (ORBIT,), "b7": (HANDY,)}),
    (RIGHT, {"f5": (ORBIT,), "b7": (HANDY,)}),
    (Pick("stop"), START),
)


class Evening:
    """A chessboard whose pictures are not drawn, what the table wants, and whether the referee speaks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, slips: float = 0.0, seed: int = 1) -> None:
        monkeypatch.setattr(DrawnChessboard, "picture", blank)
        self.board = DrawnChessboard(load_layout("chessboard"), seed=3)
        self.board.move_to(toys_on(START))
        self.camera = DrawnBoardCamera(self.board)
        self.wanted, self.told = WantsBoard(START, CANDIDATES), False
        rng = random.Random(seed)
        self.hands = ChessHands(self.camera, lambda: self.wanted, lambda: self.told, rng, slips=slips)

    def see(self, pictures: int = 4) -> None:
        """Take so many pictures."""
        for _ in range(pictures):
            self.camera.read()


def blank(_board: DrawnChessboard, *, hand: str | None = None) -> NDArray[np.uint8]:
    return np.zeros((4, 4, 3), np.uint8)


def test_hands_follow_what_the_table_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(monkeypatch)
    evening.see()
    assert evening.hands.settled
    evening.wanted = WantsBoard(MOVED, ())
    assert not evening.hands.settled
    evening.see()
    assert evening.board.toys == toys_on(MOVED)
    assert evening.hands.settled


def test_a_decision_is_carried_out_if_the_board_can_tell_it(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(monkeypatch)
    assert not evening.hands.make(Pick("stop"), evening.wanted)
    assert not evening.hands.make(Pick("pound"), evening.wanted)
    assert evening.hands.make(RIGHT, evening.wanted)
    evening.see()
    assert set(evening.board.toys) == {"f5", "b7"}
    evening.wanted = WantsBoard(CANDIDATES[1][1], ())
    evening.see()
    assert evening.hands.settled


@pytest.mark.parametrize("seed", range(8))
def test_a_slip_lies_until_it_is_told(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    evening = Evening(monkeypatch, slips=1.0, seed=seed)
    evening.hands.make(LEFT, evening.wanted)
    evening.see()
    lawful = [toys_on(board) for board in (START, MOVED, *(after for _, after in CANDIDATES))]
    assert evening.board.toys not in lawful[:1] + lawful[2:]
    assert not evening.hands.settled
    evening.told = True
    evening.see()
    assert set(evening.board.toys) == {"d5", "b7"}


def test_people_look_for_themselves_if_the_referee_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(monkeypatch, slips=1.0)
    evening.wanted = WantsBoard(MOVED, ())
    evening.see()
    assert evening.board.toys != toys_on(MOVED)
    evening.see(120)
    assert evening.board.toys == toys_on(MOVED)


def test_a_knock_at_the_camera_leaves_the_counters() -> None:
    board = DrawnChessboard(load_layout("chessboard"), seed=4)
    board.move_to(toys_on(START))
    before = board.picture()
    board.knock()
    after = board.picture()
    assert not np.array_equal(before, after)
    assert board.reader().look(after).tops == {"e4": "orbit N", "b7": "handy S"}
