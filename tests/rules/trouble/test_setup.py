"""Positions set by hand: the state, or everything that is wrong with it."""

from __future__ import annotations

import copy
import pickle

import pytest

from rules.core import Over, Seat, Toy
from rules.errors import PositionError
from rules.trouble import GAME
from rules.trouble.setup import set_up
from rules.trouble.state import Ended, ToPop
from tests.rules.trouble.helpers import popped, take, to_pop

MEN = {"red": [3], "blue": [5, "F1"], "green": []}


def test_a_position_set_by_hand() -> None:
    state = popped(MEN, 2)
    pieces = dict(state.pieces)
    pieces["T9"] = pieces.pop("T3")
    by_hand = GAME.from_pieces(state, pieces, "blue")
    assert by_hand.pieces == pieces
    assert isinstance(by_hand, ToPop)
    assert by_hand.awaits.colour == "blue"
    assert by_hand.awaits.why == "turn"
    assert by_hand.options == state.options


def test_any_hole_of_home_will_do() -> None:
    state = to_pop({"red": [3, 4, 5], "blue": []})
    pieces = {("RH4" if space == "RH1" else space): stack for space, stack in state.pieces.items()}
    assert GAME.from_pieces(state, pieces, "red") == state


def test_during_the_contest_for_the_start() -> None:
    state = GAME.new([Seat("red", "Anna"), Seat("blue", "Ben")])
    assert GAME.from_pieces(state, state.pieces, "blue") == GAME.new(state.seats, first="blue")


def test_every_problem_is_named() -> None:
    state = to_pop(MEN)
    pieces = {
        "T3": ("red", "red"),
        "T30": ("red",),
        "T4": ("yellow",),
        "T6": (Toy("ziggy", "N"),),
        "RF1": ("blue",),
        "BH1": ("green",),
        "BH2": ("blue",),
    }
    with pytest.raises(PositionError) as error:
        GAME.from_pieces(state, pieces, "yellow")
    problems = " ".join(error.value.problems)
    for words in (
        "2 men stand on T3",
        "T30 is no space",
        "yellow on T4 does not play",
        "on T6 does not play",
        "A man of blue stands on RF1",
        "A man of green stands on BH1",
        "red has 2 men, not 4",
        "blue has 1 men, not 4",
        "green has 0 men, not 4",
        "cannot be the turn of yellow",
    ):
        assert words in problems


def test_two_men_on_one_circle() -> None:
    state = to_pop({"red": [3], "blue": []})
    with pytest.raises(PositionError, match="red and blue stand on T3 together"):
        set_up(state.match, {"red": [3, -1, -1, -1], "blue": [17, -1, -1, -1]}, "red")


def test_a_finished_colour_takes_no_turn() -> None:
    state = to_pop({"red": ["F1", "F2", "F3", "F4"], "green": [], "blue": []}, "green")
    with pytest.raises(PositionError, match="red, who is done"):
        GAME.from_pieces(state, state.pieces, "red")


def test_the_end_of_the_game_set_by_hand() -> None:
    state = to_pop({"red": ["F1", "F2", "F3", 27], "blue": []})
    pieces = {("RF4" if space == "T27" else space): stack for space, stack in state.pieces.items()}
    over = GAME.from_pieces(state, pieces, "red")
    assert isinstance(over, Ended)
    assert over.awaits == Over((("red",), ("blue",)))


def test_the_order_of_finishing_is_kept_where_it_is_known() -> None:
    men = {"red": ["F1", "F2", "F3", 27], "green": ["F1", "F2", "F3", 6], "blue": [], "yellow": [3]}
    state, _ = take(popped(men, 4), "T27", "RF4")
    pieces = dict(state.pieces)
    pieces["GF4"] = pieces.pop("T6")
    by_hand = GAME.from_pieces(state, pieces, "blue")
    assert by_hand.done == ((0,), (1,))
    # Set at once, nobody knows who was first: they share the place.
    fresh = GAME.from_pieces(to_pop(men), pieces, "blue")
    assert fresh.done == ((0, 1),)
    assert fresh.match.ranking(fresh.done)[0] == ("red", "green")
    # A man taken out of FINISH again takes the place away.
    assert GAME.from_pieces(by_hand, to_pop(men).pieces, "red").done == ()


def test_states_can_be_copied_and_sent_to_another_process() -> None:
    state = popped(MEN, 2, variant="double_trouble_warp")
    for twin in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin.awaits == state.awaits
