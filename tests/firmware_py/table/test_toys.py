"""Counters on the table compared with the state, and what the table makes of it."""

from __future__ import annotations

import pytest

from firmware_py.table import Table
from firmware_py.table.dice import faces_of
from firmware_py.table.events import (
    Answered,
    BoardSeen,
    CounterSeen,
    DiceGiven,
    Pressed,
    Referee,
    RefereeSet,
    Started,
    Undone,
)
from firmware_py.table.toys import compare
from firmware_py.table.wants import wants
from firmware_py.words import Words
from rules import Chance, Choice, Cup, Drawn, Pick, Pieces, Rolled, Seat, Toy
from rules.gearhead.board import SQUARES
from vision.board.seen import EMPTY, SpaceSeen, toy_label
from vision.board.seen import BoardSeen as Sight
from vision.dice.reading import DiceReading, Die

WORDS = Words(strict=True)
STANDS: Pieces = {"e4": (Toy("ziggy", "N"),), "b2": (Toy("handy", "S", zapped=True),)}


def sight(toys: dict[str, Toy], unsure: tuple[str, ...] = ()) -> Sight:
    labels = {space: toy_label(toy) for space, toy in toys.items()}
    spaces = {
        space: SpaceSeen(labels.get(space), {labels.get(space) or EMPTY: 0.99}, space not in unsure)
        for space in SQUARES
    }
    return Sight(True, "tags", 0.2, spaces, "seen")


def told(toys: dict[str, Toy], unsure: tuple[str, ...] = ()) -> list[str]:
    return [WORDS.say(say.key, say.facts) for say in compare(STANDS, sight(toys, unsure)).says]


def test_a_table_that_stands_as_the_state_has_no_differences() -> None:
    assert compare(STANDS, sight({"e4": Toy("ziggy", "N"), "b2": Toy("handy", "S")})).none


def test_every_difference_is_said_with_its_rule() -> None:
    handy = {"b2": Toy("handy", "S")}
    assert told({**handy, "e4": Toy("ziggy", "S")}) == ["Ziggy on e4 must face north (G-10)."]
    assert told({**handy, "e4": Toy("ziggy", "N", flipped=True)}) == [
        "Ziggy on e4 stands on his legs: turn the counter over (G-30)."
    ]
    assert told({**handy, "e5": Toy("ziggy", "N")}) == ["Ziggy belongs on e4, not on e5 (G-30)."]
    assert told(handy) == ["Ziggy is missing on e4 (G-6)."]
    assert told({**handy, "e4": Toy("orbit", "N")}) == ["Ziggy belongs on e4, not Orbit (G-1)."]
    right = {**handy, "e4": Toy("ziggy", "N")}
    assert told({**right, "h8": Toy("orbit", "N")}) == ["Orbit on h8 is one too many (G-4)."]


def test_a_square_that_cannot_be_told_is_no_difference() -> None:
    found = compare(STANDS, sight({"b2": Toy("handy", "S")}, unsure=("e4",)))
    assert found.says == ()
    assert found.untold == ("e4",)


def placing() -> Table:
    """South has drawn a Handy and is to place it."""
    seats = (Seat("south", "Anna"), Seat("north", "Ben"))
    table = Table().after(Started(at=0.0, game="gearhead", seats=seats, first="south"))
    return table.after(Answered(at=1.0, answer=Drawn("handy")))


def test_the_camera_is_told_how_the_counters_should_lie() -> None:
    table = placing()
    wanted = wants(table).board
    assert wanted is not None
    assert len(wanted.candidates) == 8


def test_a_counter_that_is_placed_is_seen() -> None:
    table = placing()
    after = table.after(BoardSeen(at=2.0, seen=sight({"c1": Toy("handy", "N")}), source="camera"))
    assert after.state.pieces == {"c1": (Toy("handy", "N"),)}
    assert isinstance(after.state.awaits, Choice) or after.state != table.state


def test_what_lies_wrong_is_told_until_it_lies_right() -> None:
    table = placing()
    turned = table.after(BoardSeen(at=2.0, seen=sight({"c1": Toy("handy", "S")}), source="camera"))
    assert turned.state == table.state
    assert turned.verdict is not None
    assert turned.verdict.key == "gearhead.ruling.turned_by_hand"
    cleared = turned.after(BoardSeen(at=3.0, seen=sight({}), source="camera"))
    assert cleared.verdict is None


def test_a_counter_placed_the_wrong_way_round_is_told_so() -> None:
    turned = placing().after(BoardSeen(at=2.0, seen=sight({"c1": Toy("handy", "S")}), source="camera"))
    assert turned.verdict is not None
    assert WORDS.say(turned.verdict.key, turned.verdict.facts) == "Handy on c1 must face north (G-10)."
    elsewhere = placing().after(BoardSeen(at=2.0, seen=sight({"c5": Toy("handy", "N")}), source="camera"))
    assert elsewhere.verdict is not None
    assert elsewhere.verdict.key.endswith("extra_toy")


