"""An evening at the table: what each event leads to, in all games alike."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.table import PATIENCE_SECONDS, Phase, Table, journalled
from firmware_py.table.events import (
    Aborted,
    Accepted,
    Answered,
    Back,
    Corrected,
    DiceGiven,
    DiceSeen,
    Failed,
    Paused,
    Pressed,
    Resumed,
    Started,
    Tick,
    Undone,
)
from rules import PASS, Drawn, Move, Over, Rolled, Seat


def key(table: Table) -> str | None:
    return table.verdict.key if table.verdict else None


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
    assert key(evening.table) == "table.verdict.cannot_start"
    assert word in str(evening.table.verdict.facts["problem"])
    assert evening.journal == []


def test_a_running_game_is_not_lost_to_a_new_one(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    evening.do(Started, game="trouble", seats=(Seat("red", "Cleo"), Seat("blue", "Dan")))
    assert key(evening.table) == "table.verdict.game_running"
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
        ((None,), {"verdict": "cocked"}, "table.cocked.trouble"),
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
    assert key(table) == verdict
    assert table.ply == 0
    still = evening.do(DiceSeen, reading=die(6), source="camera")
    assert still.phase is Phase.UNREADABLE, "only another pop counts now"
    evening.replays()
    assert evening.pop(6).phase is Phase.WAITING_FOR_MOVE
    assert key(evening.table) is None


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
    assert key(evening.do(DiceGiven, faces=faces)) == verdict
    assert evening.table.phase is Phase.WAITING_FOR_POP


def test_dice_are_refused_where_a_counter_is_to_be_drawn(begin: Any) -> None:
    evening = begin("gearhead", seats=(Seat("south", "Anna"), Seat("north", "Ben")))
    assert evening.table.phase is Phase.WAITING_FOR_DRAW
    assert evening.do(Pressed) is evening.table
    assert key(evening.do(DiceGiven, faces=(6,))) == "table.verdict.no_dice"
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


def test_a_second_pop_after_a_6_warns_and_then_declines(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    warned = evening.pop(3)
    assert warned.phase is Phase.WAITING_FOR_MOVE
    assert warned.warned
    assert key(warned) == "trouble.ruling.popped_again"
    assert warned.plies.top.roll.faces == (6,)
    table = evening.pop(4)
    assert [ply.answer for ply in table.plies] == [Rolled((4,)), PASS, Rolled((6,)), None]
    assert not table.warned
    assert table.state.awaits.player == "Ben"
    evening.replays()


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
        assert key(table) == "trouble.ruling.move_first"
        assert table.plies.top.roll.faces == (value,)
    evening.replays()


def test_an_unclear_second_pop_is_nothing(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    table = evening.pop(None, verdict="unsure")
    assert table.phase is Phase.WAITING_FOR_MOVE
    assert key(table) is None


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


# -- answers -----------------------------------------------------------------------------------------


def test_an_illegal_answer_is_ruled_on_and_changes_nothing(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    state = evening.table.state
    table = evening.do(Answered, answer=Move("RH1", "T5"), by="page")
    assert table.phase is Phase.ILLEGAL_MOVE
    assert key(table).startswith("trouble.ruling.")
    assert table.verdict.facts["rule"] == "T-6"
    assert table.state == state
    evening.replays()
    legal = evening.do(Answered, answer=Move("RH4", "T0"))
    assert legal.phase is Phase.WAITING_FOR_POP
    assert key(legal) is None


def test_moving_before_popping_is_illegal(begin: Any) -> None:
    evening = begin()
    assert evening.do(Answered, answer=Move("RH4", "T0")).phase is Phase.ILLEGAL_MOVE
    assert evening.do(Pressed).phase is Phase.ROLLING


def test_any_hole_of_home_will_do(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    table = evening.do(Answered, answer=Move("RH2", "T0"))
    assert table.plies.top.answer == Move("RH4", "T0")


def test_a_wrong_move_may_cost_a_new_pop(begin: Any) -> None:
    evening = begin(options="wrong_move=repop")
    evening.pop(6)
    table = evening.do(Answered, answer=Move("RH4", "T5"))
    assert table.phase is Phase.WAITING_FOR_POP
    assert table.state.awaits.player == "Anna"
    assert key(table).startswith("trouble.ruling.")
    evening.replays()


def test_two_people_answer_at_once_and_one_counts(begin: Any) -> None:
    evening = begin()
    ply = evening.table.ply
    evening.do(Answered, answer=PASS, ply=ply)
    assert evening.table.state.awaits.player == "Ben"
    evening.do(Answered, answer=PASS, ply=ply)
    assert evening.table.state.awaits.player == "Ben"
    assert len(evening.journal) == 2


def test_the_game_ends(begin: Any, men: Any) -> None:
    evening = begin()
    evening.stand(men(red=["T27", "RF1", "RF2", "RF4"], yellow=[]), "red")
    evening.pop(3)
    table = evening.do(Answered, answer=Move("T27", "RF3"))
    assert table.phase is Phase.OVER
    assert isinstance(table.state.awaits, Over)
    assert table.plies.top.ranking == (("red",), ("yellow",))
    assert evening.do(Answered, answer=PASS) is table
    assert evening.do(Pressed) is table
    assert evening.do(Undone).phase is Phase.WAITING_FOR_MOVE
    evening.replays()


# -- taking back -------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_decision_and_then_the_roll(begin: Any) -> None:
    evening = begin()
    start = evening.table.state
    rolled = evening.pop(6).state
    evening.do(Answered, answer=Move("RH4", "T0"))
    table = evening.do(Undone, by="Ben")
    assert table.state == rolled
    assert key(table) == "table.verdict.undone_by"
    assert evening.do(Undone).state == start
    assert key(evening.table) == "table.verdict.undone"
    assert evening.do(Undone).state == start
    assert key(evening.table) == "table.verdict.nothing_to_undo"
    evening.replays()


def test_undo_goes_back_past_a_man_who_had_to_be_set(begin: Any) -> None:
    evening = begin("headache")
    rolled = evening.pop(3, red=False).state
    evening.do(Answered, answer=rolled.awaits.options[0])
    evening.pop(5, red=False)
    assert evening.do(Undone).state.awaits.player == "Ben"
    assert evening.table.phase is Phase.WAITING_FOR_POP
    assert evening.do(Undone).state == rolled
    evening.replays()


def test_undo_goes_back_past_a_move_that_had_no_alternative(begin: Any, men: Any) -> None:
    evening = begin(options="pass=never")
    start = evening.stand(men(red=["T3"], yellow=[]), "red").state
    evening.pop(4)
    evening.do(Answered, answer=Move("T3", "T7"))
    assert evening.do(Undone).state == start, "there is nothing but a pop to be done differently"
    evening.replays()


def test_undo_of_a_refusal_takes_nothing_else(begin: Any) -> None:
    evening = begin()
    rolled = evening.pop(6)
    evening.do(Answered, answer=Move("RH1", "T5"))
    assert evening.do(Undone).state == rolled.state
    assert evening.table.phase is Phase.WAITING_FOR_MOVE


def test_undo_of_an_abort(begin: Any) -> None:
    evening = begin()
    rolled = evening.pop(6)
    evening.do(Aborted)
    assert evening.table.phase is Phase.OVER
    assert evening.do(Undone).state == rolled.state
    assert evening.table.phase is Phase.WAITING_FOR_MOVE
    evening.replays()


def test_the_ply_never_runs_back(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    old = evening.table.ply
    evening.do(Undone)
    assert evening.table.ply == old + 1
    evening.pop(6)
    before = evening.table
    assert evening.do(Answered, answer=Move("RH4", "T0"), ply=old) is before


# -- setting right -----------------------------------------------------------------------------------


def test_a_position_is_set_by_hand_and_taken_back(begin: Any, men: Any) -> None:
    evening = begin()
    before = evening.table.state
    table = evening.stand(men(red=["T3"], yellow=["T14"]), "yellow")
    assert table.state.pieces["T3"] == ("red",)
    assert table.state.awaits.player == "Ben"
    assert key(table) == "table.verdict.corrected"
    evening.replays()
    assert evening.do(Undone).state == before


def test_a_position_of_nothing_is_refused(begin: Any) -> None:
    evening = begin()
    state = evening.table.state
    assert key(evening.do(Corrected, position="e4")) == "table.verdict.cannot_correct"
    other = begin(seats=(Seat("red", "Anna"), Seat("blue", "Ben"))).table
    position = other.game.to_text(other.state)
    assert key(evening.do(Corrected, position=position)) == "table.verdict.other_game"
    assert evening.table.state == state
    evening.replays()


def test_who_is_done_stays_so_through_a_correction_of_others(begin: Any, men: Any) -> None:
    seats = (Seat("red", "Anna"), Seat("yellow", "Ben"), Seat("green", "Cleo"))
    evening = begin(seats=seats)
    evening.stand(men(red=["T27", "RF1", "RF2", "RF4"], yellow=[], green=["T3"]), "red")
    evening.pop(3)
    evening.do(Answered, answer=Move("T27", "RF3"))
    assert evening.table.plies.top.ranking == (("red",),)
    evening.stand(men(red=["RF1", "RF2", "RF3", "RF4"], yellow=[], green=["T5"]), "green")
    assert evening.table.plies.top.ranking == (("red",),)
    evening.stand(men(red=["T27", "RF1", "RF2", "RF4"], yellow=[], green=["T5"]), "green")
    assert evening.table.plies.top.ranking == ()


def test_the_people_may_let_an_illegal_move_stand(begin: Any, men: Any) -> None:
    evening = begin()
    evening.stand(men(red=["T3", "T10"], yellow=[]), "red")
    evening.pop(4)
    assert evening.do(Accepted) is evening.table
    evening.do(Answered, answer=Move("T3", "T8"))
    table = evening.do(Accepted, by="Ben")
    assert key(table) == "table.verdict.accepted_by"
    assert table.state.pieces["T8"] == ("red",)
    assert "T3" not in table.state.pieces
    assert table.state.awaits.player == "Ben"
    evening.replays()


def test_what_cannot_stand_is_not_accepted(begin: Any, men: Any) -> None:
    evening = begin()
    evening.stand(men(red=["T3", "T10"], yellow=[]), "red")
    evening.pop(4)
    evening.do(Answered, answer=Move("T3", "T10"))
    table = evening.do(Accepted)
    assert key(table) == "table.verdict.cannot_accept"
    assert table.phase is Phase.ILLEGAL_MOVE


def test_a_man_moved_before_the_pop_may_stand_too(begin: Any, men: Any) -> None:
    evening = begin()
    evening.stand(men(red=["T3"], yellow=[]), "red")
    evening.do(Answered, answer=Move("T3", "T5"))
    table = evening.do(Accepted)
    assert key(table) == "table.verdict.accepted"
    assert table.state.awaits.player == "Anna"
    assert evening.do(Undone).state.pieces["T3"] == ("red",)


def test_nothing_is_accepted_in_place_of_the_winning_move(begin: Any, men: Any) -> None:
    evening = begin(options="pass=never")
    evening.stand(men(red=["T27", "RF1", "RF2", "RF4"], yellow=[]), "red")
    evening.pop(3)
    evening.do(Answered, answer=Move("T27", "T2"))
    assert key(evening.do(Accepted)) == "table.verdict.cannot_accept_now"


# -- resting -----------------------------------------------------------------------------------------


def test_nothing_seen_counts_while_the_game_rests(begin: Any) -> None:
    evening = begin()
    evening.do(Pressed)
    paused = evening.do(Paused)
    assert paused.phase is Phase.PAUSED
    assert evening.pop(6) is paused
    assert evening.do(Answered, answer=PASS) is paused
    assert evening.do(Resumed).phase is Phase.WAITING_FOR_POP
    resumed = evening.table
    assert evening.do(Resumed) is resumed
    evening.replays()


def test_a_game_is_aborted_once(begin: Any) -> None:
    evening = begin()
    evening.do(Paused)
    aborted = evening.do(Aborted)
    assert aborted.phase is Phase.OVER
    assert evening.do(Aborted) is aborted
    assert evening.pop(6) is aborted
    evening.replays()


# -- faults ------------------------------------------------------------------------------------------


def test_faults_come_and_go_and_are_no_part_of_the_game(begin: Any) -> None:
    evening = begin()
    before, written = evening.table, list(evening.journal)
    evening.do(Failed, part="oled", why="No display answers at 0x3C.")
    table = evening.do(Failed, part="camera", why="Another program has the camera.")
    assert [fault.part for fault in table.faults] == ["oled", "camera"]
    assert table == before
    assert evening.do(Failed, part="camera", why="Another program has the camera.") is table
    assert [fault.part for fault in evening.do(Back, part="oled").faults] == ["camera"]
    assert evening.do(Back, part="strip") is evening.table
    assert evening.journal == written


def test_only_what_changes_the_game_is_written_down(begin: Any) -> None:
    evening = begin()
    table = evening.table
    for event in (Tick(at=1.0), Failed(at=1.0, part="x", why="y"), Undone(at=1.0, ply=99)):
        assert not journalled(table, event, table.after(event))
    pressed = Pressed(at=1.0)
    assert journalled(table, pressed, table.after(pressed))
    assert not journalled(table.after(pressed), pressed, table.after(pressed).after(pressed))
