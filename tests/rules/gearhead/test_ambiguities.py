"""Every ambiguity inside toys' moves (G-A5 to G-A19): what holds by default, and each house rule."""

from __future__ import annotations

import pytest

from tests.rules.gearhead.toybox import move, moves

# -- G-A5, G-A5b, G-A6, G-A6b: diagonal moves ------------------------------------------------------------


def test_ga5_the_side_is_a_wall_and_no_bump() -> None:
    assert moves("dead_head b2N", "b2", 6)["left"] == "dead_head a3N"
    assert moves("ziggy b2N", "b2", 4, 5) == {
        "left stop": "ziggy a3N",
        "right stop": "ziggy g7N",
        "needs d6": "",
    }


def test_ga5_a_direction_whose_first_step_crosses_the_side_is_not_open() -> None:
    assert moves("dead_head a2N", "a2", 4) == {"right": "dead_head b3N"}
    assert moves("dead_head h7S", "h7", 4) == {"right": "dead_head g6S"}
    assert moves("dead_head h2N", "h2", 4) == {"left": "dead_head g3N"}


def test_ga5b_in_a_corner_the_side_comes_first() -> None:
    assert moves("dead_head a8N", "a8", 4) == {"right": "off: dead_head north"}
    assert moves("zap_bot h1S", "h1", 8) == {"right": "off: zap_bot south"}
    assert moves("dead_head b7N", "b7", 5)["left"] == "dead_head a8N"


def test_ga5_reflect() -> None:
    assert moves("dead_head b2N", "b2", 6, side_edge="reflect")["left"] == "dead_head c5N"
    assert moves("clucketta a2N", "a2", 6, side_edge="reflect") == {"right": "clucketta d5N"}
    assert moves("dead_head b8N", "b8", 4, side_edge="reflect")["left"] == "off: dead_head north"
    assert moves("clucketta b2N; orbit b4S", "b2", 5, side_edge="reflect")["left"] == (
        "clucketta a3N; orbit b4S"
    )


def test_ga5_fall_off() -> None:
    assert moves("dead_head b2N", "b2", 5, side_edge="fall_off")["left"] == "discard: dead_head"
    assert moves("clucketta a2N", "a2", 4, side_edge="fall_off")["left"] == "discard: clucketta"
    assert moves("dead_head a8N", "a8", 4, side_edge="fall_off")["left"] == "discard: dead_head"


def test_ga5_a_punched_toy_falls_off_too() -> None:
    found = moves("kangaruffian a3N; orbit a4S", "a3", 1, 2, side_edge="fall_off")
    assert found["right punch:a4"] == "kangaruffian b4N; discard: orbit"
    assert moves("kangaruffian a3N; orbit a4S", "a3", 1, 2)["right punch:a4"] == "orbit a4S; kangaruffian b4N"


def test_ga6_the_side_is_chosen_once_or_per_step() -> None:
    assert set(moves("dead_head d2N", "d2", 5)) == {"left", "right"}
    assert moves("dead_head d2N", "d2", 5, diagonal_choice="per_step") == {
        "left left": "dead_head b4N",
        "left right": "dead_head d4N",
        "right left": "dead_head d4N",
        "right right": "dead_head f4N",
    }
    assert set(moves("clucketta a2N", "a2", 5, diagonal_choice="per_step")) == {"right left", "right right"}


def test_ga6b_between_two_toys() -> None:
    gap = "dead_head d2N; orbit c2N; handy d3N"
    assert moves(gap, "d2", 5)["left"] == "dead_head b4N; orbit c2N; handy d3N"
    stopped = "orbit c2N; dead_head d2N; handy d3N"
    assert moves(gap, "d2", 5, diagonal_gap="blocked")["left"] == stopped
    # What stands beyond the gap is not bumped: it cannot be reached.
    beyond = "ziggy d2N; orbit c2N; handy d3N; dead_head c3S"
    assert moves(beyond, "d2", 4, 1, diagonal_gap="blocked")["left stop"] == (
        "orbit c2N; dead_head c3S; ziggy d2N; handy d3N"
    )


# -- G-A7: what is a bump --------------------------------------------------------------------------------


