"""What a hand or the light hides is neither put right nor set up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firmware_py.table import Phase
from rules import game as game_of
from tests.firmware_py.table.test_board import Board
from vision.board.game.moves import homes_alike

Men = Callable[..., dict[str, tuple[str, ...]]]
SPACES = tuple(game_of("trouble").spaces())


@pytest.fixture
def strict(begin: Any, men: Men) -> Board:
    """Red on T3 and T10, yellow on T7, a strict referee; red has popped 4."""
    evening = begin(referee="strict")
    evening.stand(men(red=["T3", "T10"], yellow=["T7"]), "red")
    evening.pop(4)
    return Board(evening)


@pytest.mark.parametrize("hidden", [("T10", "T15"), ("T10",), SPACES])
def test_a_wrong_man_under_a_hand_is_not_put_back(strict: Board, hidden: tuple[str, ...]) -> None:
    refused = strict.move("T10", "T15").look()
    assert refused.phase is Phase.ILLEGAL_MOVE
    table = strict.look(unsure=hidden)
    assert (table.phase, table.verdict) == (Phase.ILLEGAL_MOVE, refused.verdict)
    assert strict.look() == refused
    strict.evening.replays()


@pytest.mark.parametrize("hidden", [(), ("T15",), ("RH1", "YH2")])
def test_a_man_seen_where_he_belongs_is_put_back(strict: Board, hidden: tuple[str, ...]) -> None:
    strict.move("T10", "T15").look()
    strict.move("T15", "T10").look(unsure=hidden)
    assert strict.evening.said == "table.verdict.as_it_should"


def test_a_man_back_home_is_put_back_though_a_hole_of_the_home_glares(strict: Board) -> None:
    home = next(group for group in homes_alike(SPACES) if group[0] == "RH1")
    free = next(space for space in home if space not in strict.pieces)
    strict.move("RH1", "T0").look()
    assert strict.evening.table.phase is Phase.ILLEGAL_MOVE
    strict.move("T0", "RH1").look(unsure=("RH1", free, "T0"))
    assert strict.evening.table.phase is Phase.ILLEGAL_MOVE
    strict.look(unsure=("RH1", free))
    assert strict.evening.table.phase is Phase.WAITING_FOR_MOVE


def test_a_set_up_that_is_hidden_is_not_right(begin: Any) -> None:
    evening = begin(referee="strict")
    board = Board(evening)
    board.pieces |= {"T4": board.pieces.pop("RH2"), "YF1": board.pieces.pop("YH1")}
    astray = board.look()
    assert astray.phase is Phase.CORRECTION
    assert board.look(unsure=SPACES) is astray
    evening.replays()


def test_a_set_up_that_was_never_seen_is_told_before_the_first_pop(begin: Any) -> None:
    evening = begin()
    board = Board(evening)
    told = board.look(unsure=SPACES)
    assert evening.said == "board.reason.set_up_hidden"
    assert dict(told.verdict.facts) == {"seen": 0, "count": 8}
    assert board.look(unsure=SPACES) is told
    assert board.look(unsure=("RH1", "YH2")).verdict is None
    evening.replays()
