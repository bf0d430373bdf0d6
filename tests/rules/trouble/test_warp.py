"""The Double Trouble board: XX circles (T-W1), warps (T-W2) and the red 1 (T-W3)."""

from __future__ import annotations

from rules.core import PASS, Move, Rolled
from rules.trouble import GAME
from rules.trouble.board import EXTRA_TURNS, RING, START, STARTS_APART, WARPS
from rules.trouble.state import ToEnter
from tests.rules.trouble.helpers import answer, passes, popped, rule_on, take, to_pop, told, ways

WARP = {"variant": "double_trouble_warp"}


def test_the_circles_are_the_same_for_every_colour() -> None:
    for places in (EXTRA_TURNS, WARPS):
        assert {(place + STARTS_APART) % RING for place in places} == places
    assert START not in EXTRA_TURNS | WARPS


# -- XX ----------------------------------------------------------------------------------------------


def test_xx_gives_one_more_turn_by_exact_count() -> None:
    state, events = take(popped({"red": [1], "blue": []}, 2, **WARP), "T1", "T3")
    assert told(events) == [("T-6", "moved"), ("T-W1", "again")]
    assert state.awaits.why == "again"
    (move,) = answer({"red": [1], "blue": []}, 3, **WARP)["moves"]
    assert not move["same_player_pops_again"]  # passing over it


def test_a_six_onto_xx_gives_only_one() -> None:
    state, events = take(popped({"red": [4], "blue": []}, 6, **WARP), "T4", "T10")
    assert told(events) == [("T-6", "moved"), ("T-4", "again")]
    state, _ = passes(state.after(Rolled((2,)))[0])
    assert state.awaits.colour == "blue"


def test_xx_without_the_variant_is_a_circle() -> None:
    (move,) = answer({"red": [1], "blue": []}, 2)["moves"]
    assert not move["same_player_pops_again"]


# -- warps -------------------------------------------------------------------------------------------


def test_a_warp_leads_to_the_opposite_corner_both_ways() -> None:
    assert ways({"red": [3], "blue": []}, 3, **WARP) == {(3, 20)}
    assert ways({"red": [18], "blue": []}, 2, **WARP) == {(18, 6)}
    assert ways({"red": [3], "blue": []}, 4, **WARP) == {(3, 7)}  # passing over it


def test_landing_on_the_own_entrance_warps_passing_enters() -> None:
    assert ways({"red": [25], "blue": []}, 2, **WARP) == {(25, 13)}
    assert ways({"red": [25], "blue": []}, 3, **WARP) == {(25, "F1")}


def test_a_warp_sends_home_at_both_ends() -> None:
    state = popped({"red": [3], "green": [6], "blue": [20]}, 3, **WARP)
    state, events = take(state, "T3", "T20")
    assert told(events) == [("T-W2", "moved"), ("T-7", "captured"), ("T-7", "captured"), ("T-5", "turn")]
    assert [event.facts["captured"] for event in events[1:3]] == [("green",), ("blue",)]
    (move,) = answer({"red": [3], "green": [6], "blue": [20]}, 3, **WARP)["moves"]
    assert (move["captures"], move["captures_first"]) == ("blue", "green")


def test_an_own_man_at_either_end_makes_the_move_illegal() -> None:
    for end in (6, 20):
        assert (3, 20) not in ways({"red": [3, end], "blue": []}, 3, **WARP)
    state = popped({"red": [3, 20], "blue": []}, 3, **WARP)
    assert rule_on(state, "T3", "T20") == (False, "T-W2", "warp_taken")


def test_an_own_man_at_either_end_goes_home_by_the_house_rule() -> None:
    for ends in ([6], [20], [6, 20]):
        state = popped({"red": [3, *ends], "blue": []}, 3, own_landing="sends_own_home", **WARP)
        state, events = take(state, "T3", "T20")
        assert told(events) == [("T-W2", "moved"), *[("T-A1", "captured")] * len(ends), ("T-5", "turn")]
        assert sorted(state.men[0]) == [-1, -1, -1, 20]


def test_stopping_before_the_warp_is_ruled_on() -> None:
    assert rule_on(popped({"red": [3], "blue": []}, 3, **WARP), "T3", "T6") == (False, "T-W2", "must_warp")
    assert rule_on(popped({"red": [3], "blue": []}, 3, **WARP), "T3", "T20") == (True, "T-W2", "moved")


# -- the red 1 ---------------------------------------------------------------------------------------

FOUR = {"red": [9], "green": [], "blue": [14], "yellow": [3]}


def test_a_red_1_lets_the_others_bring_in_a_man_clockwise() -> None:
    state, events = to_pop(FOUR, **WARP).after(Rolled((1,)))
    assert told(events) == [("T-2", "rolled"), ("T-W3", "red_one")]
    assert isinstance(state, ToEnter)
    assert state.awaits.colour == "green"
    assert state.awaits.options == (Move("GH4", "T7"), PASS)
    state, events = take(state, "GH4", "T7")
    assert told(events) == [("T-W3", "entered")]
    # Blue's own man holds his START: yellow is next, may leave it, and then it is green's turn.
    assert state.awaits.colour == "yellow"
    state, events = passes(state)
    assert told(events) == [("T-W3", "passed"), ("T-5", "turn")]
    assert state.awaits.colour == "green"
    assert state.men[0] == (-1, -1, -1, 9)  # the popper did not move


def test_a_man_brought_in_by_a_red_1_sends_home_and_may_make_room() -> None:
    men = {"red": [9], "green": [], "blue": ["F1", "F2", "F3", 21], "yellow": []}
    state, _ = to_pop(men, **WARP).after(Rolled((1,)))
    state, _ = take(state, "GH4", "T7")
    # Blue has no man in HOME, so yellow is asked, and captures blue's last man.
    assert state.awaits.colour == "yellow"
    state, events = take(state, "YH4", "T21")
    assert told(events) == [("T-W3", "entered"), ("T-8", "captured"), ("T-5", "turn")]


def test_a_red_1_is_one_man_a_player_and_none_for_the_popper() -> None:
    owners = {"red": "Anna", "green": "Ben", "blue": "Anna", "yellow": "Ben"}
    state, _ = to_pop({"red": [], "green": [], "blue": [], "yellow": []}, owners=owners, **WARP).after(
        Rolled((1,))
    )
    assert state.awaits.options == (Move("GH4", "T7"), Move("YH4", "T21"), PASS)
    state, events = take(state, "YH4", "T21")
    assert told(events)[-1] == ("T-5", "turn")


def test_a_red_1_that_helps_nobody_passes_on() -> None:
    _, events = to_pop({"red": [9], "blue": [14]}, **WARP).after(Rolled((1,)))
    assert told(events) == [("T-2", "rolled"), ("T-W3", "red_one"), ("T-5", "turn")]
    reply = answer({"red": [9], "blue": []}, 1, **WARP)
    assert reply == {"moves": [], "may_pass": True, "extra_pop": False, "next_turn_if_no_move": "blue"}


def test_the_referee_during_a_red_1() -> None:
    state, _ = to_pop(FOUR, **WARP).after(Rolled((1,)))
    assert rule_on(state, "GH1", "T7") == (True, "T-W3", "entered")
    assert rule_on(state, "YH3", "T21") == (False, "T-4", "not_your_man")
    assert rule_on(state, "GH4", "T8") == (False, "T-W3", "only_enter")
    assert GAME.explain(state, Rolled((3,))).key == "others_enter_first"
    assert GAME.explain(state, PASS).legal
