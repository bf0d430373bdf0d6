"""The rules T-1 to T-15, each with the worked examples of the rule sheet."""

from __future__ import annotations

import pytest

from rules.core import Chance, Choice, Event, Move, Over, Rolled, Seat
from rules.errors import IllegalAnswerError, SeatsError
from rules.trouble import GAME
from rules.trouble.state import Ended, ToMove, ToPop, TroubleState
from tests.rules.trouble.helpers import answer, passes, popped, take, to_move, to_pop, told, ways

ANNA_AND_BEN = [Seat("red", "Anna"), Seat("blue", "Ben")]


def roll(state: TroubleState, *faces: int) -> tuple[TroubleState, tuple[Event, ...]]:
    """The state after pops that leave nothing to choose, and the events of the last."""
    events: tuple[Event, ...] = ()
    for face in faces:
        state, events = state.after(Rolled((face,)))
    return state, events


# -- T-1, T-2, T-3 -----------------------------------------------------------------------------------


def test_t1_all_men_begin_in_home() -> None:
    state = GAME.new(ANNA_AND_BEN)
    assert state.pieces == {
        f"{letter}H{n}": (c,) for letter, c in (("R", "red"), ("B", "blue")) for n in range(1, 5)
    }


def test_t1_turns_go_clockwise_round_the_board_whatever_the_order_given() -> None:
    seats = [Seat(colour, colour) for colour in ("yellow", "blue", "red", "green")]
    state = GAME.new(seats, board=("red", "green", "blue", "yellow"))
    assert [seat.colour for seat in state.seats] == ["red", "green", "blue", "yellow"]


@pytest.mark.parametrize(
    ("seats", "problem"),
    [
        ([], "2 to 4 players can play, not 0"),
        ([Seat("red", "Anna")], "2 to 4 players can play, not 1"),
        ([Seat("red", "Anna"), Seat("blue", "Anna")], "2 to 4 players can play, not 1"),
        ([Seat("red", "Anna"), Seat("red", "Ben")], "red is taken 2 times"),
        ([Seat("red", "Anna"), Seat("pink", "Ben")], "pink is no colour of the board"),
        ([Seat("red", "Anna"), Seat("blue", " ")], "The player of blue has no name"),
        ([Seat(c, p) for c, p in zip(GAME.colours, "ABCA", strict=True)], "A has 2 teams"),
        ([Seat(c, p) for c, p in zip(GAME.colours, "AAAB", strict=True)], "A has 3 teams"),
        ([Seat(c, c) for c in (*GAME.colours, "pink")], "2 to 4 players can play, not 5"),
    ],
)
def test_t1_seats_that_cannot_sit_down(seats: list[Seat], problem: str) -> None:
    with pytest.raises(SeatsError, match=problem):
        GAME.new(seats)


def test_every_problem_of_the_seats_is_named() -> None:
    with pytest.raises(SeatsError) as error:
        GAME.new([Seat("pink", " "), Seat("pink", "Ben")], board=("red", "blue"), first="green")
    assert len(error.value.problems) == 5


def test_t1_two_players_may_run_two_teams_each_or_one_two_and_the_other_one() -> None:
    for owners in ("AABB", "ABAB", "ABBA"):
        state = GAME.new([Seat(c, p) for c, p in zip(GAME.colours, owners, strict=True)])
        assert "".join(seat.player for seat in state.match.seats) == owners
    assert len(GAME.new([Seat("red", "A"), Seat("blue", "B"), Seat("yellow", "A")]).match.seats) == 3


def test_t2_a_pop_is_one_die_of_six_even_faces() -> None:
    waits = GAME.new(ANNA_AND_BEN, first="red").awaits
    assert isinstance(waits, Chance)
    assert waits.source.kinds == ("d6",)
    assert waits.outcomes == tuple((Rolled((face,)), 1) for face in range(1, 7))


def test_t3_highest_starts() -> None:
    state = GAME.new(ANNA_AND_BEN)
    assert state.awaits.player == "Anna"
    assert state.awaits.why == "start"
    state, _ = roll(state, 2)
    assert state.awaits.player == "Ben"
    state, events = roll(state, 5)
    assert state.awaits.colour == "blue"
    assert state.awaits.why == "turn"
    assert told(events) == [("T-3", "rolled"), ("T-3", "starts"), ("T-5", "turn")]


def test_t3_a_player_with_two_teams_pops_once_for_the_start() -> None:
    state = GAME.new([Seat(c, p) for c, p in zip(GAME.colours, "ABAB", strict=True)])
    state, _ = roll(state, 3, 1)
    assert isinstance(state, ToPop)
    assert state.awaits.colour == "red"


# -- T-4, T-5 ----------------------------------------------------------------------------------------