def test_ga7_stopping_beside_a_toy_is_no_bump() -> None:
    assert move("dead_head d4N; orbit d6S", "d4", 1) == "dead_head d5N; orbit d6S"
    assert moves("ziggy d2N; orbit d4S", "d2", 1, 1)["stop"] == "ziggy d3N; orbit d4S"


def test_ga7_pushed_punched_shot_flown_over_and_teleported_beside_are_no_bumps() -> None:
    assert move("big_al d2N; orbit d3S; ziggy d4S", "d2", 1) == "big_al d3N; orbit d4S; ziggy d5S"
    assert move("big_al d2N; orbit d3S; dead_head d4S", "d2", 1) == "big_al d3N; orbit d4S; dead_head d5S"
    found = moves("kangaruffian c3N; ziggy d5S; orbit d7S", "c3", 1, 3)
    assert found["right punch:d5"] == "kangaruffian d4N; ziggy d6S; orbit d7S"
    assert move("orbit d2N; ziggy d3S", "d2", 2) == "ziggy d3S; orbit d4N"
    assert move("presto d2N; dead_head d7S", "d2", 7, 4, 6) == "presto d6N; dead_head d7S"


# -- G-A8: flying ----------------------------------------------------------------------------------------

FLIGHT = "orbit d2N; handy d4S; presto d5S"


def test_ga8_a_taken_landing_space() -> None:
    assert move(FLIGHT, "d2", 3) == "orbit d3N; handy d4S; presto d5S"
    assert move("orbit d2N; handy d3S; presto d4S", "d2", 2) == "orbit d2N; handy d3S; presto d4S"
    assert (
        moves("clucketta c2N; ziggy b3S; handy a4N", "c2", 6)["left"] == "handy a4N; ziggy b3S; clucketta c2N"
    )


def test_ga8_a_moving_flyer_never_bumps_but_is_bumped() -> None:
    assert move("orbit d2N; dead_head d3S", "d2", 1) == "orbit d2N; dead_head d3S"
    assert move("dead_head d2N; orbit d3S", "d2", 1) == "dead_head d2N; orbit d3N"


def test_ga8_next_empty_beyond() -> None:
    option = {"flyer_landing": "next_empty_beyond"}
    assert move(FLIGHT, "d2", 2, **option) == "handy d4S; presto d5S; orbit d6N"
    assert move("orbit d6N; handy d7S; presto d8S", "d6", 1, **option) == (
        "handy d7S; presto d8S; off: orbit north"
    )
    hen = "clucketta c2N; ziggy b3S; handy a4N"
    assert moves(hen, "c2", 4, **option)["left"] == "handy a4N; ziggy b3S; clucketta c2N"
    assert moves(hen, "c2", 4, side_edge="fall_off", **option)["left"] == (
        "handy a4N; ziggy b3S; discard: clucketta"
    )
    assert moves(hen, "c2", 4, side_edge="reflect", **option)["left"] == (
        "handy a4N; ziggy b3S; clucketta b5N"
    )


def test_ga8_bump() -> None:
    option = {"flyer_landing": "bump"}
    assert move("orbit d2N; handy d3S; dead_head d4S", "d2", 2, **option) == (
        "orbit d2S; handy d3S; dead_head d4S"
    )
    assert move("orbit d2N; ziggy d4S", "d2", 2, **option) == "orbit d3N; ziggy d4S flipped"
    assert move("orbit d2N; ziggy d4S", "d2", 1, **option) == "orbit d3N; ziggy d4S"


def test_ga8b_past_the_far_edge_over_toys() -> None:
    assert move("orbit d6N; handy d7S; presto d8S", "d6", 3) == "handy d7S; presto d8S; off: orbit north"
    assert moves("clucketta d1S; presto b2N", "d1", 4)["left"] == "presto b2N; off: clucketta south"


# -- G-A9: pushes ----------------------------------------------------------------------------------------

OPPOSED = "big_al d2N; orbit d4N; big_al d5S"


def test_ga9_al_against_al() -> None:
    assert move(OPPOSED, "d2", 3) == "big_al d4N; orbit d5N; big_al d6S"
    assert move(OPPOSED, "d2", 3, al_vs_al_blocks=True) == "big_al d3N; orbit d4N; big_al d5S"
    same_way = "big_al d2N; big_al d3N"
    assert move(same_way, "d2", 1, al_vs_al_blocks=True) == "big_al d3N; big_al d4N"


