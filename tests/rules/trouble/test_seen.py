"""Rulings on the pieces as they now stand."""

from __future__ import annotations

from rules.core import Move, Pieces, Ruling, Seat, Toy
from rules.trouble import GAME
from rules.trouble.state import TroubleState
from tests.rules.trouble.helpers import popped, take, to_pop

MEN = {"red": [3, 9], "blue": [5, 20], "green": []}


def changed(state: TroubleState, away: str = "", **come: str) -> Pieces:
    """The pieces with some spaces (separated by blanks) emptied and others filled."""
    pieces = {space: stack for space, stack in state.pieces.items() if space not in away.split()}
    return pieces | {space: tuple(colours.split("+")) for space, colours in come.items()}


def brief(ruling: Ruling) -> tuple[bool, str, str]:
    return ruling.legal, ruling.rule, ruling.key


def test_nothing_has_changed() -> None:
    for state in (to_pop(MEN), popped(MEN, 2)):
        assert brief(GAME.explain(state, state.pieces)) == (True, "T-4", "unchanged")


def test_a_legal_move_is_found_with_its_answer() -> None:
    state = popped(MEN, 4)
    ruling = GAME.explain(state, changed(state, "T3", T7="red"))
    assert (brief(ruling), ruling.answer) == ((True, "T-6", "moved"), Move("T3", "T7"))


def test_holes_of_home_compare_by_count() -> None:
    state = popped(MEN, 6)
    ruling = GAME.explain(state, changed(state, "RH1", T0="red"))
    assert (brief(ruling), ruling.answer) == ((True, "T-5", "entered"), Move("RH2", "T0"))
    holes = changed(
        state, "GH1 GH2 GH3 GH4 RH1", RH4="red", GH1="green", GH2="green", GH3="green", GH4="green"
    )
    assert GAME.explain(state, holes).key == "unchanged"


def test_a_capture() -> None:
    state = popped(MEN, 2)
    ruling = GAME.explain(state, changed(state, "T3", T5="red", BH4="blue"))
    assert (brief(ruling), ruling.answer) == ((True, "T-7", "captures"), Move("T3", "T5"))


def test_a_captured_man_may_come_home_late() -> None:
    state = popped(MEN, 2)
    for pieces in (changed(state, "T3", T5="red"), changed(state, "T3", T5="blue+red")):
        ruling = GAME.explain(state, pieces)
        assert (brief(ruling), ruling.answer) == ((True, "T-7", "captured_not_home"), Move("T3", "T5"))
        assert ruling.facts["missing"] == ("blue",)
    # The engine has him at home already: until he is, the next player may pop and move.
    state, _ = take(state, "T3", "T5")
    ruling = GAME.explain(state, changed(state, "BH3"))
    assert (brief(ruling), ruling.facts["missing"]) == ((True, "T-7", "not_home_yet"), ("blue",))


def test_a_captured_man_elsewhere_than_home() -> None:
    state = popped(MEN, 2)
    assert brief(GAME.explain(state, changed(state, "T3", T5="red", T6="blue"))) == (
        False,
        "T-7",
        "captured_elsewhere",
    )


def test_an_illegal_move_is_ruled_on_as_the_move_it_is() -> None:
    state = popped(MEN, 2)
    for pieces, rule, answer in (
        (changed(state, "T9", T12="red"), "T-6", Move("T9", "T12")),
        (changed(state, "RH2", T0="red"), "T-5", Move("RH2", "T0")),
        (changed(state, "T20", T22="blue"), "T-4", Move("T20", "T22")),
        (changed(state, "T3", T20="red", BH3="blue"), "T-6", Move("T3", "T20")),  # a capture by a wrong count
        (changed(state, "T3", T20="red"), "T-6", Move("T3", "T20")),  # and the man still in the hand
        (changed(state, "T3", RH3="red"), "T-6", Move("T3", "RH3")),
        (changed(state, "BH2", T14="blue"), "T-4", Move("BH2", "T14")),
    ):
        ruling = GAME.explain(state, pieces)
        assert (ruling.legal, ruling.rule, ruling.answer) == (False, rule, answer)


def test_moved_before_the_pop() -> None:
    state = to_pop(MEN)
    assert brief(GAME.explain(state, changed(state, "T3", T5="red", BH4="blue"))) == (
        False,
        "T-4",
        "pop_first",
    )
    start = GAME.new([Seat("red", "Anna"), Seat("blue", "Ben")])
    assert brief(GAME.explain(start, changed(start, "RH4", T0="red"))) == (False, "T-4", "pop_first")


def test_what_no_single_move_explains() -> None:
    state = popped(MEN, 2)
    for pieces, rule, key in (
        (changed(state, "T3 T9", T5="red", T11="red", BH4="blue"), "T-4", "several_moved"),
        (changed(state, "T3"), "T-1", "men_missing"),
        (changed(state, T4="red"), "T-1", "too_many_men"),
        (changed(state, T4="yellow"), "T-1", "stranger"),
        (changed(state, T4="pink"), "T-1", "stranger"),
        ({**state.pieces, "T4": (Toy("ziggy", "N"),)}, "T-1", "stranger"),
    ):
        ruling = GAME.explain(state, pieces)
        assert (ruling.legal, ruling.rule, ruling.key) == (False, rule, key)


def test_a_man_of_the_hand_is_no_man_missing_while_home_waits_for_him() -> None:
    state = popped(MEN, 6)
    assert GAME.explain(state, changed(state, "RH1")).key == "not_home_yet"
    assert GAME.explain(state, {}).key == "men_missing"