def test_t4_a_turn_is_one_pop_and_one_move() -> None:
    state, events = take(popped({"red": [3], "blue": []}, 2), "T3", "T5")
    assert state.awaits.colour == "blue"
    assert told(events) == [("T-6", "moved"), ("T-5", "turn")]


def test_t4_six_again_without_limit() -> None:
    state = to_pop({"red": [0], "blue": []})
    for origin in range(0, 24, 6):
        state, events = take(state.after(Rolled((6,)))[0], f"T{origin}", f"T{origin + 6}")
        assert told(events) == [("T-6", "moved"), ("T-4", "again")]
        assert state.awaits.colour == "red"
        assert state.awaits.why == "again"


@pytest.mark.parametrize("face", range(1, 6))
def test_t5_no_other_number_than_6_leaves_home(face: int) -> None:
    state, events = to_pop({"red": [], "blue": []}).after(Rolled((face,)))
    assert state.awaits.colour == "blue"
    assert told(events) == [("T-2", "rolled"), ("T-5", "no_move"), ("T-5", "turn")]


def test_t5_the_first_six() -> None:
    state = popped({"red": [], "blue": []}, 6)
    assert state.awaits.options[0] == Move("RH4", "T0")
    state, events = take(state, "RH4", "T0")
    assert told(events) == [("T-5", "entered"), ("T-4", "again")]
    assert state.pieces["T0"] == ("red",)
    assert "RH4" not in state.pieces


def test_t5_play_passes_to_the_left() -> None:
    men = {"red": [], "green": [], "blue": [], "yellow": []}
    for turn, left in (("red", "green"), ("green", "blue"), ("blue", "yellow"), ("yellow", "red")):
        assert answer(men, 3, turn)["next_turn_if_no_move"] == left


# -- T-6 to T-9 --------------------------------------------------------------------------------------


def test_t6_diagram_a_counts_occupied_circles() -> None:
    state, _ = take(popped({"red": [2], "blue": [3, 5]}, 4), "T2", "T6")
    assert {"T3", "T5", "T6"} <= state.pieces.keys()


def test_t6_over_the_wrap_of_the_numbers() -> None:
    assert ways({"red": [], "blue": [26]}, 3, "blue") == {(26, 1)}


def test_t7_diagram_b_landing_sends_home() -> None:
    state = popped({"red": [2], "blue": [6]}, 4)
    assert "BH4" not in state.pieces
    state, events = take(state, "T2", "T6")
    assert told(events) == [("T-6", "moved"), ("T-7", "captured"), ("T-5", "turn")]
    assert events[1].facts == {"colour": "red", "captured": ("blue",), "space": "T6"}
    assert state.pieces["T6"] == ("red",)
    assert state.pieces["BH4"] == ("blue",)


def test_t8_entering_sends_home_an_opponent_on_start() -> None:
    state, events = take(popped({"red": [], "blue": [0]}, 6), "RH4", "T0")
    assert told(events) == [("T-5", "entered"), ("T-8", "captured"), ("T-4", "again")]
    assert state.pieces["T0"] == ("red",)


def test_t8_an_own_man_on_start_blocks_it() -> None:
    assert ways({"red": [0], "blue": []}, 6) == {(0, 6)}


def test_t9_on_a_six_enter_or_move_any_man_or_pass() -> None:
    state = popped({"red": [3, 9], "blue": []}, 6)
    assert set(map(str, state.awaits.options)) == {"RH2-T0", "T9-T15", "pass"}


def test_t9_men_in_home_are_one_move() -> None:
    assert ways({"red": [], "blue": []}, 6) == {("H", 0)}


def test_t9_passing_a_six_keeps_the_extra_pop() -> None:
    state, events = passes(popped({"red": [3], "blue": []}, 6))
    assert told(events) == [("T-9", "passed"), ("T-A3c", "again")]
    assert state.awaits.colour == "red"


def test_an_unusable_six_keeps_the_extra_pop() -> None:
    state, events = to_pop({"red": [26, 27, "F1", "F2"], "blue": []}).after(Rolled((6,)))
    assert told(events) == [("T-2", "rolled"), ("T-A7", "no_move"), ("T-A7", "again")]
    assert state.awaits.colour == "red"


# -- T-10 to T-12, T-15 ------------------------------------------------------------------------------


def test_t10_the_path_turns_into_the_own_finish() -> None:
    assert ways({"red": [27], "blue": []}, 1) == {(27, "F1")}
    assert ways({"red": [26], "blue": []}, 3) == {(26, "F2")}
    assert ways({"red": [], "blue": [13]}, 2, "blue") == {(13, "F2")}


def test_t10_a_foreign_entrance_is_passed() -> None:
    assert ways({"red": [], "green": [26]}, 3, "green") == {(26, 1)}  # green passes red's
    assert ways({"red": [12], "blue": []}, 4) == {(12, 16)}  # red passes blue's


