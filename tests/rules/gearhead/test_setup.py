"""Sitting down, and positions set by hand."""

from __future__ import annotations

import pytest

from rules import OptionError, Pieces, PositionError, Seat, SeatsError, Toy
from rules.gearhead import GAME
from rules.gearhead.board import Board, Counter
from rules.gearhead.options import OPTIONS
from rules.gearhead.state import EMPTY_HANDS, Ended, ToDraw, ToPlace, ToStart
from tests.rules.gearhead.toybox import SEATS, answer, may, neutral, table, toys


def pieces(men: str) -> Pieces:
    return {
        toy["at"]: (Toy(toy["kind"], toy["facing"], toy["flipped"], toy["zapped"]),)
        for toy in neutral(men)["toys"]
    }


def test_south_sits_first_whatever_the_order() -> None:
    state = GAME.new(SEATS[::-1])
    assert isinstance(state, ToStart)
    assert [seat.colour for seat in state.seats] == ["south", "north"]
    assert isinstance(GAME.new(SEATS, first="north", board=["north", "south"]), ToDraw)


@pytest.mark.parametrize(
    ("seats", "more", "problem"),
    [
        (SEATS[:1], {}, "Nobody plays north"),
        ([*SEATS, Seat("north", "Cleo")], {}, "north is taken 2 times"),
        ([*SEATS, Seat("east", "Cleo")], {}, "east is no side"),
        (SEATS, {"first": "east"}, "east cannot begin"),
        (SEATS, {"board": ["south"]}, "sides south and north"),
        ([], {"first": "red"}, "Nobody plays south.*Nobody plays north.*red cannot begin"),
    ],
)
def test_seats_that_do_not_fit(seats: list[Seat], more: dict[str, object], problem: str) -> None:
    with pytest.raises(SeatsError, match=problem):
        GAME.new(seats, **more)  # type: ignore[arg-type]


def test_house_rules_are_checked() -> None:
    with pytest.raises(OptionError, match=r"zigzag is no house rule.*egg_limit takes"):
        GAME.new(SEATS, options={"zigzag": True, "egg_limit": 99})


def test_every_ambiguity_with_a_choice_has_an_option_with_its_number() -> None:
    rules = [option.rule for option in OPTIONS]
    wanted = "1 2 2b 3 5 6 6b 8 9 9b 9c 10 11 11c 12 12b 13 14 14b 16 17 18 18 19 20"
    assert rules == [f"G-A{number}" for number in wanted.split()]


# -- positions set by hand -------------------------------------------------------------------------------


def test_a_position_set_by_hand_begins_a_turn() -> None:
    state = GAME.from_pieces(table("orbit d2N; handy e7S"), pieces("orbit d4N; handy e7S zapped"), "north")
    assert isinstance(state, ToDraw)
    assert (state.turn, state.quiet) == ("north", 0)
    assert toys(state) == "orbit d4N; handy e7S zapped"


def test_counters_stay_in_the_game() -> None:
    before = table("orbit d2N; handy e7S", cup=(("big_al", 1), ("presto", 2)))
    state = GAME.from_pieces(before, pieces("orbit d2N; presto a5N"), "south")
    assert isinstance(state, ToDraw)
    assert state.cup == (("big_al", 1), ("presto", 1))
    assert state.now.discard == ("handy",)
    # What was discarded comes back first, and what is in the player's hand goes back into the cup.
    drawn = answer(state, "draw:presto")
    assert isinstance(drawn, ToPlace)
    again = GAME.from_pieces(drawn, pieces("orbit d2N; handy e7S; presto a5N"), "north")
    assert isinstance(again, ToDraw)
    assert (again.now.discard, again.cup) == ((), (("big_al", 1), ("presto", 1)))


def test_points_and_piles_stay() -> None:
    before = table("orbit d8N; handy d4N; presto h7S", score=(3, 1))
    scored = answer(before, "act:d8", "1")
    state = GAME.from_pieces(scored, pieces("presto h7S"), "north")
    assert (state.board.score, state.board.piles) == ((4, 1), (("orbit",), ()))
    assert state.board.discard == ("handy",)


def test_with_an_empty_cup_the_turn_begins_at_its_actions() -> None:
    state = GAME.from_pieces(table("orbit d2N", cup=()), pieces("orbit d3N"), "south")
    assert may(state) == ["act:d3"]


def test_nothing_left_ends_the_game() -> None:
    assert isinstance(GAME.from_pieces(table("orbit d2N", cup=()), {}, "south"), Ended)


def test_small_fry_may_come_and_go_up_to_the_limit() -> None:
    state = GAME.from_pieces(table("orbit d2N"), pieces("small_fry d2N"), "south")
    assert state.board.discard == ("orbit",)
    with pytest.raises(PositionError, match="egg_limit is 1"):
        GAME.from_pieces(table("orbit d2N", egg_limit=1), pieces("small_fry d2N; small_fry d3N"), "south")


@pytest.mark.parametrize(
    ("men", "turn", "problem"),
    [
        ({"d9": (Toy("orbit", "N"),)}, "south", "d9 is no square"),
        ({"d2": (Toy("orbit", "N"), Toy("handy", "N"))}, "south", "2 toys stand on d2"),
        ({"d2": ("red",)}, "south", "red on d2 is no toy"),
        ({"d2": (Toy("orbot", "N"),)}, "south", "orbot on d2 is no toy"),
        ({"d2": (Toy("orbit", "E"),)}, "south", "faces E"),
        ({"d2": (Toy("orbit", "N", flipped=True),)}, "south", "only Ziggy can"),
        ({"d2": (Toy("orbit", "N"),)}, "east", "turn of east"),
        ({"d9": ("red",), "d2": (Toy("orbit", "E"),)}, "west", "red.*faces E.*turn of west"),
    ],
)
def test_positions_that_cannot_be(men: Pieces, turn: str, problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        GAME.from_pieces(table("orbit d2N"), men, turn)


def test_there_are_only_six_of_a_kind() -> None:
    seven = "; ".join(f"orbit {file}3N" for file in "abcdefg")
    with pytest.raises(PositionError, match="orbit: 7 are on the board, and 6 at most"):
        GAME.from_pieces(GAME.new(SEATS, first="south"), pieces(seven), "south")


def test_a_held_counter_stays_in_hand() -> None:
    before = ToDraw(
        table("orbit d2N").match, Board((("d2", Counter("orbit", "N")),)), "south", (), (None, "ziggy"), 0
    )
    state = GAME.from_pieces(before, pieces("orbit d3N"), "south")
    assert state.held == (None, "ziggy")
    assert before.held != EMPTY_HANDS
