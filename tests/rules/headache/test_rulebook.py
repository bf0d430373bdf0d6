"""The rulebook's three examples, in its own letters, through the whole engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules import IllegalAnswerError, Move, Rolled, Seat
from rules.headache import GAME

Fixture = Callable[..., Any]

# Cross-overs A E I M; between them the outer track B-D, F-H, J-L and the inner one N O, P Q, R S.
SPACE = {letter: f"X{k}" for k, letter in enumerate("AEIM")} | {
    letter: f"{track}{k}.{n}"
    for track, groups in {"O": ["BCD", "FGH", "JKL"], "I": ["NO", "PQ", "RS"]}.items()
    for k, letters in enumerate(groups)
    for n, letter in enumerate(letters, 1)
}
LETTER = {space: letter for letter, space in SPACE.items()}


def lettered(moves: set[str]) -> set[str]:
    """ "G-K" for "O1.2-O2.2"."""
    return {"-".join(LETTER.get(space, space) for space in move.split("-")) for move in moves}


def test_example_1_single_man(place: Fixture, moves: Fixture) -> None:
    state = place(f"{SPACE['G']}:y X5:b")
    assert lettered(moves(state, 4)) == {"G-K", "G-S"}


def test_example_1_stack(place: Fixture, moves: Fixture, go: Fixture) -> None:
    state = place(f"{SPACE['G']}:by X5:b")
    assert lettered(moves(state, 4)) == {"G-K", "G-S", "G-C", "G-N"}
    ruling = GAME.explain(go(state, "roll:4,0")[0], Move(SPACE["G"], SPACE["P"]))
    assert (ruling.legal, ruling.rule, ruling.key) == (False, "H-7", "turned_back")


def test_example_2_every_man_enters_from_his_own_start(place: Fixture, moves: Fixture, go: Fixture) -> None:
    men = {"reserve": {"yellow": 4, "blue": 4}}
    assert lettered(moves(place("", **men), 1)) == {"A-B", "A-N"}
    assert lettered(moves(place("", turn="blue", **men), 1)) == {"I-J", "I-R"}
    with pytest.raises(IllegalAnswerError):
        go(place("", **men), f"set:{SPACE['I']}")


def test_example_3_the_start_of_blue_is_closed_to_yellow(place: Fixture, moves: Fixture, go: Fixture) -> None:
    state = place(f"{SPACE['H']}:y {SPACE['Q']}:y X5:b", reserve={"blue": 1})
    assert lettered(moves(state, 1)) == set()
    state = place(f"{SPACE['H']}:y {SPACE['P']}:y X5:b", reserve={"blue": 1})
    assert lettered(moves(state, 1)) == {"P-Q"}
    ruling = GAME.explain(go(state, "roll:1,0")[0], Move(SPACE["H"], SPACE["I"]))
    assert (ruling.rule, ruling.facts["owner"]) == ("H-11", "blue")
    assert lettered(moves(place(f"{SPACE['H']}:y X5:b"), 1)) == {"H-I"}


def test_a_walk_past_two_cross_overs(place: Fixture, moves: Fixture) -> None:
    found = moves(place(f"{SPACE['H']}:y X5:b"), 6)
    assert found == {f"{SPACE['H']}-{target}" for target in ("O3.1", "I3.1", "O3.2", "I3.2")}


def test_the_piece_that_alone_may_move_is_named() -> None:
    state = GAME.new((Seat("yellow", "Anna"), Seat("blue", "Ben")), first="yellow")
    (setting,) = state.awaits.options
    moving = state.after(setting)[0].after(Rolled((3, 0)))[0]
    assert (moving.awaits.why, moving.awaits.at) == ("move_only", "X0")
