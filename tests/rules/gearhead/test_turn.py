"""The frame of the game (G-1 to G-12): roll-off, draw, placement, the Action Phase, and the end."""

from __future__ import annotations

from collections import Counter

import pytest

from rules import PASS, Chance, Choice, Cup, Dice, IllegalAnswerError, Over, Pick, Rolled
from rules.gearhead import GAME
from rules.gearhead.state import Ended, InAction, ToAct, ToDraw, ToPlace
from tests.rules.gearhead.toybox import SEATS, answer, may, table, toys

ONE_LEFT = (("orbit", 1),)

# -- G-1 to G-5 ------------------------------------------------------------------------------------------


def test_g1_the_cup_holds_six_of_each_of_twelve_kinds() -> None:
    state = GAME.new(SEATS, first="south")
    source = state.awaits.source  # type: ignore[union-attr]
    assert isinstance(source, Cup)
    assert Counter(dict(source.counts)).total() == 72
    assert {count for _, count in source.counts} == {6}
    assert "small_fry" not in dict(source.counts)


def test_g2_the_higher_d8_begins_and_ties_roll_again() -> None:
    state = GAME.new(SEATS)
    assert isinstance(state.awaits, Chance)
    assert (state.awaits.player, state.awaits.source, state.awaits.why) == ("Anna", Dice("d8"), "start")
    tied = answer(state, "5", "5")
    assert tied == state
    assert answer(state, "5").awaits.player == "Ben"  # type: ignore[union-attr]
    assert answer(state, "5", "5", "3", "8").turn == "north"
    assert answer(state, "7", "6").turn == "south"


def test_g4_g5_draw_and_placement() -> None:
    state = GAME.new(SEATS, first="north")
    assert isinstance(state, ToDraw)
    drawn = answer(state, "draw:ziggy")
    assert isinstance(drawn, ToPlace)
    assert may(drawn) == [f"place:{file}8" for file in "abcdefgh"]
    assert dict(drawn.cup)["ziggy"] == 5
    placed = answer(drawn, "place:e8")
    assert toys(placed) == "ziggy e8S"
    assert may(placed) == ["act:e8"]  # G-A2: it moves in the same turn


def test_g5_only_empty_squares() -> None:
    state = answer(table("orbit c8S; orbit d1S"), "draw:handy")
    assert may(state) == [f"place:{file}1" for file in "abcefgh"]


def test_g4_the_last_counter_of_a_kind() -> None:
    state = answer(table("handy d8S", cup=(("orbit", 1), ("ziggy", 2))), "draw:orbit")
    assert state.cup == (("ziggy", 2),)


def test_g4_an_empty_cup_skips_draw_and_placement() -> None:
    state = answer(table("orbit d2N; handy e7S", cup=()), "act:d2", "1")
    assert state.turn == "north"
    assert may(state) == ["act:e7"]


def test_ga2_the_placed_counter_may_have_to_wait() -> None:
    state = answer(table("handy d7S", "south", placed_waits=True), "draw:orbit", "place:a1")
    assert state.turn == "north"
    assert toys(state) == "orbit a1N; handy d7S"


FULL_ROW = "; ".join(f"krush_kringle {file}1S" for file in "abcdefgh")


def test_ga1_a_full_last_row() -> None:
    state = table(FULL_ROW, cup=ONE_LEFT)
    back = answer(state, "draw:orbit")
    assert (back.turn, back.cup, toys(back)) == ("north", ONE_LEFT, FULL_ROW)
    discarded = answer(table(FULL_ROW, cup=ONE_LEFT, full_row="discard"), "draw:orbit")
    assert (discarded.cup, discarded.now.discard) == ((), ("orbit",))


def test_ga1_hold() -> None:
    state = answer(table(FULL_ROW, cup=(("orbit", 2),), full_row="hold"), "draw:orbit")
    assert state.held == ("orbit", None)
    # North draws his own, moves a Kringle off (a point for north), and south then places what he held.
    state = answer(state, "draw:orbit", "place:a8", "act:a8", "1")
    for file in "abcdefgh":
        state = answer(state, f"act:{file}1", "1")
    assert isinstance(state, ToPlace)
    assert (state.turn, state.drawn, state.held) == ("south", "orbit", (None, None))
    assert state.board.score == (0, 8)


