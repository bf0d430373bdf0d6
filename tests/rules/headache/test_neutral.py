"""The neutral form, exactly."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from rules import OptionError, PositionError, RulesError, SeatsError
from rules.headache import GAME
from rules.headache.state import ToPop, ToSet

REQUEST: dict[str, Any] = {
    "position": {
        "players": ["yellow", "blue"],
        "starts": {"yellow": "X0", "blue": "X2"},
        "board": {"O1.2": ["yellow"], "X5": ["blue"]},
        "reserve": {"yellow": 0, "blue": 0},
        "turn": "yellow",
    },
    "roll": 4,
    "red": False,
}


def request(**position: Any) -> dict[str, Any]:
    asked = copy.deepcopy(REQUEST)
    for key in ("roll", "red", "options"):
        if key in position:
            asked[key] = position.pop(key)
    asked["position"].update(position)
    return asked


def test_the_cases_beside_the_project(shared: Path) -> None:
    cases = [json.loads(line) for line in (shared / "cases" / "headache.jsonl").read_text().splitlines()]
    assert len(cases) >= 20
    wrong = [case["id"] for case in cases if GAME.legal(case["request"]) != case["answer"]]
    assert wrong == []


def test_an_answer_in_full() -> None:
    answer = GAME.legal(request(board={"O1.2": ["yellow"], "O2.2": ["blue"], "X5": ["blue"]}, red=True))
    assert answer == {
        "enters": False,
        "moves": [
            {
                "from": "O1.2",
                "to": target,
                "dir": "cw",
                "captures": captures,
                "board": board,
                "reserve": {"yellow": 0, "blue": 0},
                "eliminated": [],
                "winner": None,
                "bonus_pop": True,
                "next_turn": "yellow",
                "just_entered": None,
            }
            for target, captures, board in [
                ("I2.2", None, {"I2.2": ["yellow"], "O2.2": ["blue"], "X5": ["blue"]}),
                ("O2.2", ["blue"], {"O2.2": ["blue", "yellow"], "X5": ["blue"]}),
            ]
        ],
        "repop": False,
    }


def test_the_winning_move_ends_everything() -> None:
    (move,) = GAME.legal(request(board={"O1.2": ["yellow"], "O1.3": ["blue"]}, roll=1, red=True))["moves"]
    assert move["winner"] == "yellow" and move["eliminated"] == ["blue"]
    assert move["next_turn"] is None and move["bonus_pop"] is False and move["just_entered"] is None


def test_a_bonus_pop_while_entering_is_for_the_man_just_entered() -> None:
    asked = request(reserve={"yellow": 2, "blue": 0}, roll=1, red=True)
    answer = GAME.legal(asked)
    assert answer["enters"] is True
    assert [(move["from"], move["to"], move["just_entered"]) for move in answer["moves"]] == [
        ("X0", "I0.1", "I0.1"),
        ("X0", "O0.1", "O0.1"),
    ]
    last = GAME.legal(request(reserve={"yellow": 1, "blue": 0}, roll=1, red=True))["moves"]
    assert [move["just_entered"] for move in last] == [None, None]


def test_the_next_players_held_start_is_no_just_entered() -> None:
    asked = request(board={"O1.2": ["yellow"], "X2": ["blue"]}, reserve={"yellow": 0, "blue": 2})
    assert all(move["just_entered"] is None for move in GAME.legal(asked)["moves"])
    asked["position"]["turn"] = "blue"
    held = GAME.legal(asked)
    assert held["enters"] is False and {move["from"] for move in held["moves"]} == {"X2"}


def test_a_repeated_entering_pop() -> None:
    board = {"X0": ["yellow"], "O0.1": ["yellow"], "I0.1": ["yellow"], "X5": ["blue"]}
    answer = GAME.legal(request(board=board, just_entered="X0", roll=1))
    assert answer == {"enters": False, "moves": [], "repop": True}
    answer = GAME.legal(request(board=board, just_entered="X0", roll=2, red=True))
    assert {move["from"] for move in answer["moves"]} == {"X0"}
    assert {move["just_entered"] for move in answer["moves"]} == {None}  # all have entered


def test_a_lost_move_is_no_repop() -> None:
    asked = request(
        board={"O1.3": ["yellow"]}, reserve={"yellow": 0, "blue": 1}, roll=1, options={"no_move": "lose_move"}
    )
    assert GAME.legal(asked) == {"enters": False, "moves": [], "repop": False}


def test_bonus_pops_owed() -> None:
    (move, _) = GAME.legal(request(bonus=1))["moves"]
    assert move["bonus_pop"] is True and move["next_turn"] == "yellow"


def test_a_bonus_pop_with_free_choice() -> None:
    asked = request(
        reserve={"yellow": 1, "blue": 0}, options={"entering_bonus": "free_choice_on_board"}, bonus_pop=True
    )
    answer = GAME.legal(asked)
    assert answer["enters"] is False and {move["from"] for move in answer["moves"]} == {"O1.2"}
    asked["options"] = {"entering_bonus": "enters_another"}
    assert GAME.legal(asked)["enters"] is True
    asked["options"] = {}
    with pytest.raises(PositionError, match="just_entered is missing"):
        GAME.legal(asked)


def test_players_may_sit_anywhere() -> None:
    asked = request(players=["blue", "yellow"], starts={"yellow": "X6", "blue": "X4", "green": "X0"})
    state = GAME.from_neutral(asked["position"])
    assert isinstance(state, ToPop) and [seat.colour for seat in state.seats] == ["blue", "yellow"]
    assert state.match.board == ("green", "red", "blue", "yellow")
    waiting = GAME.from_neutral({**asked["position"], "reserve": {"yellow": 1, "blue": 0}})
    assert isinstance(waiting, ToSet) and str(waiting.awaits.options[0]) == "set:X6"


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"roll": 7}, "roll is 7"),
        ({"roll": True}, "roll is True"),
        ({"roll": "4"}, "roll is '4'"),
        ({"roll": 4.0}, "roll is 4.0"),
        ({"options": ["safety"]}, "options is"),
        ({"red": 1}, "red is 1"),
        ({"players": "yellow"}, "players is"),
        ({"players": ["yellow", "white"]}, "players is"),
        ({"players": ["yellow"], "board": {}}, "2 to 4 colours"),
        ({"starts": {"yellow": "X1", "blue": "X2"}}, "starts is"),
        ({"starts": {"yellow": "X2", "blue": "X2"}}, "one START to two colours"),
        ({"starts": {"yellow": "X2"}}, "no START for blue"),
        ({"reserve": {"yellow": 0}}, "reserve tells nothing of blue"),
        ({"reserve": {"yellow": -1, "blue": 0}}, "reserve is"),
        ({"reserve": {"yellow": 4, "blue": 0}}, "yellow has 5 men"),
        ({"board": {"O1.9": ["yellow"]}}, "'O1.9' is no space"),
        ({"board": {"O1.2": []}}, "stack on O1.2"),
        ({"board": {"O1.2": ["red"]}}, "stack on O1.2"),
        ({"board": []}, "board is"),
        ({"turn": "red"}, "turn of red"),
        ({"board": {"O1.2": ["yellow", "blue"], "X5": ["blue"]}}, "game of this position is over"),
        ({"board": {"O1.2": ["yellow"]}}, "game of this position is over"),
        ({"board": {"X2": ["yellow"]}, "reserve": {"yellow": 0, "blue": 1}}, "X2 is the START of blue"),
        ({"just_entered": "X5"}, "no piece of yellow stands there"),
        ({"just_entered": "Y5"}, "just_entered is 'Y5'"),
        ({"safety": 1}, "safety is 1"),
        ({"bonus": -1}, "bonus is -1"),
        ({"owners": {"yellow": 3}}, "owners is"),
        ({"saftey": True}, "'saftey' is no part of a position"),
    ],
)
def test_what_is_wrong_is_named(position: dict[str, Any], words: str) -> None:
    with pytest.raises((PositionError, SeatsError), match=words):
        GAME.legal(request(**position))


def test_what_is_missing_is_named() -> None:
    with pytest.raises(PositionError, match="position is missing"):
        GAME.legal({"roll": 4, "red": False})
    with pytest.raises(PositionError, match="turn is missing"):
        GAME.from_neutral({key: value for key, value in REQUEST["position"].items() if key != "turn"})
    with pytest.raises(PositionError, match="'dice' is no part of a request"):
        GAME.legal({**REQUEST, "dice": 4})
    with pytest.raises(OptionError):
        GAME.legal({**REQUEST, "options": {"pass": "never"}})


def test_nonsense_is_a_rules_error() -> None:
    for wrong in (None, 3, "x", [], {}, {"board": 3}):
        with pytest.raises(RulesError):
            GAME.legal({**REQUEST, "position": wrong})
        for key in REQUEST["position"]:
            if key != "board" or wrong != {}:
                with pytest.raises(RulesError):
                    GAME.legal(request(**{key: wrong}))