def test_t11_only_by_exact_count() -> None:
    assert ways({"red": [26], "blue": []}, 6) == {("H", 0)}
    assert ways({"red": [26], "blue": []}, 5) == {(26, "F4")}


def test_t11_diagram_c() -> None:
    men = {"red": ["F1", "F2", "F4", 27], "blue": []}
    assert ways(men, 1) == {("F2", "F3")}
    assert ways(men, 2) == {("F1", "F3")}
    assert ways(men, 3) == {(27, "F3")}
    for face in (4, 5, 6):
        assert ways(men, face) == set()
    assert answer(men, 6)["extra_pop"]
    (move,) = answer(men, 3)["moves"]
    assert move["finishes"]
    assert move["game_over"]
    assert move["next_turn"] is None


def test_t12_men_move_on_inside_finish_and_pass_each_other() -> None:
    assert ways({"red": ["F1"], "blue": []}, 3) == {("F1", "F4")}
    assert ways({"red": ["F1", "F2", "F3"], "blue": []}, 3) == {("F1", "F4")}


def test_t15_men_in_finish_are_out_of_reach() -> None:
    # Blue walks past red's entrance onto every circle near it, and never meets the men inside.
    men = {"red": ["F1", "F2", "F3"], "blue": [25]}
    assert all(
        move["captures"] is None for face in range(1, 6) for move in answer(men, face, "blue")["moves"]
    )


def test_t15_a_man_on_his_start_can_be_captured() -> None:
    (move,) = answer({"red": [0], "blue": [25]}, 3, "blue")["moves"]
    assert move["captures"] == "red"


# -- T-13, T-14 --------------------------------------------------------------------------------------

LAST_MOVE = {"red": ["F1", "F2", "F3", 27], "green": [], "blue": []}


def test_t13_the_first_to_fill_finish_wins_and_the_others_play_on() -> None:
    state, events = take(popped(LAST_MOVE, 4), "T27", "RF4")
    assert told(events) == [("T-10", "moved"), ("T-13", "finished"), ("T-5", "turn")]
    assert events[1].facts == {"colour": "red", "place": 1}
    assert state.awaits.colour == "green"


def test_t13_the_order_of_finishing_is_the_ranking() -> None:
    state, _ = take(popped(LAST_MOVE, 4), "T27", "RF4")
    pieces = {"RF1": ("red",), "RF2": ("red",), "RF3": ("red",), "RF4": ("red",)}
    pieces |= {"BF1": ("blue",), "BF2": ("blue",), "BF4": ("blue",), "T13": ("blue",)}
    pieces |= {f"GH{n}": ("green",) for n in range(1, 5)}
    state = GAME.from_pieces(state, pieces, "blue").after(Rolled((3,)))[0]
    state, events = take(state, "T13", "BF3")
    assert told(events) == [("T-10", "moved"), ("T-13", "finished"), ("T-14", "over")]
    assert events[1].facts["place"] == 2
    assert state.awaits == Over((("red",), ("blue",), ("green",)))


def test_t14_a_finished_player_is_skipped() -> None:
    men = {"red": [3], "green": ["F1", "F2", "F3", "F4"], "blue": []}
    assert answer(men, 2)["next_turn_if_no_move"] == "blue"


def test_t14_over_when_one_is_left() -> None:
    state, _ = take(popped({"red": ["F1", "F2", "F3", 27], "blue": [5]}, 4), "T27", "RF4")
    assert isinstance(state, Ended)
    assert state.awaits == Over((("red",), ("blue",)))
    with pytest.raises(IllegalAnswerError, match="The game is over"):
        state.after(Rolled((1,)))


def test_a_six_that_brings_the_last_man_in_gives_no_extra_pop() -> None:
    men = {"red": ["F1", "F2", "F3", 25], "green": [], "blue": []}
    (move,) = answer(men, 6)["moves"]
    assert move["finishes"]
    assert not move["same_player_pops_again"]
    assert move["next_turn"] == "green"


# -- what the states refuse --------------------------------------------------------------------------


def test_an_answer_that_is_not_awaited_is_refused_with_what_is() -> None:
    with pytest.raises(IllegalAnswerError, match="waits for a roll such as roll:1 or pass"):
        to_pop({"red": [3], "blue": []}).after(Move("T3", "T5"))
    with pytest.raises(IllegalAnswerError, match="T3-T5"):
        popped({"red": [3], "blue": []}, 2).after(Move("T3", "T6"))


def test_a_choice_names_person_and_team() -> None:
    waits = to_move(popped({"red": [3], "blue": []}, 2)).awaits
    assert isinstance(waits, Choice)
    assert (waits.player, waits.colour, waits.why) == ("red", "red", "move")


def test_no_two_men_of_a_colour_share_a_circle() -> None:
    assert ways({"red": [3, 5], "blue": []}, 2) == {(5, 7)}
    assert isinstance(popped({"red": [3, 5], "blue": []}, 2), ToMove)