# -- G-6, G-10, G-11 -------------------------------------------------------------------------------------


def test_g6_a_toy_off_the_board_is_a_point_for_the_other_side() -> None:
    state = answer(table("orbit d8N; handy a4N"), "act:d8", "1")
    assert (state.now.score, state.now.piles) == ((1, 0), (("orbit",), ()))
    pushed = answer(table("big_al d2S; handy d1N; orbit h7S", "north"), "act:d2", "1")
    assert (pushed.now.score, pushed.now.piles) == ((0, 1), ((), ("handy",)))


def test_ga24_small_fry_scores_like_any_toy() -> None:
    state = answer(table("small_fry d8N; handy a4N"), "act:d8", "1", "1")
    assert (state.now.score, state.now.piles) == ((1, 0), (("small_fry",), ()))
    assert "small_fry" not in dict(state.cup)


def test_g11_every_toy_moves_once_in_the_order_that_the_player_chooses() -> None:
    state = table("orbit a2N; handy c2N; presto h5S")
    assert may(state) == ["act:a2", "act:c2"]
    state = answer(state, "act:c2", "1")
    assert may(state) == ["act:a2"]
    assert answer(state, "act:a2", "1").turn == "north"


def test_g11_the_dice_are_asked_for_as_the_toy_needs_them() -> None:
    state = answer(table("ziggy a2N; handy c4N"), "act:a2")
    waits = state.awaits
    assert isinstance(waits, Chance)
    assert (waits.source, waits.why, waits.at) == (Dice("d6"), "ziggy", "a2")
    state = answer(state, "5")
    assert (state.awaits.why, state.awaits.at) == ("spaces", "a2")  # type: ignore[union-attr]
    state = answer(state, "1")
    assert may(state) == ["right"]  # a single option is still asked for
    state = answer(state, "right")
    assert (may(state), state.awaits.at) == (["second", "stop"], "b3")  # type: ignore[union-attr]
    assert toys(state) == "ziggy b3N; handy c4N"


def test_g27_two_d8_together() -> None:
    state = answer(table("presto a2N; handy c4N; orbit h5S"), "act:a2", "8")
    waits = state.awaits
    assert isinstance(waits, Chance)
    assert (waits.source, len(waits.outcomes), waits.why) == (Dice("d8", "d8"), 64, "appear")
    again = answer(state, "8,5")
    assert again.awaits == waits
    assert toys(answer(again, "8,6")) == "handy c4N; orbit h5S; presto h6N"


def test_g28_the_d3() -> None:
    state = answer(table("kangaruffian c3N; orbit d5S; handy a1N"), "act:c3", "1", "right", "punch:d5")
    waits = state.awaits
    assert isinstance(waits, Chance)
    assert (waits.source, waits.why) == (Dice("d3"), "punch_far")
    assert [str(face) for face, _ in waits.outcomes] == ["roll:1", "roll:2", "roll:3"]


def test_ga3_optional_and_fixed_order() -> None:
    men = "orbit a2N; handy c5N; presto f5N; ziggy h5S"
    state = table(men, action_order="optional")
    assert may(state) == ["act:a2", "act:c5", "act:f5", "pass"]
    assert state.after(PASS)[0].turn == "north"
    state = table(men, action_order="fixed_order")
    assert may(state) == ["act:c5"]
    state = answer(state, "act:c5", "1")
    assert may(state) == ["act:f5"]
    north = table("orbit a2S; handy c5S; presto f2S", "north", action_order="fixed_order")
    assert may(north) == ["act:f2"]


# -- G-A3b: control changes in the middle of a turn ------------------------------------------------------


def test_ga3b_an_own_toy_turned_away_loses_its_move() -> None:
    state = answer(table("krush_kringle d2N; orbit e3N; handy h7S"), "act:d2", "1", "pound")
    assert toys(state) == "krush_kringle d3N; orbit e3S; handy h7S"
    assert state.turn == "north"