def test_ga9b_a_push_is_one_bump() -> None:
    assert move("big_al d2N; ziggy d3S", "d2", 3) == "big_al d4N; ziggy d5S flipped"
    assert move("big_al d2N; ziggy d3S", "d2", 3, push_bumps="per_step") == "big_al d4N; ziggy d5S"
    assert move("big_al d2N; ziggy d3S", "d2", 5, push_bumps="per_step") == "big_al d5N; ziggy d6S flipped"


def test_ga9c_only_the_toy_that_al_touches_is_bumped() -> None:
    line = "big_al d2N; orbit d3S; ziggy d4S; ziggy d6N"
    assert move(line, "d2", 5) == "big_al d5N; orbit d6S; ziggy d7S; ziggy d8N"
    assert move(line, "d2", 5, pushed_line="all") == (
        "big_al d5N; orbit d6S; ziggy d7S flipped; ziggy d8N flipped"
    )
    assert move("big_al d2N; orbit d3S; dead_head d4S", "d2", 5, pushed_line="all") == (
        "big_al d2S; orbit d3S; dead_head d4S"
    )


# -- G-A10, G-A11: Dead Head -----------------------------------------------------------------------------


def test_ga10_dead_head_turns_al_before_he_pushes() -> None:
    assert move("big_al d2N; dead_head d4S; orbit d5S", "d2", 6) == "big_al d3S; dead_head d4S; orbit d5S"
    assert move("big_al d2N; dead_head d3N", "d2", 1) == "big_al d2S; dead_head d3N"


def test_ga10_push_then_turn() -> None:
    option = {"push_then_turn": True}
    assert move("big_al d2N; dead_head d4S", "d2", 6, **option) == "big_al d5S; dead_head d6S"
    assert move("big_al d7N; dead_head d8S", "d7", 6, **option) == "off: dead_head north, big_al north"
    blocked = "big_al d2N; dead_head d3S; big_al d4S"
    assert move(blocked, "d2", 6, al_vs_al_blocks=True, **option) == "big_al d2S; dead_head d3S; big_al d4S"


def test_ga11_diagonal_contact_counts() -> None:
    assert moves("small_fry d2N; dead_head e3S", "d2", 4, 1)["right"] == "small_fry d2S; dead_head e3S"
    assert moves("dead_head d2N; orbit e3S", "d2", 4)["right"] == "dead_head d2N; orbit e3N"
    option = {"straight_line_only": True}
    assert (
        moves("small_fry d2N; dead_head e3S", "d2", 4, 1, **option)["right"] == "small_fry d2N; dead_head e3S"
    )
    assert moves("dead_head d2N; orbit e3S", "d2", 4, **option)["right"] == "dead_head d2N; orbit e3S"
    assert move("dead_head d2N; orbit d3S", "d2", 1, **option) == "dead_head d2N; orbit d3N"


def test_ga11b_two_dead_heads() -> None:
    assert move("dead_head d4N; dead_head d5S", "d4", 1) == "dead_head d4S; dead_head d5N"
    assert move("dead_head d4N; dead_head d5N", "d4", 1) == "dead_head d4S; dead_head d5N"


@pytest.mark.parametrize(
    ("toys", "mover", "rolls", "word", "acted", "lost"),
    [
        ("krush_kringle d2N; dead_head d3N", "d2", (1,), "pound", "krush_kringle d2S; dead_head d3S", ""),
        (
            "walking_timebomb d2N; dead_head d3N",
            "d2",
            (1,),
            "explode",
            "discard: dead_head, walking_timebomb",
            "",
        ),
        ("handy d2N; dead_head d3N", "d2", (1, 1), "wind:d3", "handy d2S; dead_head d4N", "; unused: 1"),
        ("zap_bot d2N; dead_head e3N", "d2", (1,), "right zap:e3", "zap_bot d2S; dead_head e3N zapped", ""),
        (
            "kangaruffian d2N; dead_head e3N",
            "d2",
            (1, 1),
            "right punch:e3",
            "kangaruffian d2S; dead_head f4N",
            "; unused: 1",
        ),
    ],
)
def test_ga11c_a_toy_turned_by_its_own_bump_still_acts(
    toys: str, mover: str, rolls: tuple[int, ...], word: str, acted: str, lost: str
) -> None:
    assert moves(toys, mover, *rolls)[word] == acted
    found = moves(toys, mover, *rolls, action_lost=True)
    turned = toys.replace("d2N", "d2S")
    assert found[word.split()[0] if " " in word else ""] == turned + lost


