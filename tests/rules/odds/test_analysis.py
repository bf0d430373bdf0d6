"""Chances: what they say of positions that are plain, and that both ways of playing agree."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules import Over, Rolled, Seat, State, game
from rules.odds import odds
from rules.odds.plain import play_out

TROUBLE, HEADACHE = game("trouble"), game("headache")


def trouble_position(men: dict[str, list[Any]], turn: str = "red", **options: Any) -> State:
    position = {
        "seats": ["red", "blue", "yellow", "green"],
        "players": list(men),
        "men": {colour: places + ["H"] * (4 - len(places)) for colour, places in men.items()},
        "turn": turn,
    }
    return TROUBLE.from_neutral(position, options)


def headache_position(board: dict[str, list[str]], turn: str = "yellow", **options: Any) -> State:
    position = {
        "players": ["yellow", "blue", "red"],
        "starts": {"yellow": "X0", "blue": "X2", "red": "X4"},
        "board": board,
        "reserve": {"yellow": 0, "blue": 0, "red": 0},
        "turn": turn,
    }
    return HEADACHE.from_neutral(position, options)


MIDGAME = trouble_position({"red": [3, 20, "F2"], "blue": [25, "F4", "F3"], "yellow": [10], "green": [5, 6]})
STACKS = headache_position(
    {"X1": ["blue", "yellow"], "O1.2": ["red"], "I5.1": ["yellow", "red"], "X6": ["blue"], "O3.2": ["blue"]}
)
ROLL_OFFS = [rules.new([Seat(colour, colour) for colour in rules.colours]) for rules in (TROUBLE, HEADACHE)]


@pytest.mark.parametrize("state", [MIDGAME, STACKS, MIDGAME.after(Rolled((2,)))[0], *ROLL_OFFS])
def test_both_ways_of_playing_agree(state: State) -> None:
    quick = odds(state, random.Random(1), 4000)
    assert quick.engine == "vector" and quick.unknown == ()
    rng = random.Random(2)
    games = 150
    plain = [play_out(state, rng) for _ in range(games)]
    for colour, chance in quick.chances.items():
        found = sum(share[colour] for share in plain) / games
        error = (quick.error(colour) ** 2 + max(found * (1 - found), 0.02) / games) ** 0.5
        assert abs(found - chance) < 4 * error
    assert sum(quick.chances.values()) == pytest.approx(1)


def test_the_first_seat_of_two_wins_as_often_as_it_should() -> None:
    seats = [Seat("red", "Anna"), Seat("yellow", "Ben")]
    found = odds(TROUBLE.new(seats, first="red"), random.Random(3), 20_000)
    assert abs(found.chances["red"] - 0.511) < 3 * (found.error("red") ** 2 + 0.003**2) ** 0.5


def test_chances_follow_the_generator() -> None:
    assert odds(MIDGAME, random.Random(4), 100) == odds(MIDGAME, random.Random(4), 100)
    assert odds(MIDGAME, random.Random(4), 100) != odds(MIDGAME, random.Random(5), 100)


def test_a_house_rule_that_the_quick_engine_does_not_know_is_named() -> None:
    state = trouble_position({"red": ["F4", "F3", "F2", 27], "blue": [3]}, no_jump=True, start_safe=True)
    found = odds(state, random.Random(1), 30)
    assert found.engine == "plain" and found.unknown == ("no_jump", "start_safe")
    assert sum(found.chances.values()) == pytest.approx(1)
    headache = headache_position(
        {"X1": ["blue", "yellow"], "X6": ["blue"], "O3.2": ["red"]}, no_move="lose_move"
    )
    assert odds(headache, random.Random(1), 20).unknown == ("no_move",)


def test_teams_of_one_player_win_together() -> None:
    seats = [Seat(colour, "Anna" if place % 2 else "Ben") for place, colour in enumerate(TROUBLE.colours)]
    found = odds(TROUBLE.new(seats), random.Random(1), 6)
    assert found.engine == "plain" and found.unknown == ("two teams a player",)
    red, blue, yellow, green = (found.chances[colour] for colour in ("red", "blue", "yellow", "green"))
    assert red == yellow and blue == green and red + blue == pytest.approx(1)


def test_a_game_that_is_over_or_decided() -> None:
    state = headache_position({"X1": ["blue", "red", "yellow"]})
    assert isinstance(state.awaits, Over)
    found = odds(state, random.Random(1))
    assert found.engine == "known" and found.chances == {"yellow": 1.0, "blue": 0.0, "red": 0.0}
    decided = trouble_position({"red": ["F1", "F2", "F3", "F4"], "blue": [3], "green": [9]}, turn="blue")
    assert odds(decided, random.Random(1), 50).chances == {"red": 1.0, "blue": 0.0, "green": 0.0}


def test_a_game_whose_turn_never_ends_is_everybodys() -> None:
    state = HEADACHE.from_text(
        'headache board=red,blue,yellow,green seats=red:"Anna",blue:"Ben" men=I3.2:b,O2.1:r '
        "reserve=3,3 turn=red awaits=pop:again only=O2.1 bonus=1000000"
    )
    assert play_out(state, random.Random(1)) == {"red": 0.5, "blue": 0.5}


def test_at_least_one_game_is_played() -> None:
    for wrong in (0, -5):
        with pytest.raises(ValueError, match="playouts"):
            odds(MIDGAME, random.Random(1), wrong)
