"""What phones do, and what comes of it at the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from firmware_py.table import Fix, Phase
from firmware_py.table.events import Answered
from firmware_py.view import view
from rules import Drawn, Seat


@pytest.fixture
def token(served: Any) -> str:
    """A paired phone at a game that waits for red's pop."""
    served.begin(first="red")
    paired: str = served.pair()
    return paired


def state(served: Any) -> Any:
    return served.state


def test_a_die_by_hand_then_a_move(served: Any, token: str) -> None:
    assert served.act(token, "dice", name="a", faces=[6]).status == 202
    assert [option["answer"] for option in state(served)["options"]] == ["RH4-T0", "pass"]
    assert state(served)["numbered"]
    assert served.act(token, "choose", name="b", answer="RH4-T0").status == 202
    assert served.table.state.pieces["T0"] == ("red",)
    assert served.events[-1].by == "Anna"


def test_an_illegal_move_is_ruled_on_then_let_stand_or_taken_back(served: Any, token: str) -> None:
    served.act(token, "dice", name="a", faces=[6])
    assert served.act(token, "choose", name="b", answer="RH4-T5").status == 202
    assert served.table.phase is Phase.ILLEGAL_MOVE
    shown = state(served)
    assert "(T-" in shown["verdict"]
    assert shown["may"]["accept"]
    assert served.act(token, "undo", name="c").status == 202
    assert served.table.phase is Phase.WAITING_FOR_MOVE
    served.act(token, "choose", name="d", answer="RH4-T5")
    assert served.act(token, "accept", name="e").status == 202
    assert served.table.state.pieces["T5"] == ("red",)


def test_a_double_tap_on_undo_takes_back_the_refused_move_and_not_the_die(served: Any, token: str) -> None:
    served.act(token, "dice", name="a", faces=[6])
    served.act(token, "choose", name="b", answer="RH4-T5")
    assert state(served)["pending"]
    assert served.act(token, "undo", name="c", pending=True).status == 202
    assert served.act(token, "undo", name="d", pending=True).json["refused"] == "too_late"
    assert served.table.phase is Phase.WAITING_FOR_MOVE
    assert served.act(token, "undo", name="e", pending="yes").json["refused"] == "too_late"
    assert served.act(token, "undo", name="f", pending=False).status == 202
    assert served.table.phase is Phase.WAITING_FOR_POP


def test_pause_resume_pass_and_abort(served: Any, token: str) -> None:
    assert served.act(token, "pause", name="a").status == 202
    assert state(served)["may"]["resume"]
    assert served.act(token, "dice", name="b", faces=[6]).json["refused"] == "not_now"
    assert served.act(token, "resume", name="c").status == 202
    assert served.act(token, "pass", name="d").status == 202
    assert state(served)["turn"] == "yellow"
    assert served.act(token, "new", name="e", game="trouble", seats={}).json["refused"] == "not_now"
    assert served.act(token, "abort", name="f").status == 202
    assert state(served)["may"]["new"]


@pytest.mark.parametrize("level", ["coach", "strict", "warn"])
def test_the_referee_is_told_how_strict_to_be(served: Any, token: str, level: str) -> None:
    assert state(served)["referee"] == "warn"
    assert state(served)["may"]["referee"]
    assert served.act(token, "referee", level=level).status == 202
    assert (served.table.referee, state(served)["referee"]) == (level, level)


def test_a_level_that_there_is_not_and_no_game_are_refused(served: Any) -> None:
    token = served.pair()
    assert not state(served)["may"]["referee"]
    assert served.act(token, "referee", name="a", level="strict").json["refused"] == "not_now"
    served.begin(first="red")
    assert served.act(token, "referee", name="b", level="blind").status == 400
    assert served.table.referee == "warn"


def test_the_piece_to_be_put_right_is_told(served: Any) -> None:
    served.begin(first="red")
    assert state(served)["fix"] is None
    served.table = replace(served.table, fix=Fix("red", "T3", "T4"))
    served.site.show(view(served.table))
    fix = state(served)["fix"]
    assert (fix["colour"], fix["origin"], fix["target"]) == ("red", "T3", "T4")
    assert "T4" in fix["say"]


def test_the_virtual_dome_is_pressed(served: Any, token: str) -> None:
    assert state(served)["may"]["pop"]
    assert served.act(token, "pop").status == 202
    assert served.presses == [served.at]


def test_a_new_game_with_named_house_rules(served: Any) -> None:
    token = served.pair()
    facts = {"game": "trouble", "seats": {"red": "Anna", "blue": " Ben "}, "rules": {"pass": "never"}}
    assert served.act(token, "new", **facts).status == 202
    started = served.table.started
    assert started.seats == (Seat("red", "Anna"), Seat("blue", "Ben"))
    assert started.options == "pass=never"
    house = state(served)["house"]
    assert [(rule["key"], rule["value"]) for rule in house] == [("pass", "Never")]
    assert "(T-A3)" in house[0]["say"]