# -- G-A12: eggs -----------------------------------------------------------------------------------------


def test_ga12_no_room_no_egg() -> None:
    full = "clucketta a1N; orbit a2N; orbit b1N; orbit b2N"
    assert move(full, "a1", 7) == full


def test_ga12_the_egg_limit() -> None:
    assert move("clucketta d4N; small_fry h8N", "d4", 7, egg_limit=1) == "clucketta d4N; small_fry h8N"
    assert len(moves("clucketta d4N; small_fry h8N", "d4", 7, egg_limit=2)) == 8


def test_ga12b_adjacent() -> None:
    option = {"adjacent": "orthogonal"}
    assert set(moves("clucketta a1N", "a1", 7, **option)) == {"egg:a2", "egg:b1"}
    around = "krush_kringle d2N; orbit d4S; orbit e4S"
    assert moves(around, "d2", 1, **option)["pound"] == "krush_kringle d3N; orbit d4N; orbit e4S"
    assert move("handy d2N; orbit e4S", "d2", 1, **option) == "handy d3N; orbit e4S"


# -- G-A13 to G-A16 ------------------------------------------------------------------------------------


def test_ga13_big_al_immune() -> None:
    assert move("disasteroid d2N; big_al d5S", "d2", 4) == "disasteroid d2N; discard: big_al"
    shielded = "disasteroid d2N; big_al d5S; orbit d6S"
    assert move(shielded, "d2", 4, big_al_immune=True) == shielded


def test_ga14_handy_must_wind_even_if_he_could_not_move() -> None:
    assert moves("handy d2N; orbit d3S", "d2", 1, 1) == {"wind:d3": "handy d2N; orbit d3S"}
    assert moves("handy d2N; ziggy d3S", "d2", 1) == {"wind:d3": "handy d2N; ziggy d3S flipped"}


def test_ga14_optional_and_own_only() -> None:
    near = "handy d2N; orbit c4N zapped; orbit e4S zapped"
    assert set(moves(near, "d2", 1)) == {"wind:c4", "wind:e4"}
    assert moves(near, "d2", 1, handy_winds="optional")["no_wind"] == (
        "orbit c4N zapped; handy d3N; orbit e4S zapped"
    )
    assert set(moves(near, "d2", 1, handy_winds="own_only")) == {"wind:c4"}
    assert move("handy d2N; orbit e4S", "d2", 1, handy_winds="own_only") == "handy d3N; orbit e4S"


def test_ga14c_one_free_move_a_turn_ends_the_loop() -> None:
    # Two blocked Handys: each winds the other once, then nobody is left to wind.
    assert moves("handy d4N; handy d5S", "d4", 1, 1, 1) == {"wind:d5 wind:d4": "handy d4N; handy d5S"}
    assert move("handy d4N; handy d5S", "d4", 1, wound=("d5",)) == "handy d4N; handy d5S"


def test_ga14c_a_toy_wound_before_is_not_wound_again() -> None:
    assert set(moves("handy d2N; orbit c4N; orbit e4S", "d2", 1, 1, wound=("c4",))) == {"wind:e4"}


def test_ga14d_winding_a_zapped_toy_takes_the_zap_away() -> None:
    assert moves("handy d2N; orbit d4S zapped", "d2", 1) == {"wind:d4": "handy d3N; orbit d4S"}


def test_ga14_a_flipped_ziggy_may_be_wound_and_lies_still() -> None:
    assert moves("handy d2N; ziggy d4S flipped", "d2", 1) == {"wind:d4": "handy d3N; ziggy d4S flipped"}


def test_ga15_the_pound_comes_moved_or_not_and_never_turns_kringle() -> None:
    blocked = moves("krush_kringle d2N; orbit d3N", "d2", 1)
    assert blocked["pound"] == "krush_kringle d2N; orbit d3S"


