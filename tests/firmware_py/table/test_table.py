"""Setting up, and dice: what each event leads to, in all games alike."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.table import PATIENCE_SECONDS, Phase, Table
from firmware_py.table.events import (
    Aborted,
    Answered,
    Corrected,
    DiceGiven,
    DiceSeen,
    Paused,
    Pressed,
    Started,
    Tick,
    Undone,
)
from firmware_py.view import view
from rules import PASS, Drawn, Move, Rolled, Seat

# -- setting up --------------------------------------------------------------------------------------


def test_there_is_no_game_at_first() -> None:
    table = Table()
    assert table.phase is Phase.SETTING_UP
    assert table.after(Pressed(at=1.0)) is table
    assert not table.may_undo
    with pytest.raises(LookupError):
        _ = table.game


def test_a_game_is_set_up(begin: Any) -> None:
    table = begin().table
    assert table.phase is Phase.WAITING_FOR_POP
    assert table.state.awaits.player == "Anna"
    assert table.ply == 0
    assert not table.may_undo


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"seats": (Seat("red", "Anna"),)}, "2 to 4"),
        ({"seats": (Seat("red", "Anna"), Seat("red", "Ben"))}, "2 times"),
        ({"options": "pass=sometimes"}, "pass"),
        ({"game": "ludo"}, "ludo"),
    ],
)
def test_a_game_that_cannot_be_is_refused_in_words(begin: Any, facts: dict[str, Any], word: str) -> None:
    evening = begin(**{"first": None, **facts})
    assert evening.table.phase is Phase.SETTING_UP
    assert evening.said == "table.verdict.cannot_start"
    assert word in str(evening.table.verdict.facts["problem"])
    assert evening.journal == []


def test_a_running_game_is_not_lost_to_a_new_one(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    evening.do(Started, game="trouble", seats=(Seat("red", "Cleo"), Seat("blue", "Dan")))
    assert evening.said == "table.verdict.game_running"
    assert evening.table.state.seats[0].player == "Anna"
    evening.replays()
    evening.do(Aborted)
    evening.do(Started, game="trouble", seats=(Seat("red", "Cleo"), Seat("blue", "Dan")))
    assert evening.table.state.seats[0].player == "Cleo"
    assert evening.table.ply == 0


# -- dice --------------------------------------------------------------------------------------------


def test_a_pop_is_read(begin: Any) -> None:
    evening = begin()
    assert evening.do(Pressed).phase is Phase.ROLLING
    evening = begin()
    table = evening.pop(6)
    assert table.phase is Phase.WAITING_FOR_MOVE
    roll = table.plies.top.roll
    assert (roll.faces, roll.how, roll.confidence, roll.kinds) == ((6,), "seen", 0.97, ("d6",))
    evening.replays()


def test_a_die_that_nobody_popped_does_not_count(begin: Any, die: Any) -> None:
    evening = begin()
    before = evening.table
    assert evening.do(DiceSeen, reading=die(6), source="camera") is before
    evening.pop(3)
    assert evening.table.state.awaits.player == "Ben"
    assert evening.do(DiceSeen, reading=die(3), source="camera").state.awaits.player == "Ben"


def test_two_presses_are_one_pop(begin: Any) -> None:
    evening = begin()
    evening.do(Pressed)
    evening.pop(3)
    assert [type(event) for event in evening.journal] == [Started, Pressed, DiceSeen]


def test_dice_that_roll_for_too_long_are_asked_for_again(begin: Any, die: Any) -> None:
    evening = begin()
    rolling = evening.do(Pressed)
    assert evening.do(Tick).phase is Phase.ROLLING
    evening.at += PATIENCE_SECONDS
    late = evening.do(Tick)
    assert late.phase is Phase.UNREADABLE
    assert late == rolling, "time alone changes no game"
    assert evening.do(Pressed).phase is Phase.ROLLING
    evening.at += PATIENCE_SECONDS + 1
    evening.do(Tick)
    assert evening.do(DiceSeen, reading=die(6), source="camera").phase is Phase.WAITING_FOR_MOVE
    evening.replays()


@pytest.mark.parametrize(
    ("values", "facts", "verdict"),
    [
        ((None,), {"verdict": "unsure"}, "dice.reason.pips_unclear"),
        ((), {"verdict": "none"}, "dice.reason.pips_unclear"),
        ((None,), {"verdict": "cocked"}, "trouble.dice.cocked"),
        ((4, 5), {}, "table.verdict.dice_unfit"),
        ((), {}, "table.verdict.dice_unfit"),
        ((None,), {}, "table.verdict.dice_unfit"),
    ],
)
def test_a_doubtful_die_is_never_guessed(
    begin: Any, die: Any, values: tuple[int, ...], facts: dict[str, Any], verdict: str
) -> None:
    evening = begin()
    table = evening.pop(*values, **facts)
    assert table.phase is Phase.UNREADABLE
    assert evening.said == verdict
    assert table.ply == 0
    still = evening.do(DiceSeen, reading=die(6), source="camera")
    assert still.phase is Phase.UNREADABLE, "only another pop counts now"
    evening.replays()
    assert evening.pop(6).phase is Phase.WAITING_FOR_MOVE
    assert evening.said == ""


@pytest.mark.parametrize("red", [None, True, False])
def test_headache_needs_both_dice(begin: Any, red: bool | None) -> None:
    evening = begin("headache")
    table = evening.pop(4, red=red)
    if red is None:
        assert table.phase is Phase.UNREADABLE
    else:
        assert table.plies.top.roll.faces == (4, int(red))


def test_a_die_by_hand_counts_without_a_pop(begin: Any, die: Any) -> None:
    evening = begin()
    assert evening.do(DiceGiven, faces=(6,), by="Ben").phase is Phase.WAITING_FOR_MOVE
    assert evening.table.plies.top.roll.how == "hand"
    evening = begin()
    evening.do(Pressed)
    evening.do(DiceGiven, faces=(3,), how="electronic")
    assert evening.table.state.awaits.player == "Ben"
    assert evening.do(DiceSeen, reading=die(6), source="camera").state.awaits.player == "Ben"
    evening.replays()


@pytest.mark.parametrize(("meanwhile", "facts"), [(DiceGiven, {"faces": (3,)}), (Undone, {}), (Paused, {})])
def test_electronic_dice_are_nobodys_roll_if_something_was_done_while_they_rolled(
    begin: Any, meanwhile: Any, facts: dict[str, Any]
) -> None:
    evening = begin()
    evening.do(DiceGiven, faces=(2,))
    evening.do(Pressed)
    before = evening.do(meanwhile, **facts)
    assert evening.do(DiceGiven, faces=(5,), how="electronic") is before
    evening.replays()


@pytest.mark.parametrize(
    ("faces", "verdict"),
    [
        ((7,), "table.verdict.no_such_face"),
        ((1, 2), "table.verdict.faces_unfit"),
        ((), "table.verdict.faces_unfit"),
    ],
)
def test_dice_by_hand_must_exist(begin: Any, faces: tuple[int, ...], verdict: str) -> None:
    evening = begin()
    evening.do(DiceGiven, faces=faces)
    assert evening.said == verdict
    assert evening.table.phase is Phase.WAITING_FOR_POP


def test_dice_are_refused_where_a_counter_is_to_be_drawn(begin: Any) -> None:
    evening = begin("gearhead", seats=(Seat("south", "Anna"), Seat("north", "Ben")))
    assert evening.table.phase is Phase.WAITING_FOR_DRAW
    assert evening.do(Pressed) is evening.table
    evening.do(DiceGiven, faces=(6,))
    assert evening.said == "table.verdict.no_dice"
    assert evening.do(Answered, answer=Drawn("orbit")).phase is Phase.WAITING_FOR_MOVE


def test_an_answer_that_is_a_roll_counts_as_a_die_by_hand(begin: Any) -> None:
    table = begin().do(Answered, answer=Rolled((6,)))
    assert table.plies.top.roll.how == "hand"


def test_dice_entered_twice_count_once(begin: Any) -> None:
    evening = begin()
    ply = evening.table.ply
    evening.do(DiceGiven, faces=(3,), by="Anna", ply=ply)
    before = evening.table
    assert evening.do(DiceGiven, faces=(3,), by="Ben", ply=ply) is before


# -- a pop before the move ---------------------------------------------------------------------------


def test_a_man_is_taken_as_set_when_the_dice_come(begin: Any) -> None:
    evening = begin("headache")
    (setting,) = evening.table.state.awaits.options
    table = evening.pop(3, red=False)
    assert [ply.answer for ply in table.plies] == [Rolled((3, 0)), setting, None]
    assert table.phase is Phase.WAITING_FOR_MOVE
    evening.replays()
    evening = begin("headache")
    table = evening.do(DiceGiven, faces=(3, 0))
    assert [ply.answer for ply in table.plies] == [Rolled((3, 0)), setting, None]


def test_another_man_is_taken_as_set_when_the_dice_of_a_bonus_come(begin: Any) -> None:
    evening = begin("headache", options="entering_bonus=enters_another")
    evening.do(DiceGiven, faces=(3, 1))
    evening.do(Answered, answer=Move("X4", "X5"))
    assert view(evening.table).die is None  # it was used by the man who moved
    table = evening.do(DiceGiven, faces=(1, 0))
    assert (evening.said, table.phase) == ("", Phase.WAITING_FOR_MOVE)
    assert table.state.pieces.keys() == {"X4", "X5"}


def test_a_pop_in_a_position_set_by_hand_makes_no_move_by_itself(begin: Any) -> None:
    evening = begin("headache")
    text = evening.table.game.to_text(evening.table.state)
    match = text[: text.index(" reserve=")]
    evening.do(Corrected, position=f"{match} men=O1.1:r,O7.2:yyyrrry reserve=0,0 turn=red awaits=move:2")
    assert len(evening.table.state.awaits.options) == 1
    table = evening.pop(2, red=False)
    assert evening.said == "headache.ruling.move_first"
    assert "O1.1" in table.state.pieces
    assert table.state.awaits.player == "Anna"


def test_a_second_pop_after_a_6_warns_and_then_declines(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    warned = evening.pop(3)
    assert warned.phase is Phase.WAITING_FOR_MOVE
    assert warned.warned
    assert evening.said == "trouble.ruling.popped_again"
    assert warned.plies.top.roll.faces == (6,)
    table = evening.pop(4)
    assert [ply.answer for ply in table.plies] == [Rolled((4,)), PASS, Rolled((6,)), None]
    assert not table.warned
    assert table.state.awaits.player == "Ben"
    evening.replays()


def test_a_face_that_no_die_has_is_no_second_pop(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    table = evening.do(DiceGiven, faces=(9,))
    assert evening.said == "table.verdict.no_such_face"
    assert not table.warned
    assert table.plies.top.roll.faces == (6,)
    assert evening.pop(3).warned


def test_an_answer_ends_the_warning(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    evening.pop(3)
    table = evening.do(Answered, answer=Move("RH4", "T0"))
    assert not table.warned
    assert table.state.awaits.player == "Anna"


@pytest.mark.parametrize(
    ("options", "value"), [("", 5), ("second_pop=block", 6), ("pass=never", 6), ("pass_on_six=forfeit", 6)]
)
def test_any_other_second_pop_never_counts(begin: Any, men: Any, options: str, value: int) -> None:
    evening = begin(options=options)
    evening.stand(men(red=["T3", "T10"], yellow=[]), "red")
    evening.pop(value)
    for _ in range(3):
        table = evening.pop(2)
        assert evening.said == "trouble.ruling.move_first"
        assert table.plies.top.roll.faces == (value,)
    evening.replays()


def test_an_unclear_second_pop_is_nothing(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    table = evening.pop(None, verdict="unsure")
    assert table.phase is Phase.WAITING_FOR_MOVE
    assert evening.said == ""


def test_a_press_before_the_move_is_confirmed_needs_another_pop(begin: Any, die: Any) -> None:
    evening = begin()
    evening.pop(6)
    evening.do(Answered, answer=Move("RH4", "T0"))
    evening.pop(4)
    evening.do(Pressed)
    evening.do(Answered, answer=Move("T0", "T4"))
    table = evening.do(DiceSeen, reading=die(3), source="camera")
    assert table.phase is Phase.WAITING_FOR_POP
    assert table.state.awaits.player == "Ben"
