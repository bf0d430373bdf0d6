"""What the referee says, in each game, to a piece moved twice, out of turn, or parted from its captives."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from firmware_py.words import Words
from rules import Answer, Move, Pick, Pieces, Rolled, State, game
from tests.rules.gearhead.toybox import answer, table

WORDS = Words(strict=True)

Board = Mapping[str, tuple[str, ...]]


def said(name: str, state: State, attempted: Answer | Pieces) -> str:
    """The sentence on something that may not stand."""
    ruling = game(name).explain(state, attempted)
    assert not ruling.legal
    return WORDS.say(f"{name}.ruling.{ruling.key}", {**ruling.facts, "rule": ruling.rule})


def lifted(state: State, *ways: tuple[str, str]) -> Pieces:
    """The pieces after hands have moved whatever stands on these spaces."""
    pieces = dict(state.pieces)
    for origin, target in ways:
        pieces[target] = (*pieces.get(target, ()), *pieces.pop(origin))
    return pieces


def trouble(roll: int) -> State:
    """Red on 3 and 10 has popped; blue is on 20."""
    position = {
        "seats": ["red", "green", "blue", "yellow"],
        "players": ["red", "blue"],
        "men": {"red": [3, 10, "H", "H"], "blue": [20, "H", "H", "H"]},
        "turn": "red",
    }
    return game("trouble").from_neutral(position).after(Rolled((roll,)))[0]


def headache(roll: int) -> State:
    """Yellow holds O1.2 (on top of a blue man) and O3.1 and has popped; blue holds X5 and X7."""
    board = {"O1.2": ["blue", "yellow"], "O3.1": ["yellow"], "X5": ["blue"], "X7": ["yellow", "blue"]}
    position = {
        "players": ["yellow", "blue"],
        "starts": {"yellow": "X0", "blue": "X2"},
        "board": board,
        "reserve": {"yellow": 0, "blue": 0},
        "turn": "yellow",
    }
    return game("headache").from_neutral(position).after(Rolled((roll, 0)))[0]


@pytest.mark.parametrize("attempted", [Move("T20", "T24"), lifted(trouble(4), ("T20", "T24"))])
def test_trouble_out_of_turn(attempted: Answer | Pieces) -> None:
    assert said("trouble", trouble(4), attempted) == "That is a blue man, but it is the turn of red (T-4)."


def test_trouble_moved_twice() -> None:
    before, (after, _) = trouble(4), trouble(4).after(Move("T3", "T7"))
    wrong = "Red popped 4, but T11 is 8 from T3 (T-6)."
    assert said("trouble", before, lifted(before, ("T3", "T11"))) == wrong
    both = lifted(before, ("T3", "T7"), ("T10", "T14"))
    assert said("trouble", before, both) == "More than one man was moved (T-4)."
    not_his = "That is a red man, but it is the turn of blue (T-4)."
    assert said("trouble", after, lifted(after, ("T7", "T11"))) == not_his
    again, _ = trouble(6).after(Move("T3", "T9"))
    assert said("trouble", again, lifted(again, ("T9", "T15"))) == "Red pops first, then moves (T-4)."


@pytest.mark.parametrize("attempted", [Move("X5", "I5.2"), lifted(headache(2), ("X5", "I5.2"))])
def test_headache_out_of_turn(attempted: Answer | Pieces) -> None:
    assert said("headache", headache(2), attempted) == "Blue holds X5, but it is the turn of yellow (H-1)."


def test_headache_moved_twice() -> None:
    before, (after, _) = headache(2), headache(2).after(Move("O3.1", "O3.3"))
    wrong = "Yellow popped 2, but O4.1 is 4 from O3.1 (H-8)."
    assert said("headache", before, lifted(before, ("O3.1", "O4.1"))) == wrong
    both = lifted(before, ("O3.1", "O3.3"), ("O1.2", "X2"))
    assert said("headache", before, both).startswith("More than one piece was moved")
    not_his = "Yellow holds O3.3, but it is the turn of blue (H-1)."
    assert said("headache", after, lifted(after, ("O3.3", "O4.1"))) == not_his


@pytest.mark.parametrize(
    ("now", "sentence"),
    [
        (
            {"O1.2": ("blue",), "X2": ("yellow",)},
            "Captives stay under their captor for good: put blue back into the stack (H-12).",
        ),
        (
            {"O1.2": ("yellow",), "X2": ("blue",)},
            "Captives stay under their captor for good: put yellow back into the stack (H-12).",
        ),
        ({"O1.2": ("yellow",)}, "No man leaves the board: put blue back on O1.2 (H-12)."),
        ({"X7": ("blue",), "X1": ("yellow",)}, "Blue holds X7, but it is the turn of yellow (H-1)."),
        ({"X7": ("blue", "yellow")}, "The stack on X7 must keep its order (H-3)."),
    ],
)
def test_headache_a_captive_lifted(now: Board, sentence: str) -> None:
    state = headache(2)
    assert said("headache", state, {**state.pieces, **now}) == sentence


TOYS = "orbit d2N; krush_kringle a2N; presto h7S; ziggy h2N"


@pytest.mark.parametrize("attempted", [Move("h7", "h6"), lifted(table(TOYS), ("h7", "h6"))])
def test_gearhead_out_of_turn(attempted: Answer | Pieces) -> None:
    sentence = "Presto belongs to north and stays on h7: it is the turn of south (G-10)."
    assert said("gearhead", table(TOYS), attempted) == sentence
    acting = answer(table(TOYS), "act:d2")
    early = "Orbit on d2 finishes first: Krush Kringle stays on a2 (G-11)."
    assert said("gearhead", acting, lifted(acting, ("a2", "a3"))) == early


def test_gearhead_moved_twice() -> None:
    state = answer(table(TOYS), "act:d2", "2")
    sentence = "Orbit has moved in this turn and stays on d4 (G-11)."
    for attempted in (lifted(state, ("d4", "d6")), Pick("act", "d4"), Move("d4", "d5")):
        assert said("gearhead", state, attempted) == sentence
    both = lifted(state, ("a2", "a3"), ("h2", "h3"))
    assert said("gearhead", state, both).startswith("More than one toy was moved")
