"""The neutral form: the shared cases, a second account of the rules, and what is refused."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules import OptionError, PositionError
from rules.gearhead import GAME
from rules.gearhead.board import RULE, SQUARES
from tests.rules.gearhead import model
from tests.rules.gearhead.toybox import neutral, toys

D8_TOYS = ("clucketta", "presto", "kangaruffian", "zap_bot")


def comparable(answer: dict[str, Any]) -> Any:
    """An answer without what order and further keys would add."""
    outcomes = sorted(
        json.dumps(
            {
                **{key: outcome[key] for key in ("position", "unused_rolls")},
                "off": sorted((gone["kind"], gone["edge"]) for gone in outcome["off"]),
                "choices": sorted(outcome["choices"]),
            },
            sort_keys=True,
        )
        for outcome in answer["outcomes"]
    )
    return outcomes, answer.get("needs", [])


def cases(shared: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (shared / "cases" / f"{name}.jsonl").read_text().splitlines()]


def test_the_shared_single_moves(shared: Path) -> None:
    for case in cases(shared, "gearhead"):
        assert comparable(GAME.legal(case["request"])) == comparable(case["answer"]), case["id"]


def test_the_shared_action_phases(shared: Path) -> None:
    for case in cases(shared, "gearhead_turn"):
        assert GAME.legal(case["request"]) == case["answer"], case["id"]


def random_request(rng: random.Random) -> dict[str, Any]:
    """A crowded or empty board, any toy on the move, rolls that mostly fit."""
    squares = list(SQUARES)
    count = rng.choice([2, 4, 8, 14, 20, 30, 50])
    if rng.random() < 0.5:
        x, y = rng.randint(0, 4), rng.randint(1, 5)
        squares = [f"{'abcdefgh'[x + i]}{y + j}" for i in range(4) for j in range(4)]
        count = min(count, 14)
    kinds = list(RULE) if rng.random() < 0.6 else rng.sample(list(RULE), 4)
    men = []
    for square in rng.sample(squares, count):
        kind = rng.choice(kinds)
        men.append(
            {
                "kind": kind,
                "at": square,
                "facing": rng.choice("NS"),
                "flipped": kind == "ziggy" and rng.random() < 0.4,
                "zapped": rng.random() < 0.12,
            }
        )
    mover = rng.choice(men)
    rolls = [rng.randint(1, 8 if mover["kind"] in D8_TOYS else 6)]
    rolls += [rng.randint(1, rng.choice([3, 6, 8])) for _ in range(rng.randint(0, 4))]
    wound = [toy["at"] for toy in men if rng.random() < 0.05]
    score = {"south": rng.randint(0, 5), "north": 0}
    position = {"toys": men, "score": score, "discard": ["handy"]}
    return {"position": position, "mover": mover["at"], "rolls": rolls, "free_moved": wound}


@pytest.mark.parametrize("seed", range(8))
def test_a_second_account_of_the_rules_agrees(seed: int) -> None:
    rng = random.Random(seed)
    agreed = 0
    for _ in range(150):
        request = random_request(rng)
        wanted = model.answer(request)
        if wanted["outcomes"] or wanted["needs"]:
            assert comparable(GAME.legal(request)) == comparable(wanted), request
            agreed += 1
        else:
            with pytest.raises(PositionError, match="cannot be shown by the dice"):
                GAME.legal(request)
    assert agreed > 100


# -- forms -----------------------------------------------------------------------------------------------


def test_one_outcome_for_each_position() -> None:
    answer = GAME.legal({"position": neutral("krush_kringle d2N"), "mover": "d2", "rolls": [1]})
    (outcome,) = answer["outcomes"]
    assert outcome["choices"] == [["pound"], ["quiet"]]
    assert "needs" not in answer


def test_dice_that_are_missing_or_do_not_fit() -> None:
    position = neutral("handy d2N; orbit c3N; zap_bot e3N")
    answer = GAME.legal({"position": position, "mover": "d2", "rolls": [1]})
    assert answer["outcomes"] == []
    assert answer["needs"] == ["d6", "d8"]
    answer = GAME.legal({"position": position, "mover": "d2", "rolls": [1, 8]})
    assert all(outcome["choices"][0][0] == "wind:e3" for outcome in answer["outcomes"])
    assert answer["misfits"] == ["d6"]


def test_an_action_phase_stops_at_an_illegal_step() -> None:
    men = neutral("orbit d2N; handy a2N; presto h7S")
    first = {"mover": "d2", "rolls": [2], "choices": []}
    for wrong in (
        {"mover": "d4", "rolls": [1], "choices": []},  # it has moved
        {"mover": "h7", "rolls": [1], "choices": []},  # it is not south's
        {"mover": "c3", "rolls": [1], "choices": []},  # nobody is there
        {"mover": "a2", "rolls": [], "choices": []},  # a die is missing
        {"mover": "a2", "rolls": [7], "choices": []},  # no D6 shows a 7
        {"mover": "a2", "rolls": [1, 2], "choices": []},  # a die is left over
        {"mover": "a2", "rolls": [1], "choices": ["left"]},  # nothing was to be chosen
    ):
        answer = GAME.legal({"active": "south", "position": men, "steps": [first, wrong]})
        assert answer["illegal_step"] == 1
        assert answer["may_move"] == [["a2", "d2"], ["a2"]]
        assert [toy["at"] for toy in answer["position"]["toys"]] == ["a2", "d4", "h7"]
    missing = {"mover": "d2", "rolls": [1], "choices": []}
    answer = GAME.legal({"active": "south", "position": neutral("zap_bot d2N"), "steps": [missing]})
    assert answer["illegal_step"] == 0


def test_house_rules_count() -> None:
    request = {"position": neutral("dead_head b2N"), "mover": "b2", "rolls": [6]}
    free = GAME.legal({**request, "options": {"side_edge": "reflect"}})
    assert Counter(outcome["position"]["toys"][0]["at"] for outcome in free["outcomes"]) == {"c5": 1, "e5": 1}


GOOD = {"position": neutral("orbit d2N"), "mover": "d2", "rolls": [1]}
PHASE = {"position": neutral("orbit d2N"), "active": "south", "steps": []}


@pytest.mark.parametrize(
    ("request_", "problem"),
    [
        ({}, '"mover" and "rolls", or an Action Phase'),
        ({**GOOD, "colour": 1}, "'colour' is no part of a request"),
        ({**GOOD, "position": None}, "position is missing"),
        ({**GOOD, "mover": "d3"}, "'d3' holds no toy"),
        ({**GOOD, "mover": ["d2"]}, "holds no toy"),
        ({**GOOD, "free_moved": ["a1"]}, "'a1' holds no toy"),
        ({**GOOD, "free_moved": 3}, "'free_moved' holds no toy"),
        ({**GOOD, "rolls": [0]}, "whole numbers from 1 to 8"),
        ({**GOOD, "rolls": [True]}, "whole numbers from 1 to 8"),
        ({**GOOD, "rolls": "4"}, "whole numbers from 1 to 8"),
        ({**GOOD, "rolls": [8]}, "cannot be shown by the dice: d6"),
        ({**GOOD, "position": {}}, "toys is missing"),
        ({**GOOD, "position": {"toys": [3]}}, "3 is no toy"),
        ({**GOOD, "position": neutral("orbit d9N")}, "d9 is no square"),
        ({**GOOD, "position": neutral("orbot d2N")}, "orbot on d2 is no toy"),
        ({**GOOD, "position": neutral("orbit d2E")}, "faces E"),
        ({**GOOD, "position": neutral("orbit d2N; handy d2N")}, "Two toys stand on d2"),
        ({**GOOD, "position": neutral("orbit d2N flipped")}, "only Ziggy can"),
        ({**GOOD, "position": {**neutral("orbit d2N"), "score": 3}}, "score is 3"),
        ({**GOOD, "position": {**neutral("orbit d2N"), "discard": ["x"]}}, "discard is"),
        ({**GOOD, "position": {**neutral("orbit d2N"), "discard": [[]]}}, "discard is"),
        ({**GOOD, "position": {"toys": [{"kind": [], "at": {}, "facing": 1}]}}, "is no toy"),
        ({**GOOD, "position": {"toys": [{**neutral("orbit d2N")["toys"][0], "zapped": 1}]}}, "true or false"),
        ({**PHASE, "active": "east"}, "active is east"),
        ({**PHASE, "steps": 3}, "steps is a list"),
        ({**PHASE, "steps": [3]}, "Step 0 is 3"),
        ({**PHASE, "steps": [{"mover": "d2", "choices": "left"}]}, "choices of step 0"),
    ],
)
def test_what_is_wrong_is_named(request_: dict[str, Any], problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        GAME.legal(request_)


def test_unknown_house_rules_are_refused() -> None:
    with pytest.raises(OptionError, match="side_edge takes wall or reflect or fall_off"):
        GAME.legal({**GOOD, "options": {"side_edge": "open"}})


# -- positions as states ---------------------------------------------------------------------------------


def test_a_position_becomes_a_state() -> None:
    state = GAME.from_neutral(neutral("orbit d2N; handy a2S"))
    assert (state.turn, toys(state)) == ("south", "handy a2S; orbit d2N")  # type: ignore[attr-defined]
    assert dict(state.cup)["orbit"] == 5  # type: ignore[attr-defined]
    north = GAME.from_neutral({**neutral("orbit d2N"), "turn": "north", "cup": {}}, {"side_edge": "reflect"})
    assert north.turn == "south"  # type: ignore[attr-defined] # north has neither a counter to draw nor a toy
    assert str(north.options) == "side_edge=reflect"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"turn": "east"}, "turn is 'east'"),
        ({"cup": {"small_fry": 1}}, "cup is"),
        ({"cup": {"orbit": 6}}, "orbit: 7 are in the game"),
        ({"cup": 3}, "cup is 3"),
    ],
)
def test_positions_that_are_none(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        GAME.from_neutral({**neutral("orbit d2N"), **change})
