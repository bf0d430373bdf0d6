"""People answer, take back, set right and rest, and parts fail."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.table import Phase, journalled
from firmware_py.table.events import (
    Aborted,
    Accepted,
    Answered,
    Back,
    Corrected,
    DiceGiven,
    Failed,
    Paused,
    Pressed,
    Resumed,
    Tick,
    Undone,
)
from firmware_py.view import view
from rules import PASS, Move, Over, Seat

# -- answers -----------------------------------------------------------------------------------------


def test_an_illegal_answer_is_ruled_on_and_changes_nothing(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    state = evening.table.state
    table = evening.do(Answered, answer=Move("RH1", "T5"), by="page")
    assert table.phase is Phase.ILLEGAL_MOVE
    assert evening.said.startswith("trouble.ruling.")
    assert table.verdict.facts["rule"] == "T-6"
    assert table.state == state
    evening.replays()
    legal = evening.do(Answered, answer=Move("RH4", "T0"))
    assert legal.phase is Phase.WAITING_FOR_POP
    assert evening.said == ""


def test_where_nobody_stood_nothing_is_to_be_put_back(begin: Any, men: Any) -> None:
    evening = begin()
    evening.stand(men(red=["T3"], yellow=["T20"]), "red")
    evening.pop(4)
    for nobody in (Move("T5", "T9"), Move("YF1", "YF2")):
        table = evening.do(Answered, answer=nobody)
        assert table.phase is Phase.WAITING_FOR_MOVE
        assert evening.said == "trouble.ruling.nobody_there"
        assert view(table).headline.key.startswith("trouble.why.")
        assert not table.may_accept
        assert evening.do(Accepted).state == table.state
        evening.replays()
    assert evening.do(Undone).phase is Phase.WAITING_FOR_POP, "the die is taken back, not nothing"
    evening.pop(4)
    table = evening.do(Answered, answer=Move("T3", "T9"))
    assert (table.phase, view(table).headline.key) == (Phase.ILLEGAL_MOVE, "table.headline.put_back")


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
    assert evening.said.startswith("trouble.ruling.")
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
    assert evening.said == "table.verdict.undone_by"
    assert evening.do(Undone, by="buttons").state == start
    assert evening.said == "table.verdict.undone", "buttons have no name"
    assert evening.do(Undone).state == start
    assert evening.said == "table.verdict.nothing_to_undo"
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


@pytest.mark.parametrize("what", [(Answered, {"answer": Move("RH4", "T5")}), (Aborted, {})])
def test_two_who_take_back_the_same_refusal_or_end_take_back_nothing_else(begin: Any, what: Any) -> None:
    evening = begin()
    rolled = evening.pop(6)
    kind, facts = what
    evening.do(kind, **facts)
    ply = evening.table.ply
    taken_back = evening.do(Undone, ply=ply, pending=True)
    assert evening.do(Undone, ply=ply, pending=True) is taken_back
    assert taken_back.state == rolled.state
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
    assert evening.said == "table.verdict.corrected"
    evening.replays()
    assert evening.do(Undone).state == before


def test_a_position_with_its_men_in_any_order_is_kept_as_it_is_usually_written(begin: Any, men: Any) -> None:
    evening = begin()
    usual = evening.table.game.to_text(evening.stand(men(red=["T4"], yellow=[]), "red").state)
    assert "red:H,H,H,4" in usual
    table = evening.do(Corrected, position=usual.replace("red:H,H,H,4", "red:4,H,H,H"))
    assert evening.said == "table.verdict.corrected"
    assert table.entries.top.position == usual
    evening.replays()


def test_a_position_of_nothing_is_refused(begin: Any) -> None:
    evening = begin()
    state = evening.table.state
    evening.do(Corrected, position="e4")
    assert evening.said == "table.verdict.cannot_correct"
    other = begin(seats=(Seat("red", "Anna"), Seat("blue", "Ben"))).table
    position = other.game.to_text(other.state)
    evening.do(Corrected, position=position)
    assert evening.said == "table.verdict.other_game"
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


def test_who_was_put_into_the_finish_by_hand_has_his_place_before_those_who_follow(
    begin: Any, men: Any
) -> None:
    seats = tuple(
        Seat(colour, name) for colour, name in zip(("red", "blue", "yellow", "green"), "ABCD", strict=True)
    )
    evening = begin(seats=seats)
    yellow = [f"YF{number}" for number in range(1, 5)]
    evening.stand(men(red=["T27", "RF2", "RF3", "RF4"], blue=[], yellow=yellow, green=[]), "red")
    assert evening.table.plies.top.ranking == (("yellow",),)
    evening.do(DiceGiven, faces=(1,))
    evening.do(Answered, answer=Move("T27", "RF1"))
    assert [seat.place for seat in view(evening.table).seats] == [2, None, 1, None]


def test_the_people_may_let_an_illegal_move_stand(begin: Any, men: Any) -> None:
    evening = begin()
    evening.stand(men(red=["T3", "T10"], yellow=[]), "red")
    evening.pop(4)
    assert evening.do(Accepted) is evening.table
    evening.do(Answered, answer=Move("T3", "T8"))
    table = evening.do(Accepted, by="Ben")
    assert evening.said == "table.verdict.accepted_by"
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
    assert evening.said == "table.verdict.cannot_accept"
    assert table.phase is Phase.ILLEGAL_MOVE


def test_a_man_moved_before_the_pop_may_stand_too(begin: Any, men: Any) -> None:
    evening = begin()
    evening.stand(men(red=["T3"], yellow=[]), "red")
    evening.do(Answered, answer=Move("T3", "T5"))
    table = evening.do(Accepted)
    assert evening.said == "table.verdict.accepted"
    assert table.state.awaits.player == "Anna"
    assert evening.do(Undone).state.pieces["T3"] == ("red",)


def test_nothing_is_accepted_in_place_of_the_winning_move(begin: Any, men: Any) -> None:
    evening = begin(options="pass=never")
    evening.stand(men(red=["T27", "RF1", "RF2", "RF4"], yellow=[]), "red")
    evening.pop(3)
    evening.do(Answered, answer=Move("T27", "T2"))
    evening.do(Accepted)
    assert evening.said == "table.verdict.cannot_accept_now"


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