def test_ga3b_a_toy_turned_to_the_player_waits() -> None:
    state = answer(table("krush_kringle d2N; orbit e3S; handy h2N"), "act:d2", "1", "pound")
    assert toys(state) == "krush_kringle d3N; orbit e3N; handy h2N"
    assert may(state) == ["act:h2"]


def test_ga3b_lost_and_regained_waits() -> None:
    state = table("krush_kringle d2N; orbit e4N; krush_kringle f2N; handy h7S", cup=())
    state = answer(state, "act:d2", "1", "pound")
    assert may(state) == ["act:f2"]
    state = answer(state, "act:f2", "1", "pound")
    assert toys(state) == "krush_kringle d3N; orbit e4N; krush_kringle f3N; handy h7S"
    assert state.turn == "north"
    # In the next turn of south it moves like any other.
    state = answer(state, "act:h7", "1")
    assert may(state) == ["act:d3", "act:e4", "act:f3"]


def test_ga3b_a_toy_turned_in_the_opponents_turn_moves_in_ones_own() -> None:
    state = table("krush_kringle d7S; orbit e6S; handy a2N", "north", cup=())
    state = answer(state, "act:d7", "1", "pound")
    assert state.turn == "south"
    assert may(state) == ["act:a2", "act:e6"]


def test_g22_dead_head_turns_an_enemy_which_waits() -> None:
    state = answer(table("dead_head d2N; orbit d3S; handy h2N"), "act:d2", "1")
    assert toys(state) == "dead_head d2N; orbit d3N; handy h2N"
    assert may(state) == ["act:h2"]


def test_ga2b_a_hatched_chick_waits_or_moves() -> None:
    farm = "clucketta d2N; handy h7S"
    assert answer(table(farm), "act:d2", "7", "egg:d3").turn == "north"
    state = answer(table(farm, chick="moves"), "act:d2", "7", "egg:d3")
    assert may(state) == ["act:d3"]
    # A chick of the other side moves in the other's turn in any case.
    north = answer(table("handy d2N; clucketta d4S", cup=()), "act:d2", "1", "wind:d4", "7", "egg:e4")
    assert may(north) == ["act:d4", "act:e4"]


# -- G-24: free moves ------------------------------------------------------------------------------------


def test_ga14b_a_free_move_is_extra() -> None:
    state = table("handy d2N; orbit d4N; presto h7S")
    state = answer(state, "act:d2", "1", "wind:d4", "1")
    assert may(state) == ["act:d5"]


def test_ga14b_toys_that_wait_may_be_wound_but_do_not_move_besides() -> None:
    state = table("krush_kringle d2N; orbit e3S; handy f2N; presto h7S")
    state = answer(state, "act:d2", "1", "pound", "act:f2", "1", "wind:e3", "2")
    assert toys(state) == "krush_kringle d3N; orbit e5N; handy f3N; presto h7S"
    assert state.turn == "north"


def test_ga14c_one_free_move_a_turn_for_each_toy() -> None:
    state = table("handy d2N; handy f2N; orbit e4S zapped; presto h7S")
    state = answer(state, "act:d2", "1", "wind:e4", "act:f2", "1")
    assert state.turn == "north"  # the only neighbour of the second Handy has been wound
    assert toys(state) == "handy d3N; orbit e4S; handy f3N; presto h7S"


def test_ga14b_who_chooses() -> None:
    windy = "handy d2N; dead_head e4S; presto h7N"
    chooser = answer(table(windy), "act:d2", "1", "wind:e4", "5").awaits
    assert isinstance(chooser, Choice)
    assert (chooser.colour, chooser.player, chooser.at) == ("south", "Anna", "e4")
    chooser = answer(table(windy, owner_chooses=True), "act:d2", "1", "wind:e4", "5").awaits
    assert isinstance(chooser, Choice)
    assert (chooser.colour, chooser.player) == ("north", "Ben")


def test_a_handy_that_is_wound_winds_in_turn() -> None:
    state = table("handy d2N; handy e4N; orbit f6S; presto h8S", cup=())
    state = answer(state, "act:d2", "1", "wind:e4", "1", "wind:f6", "3")
    assert toys(state) == "handy d3N; handy e5N; orbit f3S; presto h8S"
    assert may(state) == ["act:e5"]


