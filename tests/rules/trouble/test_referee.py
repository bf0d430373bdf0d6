"""Rulings on answers: the number cited is the first that fits."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import PASS, Drawn, Move, Pick, Rolled, Seat
from rules.trouble import GAME
from rules.trouble.board import spaces
from rules.trouble.state import ToMove
from tests.rules.trouble.helpers import popped, rule_on, take, to_pop

NOT_HIS, NO_MAN = (False, "T-4", "not_your_man"), (False, "T-4", "nobody_there")


# -- not his man, not his turn: T-4 ------------------------------------------------------------------


def test_t4_before_everything_else() -> None:
    state = popped({"red": [3], "blue": [9]}, 2)
    assert rule_on(state, "T9", "T13") == NOT_HIS  # a wrong count too
    assert rule_on(state, "BH1", "T14") == NOT_HIS  # no 6 either
    assert rule_on(state, "T4", "T6") == NO_MAN
    assert rule_on(state, "RF1", "RF3") == NO_MAN


def test_t4_before_the_pop() -> None:
    state = to_pop({"red": [3], "blue": [9]})
    assert rule_on(state, "T3", "T5") == (False, "T-4", "pop_first")
    assert rule_on(state, "T9", "T11") == NOT_HIS


def test_the_facts_name_man_and_turn() -> None:
    ruling = GAME.explain(popped({"red": [3], "blue": [9]}, 2), Move("T9", "T11"))
    assert ruling.facts["colour"] == "blue"
    assert ruling.facts["turn"] == "red"
    assert ruling.answer == Move("T9", "T11")


# -- leaving HOME: T-5, T-A2 -------------------------------------------------------------------------


def test_t5_leaves_home_without_a_six() -> None:
    state = popped({"red": [3, 0], "blue": []}, 5)
    assert rule_on(state, "RH1", "T0") == (False, "T-5", "needs_six")  # START is held too
    assert rule_on(state, "RH2", "T17") == (False, "T-5", "needs_six")
    assert GAME.explain(state, Move("RH1", "T0")).facts["needed"] == ("6",)


def test_t_a2_own_man_on_start() -> None:
    assert rule_on(popped({"red": [0], "blue": []}, 6), "RH3", "T0") == (False, "T-A2", "start_taken")


def test_t6_enters_only_on_start() -> None:
    state = popped({"red": [], "blue": []}, 6)
    assert rule_on(state, "RH4", "T6") == (False, "T-6", "enters_on_start")


@pytest.mark.parametrize("hole", ["RH1", "RH2", "RH3", "RH4"])
def test_any_hole_of_home_will_do(hole: str) -> None:
    ruling = GAME.explain(popped({"red": [9], "blue": []}, 6), Move(hole, "T0"))
    assert ruling.legal
    assert ruling.answer == Move("RH3", "T0")


# -- count and direction: T-6 ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "key"),
    [
        ("T4", "wrong_count"),
        ("T11", "wrong_count"),
        ("T1", "wrong_way"),
        ("T27", "wrong_way"),
        ("T3", "wrong_way"),
        ("RF4", "wrong_count"),
        ("RH4", "walked_home"),
        ("BH1", "walked_home"),
        ("T99", "no_such_space"),
    ],
)
def test_t6(target: str, key: str) -> None:
    assert rule_on(popped({"red": [3], "blue": []}, 2), "T3", target) == (False, "T-6", key)


def test_t6_tells_what_was_counted() -> None:
    facts = GAME.explain(popped({"red": [3], "blue": []}, 2), Move("T3", "T7")).facts
    assert (facts["roll"], facts["counted"], facts["origin"], facts["target"]) == (2, 4, "T3", "T7")


def test_t6_comes_before_an_own_man_on_the_target() -> None:
    state = popped({"red": [3, 7, 20], "blue": []}, 2)
    assert rule_on(state, "T3", "T7") == (False, "T-6", "wrong_count")


def test_t6_inside_finish() -> None:
    state = popped({"red": ["F2", 3], "blue": []}, 1)
    assert rule_on(state, "RF2", "RF1") == (False, "T-6", "wrong_way")
    assert rule_on(state, "RF2", "RF4") == (False, "T-6", "wrong_count")
    assert rule_on(state, "RF2", "T0") == (False, "T-6", "wrong_way")


# -- FINISH: T-10, T-11 ------------------------------------------------------------------------------


def test_t10_a_second_lap() -> None:
    state = popped({"red": [26], "blue": []}, 3)
    assert rule_on(state, "T26", "T1") == (False, "T-10", "second_lap")
    assert rule_on(state, "T26", "T2") == (False, "T-6", "wrong_way")


def test_t10_a_foreign_finish() -> None:
    state = popped({"red": [12], "blue": []}, 3)
    assert rule_on(state, "T12", "BF2") == (False, "T-10", "foreign_finish")
    assert rule_on(state, "T12", "BF3") == (False, "T-6", "wrong_count")
    state = popped({"red": ["F1", 3], "blue": []}, 3)
    assert rule_on(state, "RF1", "GF4") == (False, "T-10", "foreign_finish")


def test_t11_overshoot() -> None:
    state = popped({"red": [26, 3], "blue": []}, 6)
    assert rule_on(state, "T26", "RF3") == (False, "T-11", "overshoot")  # to FINISH 4 and back
    assert rule_on(state, "T26", "RF4") == (False, "T-6", "wrong_count")
    assert rule_on(state, "T26", "T4") == (False, "T-10", "second_lap")
    assert rule_on(popped({"red": [26, 3], "blue": []}, 6, overshoot="bounce"), "T26", "RF3")[0]


# -- the target: T-A1 and the house rules ------------------------------------------------------------


def test_t_a1_own_man_on_the_target() -> None:
    assert rule_on(popped({"red": [3, 5], "blue": []}, 2), "T3", "T5") == (False, "T-A1", "own_man")
    state = popped({"red": [27, "F1", 3], "blue": []}, 1)
    assert rule_on(state, "T27", "RF1") == (False, "T-A1", "own_man")


def test_house_rules_are_cited() -> None:
    assert rule_on(popped({"red": [0], "blue": [26, 3]}, 2, "blue", start_safe=True), "T26", "T0") == (
        False,
        "T-A15",
        "start_safe",
    )
    state = popped({"red": ["F1", 27, 3], "blue": []}, 2, no_jump=True)
    assert rule_on(state, "T27", "RF2") == (False, "T-A6", "no_jump")
    assert rule_on(popped({"red": [3], "blue": []}, 6, forced_exit=True), "T3", "T9") == (
        False,
        "T-A12",
        "must_enter",
    )
    state = popped({"red": [0, 5], "blue": []}, 2, entered=0, after_entering="same_man")
    assert rule_on(state, "T5", "T7") == (False, "T-A19", "same_man")
    assert rule_on(state, "T0", "T2")[0]


# -- legal moves -------------------------------------------------------------------------------------


def test_a_legal_move_is_named_by_what_it_does() -> None:
    assert rule_on(popped({"red": [3], "blue": []}, 2), "T3", "T5") == (True, "T-6", "moved")
    assert rule_on(popped({"red": [27], "blue": []}, 2), "T27", "RF2") == (True, "T-10", "moved")
    assert rule_on(popped({"red": ["F1"], "blue": []}, 2), "RF1", "RF3") == (True, "T-12", "moved")
    assert rule_on(popped({"red": [], "blue": []}, 6), "RH4", "T0") == (True, "T-5", "entered")
    assert rule_on(popped({"red": [], "blue": [0]}, 6), "RH4", "T0") == (True, "T-8", "captures")
    ruling = GAME.explain(popped({"red": [3], "blue": [5]}, 2), Move("T3", "T5"))
    assert (ruling.rule, ruling.key, ruling.facts["captured"]) == ("T-7", "captures", ("blue",))


# -- pops and passes ---------------------------------------------------------------------------------


def test_pops_and_passes() -> None:
    start = GAME.new([Seat("red", "Anna"), Seat("blue", "Ben")])
    state = to_pop({"red": [3], "blue": []})
    for moment, answer, legal, rule, key in (
        (start, Rolled((3,)), True, "T-3", "pop"),
        (start, PASS, False, "T-3", "must_pop_for_start"),
        (start, Move("RH4", "T0"), False, "T-4", "pop_first"),
        (state, Rolled((3,)), True, "T-2", "pop"),
        (state, Rolled((7,)), False, "T-2", "no_such_pop"),
        (state, PASS, True, "T-A3b", "passes_pop"),
        (state, Pick("left"), False, "T-4", "no_such_answer"),
        (to_pop({"red": [3], "blue": []}, **{"pass": "never"}), PASS, False, "T-A3b", "must_pop"),
        (popped({"red": [3], "blue": []}, 2), PASS, True, "T-9", "passes"),
        (popped({"red": [3], "blue": []}, 2), Drawn("ziggy"), False, "T-4", "no_such_answer"),
        (popped({"red": [3], "blue": []}, 2, **{"pass": "never"}), PASS, False, "T-A3", "must_move"),
        (popped({"red": [3], "blue": []}, 6, forced_exit=True), PASS, False, "T-A12", "must_enter"),
    ):
        ruling = GAME.explain(moment, answer)
        assert (ruling.legal, ruling.rule, ruling.key) == (legal, rule, key)


def test_after_the_end_nothing_is_legal() -> None:
    state, _ = take(popped({"red": ["F1", "F2", "F3", 27], "blue": [5]}, 4), "T27", "RF4")
    for answer in (PASS, Rolled((1,)), Move("T5", "T6")):
        ruling = GAME.explain(state, answer)
        assert (ruling.legal, ruling.rule, ruling.key) == (False, "T-14", "game_over")


# -- the same as the list of legal moves -------------------------------------------------------------


@settings(deadline=None)
@given(
    st.integers(0, 10**9),
    st.sampled_from(["", "overshoot=bounce", "variant=double_trouble_warp", "no_jump=yes"]),
)
def test_of_all_moves_exactly_the_legal_ones_may_stand(seed: int, options: str) -> None:
    rng = random.Random(seed)
    seats = [Seat("red", "Anna"), Seat("blue", "Ben"), Seat("green", "Cora")]
    state = GAME.new(seats, options=GAME.options.parse(options).chosen, first="red")
    for _ in range(rng.randrange(200)):
        waits = state.awaits
        if not hasattr(waits, "player"):
            break
        choices = getattr(waits, "options", None) or [outcome for outcome, _ in waits.outcomes]
        state, _ = state.after(rng.choice(choices))
    if isinstance(state, ToMove):
        origins = [*state.pieces, *rng.sample(spaces(), 4)]
        for origin in origins:
            for target in rng.sample(spaces(), 20):
                ruling = GAME.explain(state, Move(origin, target))
                assert ruling.legal == (ruling.answer in state.moves)
                if origin[1] != "H":
                    assert ruling.legal == (Move(origin, target) in state.moves)