def test_ga16_presto() -> None:
    assert move("presto d2N", "d2", 8, 4, 2) == "presto d2N"
    assert move("presto d2N; orbit a1N", "d2", 8, 1, 1, 8, 8) == "orbit a1N; presto h8N"
    assert moves("presto d2N; orbit a1N", "d2", 8, 1, 1) == {"needs d8": ""}
    option = {"xy_from_player": True}
    assert move("presto d2N", "d2", 8, 1, 1, **option) == "presto a1N"
    assert move("presto d7S", "d7", 8, 1, 1, **option) == "presto h8S"


# -- G-A17 to G-A19 ------------------------------------------------------------------------------------


def test_ga17_a_punch_stops_at_toys_and_sides_and_scores_over_an_end() -> None:
    # Kangaruffian on g7 after her move: what stands around her, and where a punch of 3 takes it.
    assert moves("kangaruffian f6N; orbit h7S", "f6", 1, 3)["right punch:h7"] == "kangaruffian g7N; orbit h7S"
    assert moves("kangaruffian f6N; orbit f8S", "f6", 1, 3)["right punch:f8"] == (
        "kangaruffian g7N; off: orbit north"
    )
    assert moves("kangaruffian f6N; orbit h8S", "f6", 1, 3)["right punch:h8"] == "kangaruffian g7N; orbit h8S"
    assert moves("kangaruffian c3S; orbit c2S; handy a2N", "c3", 1, 2)["left punch:c2"] == (
        "handy a2N; orbit b2S; kangaruffian d2S"
    )


def test_ga17_a_punched_toy_bumps_nobody_and_keeps_its_facing() -> None:
    found = moves("kangaruffian c3N; dead_head d5S; orbit d6N", "c3", 1, 2)
    assert found["right punch:d5"] == "kangaruffian d4N; dead_head d5S; orbit d6N"


def test_ga17_gone_from_the_board_she_punches_nobody() -> None:
    assert moves("kangaruffian d8N; orbit e8S", "d8", 1) == {
        "left": "orbit e8S; off: kangaruffian north",
        "right": "orbit e8S; off: kangaruffian north",
    }


def test_ga17_optional() -> None:
    found = moves("kangaruffian c3N; orbit d5S", "c3", 1, 1, punch="optional")
    assert found["right no_punch"] == "kangaruffian d4N; orbit d5S; unused: 1"


def test_ga18_no_chain_by_default() -> None:
    row = "walking_timebomb d2N; walking_timebomb d4S; orbit d5S; disasteroid e4N"
    assert moves(row, "d2", 1)["explode"] == (
        "orbit d5S; discard: disasteroid, walking_timebomb, walking_timebomb"
    )
    assert moves(row, "d2", 1, chain=True)["explode"] == (
        "discard: disasteroid, orbit, walking_timebomb, walking_timebomb"
    )
    assert moves(row, "d2", 1, disasteroid_immune=True)["explode"] == (
        "orbit d5S; disasteroid e4N; discard: walking_timebomb, walking_timebomb"
    )


def test_ga19_one_zap_token_or_a_stack() -> None:
    twice = "zap_bot c3N; handy e5S zapped"
    assert moves(twice, "c3", 1)["right zap:e5"] == "zap_bot d4N; handy e5S zapped"


# -- G-A21 to G-A25 ------------------------------------------------------------------------------------


def test_ga21_ziggy_and_dead_head_both_flip_and_turn() -> None:
    assert move("ziggy d2N; dead_head d3S", "d2", 1, 1) == "ziggy d2S flipped; dead_head d3S"
    assert move("dead_head d2N; ziggy d3S", "d2", 1) == "dead_head d2N; ziggy d3N flipped"


def test_ga21_no_second_move_from_off_the_board() -> None:
    assert move("ziggy d8N", "d8", 1, 1) == "off: ziggy north"


def test_ga21_ziggy_against_ziggy() -> None:
    assert move("ziggy d2N; ziggy d3S flipped", "d2", 1, 1) == "ziggy d2N flipped; ziggy d3S"


def test_ga25_a_turned_toy_can_go_off_its_own_side() -> None:
    assert move("orbit d2S", "d2", 2) == "off: orbit south"