# -- G-32: zaps ------------------------------------------------------------------------------------------


def test_g32_a_zapped_toy_spends_its_move_without_dice() -> None:
    state = table("orbit d2N zapped; handy a2N")
    assert may(state) == ["act:a2", "act:d2"]
    state = answer(state, "act:d2")
    assert toys(state) == "handy a2N; orbit d2N"
    assert may(state) == ["act:a2"]


def test_g30_a_ziggy_on_his_back_spends_his_move_and_acts_again_later() -> None:
    state = table("ziggy d4N flipped; disasteroid d2N; handy a2N")
    righted = answer(state, "act:d2", "2")
    assert toys(righted) == "handy a2N; disasteroid d3N; ziggy d4N"
    assert may(righted) == ["act:a2", "act:d4"]  # G-A21: his next move is still to come in this turn
    spent = answer(state, "act:d4", "act:d2", "2")
    assert may(spent) == ["act:a2"]


def test_ga19_the_zap_stays_through_a_change_of_control() -> None:
    state = table("krush_kringle d2N; orbit e3S zapped; handy h7S", cup=())
    state = answer(state, "act:d2", "1", "pound", "act:h7", "1")
    assert toys(state) == "krush_kringle d3N; orbit e3N zapped; handy h6S"
    assert may(state) == ["act:d3", "act:e3"]
    assert toys(answer(state, "act:e3")) == "krush_kringle d3N; orbit e3N; handy h6S"


def test_ga19_waiting_does_not_use_up_the_zap() -> None:
    state = answer(table("krush_kringle d2N; orbit e3S zapped; handy h7S"), "act:d2", "1", "pound")
    assert state.turn == "north"
    assert "orbit e3N zapped" in toys(state)


def test_ga19_stacked_zaps_skip_two_moves() -> None:
    shoot = ("act:c3", "1", "right", "zap:e5")
    for option, after in (("one", "handy e5S"), ("stack", "handy e5S zapped")):
        state = table("zap_bot c3N; handy e5S zapped; orbit a1N", cup=(), zap_tokens=option)
        state = answer(state, *shoot, "act:a1", "1")
        assert after in toys(answer(state, "act:e5")).split("; ")


# -- G-12: the end ---------------------------------------------------------------------------------------


def test_g12_the_game_ends_at_once_when_cup_and_board_are_empty() -> None:
    state = answer(table("walking_timebomb d2N; handy d4S", cup=(), score=(2, 3)), "act:d2", "1", "explode")
    assert isinstance(state, Ended)
    assert state.awaits == Over((("north",), ("south",)))


def test_g12_the_last_toy_leaves_on_the_last_counter() -> None:
    state = table("", cup=ONE_LEFT)
    state = answer(state, "draw:orbit", "place:a1", "act:a1", "6")
    for _ in range(1):
        state = answer(state, "act:a7", "2")
    assert isinstance(state, Ended)
    assert state.awaits == Over((("south",), ("north",)))


def test_g12_not_while_the_cup_holds_something() -> None:
    state = answer(table("orbit d8N"), "act:d8", "1")
    assert (state.turn, toys(state)) == ("north", "")
    assert isinstance(state, ToDraw)


def test_ga20b_equal_points_are_a_draw() -> None:
    state = answer(table("orbit d8N", cup=(), score=(1, 2)), "act:d8", "1")
    assert state.awaits == Over((("south", "north"),))


STUCK = "krush_kringle d4N; krush_kringle d5S"


def turns(state: object, count: int) -> object:
    """So many turns of two blocked Kringles that keep quiet."""
    for _ in range(count):
        square = "d4" if state.turn == "south" else "d5"  # type: ignore[attr-defined]
        state = answer(state, f"act:{square}", "1", "quiet")  # type: ignore[arg-type]
    return state


def test_ga20_five_quiet_turns_end_the_game() -> None:
    state = turns(table(STUCK, cup=()), 4)
    assert isinstance(state, ToAct)
    assert state.quiet == 4
    assert isinstance(turns(state, 1), Ended)


