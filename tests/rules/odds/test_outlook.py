"""The outlook of careful players: what they see of positions that are plain, and by which dice."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from rules import PASS, Choice, Move, Rolled, Seat, State, game
from rules.odds import outlook
from rules.odds.headache_careful import HeadacheCareful
from rules.odds.plain import at_random
from rules.odds.trouble_careful import TroubleCareful

TROUBLE, HEADACHE = game("trouble"), game("headache")


def trouble_choice(red: list[Any], yellow: list[Any], roll: int, **options: Any) -> State:
    """Red's choice after a pop."""
    men = {"red": red, "yellow": yellow}
    position = {
        "seats": ["red", "blue", "yellow", "green"],
        "players": list(men),
        "men": {colour: places + ["H"] * (4 - len(places)) for colour, places in men.items()},
        "turn": "red",
    }
    return TROUBLE.from_neutral(position, options).after(Rolled((roll,)))[0]


def headache_choice(board: dict[str, list[str]], pips: int) -> State:
    """Yellow's choice after a pop without a red dot."""
    position = {
        "players": ["yellow", "red"],
        "starts": {"yellow": "X0", "red": "X4"},
        "board": board,
        "reserve": {"yellow": 0, "red": 0},
        "turn": "yellow",
    }
    return HEADACHE.from_neutral(position).after(Rolled((pips, 0)))[0]


def best(state: State, games: int = 1000) -> str:
    chances = outlook(state, random.Random(1), games, 12)
    assert chances is not None
    return str(max(chances, key=chances.__getitem__))


def test_a_move_that_wins_is_sure_to_win() -> None:
    state = trouble_choice([27, "F2", "F3", "F4"], [20, 5], 1)
    chances = outlook(state, random.Random(1), 100, 4)
    assert chances is not None
    assert chances[Move("T27", "RF1")] == 1.0
    assert PASS not in chances


def test_a_man_who_is_about_to_be_captured_runs() -> None:
    # Yellow stands two circles behind the man on T20, and none near the man on T3.
    assert best(trouble_choice([3, 20], [18], 5)) == "T20-T25"


def test_a_man_stays_out_of_reach() -> None:
    # A 3 takes the one man right before yellow's nose, the other where nobody comes from behind.
    assert best(trouble_choice([10, 21], [12], 3)) == "T21-T24"


def test_a_cone_does_not_walk_under_another() -> None:
    state = headache_choice({"X0": ["yellow"], "X5": ["yellow"], "O0.1": ["red"], "O0.2": ["red"]}, 3)
    chances = outlook(state, random.Random(1), 1000, 8)
    assert chances is not None
    assert max(chances[Move("X0", to)] for to in ("O0.3", "X1")) < max(
        chance for move, chance in chances.items() if isinstance(move, Move) and move.origin == "X5"
    )


@pytest.mark.parametrize("teams", [2, 3, 4])
@pytest.mark.parametrize("name", ["trouble", "headache"])
def test_the_same_answer_twice_has_the_same_chance_to_the_last_digit(name: str, teams: int) -> None:
    rules = game(name)
    rng, state = random.Random(3), rules.new([Seat(colour, colour) for colour in rules.colours[:teams]])
    for _ in range(40):
        state, _ = state.after(at_random(state.awaits, rng))  # type: ignore[arg-type]
    careful: Any = {"trouble": TroubleCareful, "headache": HeadacheCareful}[name]
    played = careful([state, state], 50, np.random.Generator(np.random.PCG64(4)))
    chances = played.ahead(12)
    assert chances.shape == (teams, 100)
    assert (chances[:, :50] == chances[:, 50:]).all()
    assert np.allclose(chances.sum(axis=0), 1)
    assert np.unique(chances[:, :50], axis=1).shape[1] > 5


@pytest.mark.parametrize("options", [{"variant": "double_trouble_warp"}, {"start_safe": True}])
def test_house_rules_that_the_quick_engine_does_not_know_do_not_hinder(options: dict[str, Any]) -> None:
    assert best(trouble_choice([1, 20], [18], 5, **options)) == "T20-T25"


def test_where_one_has_won_the_others_play_as_if_he_were_not_there() -> None:
    men = {"red": [1, 20, "F2", "F3"], "yellow": [18, "F1", "F2", "F3"], "green": ["F1", "F2", "F3", "F4"]}
    seen = []
    for players in (["red", "yellow", "green"], ["red", "yellow"]):
        position = {
            "seats": ["red", "blue", "yellow", "green"],
            "players": players,
            "men": {player: men[player] for player in players},
            "turn": "red",
        }
        state = TROUBLE.from_neutral(position).after(Rolled((5,)))[0]
        seen.append(outlook(state, random.Random(1), 2000, 40))
    with_him, without = seen
    assert with_him == pytest.approx(without, abs=0.06)


def test_a_game_that_no_quick_engine_knows_has_none() -> None:
    rng, rules = random.Random(5), game("gearhead")
    state = rules.new([Seat(colour, colour) for colour in rules.colours])
    while not isinstance(state.awaits, Choice):
        state, _ = state.after(at_random(state.awaits, rng))  # type: ignore[arg-type]
    assert outlook(state, rng, 10, 2) is None
