"""The neutral form: what it refuses, and its finer points."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core import Seat
from rules.errors import OptionError, PositionError, RulesError
from rules.trouble import GAME
from rules.trouble.neutral import place_word, read_place
from tests.rules.trouble.helpers import answer, request, to_pop

MEN = {"red": [3], "blue": []}


def position(**changes: Any) -> dict[str, Any]:
    return {**request(MEN, 2)["position"], **changes}


def test_places_read_back() -> None:
    for start in (0, 7, 14, 21):
        for place in range(-1, 32):
            assert read_place(place_word(place, start), start) == place


def test_men_are_sorted_by_home_circle_number_finish() -> None:
    (move, *_) = answer({"red": [], "blue": ["F2", 2, "H", 20]}, 1, "blue")["moves"]
    assert (move["from"], move["men"]["blue"]) == (2, ["H", 3, 20, "F2"])


def test_moves_are_sorted_by_the_words_of_their_places() -> None:
    moves = answer({"red": [2, 10, "F1"], "blue": []}, 6)["moves"]
    assert [(move["from"], move["to"]) for move in moves] == [(10, 16), (2, 8), ("H", 0)]


def test_the_order_of_the_players_is_the_order_of_turns() -> None:
    asked = {"position": position(players=["blue", "red"]), "roll": 2}
    assert GAME.legal(asked)["next_turn_if_no_move"] == "blue"


def test_a_player_a_colour_unless_owners_are_given() -> None:
    assert GAME.from_neutral(position()).seats == (Seat("red", "red"), Seat("blue", "blue"))
    state = GAME.from_neutral(position(owners={"red": "Anna"}))
    assert state.seats == (Seat("red", "Anna"), Seat("blue", "blue"))


def test_sixes_and_entered_make_it_an_extra_pop() -> None:
    assert to_pop(MEN).awaits.why == "turn"
    assert to_pop(MEN, sixes=1).awaits.why == "again"
    assert to_pop({"red": [0], "blue": []}, entered=0).awaits.why == "again"


def test_options_may_be_absent_or_empty() -> None:
    bare = {"position": position(), "roll": 2}
    assert GAME.legal(bare) == GAME.legal({**bare, "options": {}}) == GAME.legal({**bare, "options": None})


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"roll": 7}, "roll is 7"),
        ({"roll": 0}, "roll is 0"),
        ({"roll": True}, "roll is True"),
        ({"roll": "3"}, "roll is '3'"),
        ({"roll": None}, "roll is None"),
        ({"rol": 3}, "'rol' is no part of a request"),
        ({"position": None}, "position is None"),
        ({"position": []}, "position is"),
        ({"options": ["pass"]}, "options is"),
        ({"options": {"passs": "never"}}, "passs is no house rule"),
        ({"options": {"pass": "sometimes"}}, "pass=sometimes is not a house rule"),
        ({"position": position(turn="green")}, "cannot be the turn of green"),
        ({"position": position(turn=["red"])}, "cannot be the turn of"),
        ({"position": position(sixs=1)}, "'sixs' is no part of a position"),
        (
            {"position": {"turn": "red"}},
            "The position has no seats. The position has no players. The position has no men.",
        ),
        ({"position": position(seats="red")}, "seats is 'red'"),
        ({"position": position(seats=["red", "blue"])}, "The board has the colours"),
        ({"position": position(players=["red"], men={"red": ["H"] * 4})}, "2 to 4 players"),
        ({"position": position(players=[1, 2])}, r"players is \[1, 2\]"),
        ({"position": position(owners={"red": "A", "blue": "A"})}, "2 to 4 players"),
        ({"position": position(owners={"green": "A"})}, "owners has an entry for green"),
        ({"position": position(owners=["A"])}, "owners is"),
        ({"position": position(men={"red": [3, "H", "H", "H"]})}, "blue has 0 men"),
        ({"position": position(men={"red": "HHHH", "blue": []})}, "men of red is 'HHHH'"),
        (
            {"position": position(men={"red": [28, "F5", True, "H"], "blue": ["H"] * 4})},
            "28 is no place.*'F5'.*True",
        ),
        ({"position": position(men={"red": [3, 3, "H", "H"], "blue": ["H"] * 4})}, "red and red stand on T3"),
        (
            {"position": position(men={"red": [3, "F1", "F1", "H"], "blue": ["H"] * 4})},
            "stand on RF1 together",
        ),
        ({"position": position(sixes=-1)}, "sixes is -1"),
        ({"position": position(sixes="1")}, "sixes is '1'"),
        ({"position": position(entered=3)}, "entered is 3"),
        ({"position": position(men={"red": ["F1", "F2", "F3", "F4"], "blue": ["H"] * 4})}, "is over"),
    ],
)
def test_a_bad_request_is_refused_with_its_reason(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(RulesError, match=problem):
        GAME.legal({**request(MEN, 2), **changes})


def test_the_errors_fit() -> None:
    with pytest.raises(OptionError):
        GAME.legal({**request(MEN, 2), "options": {"max_extra_pops": 2, "three_sixes_lose_turn": True}})
    with pytest.raises(PositionError) as error:
        GAME.legal({"roll": 9, "rol": 1})
    assert len(error.value.problems) == 2
