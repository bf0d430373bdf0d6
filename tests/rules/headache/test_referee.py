"""The referee cites the first rule that fits, for an answer and for the cones as they stand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules import Move, Pick, Rolled, Ruling, Seat, Toy
from rules.core import PASS
from rules.headache import GAME

Fixture = Callable[..., Any]
COLOURS = {"y": "yellow", "b": "blue", "r": "red", "g": "green"}


def stacks(men: str) -> dict[str, tuple[str, ...]]:
    pairs = (word.split(":") for word in men.split())
    return {space: tuple(COLOURS[letter] for letter in stack) for space, stack in pairs}


def said(ruling: Ruling) -> tuple[bool, str, str]:
    return ruling.legal, ruling.rule, ruling.key


@pytest.fixture
def to_move(place: Fixture, go: Fixture) -> Callable[..., Any]:
    def make(men: str, pips: int, **more: Any) -> Any:
        state = place(men, **more)
        if state.awaits.legal(Pick("set", "X0")):
            state, _ = go(state, "set:X0")
        return go(state, f"roll:{pips},0")[0]

    return make


ILLEGAL = [
    # men, pops, move, rule, key
    ("O1.2:y X5:b", 4, "X5-O6.1", "H-1", "not_your_man"),
    ("O1.2:yb X5:by", 4, "O1.2-O2.2", "H-1", "not_your_man"),
    ("O1.2:y X5:b", 4, "O1.3-O2.3", "H-1", "nobody_there"),
    ("O1.2:y X5:b", 4, "O1.2-O0.2", "H-5", "backwards"),
    ("O1.2:y X5:b", 4, "O1.2-O1.1", "H-5", "backwards"),
    ("O1.2:by X5:b", 4, "O1.2-I1.1", "H-7", "turned_back"),
    ("O1.2:y X5:b", 4, "O1.2-I1.1", "H-7", "turned_back"),
    ("O1.2:y X5:b", 4, "O1.2-O2.3", "H-8", "wrong_count"),
    ("O1.2:y X5:b", 4, "O1.2-X2", "H-8", "wrong_count"),
    ("O1.2:by X5:b", 4, "O1.2-O1.1", "H-8", "wrong_count"),
    ("O1.2:y X5:b", 4, "O1.2-X6", "H-8", "out_of_reach"),
    ("O0.1:y X5:b", 1, "O0.1-I0.2", "H-8", "out_of_reach"),
    ("O1.2:y O2.2:by X5:b", 4, "O1.2-O2.2", "H-4", "own_man"),
]


@pytest.mark.parametrize(("men", "pips", "move", "rule", "key"), ILLEGAL)
def test_illegal_moves(to_move: Fixture, men: str, pips: int, move: str, rule: str, key: str) -> None:
    state = to_move(men, pips)
    origin, target = move.split("-")
    ruling = GAME.explain(state, Move(origin, target))
    assert said(ruling) == (False, rule, key)
    assert ruling.facts["colour"] == "yellow" and ruling.answer == Move(origin, target)
    if key != "nobody_there":
        now = dict(state.pieces)
        now[target] = (*now.get(target, ()), *now.pop(origin))
        assert GAME.explain(state, now) == ruling


def test_the_counted_spaces_are_told(to_move: Fixture) -> None:
    ruling = GAME.explain(to_move("O1.2:y X5:b", 4), Move("O1.2", "O2.3"))
    assert ruling.facts["roll"] == 4 and ruling.facts["counted"] == 5


def test_a_protected_start(to_move: Fixture) -> None:
    state = to_move("O1.3:y I1.1:y X5:b", 1, reserve={"blue": 1})
    ruling = GAME.explain(state, Move("O1.3", "X2"))
    assert said(ruling) == (False, "H-11", "protected_start") and ruling.facts["owner"] == "blue"


def test_a_safety_space(to_move: Fixture) -> None:
    state = to_move("O1.3:y I1.1:y X2:b", 1, safety=True)
    assert said(GAME.explain(state, Move("O1.3", "X2"))) == (False, "H-14", "safety_space")


def test_an_entering_man_that_may_not_capture(to_move: Fixture) -> None:
    state = to_move("O0.1:b X5:b", 1, reserve={"yellow": 1}, options={"entering_capture": False})
    assert said(GAME.explain(state, Move("X0", "O0.1"))) == (False, "H-A8", "entering_capture")


def test_only_the_man_just_set_moves(to_move: Fixture) -> None:
    state = to_move("O1.2:y X5:b", 2, reserve={"yellow": 2})
    with_him = stacks("X0:y X2:y X5:b")
    without_him = stacks("X2:y X5:b")
    for now in (Move("O1.2", "X2"), with_him, without_him):
        ruling = GAME.explain(state, now)
        assert said(ruling) == (False, "H-10", "not_just_set") and ruling.facts["only"] == "X0"


def test_a_man_set_and_moved_in_one_go_has_start_as_origin(to_move: Fixture) -> None:
    state = to_move("O1.2:y X5:b", 2, reserve={"yellow": 2})
    ruling = GAME.explain(state, stacks("O1.2:y X5:b O0.2:y"))
    assert ruling.legal and ruling.answer == Move("X0", "O0.2")
    ruling = GAME.explain(state, stacks("O1.2:y X5:b O0.3:y"))
    assert said(ruling) == (False, "H-8", "wrong_count") and ruling.answer == Move("X0", "O0.3")


def test_nothing_has_moved_whether_the_man_stands_there_or_not(to_move: Fixture) -> None:
    state = to_move("O1.2:y X5:b", 2, reserve={"yellow": 2})
    for now in (state.pieces, stacks("O1.2:y X5:b")):
        assert said(GAME.explain(state, now)) == (True, "H-1", "unchanged")


HANDS = [
    # before, pops, now, rule, key
    ("O1.2:by X5:b", 4, "O1.2:b O2.2:y X5:b", "H-12", "captive_lifted"),
    ("O1.2:bry X5:b", 4, "O1.2:b O2.2:ry X5:b", "H-12", "captive_lifted"),
    ("O1.2:by X5:b", 4, "O1.2:y O2.2:b X5:b", "H-12", "captive_lifted"),
    ("O1.2:y O2.2:b X5:b", 4, "O2.2:y X5:b", "H-12", "captive_lifted"),
    ("O1.2:y O2.2:b X5:b", 4, "O2.2:yb X5:b", "H-3", "wrong_order"),
    ("O1.2:by X5:b", 4, "O2.2:yb X5:b", "H-3", "wrong_order"),
    ("O1.2:bry X5:b", 4, "O1.2:rby X5:b", "H-3", "stack_mixed"),
    ("O1.2:by X5:b", 4, "O1.2:y X5:b", "H-12", "men_removed"),
    ("O1.2:y X5:b", 4, "X5:b", "H-12", "men_removed"),
    ("O1.2:y X5:b", 4, "O1.2:y X5:b X0:y", "H-10", "man_added"),
    ("O1.2:y X5:b", 4, "O1.2:y X5:b X0:b", "H-1", "man_added"),
    ("O1.2:y O3.1:y X5:b", 4, "O2.2:y O4.1:y X5:b", "H-1", "several_moved"),
    ("O1.2:y O3.1:b X5:b", 4, "O1.2:b O3.1:y X5:b", "H-1", "several_moved"),
    ("O1.2:y O3.1:y X5:b", 4, "O2.2:y O3.1:y X5:y", "H-1", "several_moved"),
    ("O1.2:y X5:b", 4, "O1.2:r X5:b", "H-1", "several_moved"),
    ("O1.2:y X5:b", 4, "O1.2:g X5:b", "H-1", "stranger"),
]


@pytest.mark.parametrize(("men", "pips", "now", "rule", "key"), HANDS)
def test_what_hands_do(to_move: Fixture, men: str, pips: int, now: str, rule: str, key: str) -> None:
    state = to_move(men, pips, players="ybr", reserve={"red": 1})
    assert said(GAME.explain(state, stacks(now))) == (False, rule, key)


def test_strange_things_on_the_board(to_move: Fixture) -> None:
    state = to_move("O1.2:y X5:b", 4)
    now: Mapping[str, Any] = {**state.pieces, "T5": ("blue",), "X3": (Toy("orbit", "N"),)}
    ruling = GAME.explain(state, now)
    assert said(ruling) == (False, "H-1", "stranger") and ruling.facts["spaces"] == ("T5", "X3")


def test_legal_moves_and_captures(to_move: Fixture) -> None:
    state = to_move("O1.2:y O2.2:rb X5:b", 4, players="ybr", reserve={"red": 1})
    ruling = GAME.explain(state, stacks("O2.2:rby X5:b"))
    assert said(ruling) == (True, "H-3", "captures") and ruling.facts["captured"] == ("red", "blue")
    assert said(GAME.explain(state, Move("O1.2", "I2.2"))) == (True, "H-8", "moved")
    state = to_move("O1.2:by X5:b", 4)
    assert said(GAME.explain(state, Move("O1.2", "I0.1"))) == (True, "H-6", "moved")


def test_before_the_pop(place: Fixture, go: Fixture) -> None:
    state = place("O1.2:y X5:b")
    assert said(GAME.explain(state, Rolled((4, 1)))) == (True, "H-1", "pop")
    assert said(GAME.explain(state, Rolled((4,)))) == (False, "H-15", "no_such_pop")
    assert said(GAME.explain(state, Move("O1.2", "O2.2"))) == (False, "H-1", "pop_first")
    assert said(GAME.explain(state, Move("X5", "O5.1"))) == (False, "H-1", "not_your_man")
    assert said(GAME.explain(state, PASS)) == (False, "H-1", "pop_first")
    assert said(GAME.explain(state, Pick("set", "X0"))) == (False, "H-10", "nothing_to_set")
    assert said(GAME.explain(state, state.pieces)) == (True, "H-1", "unchanged")


def test_before_a_man_is_set(place: Fixture) -> None:
    state = place("O1.2:y X5:b", reserve={"yellow": 1})
    assert said(GAME.explain(state, Pick("set", "X0"))) == (True, "H-10", "entered")
    assert said(GAME.explain(state, {**state.pieces, "X0": ("yellow",)})) == (True, "H-10", "entered")
    assert said(GAME.explain(state, {**state.pieces, "X2": ("yellow",)})) == (False, "H-10", "set_first")
    assert said(GAME.explain(state, Rolled((4, 1)))) == (False, "H-10", "set_first")
    assert said(GAME.explain(state, Move("O1.2", "O2.2"))) == (False, "H-10", "set_first")
    assert said(GAME.explain(state, Pick("set", "X1"))) == (False, "H-10", "set_first")


def test_before_the_move(to_move: Fixture) -> None:
    state = to_move("O1.2:y X5:b", 4)
    assert said(GAME.explain(state, Rolled((4, 1)))) == (False, "H-1", "move_first")
    assert said(GAME.explain(state, PASS)) == (False, "H-1", "must_move")
    assert said(GAME.explain(state, Pick("left"))) == (False, "H-1", "no_such_answer")
    assert said(GAME.explain(state, Pick("set", "X0"))) == (False, "H-10", "nothing_to_set")
    assert said(GAME.explain(state, Move("O1.2", "T5"))) == (False, "H-8", "no_such_space")


def test_before_the_first_turn_and_after_the_last(place: Fixture) -> None:
    state = GAME.new([Seat("yellow", "Anna"), Seat("blue", "Ben")])
    assert said(GAME.explain(state, Rolled((4, 1)))) == (True, "H-A5", "pop")
    assert said(GAME.explain(state, Move("X0", "O0.1"))) == (False, "H-A5", "start_first")
    assert said(GAME.explain(state, PASS)) == (False, "H-A5", "start_first")
    over = place("O1.2:by")
    assert said(GAME.explain(over, Rolled((4, 1)))) == (False, "H-13", "game_over")
    assert said(GAME.explain(over, PASS)) == (False, "H-13", "game_over")


def test_a_refused_bonus(place: Fixture, go: Fixture) -> None:
    state, _ = go(place("O1.2:y X5:b", options={"refuse_bonus": True}), "roll:4,1", "O1.2-O2.2")
    assert said(GAME.explain(state, PASS)) == (True, "H-A17", "refuses_bonus")


def test_a_filmed_game_is_followed_by_its_boards_alone(shared: Path) -> None:
    for clip in sorted((shared / "scenes").glob("headache_clip_*")):
        state = GAME.from_neutral(json.loads((clip / "start.json").read_text())["position"])
        for frame in json.loads((clip / "clip.json").read_text())["frames"][1:]:
            state, _ = state.after(Rolled((frame["die"], int(frame["red"]))))
            ruling = GAME.explain(state, {space: tuple(stack) for space, stack in frame["stacks"].items()})
            expected = frame["expect"]
            assert ruling.answer == Move(expected["from"], expected["to"])
            assert list(ruling.facts.get("captured", ())) == expected["captures"]
            state, _ = state.after(ruling.answer)
