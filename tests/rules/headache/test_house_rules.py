"""Every house rule does what its ambiguity says, and contradictions are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules import Dice, OptionError, Over, Pick, Seat, SeatsError
from rules.core import PASS
from rules.headache import GAME
from rules.headache.state import ToPop, ToSet

Fixture = Callable[..., Any]


def test_the_defaults_are_those_of_the_rule_sheet() -> None:
    assert dict(GAME.options.choose()) == {
        "safety": False,
        "entering_bonus": "same_man",
        "no_move": "pop_again",
        "red_on_repeat": "kept",
        "held_start": "must_move",
        "entering_capture": True,
        "two_colours": False,
        "red_faces": 1,
        "start_safe": "until_entered",
        "refuse_bonus": False,
    }


def test_every_option_names_its_ambiguity() -> None:
    rules = [option.rule for option in GAME.options]
    assert rules == ["H-14", "H-A1", "H-A2", "H-A3", "H-A4", "H-A8", "H-A12", "H-A15", "H-A16", "H-A17"]


def test_ha1_a_bonus_enters_another(place: Fixture, go: Fixture) -> None:
    state = place("O3.1:y X5:b", reserve={"yellow": 2}, options={"entering_bonus": "enters_another"})
    state, _ = go(state, "set:X0", "roll:1,1", "X0-O0.1")
    assert isinstance(state, ToSet) and state.awaits.colour == "yellow"
    state, _ = go(state, "set:X0", "roll:2,1")
    assert {move.origin for move in state.awaits.options} == {"X0"}
    state, _ = go(state, "X0-O0.2", "roll:3,0")  # all have entered: free choice
    assert {move.origin for move in state.awaits.options} == {"O0.1", "O0.2", "O3.1"}


def test_ha1_a_bonus_gives_free_choice_on_the_board(place: Fixture, go: Fixture) -> None:
    state = place("O3.1:y X5:b", reserve={"yellow": 2}, options={"entering_bonus": "free_choice_on_board"})
    state, _ = go(state, "set:X0", "roll:1,1", "X0-O0.1", "roll:1,0")
    assert {move.origin for move in state.awaits.options} == {"O0.1", "O3.1"}


def test_ha2_a_move_is_lost_to_a_protected_start(place: Fixture, go: Fixture) -> None:
    state = place("O1.3:y", reserve={"blue": 1}, options={"no_move": "lose_move"})
    after, happened = go(state, "roll:1,0")
    assert [event.key for event in happened] == ["rolled", "lost_move", "turn"]
    assert happened[1].rule == "H-A2" and after.awaits.colour == "blue"
    after, _ = go(state, "roll:1,1")  # the red spot still earns its pop
    assert after.awaits.colour == "yellow" and after.awaits.why == "again"


def test_ha2_own_men_alone_still_pop_again(place: Fixture, go: Fixture) -> None:
    men = "X0:y O0.1:y I0.1:y X5:b"
    state = place(men, just_entered="X0", reserve={"yellow": 1}, options={"no_move": "lose_move"})
    assert go(state, "roll:1,0")[0].awaits.why == "repeat"


def test_ha2_a_man_left_on_his_start_must_move_next_turn(place: Fixture, go: Fixture) -> None:
    men = "I1.2:y O1.2:y X5:b"
    state = place(men, reserve={"yellow": 2, "blue": 1}, options={"no_move": "lose_move"})
    state, _ = go(state, "set:X0", "roll:6,0", "X0-O1.3")
    state, _ = go(state, "set:X2", "roll:1,0", "X2-O2.1")
    state = place(men + " O1.3:y", reserve={"yellow": 1, "blue": 1}, options={"no_move": "lose_move"})
    state, happened = go(state, "set:X0", "roll:6,0")
    assert "lost_move" in [event.key for event in happened] and state.pieces["X0"] == ("yellow",)
    state, _ = go(state, "set:X2", "roll:1,0", "X2-O2.1")
    assert isinstance(state, ToPop) and state.awaits.colour == "yellow"


def test_ha3_the_red_spot_of_a_repeated_pop_is_void(place: Fixture, go: Fixture) -> None:
    state = place("O1.3:y", reserve={"blue": 1}, options={"red_on_repeat": "void"})
    state, _ = go(state, "roll:1,1", "roll:2,0", "O1.3-O2.1")
    assert state.awaits.colour == "blue"
    kept = place("O1.3:y", reserve={"blue": 1})
    kept, _ = go(kept, "roll:1,1", "roll:2,0", "O1.3-O2.1")
    assert kept.awaits.colour == "yellow" and kept.awaits.why == "again"


def test_ha4_free_choice_while_the_start_is_held(place: Fixture, moves: Fixture) -> None:
    state = place("X0:y O3.1:y X5:b", reserve={"yellow": 1}, options={"held_start": "free_choice"})
    assert moves(state, 1) == {"X0-O0.1", "X0-I0.1", "O3.1-O3.2"}


def test_ha8_an_entering_man_may_not_capture(place: Fixture, moves: Fixture) -> None:
    options = {"entering_capture": False}
    assert moves(place("O0.1:b X5:b", reserve={"yellow": 1}, options=options), 1) == {"X0-I0.1"}
    assert moves(place("O0.1:b X0:y X5:b", options=options), 1) == {"X0-I0.1", "X0-O0.1"}


def test_ha8_a_man_who_can_never_move_loses_his_turn(place: Fixture, go: Fixture) -> None:
    ahead = ["O0.1", "I0.1", "O0.2", "I0.2", "O0.3", "X1", "O1.1", "I1.1", "O1.2", "I1.2", "O1.3", "X2"]
    men = " ".join(f"{space}:{colour}" for space, colour in zip(ahead, "bbbbrrrrgggg", strict=True))
    state = place(men, reserve={"yellow": 4}, players="ybrg", options={"entering_capture": False})
    state, happened = go(state, "set:X0", "roll:3,0")
    assert [event.key for event in happened][-2:] == ["lost_move", "turn"]


def test_ha12_two_players_with_two_colours_each(place: Fixture, go: Fixture, moves: Fixture) -> None:
    seats = [Seat("yellow", "Anna"), Seat("blue", "Ben"), Seat("red", "Anna"), Seat("green", "Ben")]
    with pytest.raises(SeatsError, match="Anna runs 2 colours"):
        GAME.new(seats)
    state = GAME.new(seats, options={"two_colours": True}, first="red")
    assert state.awaits.player == "Anna" and state.awaits.options == (Pick("set", "X4"),)
    owners = {"yellow": "Anna", "blue": "Ben", "red": "Anna", "green": "Ben"}
    two = {"players": "ybrg", "owners": owners, "options": {"two_colours": True}}
    state = place("O1.1:y O1.2:r O1.3:b O5.1:g", **two)
    assert moves(state, 1) == set()  # red is Anna's own
    assert moves(state, 2) == {"O1.1-O1.3"}
    state = place("O3.3:y", reserve={"red": 1, "blue": 1}, **two)
    assert moves(state, 1) == set()  # H-11 keeps a START for its own colour
    state = place("O1.2:y O1.3:b O5.2:r", **two)
    state, _ = go(state, "roll:1,0", "O1.2-O1.3")
    assert state.awaits == Over((("yellow", "red"), ("blue",), ("green",)))  # green was out before


def test_ha12_wants_two_players_with_two_colours() -> None:
    seats = [Seat("yellow", "Anna"), Seat("blue", "Ben")]
    with pytest.raises(SeatsError, match="two players run two colours each"):
        GAME.new(seats, options={"two_colours": True})


@pytest.mark.parametrize("faces", [1, 3, 5])
def test_ha15_number_of_red_faces(faces: int) -> None:
    seats = [Seat("yellow", "Anna"), Seat("blue", "Ben")]
    waits = GAME.new(seats, options={"red_faces": faces}).awaits
    assert waits.source == Dice("d6", "red", red_faces=faces)
    outcomes = waits.outcomes
    assert sum(weight for answer, weight in outcomes if answer.faces[1]) == 6 * faces
    assert sum(weight for _, weight in outcomes) == 36


def test_ha16_a_man_on_his_start_is_safe_until_he_moves(place: Fixture, moves: Fixture) -> None:
    options = {"start_safe": "until_moved"}
    assert moves(place("O1.3:y X2:b", options=options), 1) == set()
    assert moves(place("O1.3:y X2:by X5:b", turn="blue", options=options), 1) == {"X5-O5.1", "X5-I5.1"}
    assert moves(place("O1.3:y X2:b"), 1) == {"O1.3-X2"}
    assert moves(place("O1.3:y X2:r X5:b", players="ybr", options=options), 1) == {"O1.3-X2"}


def test_ha17_a_bonus_pop_may_be_refused(place: Fixture, go: Fixture) -> None:
    options = {"refuse_bonus": True}
    state = place("O1.2:y X5:b", options=options)
    assert not state.awaits.may_pass
    state, _ = go(state, "roll:4,1", "O1.2-O2.2")
    assert state.awaits.may_pass and state.awaits.legal(PASS)
    state, happened = go(state, "pass")
    assert (happened[0].key, happened[0].rule) == ("passed", "H-A17") and state.awaits.colour == "blue"


def test_ha17_with_ha1_another_man_need_not_be_entered(place: Fixture, go: Fixture) -> None:
    options = {"refuse_bonus": True, "entering_bonus": "enters_another"}
    state, _ = go(place("X5:b", reserve={"yellow": 2}, options=options), "set:X0", "roll:1,1", "X0-O0.1")
    assert state.awaits.options == (Pick("set", "X0"), PASS)
    assert go(state, "pass")[0].awaits.colour == "blue"
    assert not go(state, "set:X0")[0].awaits.may_pass


def test_safety_of_the_position_and_of_the_options_must_agree(place: Fixture) -> None:
    assert place("O1.2:y X5:b", options={"safety": "yes"}).options["safety"] is True
    assert place("O1.2:y X5:b", options={"safety": "yes"}, safety=True).options["safety"] is True
    with pytest.raises(OptionError, match="safety"):
        place("O1.2:y X5:b", options={"safety": "yes"}, safety=False)


@pytest.mark.parametrize(
    "given",
    [{"red_faces": 6}, {"red_faces": 0}, {"no_move": "skip"}, {"pass": "never"}, {"safety": "maybe"}],
)
def test_what_is_no_house_rule_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        GAME.options.choose(given)