def test_a_placing_that_was_taken_back_is_asked_back_and_not_taken_anew() -> None:
    there = BoardSeen(at=2.0, seen=sight({"c1": Toy("handy", "N")}), source="camera")
    bare, hidden = sight({}), sight({"c1": Toy("handy", "N")}, unsure=("c1",))
    undone = placing().after(there).after(Undone(at=3.0))
    table = undone.after(there)
    assert (table.state, table.undone) == (undone.state, Pick("place", "c1"))
    assert table.verdict is not None
    assert WORDS.say(table.verdict.key, table.verdict.facts) == "Handy on c1 is one too many (G-4)."
    assert table.after(BoardSeen(at=4.0, seen=hidden, source="camera")).after(there).state == undone.state
    other = table.after(BoardSeen(at=4.0, seen=sight({"d1": Toy("handy", "N")}), source="camera"))
    assert other.state.pieces == {"d1": (Toy("handy", "N"),)}
    cleared = table.after(BoardSeen(at=5.0, seen=bare, source="camera"))
    assert cleared.after(there).state.pieces == {"c1": (Toy("handy", "N"),)}


@pytest.mark.parametrize(("referee", "waits"), [("strict", True), ("warn", False)])
def test_a_strict_referee_takes_no_dice_while_a_counter_lies_wrong(referee: Referee, waits: bool) -> None:
    right, wrong = sight({"c1": Toy("handy", "N")}), sight({"d1": Toy("handy", "N")})
    table = placing().after(RefereeSet(at=1.5, level=referee))
    table = table.after(BoardSeen(at=2.0, seen=right, source="camera"))
    table = table.after(Answered(at=3.0, answer=Pick("act", "c1")))
    astray = table.after(BoardSeen(at=4.0, seen=wrong, source="camera"))
    assert astray.verdict is not None
    for event in (Pressed(at=5.0), DiceGiven(at=6.0, faces=(3,))):
        assert (astray.after(event) is astray) == waits
    lost = astray.after(BoardSeen(at=7.0, seen=Sight(False, None, 0.0, {}, "not_found"), source="camera"))
    put_right = astray.after(BoardSeen(at=7.0, seen=right, source="camera"))
    for free in (lost, put_right):
        assert free.after(DiceGiven(at=8.0, faces=(3,))).state != table.state


def drawing() -> Table:
    """South has rolled higher, and is to draw."""
    table = Table().after(
        Started(at=0.0, game="gearhead", seats=(Seat("south", "Anna"), Seat("north", "Ben")))
    )
    for face in (8, 1):
        table = table.after(Answered(at=1.0, answer=Rolled((face,))))
    assert isinstance(table.state.awaits, Chance)
    assert isinstance(table.state.awaits.source, Cup)
    return table


def test_the_counter_that_is_shown_is_drawn() -> None:
    after = drawing().after(CounterSeen(at=2.0, kind="orbit", source="camera"))
    assert isinstance(after.state.awaits, Choice)
    assert after.plies.top.answer == Drawn("orbit")


def test_a_counter_that_cannot_be_made_out_is_to_be_shown_again() -> None:
    table = drawing()
    after = table.after(CounterSeen(at=2.0, kind=None, source="camera"))
    assert after.state == table.state
    assert after.verdict is not None
    assert WORDS.say(after.verdict.key, after.verdict.facts).startswith("Not sure which counter that is")
    assert after.after(CounterSeen(at=3.0, kind=None, source="camera")) is after


def test_a_counter_that_the_cup_cannot_hold_is_refused_in_words() -> None:
    table = drawing()
    after = table.after(CounterSeen(at=2.0, kind="small_fry", source="camera"))
    assert after.state == table.state
    assert after.refused is None
    assert after.verdict is not None
    assert WORDS.say(after.verdict.key, after.verdict.facts) == (
        "No counter of that kind is in the cup: Small Fry (G-4)."
    )
    right = after.after(CounterSeen(at=3.0, kind="handy", source="camera"))
    assert right.plies.top.answer == Drawn("handy")


def test_a_counter_that_is_shown_while_none_is_drawn_is_nothing() -> None:
    table = placing()
    assert table.after(CounterSeen(at=2.0, kind="orbit", source="camera")) is table


def test_a_d3_is_a_d6_halved_and_rounded_up() -> None:
    for face in range(1, 7):
        die = Die(face, flat=True, confidence=0.99, box=(0, 0, 9, 9))
        assert faces_of(DiceReading("read", (die,), None, "read"), ("d3",)) == ((face + 1) // 2,)