def test_ga20_rounds_count_five_of_each_player() -> None:
    state = turns(table(STUCK, cup=(), quiet_turns="rounds"), 9)
    assert isinstance(state, ToAct)
    assert isinstance(turns(state, 1), Ended)


def test_ga20_a_turn_in_which_a_toy_could_have_moved_is_not_quiet() -> None:
    # Presto is blocked, but might have vanished on a 7 or 8.
    state = table("presto d4N; orbit d5S zapped", cup=())
    assert answer(state, "act:d4", "1").quiet == 0
    assert (
        answer(table("presto d4N; orbit d5S", cup=(), quiet_turns="nothing_moved"), "act:d4", "1").quiet == 1
    )


@pytest.mark.parametrize(
    ("men", "answers", "quiet"),
    [
        ("orbit d4N zapped; handy d8S", ("act:d4",), 1),
        ("ziggy d4N flipped; handy d8S", ("act:d4",), 1),
        ("orbit d4N; handy d5S; presto d6S", ("act:d4", "1"), 0),  # it could have flown over both
        ("dead_head a4N; handy a5S; presto b5S", ("act:a4", "1"), 1),  # blocked both ways
        ("dead_head a4N; handy a5S; presto c5S", ("act:a4", "1"), 0),  # the diagonal was open
        ("big_al d4N; dead_head d5S", ("act:d4", "1"), 1),  # turned at once, on any roll
        ("disasteroid d4N; handy d5S", ("act:d4", "1"), 1),  # a shot moves nobody
        (
            "disasteroid d4N; handy d5S; orbit h8S",
            ("act:d4", "4"),
            0,
        ),  # but whom it destroys has left the board
        ("clucketta d4N; orbit e8S", ("act:d4", "8", "egg:c3"), 0),  # she could have flown
        ("krush_kringle a8N; handy h8S", ("act:a8", "1"), 0),
    ],
)
def test_ga20_what_counts_as_able_to_move(men: str, answers: tuple[str, ...], quiet: int) -> None:
    assert answer(table(men, cup=()), *answers).quiet == quiet


def test_ga20_a_player_without_toys_has_a_quiet_turn() -> None:
    state = answer(table("orbit a2N", cup=()), "act:a2", "1")
    assert (state.turn, may(state)) == ("south", ["act:a3"])  # north had nothing to do
    assert state.quiet == 1


def test_ga20_passing_is_no_quiet_turn_if_a_toy_could_have_moved() -> None:
    state = table("orbit a2N; handy h7S", cup=(), action_order="optional")
    assert state.after(PASS)[0].quiet == 0  # type: ignore[attr-defined]


def test_what_a_state_does_not_wait_for_is_refused() -> None:
    state = table("orbit a2N; handy h7S")
    for wrong in (Rolled((3,)), Pick("act", "h7"), PASS):
        with pytest.raises(IllegalAnswerError, match="south cannot answer"):
            state.after(wrong)
    done = answer(table("orbit d8N", cup=()), "act:d8", "1")
    with pytest.raises(IllegalAnswerError, match="over"):
        done.after(PASS)


def test_pieces_follow_the_action_step_by_step() -> None:
    state = answer(table("zap_bot c3N; handy e5S"), "act:c3", "1")
    assert isinstance(state, InAction)
    assert toys(state) == "zap_bot c3N; handy e5S"
    state = answer(state, "right")
    assert toys(state) == "zap_bot d4N; handy e5S"
    assert toys(answer(state, "zap:e5")) == "zap_bot d4N; handy e5S zapped"


def test_events_are_told_once() -> None:
    state = answer(table("zap_bot c3N; handy e5S"), "act:c3")
    told = []
    for reply in (Rolled((1,)), Pick("right"), Pick("zap", "e5")):
        state, events = state.after(reply)
        told.append([(event.rule, event.key) for event in events])
    assert told[0] == [("G-32", "rolled")]
    assert told[1] == [("G-32", "moved")]
    assert told[2][0] == ("G-32", "zapped")