@pytest.mark.parametrize(
    ("facts", "status", "word"),
    [
        ({"game": "chess", "seats": {}}, 400, "game"),
        ({"game": "trouble", "seats": {"red": "A"}}, 422, "begin"),
        ({"game": "trouble", "seats": {"red": "A", "pink": "B"}}, 422, "pink"),
        ({"game": "trouble", "seats": {"red": "A", "blue": "B"}, "rules": {"pass": "often"}}, 422, "pass"),
        ({"game": "trouble", "seats": {"red": "A", "blue": "B"}, "rules": {"a b": "c"}}, 422, "begin"),
        ({"game": "trouble", "seats": ["red"]}, 400, "seats"),
        ({"game": "trouble", "seats": {"red": ""}}, 400, "seats"),
        ({"game": "trouble", "seats": {"red": "A"}, "rules": {"pass": 1}}, 400, "rules"),
    ],
)
def test_a_game_that_cannot_begin_is_told_why(
    served: Any, facts: dict[str, Any], status: int, word: str
) -> None:
    answer = served.act(served.pair(), "new", **facts)
    assert (answer.status, served.table.started) == (status, None)
    assert word in answer.json["say"]


def test_the_position_is_set_right(served: Any, token: str) -> None:
    pieces = state(served)["pieces"]
    del pieces["RH4"]
    pieces["T9"] = ["red"]
    assert served.act(token, "correct", pieces=pieces, turn="yellow").status == 202
    assert served.table.state.pieces["T9"] == ("red",)
    assert state(served)["turn"] == "yellow"
    assert "Anna" in state(served)["verdict"]


@pytest.mark.parametrize(
    ("pieces", "turn", "status"),
    [
        ({"T9": ["red", "red"]}, "red", 422),
        ({"T99": ["red"]}, "red", 422),
        ({"T9": ["pink"]}, "red", 422),
        ({}, "red", 422),
        ({"T9": ["red"]}, "green", 422),
        ({"T9": "red"}, "red", 400),
        ({"T9": [7]}, "red", 400),
        ({"T9": [{"kind": "orbit", "facing": "W", "flipped": False, "zapped": False}]}, "red", 400),
        (["red"], "red", 400),
        ({"T9": ["red"]}, 7, 400),
    ],
)
def test_a_position_that_cannot_be_is_told_why(
    served: Any, token: str, pieces: Any, turn: Any, status: int
) -> None:
    before = served.table
    answer = served.act(token, "correct", pieces=pieces, turn=turn)
    assert answer.status == status, answer.body
    assert answer.json["say"]
    assert served.table is before


def test_toys_are_set_right_too_and_a_draw_is_told_by_hand(served: Any) -> None:
    served.begin("gearhead", first="south")
    token = served.pair()
    assert "orbit" in state(served)["awaits"]["draw"]
    assert served.act(token, "choose", name="a", answer="draw:orbit").status == 202
    assert served.events[-1] == Answered(at=served.at, by="Anna", ply=0, answer=Drawn("orbit"))
    while served.table.state.pieces == {}:
        answer = served.table.state.awaits.options[0]
        served.post(Answered(at=served.at, answer=answer))
    pieces = state(served)["pieces"]
    assert pieces
    (square,) = pieces
    answer = served.act(token, "correct", name="b", pieces={"d4": pieces[square]}, turn="north")
    assert answer.status == 202, answer.body
    assert list(served.table.state.pieces) == ["d4"]


@pytest.mark.parametrize(
    ("act", "facts"),
    [
        ("choose", {"answer": "no answer at all"}),
        ("choose", {"answer": 5}),
        ("choose", {"answer": "T5-" + "9" * 99}),
        ("dice", {"faces": "6"}),
        ("dice", {"faces": [True]}),
        ("dice", {"faces": [99]}),
        ("dice", {}),
    ],
)
def test_nonsense_changes_nothing(served: Any, token: str, act: str, facts: dict[str, Any]) -> None:
    before = served.table
    assert served.act(token, act, **facts).status == 400
    assert served.table is before


@pytest.mark.parametrize("act", ["choose", "pass", "dice", "pop", "undo", "pause", "abort", "correct"])
def test_nothing_is_done_before_a_game(served: Any, act: str) -> None:
    facts = {"answer": "pass", "faces": [1], "pieces": {}, "turn": "red"}
    answer = served.act(served.pair(), act, **facts)
    assert answer.json["refused"] == "not_now"
