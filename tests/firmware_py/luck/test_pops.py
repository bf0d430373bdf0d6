"""The dice of games at the table, and who was lucky with them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware_py.luck import DieKey, Pop, Runs, counts, fortune, pops_of, runs
from firmware_py.table import Table
from firmware_py.table.events import Answered, DiceGiven, Started, TableEvent, Undone
from rules import Move, Seat
from rules.dice import DICE, die_faces

SEATS = (Seat("red", "Anna"), Seat("yellow", "Ben"))
POPPED = DieKey("d6", "popped")


def played(*events: TableEvent, game: str = "trouble") -> Table:
    table = Table().after(Started(at=0.0, game=game, seats=SEATS, first="red"))
    for event in events:
        table = table.after(event)
    return table


def given(*faces: int, how: str = "hand") -> DiceGiven:
    return DiceGiven(at=1.0, faces=faces, how=how)


def test_each_die_that_stands_is_told_with_its_player() -> None:
    table = played(given(6), Answered(at=2.0, answer=Move("RH4", "T0")), given(2), given(4), Undone(at=3.0))
    found = list(pops_of(table))
    assert [(pop.player, pop.face, pop.follows) for pop in found][:1] == [("Anna", 6, False)]
    assert {pop.die for pop in found} == {POPPED}
    assert 4 not in [pop.face for pop in found]


def test_headache_has_two_dice_and_electronic_ones_are_kept_apart() -> None:
    found = list(pops_of(played(given(3, 1, how="electronic"), game="headache")))
    assert [(pop.die, pop.face) for pop in found[:2]] == [
        (DieKey("d6", "electronic"), 3),
        (DieKey("red", "electronic"), 1),
    ]


def test_no_game_has_no_dice() -> None:
    assert list(pops_of(Table())) == []


def test_every_kind_of_die_of_the_rules_is_counted() -> None:
    assert counts([Pop("Anna", DieKey("d4", "thrown"), 4, False)], DieKey("d4", "thrown")) == (0, 0, 0, 1)
    assert {kind: DieKey(kind, "thrown").faces for kind in DICE} == {kind: die_faces(kind) for kind in DICE}
    assert all(sum(DieKey(kind, "thrown").weights) == pytest.approx(1.0) for kind in DICE)


def series(*faces: int) -> Iterator[Pop]:
    for number, face in enumerate(faces):
        yield Pop("Anna" if number % 2 else "Ben", POPPED, face, number > 0)


def test_counts_and_runs() -> None:
    assert counts(series(1, 1, 6, 3), POPPED) == (2, 0, 1, 0, 0, 1)
    assert runs(series(1, 1, 6, 3), POPPED) == Runs(same=1, opposite=1, other=1)
    with pytest.raises(ValueError, match="six-sided"):
        runs([], DieKey("red", "popped"))


def test_luck_is_ranked_among_fair_dice() -> None:
    fair = fortune(series(1, 6, 1, 6), "Anna")
    assert (fair.pops, fair.pips, fair.sixes) == (2, 12, 2)
    assert fair.pips_rank == pytest.approx(1 - 1 / 72)
    assert fair.sixes_rank == pytest.approx(1 - 1 / 72)
    two = fortune([Pop("Anna", POPPED, face, False) for face in (3, 4)], "Anna")
    assert two.pips_rank == pytest.approx(0.5)
    assert fortune([], "Anna").pips_rank == 0.5


def test_long_series_are_ranked_without_losing_digits() -> None:
    many = fortune((Pop("Anna", POPPED, face, False) for face in [1, 2, 3, 4, 5, 6] * 100), "Anna")
    assert many.pips_rank == pytest.approx(0.5, abs=1e-9)
    assert 0.5 < many.sixes_rank < 0.53
