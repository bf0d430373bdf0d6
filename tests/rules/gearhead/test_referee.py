"""The referee's rulings: on answers, and on the board as it now stands."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules import PASS, Answer, Drawn, Fact, Move, Pick, Pieces, Rolled, Ruling, Toy
from rules.gearhead import GAME
from rules.gearhead.state import GearheadState
from tests.rules.gearhead.test_setup import pieces
from tests.rules.gearhead.test_turn import FULL_ROW
from tests.rules.gearhead.toybox import SEATS, answer, table, toys


def no(state: GearheadState, attempted: Answer | Pieces) -> tuple[str, str]:
    """The rule and the key of a refusal."""
    ruling = GAME.explain(state, attempted)
    assert not ruling.legal, ruling
    return ruling.rule, ruling.key


def facts(state: GearheadState, attempted: Answer | Pieces, *names: str) -> list[Fact]:
    told: Mapping[str, Fact] = GAME.explain(state, attempted).facts
    return [told[name] for name in names]


# -- answers ---------------------------------------------------------------------------------------------


def test_what_may_stand_comes_with_its_answer() -> None:
    state = table("orbit d2N; handy a2N")
    ruling = GAME.explain(state, Pick("act", "d2"))
    assert ruling == Ruling(
        True, "G-11", "act", {"colour": "south", "target": "d2", "other": "orbit"}, Pick("act", "d2")
    )
    rolling = answer(state, "act:d2")
    assert GAME.explain(rolling, Rolled((4,))).rule == "G-26"
    drawing = GAME.new(SEATS, first="south")
    assert GAME.explain(drawing, Drawn("ziggy")).key == "draws"
    assert GAME.explain(answer(drawing, "draw:ziggy"), Pick("place", "a1")).facts["toy"] == "ziggy"
    lazy = table("orbit d2N", action_order="optional")
    assert GAME.explain(lazy, PASS) == Ruling(True, "G-A3", "stops_moving", {"colour": "south"}, PASS)


MEN = "orbit d2N; krush_kringle a2N; orbit a3S; presto h7S; ziggy h2N"


@pytest.mark.parametrize(
    ("square", "ruling"),
    [
        ("h7", ("G-10", "not_your_toy")),
        ("a4", ("G-7", "nobody_there")),
        ("j4", ("G-1", "no_such_square")),
        ("d3", ("G-11", "moved_already")),
        ("a3", ("G-11", "gained_waits")),
    ],
)
def test_toys_that_may_not_move(square: str, ruling: tuple[str, str]) -> None:
    state = answer(table(MEN), "act:d2", "1", "act:a2", "1", "pound")
    assert no(state, Pick("act", square)) == ruling
    assert no(state, Move(square, "e5")) == ruling


def test_out_of_order() -> None:
    acting = answer(table(MEN), "act:h2")
    assert no(acting, Pick("act", "d2")) == ("G-11", "one_at_a_time")
    assert no(acting, Pick("act", "h7")) == ("G-10", "not_your_toy")
    fixed = table(MEN, action_order="fixed_order")
    assert no(fixed, Pick("act", "h2")) == ("G-A3", "not_in_order")
    assert facts(fixed, Pick("act", "h2"), "following") == ["a2"]


def test_first_things_first() -> None:
    start = GAME.new(SEATS)
    assert no(start, Drawn("orbit")) == ("G-2", "roll_for_start")
    assert no(start, Rolled((9,))) == ("G-2", "roll_for_start")
    drawing = answer(
        table("handy a2S; orbit d3N"), "act:d3", "1", "draw:big_al", "place:d8", "act:d8", "1", "act:a2", "1"
    )
    assert no(drawing, Rolled((3,))) == ("G-4", "draw_first")
    assert no(drawing, Pick("act", "d4")) == ("G-4", "draw_first")
    assert no(drawing, Drawn("small_fry")) == ("G-4", "not_in_cup")
    placing = answer(drawing, "draw:orbit")
    assert no(placing, Rolled((3,))) == ("G-5", "place_first")
    assert no(placing, Pick("act", "d4")) == ("G-5", "place_first")
    choosing = table(MEN)
    assert no(choosing, Rolled((3,))) == ("G-11", "choose_first")
    assert no(choosing, Move("d2", "d4")) == ("G-11", "choose_first")
    assert no(choosing, PASS) == ("G-A3", "must_move")
    assert facts(choosing, PASS, "squares") == [("a2", "d2", "h2")]
    rolling = answer(choosing, "act:h2")
    assert no(rolling, PASS) == ("G-30", "roll_first")
    assert no(rolling, Pick("left")) == ("G-30", "roll_first")
    assert no(rolling, Rolled((7,))) == ("G-30", "no_such_roll")
    assert no(rolling, Rolled((3, 3))) == ("G-30", "no_such_roll")
    deciding = answer(rolling, "5", "1")
    assert no(deciding, Rolled((3,))) == ("G-8", "decide_first")
    assert no(deciding, Pick("stop")) == ("G-8", "decide_first")
    over = answer(table("orbit d8N", cup=()), "act:d8", "1")
    assert no(over, Rolled((3,))) == ("G-12", "game_over")
    assert no(over, pieces("orbit d8N")) == ("G-12", "game_over")


def test_wrong_placements() -> None:
    placing = answer(table("handy d8S; orbit d1S"), "draw:ziggy")
    assert no(placing, Pick("place", "d1")) == ("G-7", "square_taken")
    assert no(placing, Pick("place", "d4")) == ("G-5", "not_last_row")
    assert no(placing, Pick("place")) == ("G-5", "not_last_row")


def test_choices_that_are_not_open() -> None:
    wall = answer(table("dead_head a2N; orbit h7S"), "act:a2", "4")
    assert no(wall, Pick("left")) == ("G-A5", "side_edge")
    zap = answer(table("zap_bot c3N; handy e5S; orbit h7S"), "act:c3", "1", "right")
    assert no(zap, Pick("zap", "h7")) == ("G-32", "not_adjacent")
    assert no(zap, Pick("zap", "d5")) == ("G-32", "nobody_adjacent")
    assert no(zap, Pick("punch", "e5")) == ("G-32", "decide_first")
    egg = answer(table("clucketta c3N; handy c4S"), "act:c3", "8")
    assert no(egg, Pick("egg", "c4")) == ("G-7", "square_taken")
    assert no(egg, Pick("egg", "c5")) == ("G-21", "not_adjacent")
    windy = "handy d2N; handy f2N; orbit e4S zapped; presto f4S; ziggy h8N"
    wound = answer(table(windy), "act:d2", "1", "wind:e4", "act:f2", "1")
    assert no(wound, Pick("wind", "e4")) == ("G-A14c", "wound_already")
    own = answer(table("handy d2N; orbit c4N; orbit e4S", handy_winds="own_only"), "act:d2", "1")
    assert no(own, Pick("wind", "e4")) == ("G-A14", "own_only")


# -- the board -------------------------------------------------------------------------------------------


def test_nothing_has_changed() -> None:
    state = table(MEN)
    assert GAME.explain(state, state.pieces) == Ruling(True, "G-3", "unchanged", {"colour": "south"})
    assert GAME.explain(state, {**state.pieces, "e5": ()}).legal


def test_what_a_hand_has_done_names_the_answer() -> None:
    placing = answer(GAME.new(SEATS, first="south"), "draw:ziggy")
    assert GAME.explain(placing, pieces("ziggy c1N")).answer == Pick("place", "c1")
    zap = answer(table("zap_bot c3N; handy e5S; orbit h7N", cup=()), "act:c3", "1")
    assert GAME.explain(zap, pieces("zap_bot d4N; handy e5S; orbit h7N")).answer == Pick("right")
    # Two decisions at once: the first is named.
    done = GAME.explain(zap, pieces("zap_bot d4N; handy e5S zapped; orbit h7N"))
    assert (done.legal, done.answer) == (True, Pick("right"))


def test_a_zap_token_taken_away_is_the_move_of_a_zapped_toy() -> None:
    state = table("orbit d2N zapped; handy a2N")
    assert GAME.explain(state, pieces("orbit d2N; handy a2N")).answer == Pick("act", "d2")


def test_two_ways_to_the_same_board_name_one_answer_only_if_nothing_differs() -> None:
    off = answer(table("dead_head d8N; orbit h7S"), "act:d8", "4")
    assert GAME.explain(off, pieces("orbit h7S")).answer == Pick("left")
    falls = answer(table("dead_head a8N; orbit h7S", side_edge="fall_off"), "act:a8", "4")
    ruling = GAME.explain(falls, pieces("orbit h7S"))
    assert (ruling.legal, ruling.key, ruling.answer) == (True, "several_ways", None)


@pytest.mark.parametrize(
    ("board", "ruling"),
    [
        (MEN.replace("h7S", "h5S"), ("G-10", "not_your_toy")),
        (MEN.replace("d2N", "d4N"), ("G-26", "not_rolled")),
        (MEN.replace("d2N", "d4N").replace("h7S", "h5S"), ("G-11", "several_changed")),
        (MEN.replace("h7S", "h7N"), ("G-10", "turned_by_hand")),
        (MEN.replace("h2N", "h2N flipped"), ("G-30", "belongs_on_legs")),
        (MEN.replace("h2N", "h2N zapped"), ("G-32", "zap_extra")),
        (MEN.replace("; ziggy h2N", ""), ("G-6", "missing")),
        (MEN + "; handy e5N", ("G-4", "extra_toy")),
        (MEN.replace("orbit d2N", "handy d2N"), ("G-1", "other_toy")),
    ],
)
def test_changes_of_the_board(board: str, ruling: tuple[str, str]) -> None:
    assert no(table(MEN), pieces(board)) == ruling


def test_pieces_that_are_none() -> None:
    state = table("orbit d2N")
    assert no(state, {"d9": (Toy("orbit", "N"),)}) == ("G-1", "no_such_square")
    assert no(state, {"d2": (Toy("orbit", "N"), Toy("orbit", "N"))}) == ("G-7", "two_on_a_square")
    assert no(state, {"d2": ("red",)}) == ("G-1", "stranger")
    assert no(state, {"d2": (Toy("orbot", "N"),)}) == ("G-1", "stranger")


def test_a_toy_that_skips_its_move_is_put_back() -> None:
    state = table("orbit d2N zapped; ziggy a2N flipped; handy h7S; presto g1N")
    assert no(state, pieces("orbit d4N zapped; ziggy a2N flipped; handy h7S; presto g1N")) == (
        "G-32",
        "skips_move",
    )
    assert no(state, pieces("orbit d2N zapped; ziggy a4N flipped; handy h7S; presto g1N")) == (
        "G-30",
        "lies_on_back",
    )
    upright = pieces("orbit d2N zapped; ziggy a2N; handy h7S; presto g1N")
    assert no(state, upright) == ("G-30", "belongs_on_back")
    token = answer(table("zap_bot c3N; handy e5S zapped; orbit a1N"), "act:c3", "1", "left")
    assert no(token, pieces("zap_bot b4N; handy e5S; orbit a1N")) == ("G-32", "zap_missing")


def test_a_toy_moved_twice_or_too_early_is_put_back() -> None:
    state = answer(table(MEN), "act:d2", "1", "act:a2", "1", "pound")
    now = toys(state)
    twice = GAME.explain(state, pieces(now.replace("orbit d3N", "orbit d5N")))
    assert (twice.rule, twice.key) == ("G-11", "moved_already")
    assert (twice.facts["at"], twice.facts["target"]) == ("d3", "d5")
    assert no(state, pieces(now.replace("orbit a3N", "orbit a4N"))) != ("G-11", "moved_already")


def test_a_toy_that_waits_is_put_back() -> None:
    state = answer(table("krush_kringle d2N; orbit e3S; ziggy h2N"), "act:d2", "1", "pound")
    assert no(state, pieces("krush_kringle d3N; orbit e5N; ziggy h2N")) == ("G-11", "gained_waits")


def test_before_the_dice_nothing_moves() -> None:
    state = answer(table(MEN), "act:d2")
    assert no(state, pieces(MEN.replace("d2N", "d4N"))) == ("G-26", "roll_first")
    assert no(state, pieces(MEN.replace("h2N", "h4N"))) == ("G-11", "one_at_a_time")
    assert no(state, pieces(MEN.replace("h7S", "h4S"))) == ("G-10", "not_your_toy")
    drawing = GAME.from_pieces(table(MEN), pieces(MEN), "south")
    assert no(drawing, pieces(MEN.replace("d2N", "d4N"))) == ("G-4", "draw_first")
    assert no(drawing, pieces(MEN + "; handy a1N")) == ("G-4", "draw_first")


DIAGONAL = "zap_bot c2N; handy h8S"


@pytest.mark.parametrize(
    ("square", "ruling", "told"),
    [
        ("d3", "wrong_count", [1, ("a4", "e4")]),
        ("f5", "wrong_count", [3, ("a4", "e4")]),
        ("c4", "wrong_direction", None),
        ("h3", "wrong_direction", None),
    ],
)
def test_wrong_count_and_wrong_direction(square: str, ruling: str, told: list[Fact] | None) -> None:
    state = answer(table(DIAGONAL), "act:c2", "3")
    board = pieces(DIAGONAL.replace("c2N", f"{square}N"))
    assert no(state, board) == ("G-32", ruling)
    if told:
        assert facts(state, board, "counted", "ends") == told


def test_a_move_carried_out_wrongly_or_not_yet() -> None:
    state = answer(table("krush_kringle d2N; handy h8S"), "act:d2", "4")
    assert toys(state) == "krush_kringle d4N; handy h8S"
    assert no(state, pieces("krush_kringle d2N; handy h8S")) == ("G-25", "not_carried_out")
    wrong = pieces("krush_kringle d5N; handy h8S")
    assert no(state, wrong) == ("G-25", "wrong_count")
    assert facts(state, wrong, "counted", "ends", "at") == [3, ("d4",), "d4"]
    assert no(state, pieces("krush_kringle e4N; handy h8S")) == ("G-25", "wrong_direction")
    blocked = answer(table("krush_kringle d2N; handy d3S"), "act:d2", "4")
    assert no(blocked, pieces("krush_kringle d4N; handy d3S")) == ("G-25", "wrong_count")


def test_toys_at_stake_are_decided_on_first() -> None:
    punch = answer(table("kangaruffian c3N; handy e5S; orbit h7S"), "act:c3", "1", "right")
    flown = pieces("kangaruffian d4N; handy f6S; orbit h7S")
    assert no(punch, flown) == ("G-28", "decide_first")
    assert no(answer(punch, "punch:e5"), flown) == ("G-28", "roll_first")
    wound = answer(table("handy d2N; krush_kringle e4N; orbit h7S"), "act:d2", "1", "wind:e4", "1")
    assert no(wound, pieces("handy d3N; krush_kringle b7N; orbit h7S")) == ("G-25", "wrong_square")


def test_eggs_and_placements_seen() -> None:
    egg = answer(table("clucketta c3N; handy c4S"), "act:c3", "8")
    nest = "clucketta c3N; handy c4S; small_fry"
    assert no(egg, pieces(f"{nest} c2S")) == ("G-A12", "egg_wrong_way")
    assert no(egg, pieces(f"{nest} h8N")) == ("G-21", "not_adjacent")
    placing = answer(table(FULL_ROW.replace("krush_kringle a1S; ", "")), "draw:ziggy")
    row = FULL_ROW.replace("krush_kringle a1S; ", "")
    assert no(placing, pieces(f"{row}; orbit a1N")) == ("G-4", "not_drawn")
    assert no(placing, pieces(f"{row}; ziggy a1S")) == ("G-5", "placed_wrong_way")
    assert no(placing, pieces(f"{row}; ziggy a2N")) == ("G-5", "not_last_row")
