"""The dice of games at the table, and who was lucky with them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware_py.luck import NO_MEMORY, DieKey, Pop, Runs, counts, fortune, pops_of, runs, spreads_of
from firmware_py.luck.pops import rolls_of
from firmware_py.table import Table, from_record, replay, to_record
from firmware_py.table.codec import from_text
from firmware_py.table.events import (
    VIRTUAL_DOME,
    Aborted,
    Answered,
    DiceGiven,
    DiceSeen,
    Pressed,
    Started,
    TableEvent,
    Unattended,
    Undone,
)
from rules import Move, Seat
from rules.dice import DICE, die_faces
from vision.dice.reading import DiceReading, Die

SEATS = (Seat("red", "Anna"), Seat("yellow", "Ben"))
POPPED = DieKey("d6", "popped")


def played(*events: TableEvent, game: str = "trouble", seats: tuple[Seat, ...] = SEATS) -> Table:
    table = Table().after(Started(at=0.0, game=game, seats=seats, first="red"))
    for event in events:
        table = table.after(event)
    return table


def given(*faces: int, how: str = "hand") -> DiceGiven:
    return DiceGiven(at=1.0, faces=faces, how=how)


def popped(face: int, source: str = "camera") -> tuple[Pressed, DiceSeen]:
    """A pop, and what a camera reads then."""
    reading = DiceReading("read", (Die(face, True, 0.99, (0, 0, 9, 9)),), None, "read")
    return Pressed(at=1.0), DiceSeen(at=2.0, reading=reading, source=source)


def test_each_die_that_stands_is_told_with_its_player() -> None:
    table = played(given(6), Answered(at=2.0, answer=Move("RH4", "T0")), given(2), given(4), Undone(at=3.0))
    found = list(pops_of(table))
    assert [(pop.player, pop.face, pop.follows) for pop in found][:1] == [("Anna", 6, False)]
    assert {pop.die for pop in found} == {DieKey("d6", "typed")}
    assert 4 not in [pop.face for pop in found]


def test_headache_has_two_dice_and_electronic_ones_are_kept_apart() -> None:
    found = list(pops_of(played(Pressed(at=1.0), given(3, 1, how="electronic"), game="headache")))
    assert [(pop.die, pop.face) for pop in found[:2]] == [
        (DieKey("d6", "electronic"), 3),
        (DieKey("red", "electronic"), 1),
    ]


def test_dice_typed_by_hand_are_not_judged_as_popped_ones() -> None:
    typed = DieKey("d6", "typed")
    table = played(*popped(5), given(2), *popped(3), given(4))
    assert [(pop.die, pop.face) for pop in pops_of(table)] == [
        (POPPED, 5),
        (typed, 2),
        (POPPED, 3),
        (typed, 4),
    ]
    one_face = [Pop("Anna", typed, 6, follows) for follows in (False, *[True] * 40)]
    assert spreads_of(one_face, typed) == NO_MEMORY


def test_dice_of_an_imported_record_are_not_taken_for_popped_or_typed_ones() -> None:
    events = from_record(to_record(played(*popped(5), given(2))))
    assert {pop.die.how for pop in pops_of(replay(events))} == {"imported"}


def test_drawn_dice_are_not_counted_as_popped_ones() -> None:
    table = played(*popped(5, source=VIRTUAL_DOME), *popped(3))
    assert [(pop.die, pop.face, pop.follows) for pop in pops_of(table)] == [(POPPED, 3, False)]
    assert [(pop.die.how, pop.face) for pop in pops_of(table, every=True)] == [("drawn", 5), ("popped", 3)]
    assert [roll.how for roll in rolls_of(table)] == ["drawn", "popped"]


def test_an_older_journal_tells_drawn_dice_by_their_source() -> None:
    begun = Started(at=0.0, game="trouble", seats=SEATS, first="red")
    seen = (
        '{"event":"DiceSeen","at":2.0,"source":"virtual dome","reading":{"verdict":"read","dice":[{"value":5,'
        '"flat":true,"confidence":0.99,"box":[0,0,9,9]}],"red":null,"reason":"read"}}'
    )
    table = replay((begun, Pressed(at=1.0), from_text(seen)))
    assert list(pops_of(table)) == []
    assert [pop.face for pop in pops_of(table, every=True)] == [5]


def test_a_game_that_the_computer_played_by_itself_gives_no_dice() -> None:
    table = played(given(5), Unattended(at=1.0), given(3))
    assert list(pops_of(table)) == []
    assert [pop.face for pop in pops_of(table, every=True)] == [5, 3]
    bots = (Seat("red", "bot-greedy"), Seat("yellow", "bot-random"))
    assert list(pops_of(played(given(5), seats=bots))) == []
    assert len(list(pops_of(played(given(5), seats=(SEATS[0], bots[1]))))) == 1


def test_the_next_game_of_people_is_not_taken_for_the_computers() -> None:
    ended = played(Unattended(at=1.0), given(3), Aborted(at=2.0))
    again = ended.after(Started(at=3.0, game="trouble", seats=SEATS, first="red")).after(given(5))
    assert [pop.face for pop in pops_of(again)] == [5]


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
