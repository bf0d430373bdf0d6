"""The numbered rules, one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rules import Chance, Choice, Dice, Event, IllegalAnswerError, Over, Pick, Seat
from rules.headache import GAME
from rules.headache.state import HeadacheState, ToMove, ToPop, ToSet

Fixture = Callable[..., Any]
FOUR = [Seat("yellow", "Anna"), Seat("blue", "Ben"), Seat("red", "Cleo"), Seat("green", "Dan")]


def keys(happened: Sequence[Event]) -> list[tuple[str, str]]:
    return [(event.key, event.rule) for event in happened]


def test_ha5_the_highest_number_begins_and_the_tied_pop_again(go: Fixture) -> None:
    state, _ = go(GAME.new(FOUR), "roll:5,1", "roll:2,0")
    assert state.awaits.why == "start" and state.awaits.colour == "red"
    state, happened = go(state, "roll:5,0", "roll:1,0")
    assert keys(happened)[-1] == ("start_tie", "H-A5")
    assert happened[-1].facts["colours"] == ("yellow", "red")
    assert state.awaits.colour == "yellow"
    state, happened = go(state, "roll:3,1", "roll:6,0")
    assert keys(happened)[-2:] == [("starts", "H-A5"), ("turn", "H-1")]
    assert isinstance(state, ToSet) and state.awaits.colour == "red"


def test_h1_turns_go_clockwise_round_the_board(go: Fixture) -> None:
    state = GAME.new(FOUR[::-1], board=["red", "green", "yellow", "blue"], first="green")
    assert [seat.colour for seat in state.seats] == ["red", "green", "yellow", "blue"]
    state, _ = go(state, "set:X2", "roll:1,0", "X2-O2.1")
    assert state.awaits.colour == "yellow"


def test_h1_nobody_passes(place: Fixture, go: Fixture) -> None:
    state = place("O1.2:y X5:b")
    for waiting in (state, go(state, "roll:4,0")[0]):
        with pytest.raises(IllegalAnswerError, match="yellow cannot answer pass"):
            go(waiting, "pass")


def test_a_pop_is_two_dice_with_a_red_dot_on_one_face_of_six() -> None:
    waits = GAME.new(FOUR, first="red").after(Pick("set", "X4"))[0].awaits
    assert isinstance(waits, Chance) and waits.source == Dice("d6", "red")
    total = sum(weight for _, weight in waits.outcomes)
    red = sum(weight for answer, weight in waits.outcomes if answer.faces[1])
    assert red / total == pytest.approx(1 / 6)
    four = sum(weight for answer, weight in waits.outcomes if answer.faces[0] == 4)
    assert four / total == pytest.approx(1 / 6)


def test_h2_red_spots_add_up(place: Fixture, go: Fixture) -> None:
    state = place("O1.2:y X5:b")
    state, happened = go(state, "roll:4,1", "O1.2-O2.2")
    assert ("red_dot", "H-2") in keys(happened) and keys(happened)[-1] == ("again", "H-2")
    assert state.awaits.why == "again" and state.awaits.colour == "yellow"
    state, _ = go(state, "roll:1,1", "O2.2-O2.3")
    assert state.awaits.why == "again"
    state, _ = go(state, "roll:1,0", "O2.3-X3")
    assert state.awaits.colour == "blue" and state.awaits.why == "turn"


def test_h3_the_mover_goes_on_top_and_the_order_below_is_kept(place: Fixture, go: Fixture) -> None:
    state = place("O1.2:yb O2.2:bbyr X5:r", turn="blue", players="ybr")
    state, happened = go(state, "roll:4,0", "O1.2-O2.2")
    assert state.pieces["O2.2"] == ("blue", "blue", "yellow", "red", "yellow", "blue")
    captured = next(event for event in happened if event.key == "captured")
    assert captured.rule == "H-3"
    assert captured.facts == {
        "colour": "blue",
        "captured": ("blue", "blue", "yellow", "red"),
        "space": "O2.2",
    }


def test_h4_nobody_lands_on_his_own(place: Fixture, moves: Fixture) -> None:
    state = place("O0.1:y O0.2:y X5:b")
    assert moves(state, 1) == {"O0.2-O0.3"}


def test_h5_h6_singles_go_clockwise_stacks_both_ways(place: Fixture, moves: Fixture) -> None:
    assert moves(place("O1.2:y X5:b"), 4) == {"O1.2-O2.2", "O1.2-I2.2"}
    assert moves(place("O1.2:by X5:b"), 4) == {"O1.2-O2.2", "O1.2-I2.2", "O1.2-O0.2", "O1.2-I0.1"}


def test_h8_those_passed_are_untouched(place: Fixture, go: Fixture) -> None:
    state, _ = go(place("O1.2:y O1.3:b X2:yb O2.1:y"), "roll:4,0", "O1.2-O2.2")
    assert state.pieces == {
        "O1.3": ("blue",),
        "X2": ("yellow", "blue"),
        "O2.1": ("yellow",),
        "O2.2": ("yellow",),
    }


def test_h9_only_own_men_there_pop_again(place: Fixture, go: Fixture) -> None:
    state = place("X0:y O0.1:y I0.1:y X5:b", just_entered="X0", reserve={"yellow": 1})
    state, happened = go(state, "roll:1,1")
    assert keys(happened)[-2:] == [("no_move", "H-9"), ("again", "H-9")]
    assert isinstance(state, ToPop) and state.why == "repeat"
    assert state.bonus == 1  # H-A3


def test_h10_a_man_is_set_popped_for_and_moved(go: Fixture) -> None:
    state = GAME.new(FOUR, first="yellow")
    assert state.awaits == Choice("Anna", "yellow", (Pick("set", "X0"),), "enter")
    state, happened = go(state, "set:X0")
    assert keys(happened) == [("entered", "H-10")] and state.pieces == {"X0": ("yellow",)}
    state, _ = go(state, "roll:6,0")
    assert {str(move) for move in state.awaits.options} == {
        "X0-O1.2",
        "X0-I1.2",
        "X0-O1.3",
    }  # X2 is protected
    state, _ = go(state, "X0-O1.2")
    assert state.reserve == (3, 4, 4, 4) and state.awaits.colour == "blue"


def test_h10_with_men_off_the_board_no_other_man_moves(place: Fixture, moves: Fixture) -> None:
    assert moves(place("O1.1:y X5:b", reserve={"yellow": 1}), 2) == {"X0-O0.2", "X0-I0.2"}


def test_ha1_the_man_just_entered_moves_again(place: Fixture, go: Fixture) -> None:
    state = place("X3:y X5:b", reserve={"yellow": 2})
    state, _ = go(state, "set:X0", "roll:1,1", "X0-O0.1")
    assert isinstance(state, ToPop) and state.awaits.why == "again" and state.reserve == (1, 0)
    state, _ = go(state, "roll:2,1")
    assert {str(move) for move in state.awaits.options} == {"O0.1-O0.3"}
    state, _ = go(state, "O0.1-O0.3", "roll:1,0")
    assert {str(move) for move in state.awaits.options} == {"O0.3-X1"}


def test_ha1_free_choice_once_all_have_entered(place: Fixture, go: Fixture) -> None:
    state = place("O3.1:y X5:b", reserve={"yellow": 1})
    state, _ = go(state, "set:X0", "roll:1,1", "X0-O0.1", "roll:1,0")
    assert {str(move) for move in state.awaits.options} == {"O0.1-O0.2", "O3.1-O3.2"}


def test_the_fourth_man_alone_moves_when_his_pop_is_repeated(place: Fixture, go: Fixture) -> None:
    state = place("O0.1:y I0.1:y O3.1:y X5:b", reserve={"yellow": 1})
    state, _ = go(state, "set:X0", "roll:1,0")
    assert state.awaits.why == "repeat" and state.reserve == (0, 0)
    state, _ = go(state, "roll:2,0")
    assert {str(move) for move in state.awaits.options} == {"X0-O0.2", "X0-I0.2"}


def test_ha1b_an_entering_man_that_captured_may_turn_either_way(place: Fixture, go: Fixture) -> None:
    state = place("O0.2:b X5:b", reserve={"yellow": 2})
    state, _ = go(state, "set:X0", "roll:2,1", "X0-O0.2", "roll:1,0")
    assert {str(move) for move in state.awaits.options} == {"O0.2-O0.1", "O0.2-O0.3"}


def test_h11_a_start_is_protected_until_all_have_entered(place: Fixture, moves: Fixture) -> None:
    assert moves(place("O1.3:y X5:b", reserve={"blue": 1}), 1) == set()
    assert moves(place("O1.3:y X5:b", reserve={"blue": 1}), 2) == {"O1.3-O2.1", "O1.3-I2.1"}  # H-A9
    assert moves(place("O1.3:y X5:b"), 1) == {"O1.3-X2"}


def test_h11_is_for_opponents_only(place: Fixture, moves: Fixture) -> None:
    state = place("O7.3:y X5:b", reserve={"yellow": 1}, just_entered="O7.3")
    assert moves(state, 1) == {"O7.3-X0"}


def test_ha10_the_start_of_a_colour_nobody_plays_is_a_cross_over(place: Fixture, moves: Fixture) -> None:
    assert moves(place("O3.3:y X5:b", reserve={"blue": 2}), 1) == {"O3.3-X4"}


def test_ha2_a_protected_start_alone_in_the_way_pops_again(place: Fixture, go: Fixture) -> None:
    state, happened = go(place("O1.3:y", reserve={"blue": 1}), "roll:1,0")
    assert keys(happened)[-2:] == [("no_move", "H-A2"), ("again", "H-9")]
    assert state.awaits.why == "repeat"


def test_ha4_a_piece_that_holds_the_start_must_move(place: Fixture, moves: Fixture, go: Fixture) -> None:
    state = place("X0:by O3.1:y X5:b", reserve={"yellow": 1})
    assert isinstance(state, ToPop)
    assert moves(state, 1) == {"X0-O0.1", "X0-I0.1", "X0-O7.3", "X0-I7.2"}
    state, _ = go(state, "roll:1,1", "X0-O7.3", "roll:1,0")
    assert {str(move) for move in state.awaits.options} == {"O7.3-X0", "O7.3-O7.2"}
    state, _ = go(state, "O7.3-O7.2")
    assert state.reserve == (1, 0)


def test_h12_nothing_is_freed(place: Fixture, go: Fixture) -> None:
    state = place("O1.2:y O2.2:yb X5:b")
    state, _ = go(state, "roll:4,0", "O1.2-O2.2")
    assert state.pieces["O2.2"] == ("yellow", "blue", "yellow")


def test_h13_who_has_lost_all_is_out_and_skipped(place: Fixture, go: Fixture) -> None:
    state = place("O1.1:y O1.2:b X5:r", players="ybr")
    state, happened = go(state, "roll:1,0", "O1.1-O1.2")
    assert ("out", "H-13") in keys(happened)
    assert state.awaits.colour == "red"
    state, happened = go(state, "roll:1,0", "X5-O5.1")
    assert state.awaits.colour == "yellow"


def test_ha7_men_off_the_board_keep_a_player_in(place: Fixture, go: Fixture) -> None:
    state = place("O1.1:y O1.2:b", reserve={"blue": 1})
    state, happened = go(state, "roll:1,0", "O1.1-O1.2")
    assert ("out", "H-13") not in keys(happened)
    assert isinstance(state, ToSet) and state.awaits.colour == "blue"


def test_h13_the_last_one_in_wins_and_ha14_his_bonus_is_void(place: Fixture, go: Fixture) -> None:
    state = place("O1.1:y O1.2:b O5.1:r", players="ybr")
    state, _ = go(state, "roll:1,1", "O1.1-O1.2")
    assert state.awaits.why == "again" and state.awaits.colour == "yellow"  # kept after an elimination
    state = place("O1.1:by O1.2:yb")
    state, happened = go(state, "roll:1,1", "O1.1-O1.2")
    assert keys(happened)[-2:] == [("out", "H-13"), ("over", "H-13")]
    assert state.awaits == Over((("yellow",), ("blue",)))


def test_the_ranking_tells_who_went_out_when(place: Fixture, go: Fixture) -> None:
    state = place("O1.1:y O1.2:b O1.3:r X2:g", players="ybrg")
    state, _ = go(state, "roll:3,0", "O1.1-X2")
    state, _ = go(state, "roll:1,0", "O1.2-O1.3")
    state, _ = go(state, "roll:1,0", "X2-O1.3")
    assert state.awaits == Over((("yellow",), ("blue",), ("red",), ("green",)))


def test_h14_no_capture_on_a_safety_space(place: Fixture, moves: Fixture, go: Fixture) -> None:
    state = place("O1.3:y X2:b", options={"safety": True})
    assert moves(state, 1) == set() and moves(state, 2) == {"O1.3-O2.1", "O1.3-I2.1"}
    state, happened = go(state, "roll:1,0")
    assert keys(happened)[-2:] == [("no_move", "H-A2"), ("again", "H-9")]
    assert moves(place("O1.3:y X5:b", safety=True), 1) == {"O1.3-X2"}


def test_a_state_refuses_what_it_does_not_wait_for(place: Fixture, go: Fixture) -> None:
    state = place("O1.2:y X5:b")
    for wrong in ("roll:4", "roll:7,0", "roll:4,2", "O1.2-O2.2", "pass", "set:X0", "draw:orbit"):
        with pytest.raises(IllegalAnswerError, match="waits for a roll such as roll:1,0"):
            go(state, wrong)
    state, _ = go(state, "roll:4,0")
    for wrong in ("roll:4,0", "O1.2-O2.3", "pass", "set:X0"):
        with pytest.raises(IllegalAnswerError, match=r"waits for O1\.2-I2\.2 / O1\.2-O2\.2"):
            go(state, wrong)
    over = place("O1.1:by", players="yb")
    with pytest.raises(IllegalAnswerError, match="The game is over"):
        go(over, "roll:1,0")


def test_states_are_hashable_values(place: Fixture, go: Fixture) -> None:
    one, two = place("O1.2:y X5:b"), place("O1.2:y X5:b")
    assert one == two and hash(one) == hash(two)
    assert go(one, "roll:4,0")[0] == go(two, "roll:4,0")[0]
    assert go(one, "roll:4,0")[0] != go(two, "roll:4,1")[0]
    assert isinstance(go(one, "roll:4,0")[0], ToMove) and isinstance(one, HeadacheState)
