"""The table of every toy (G-20 to G-32), and what it does at the end of its move."""

from __future__ import annotations

import pytest

from tests.rules.gearhead.toybox import move, moves

# -- G-20 Big Al ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "row"), [(1, 3), (2, 3), (3, 4), (4, 4), (5, 5), (6, 5)])
def test_g20_big_al_moves_straight(roll: int, row: int) -> None:
    assert move("big_al d2N", "d2", roll) == f"big_al d{row}N"
    assert move("big_al d7S", "d7", roll) == f"big_al d{9 - row}S"


def test_g20_big_al_pushes_a_whole_line_and_goes_on() -> None:
    line = "big_al d2N; orbit d4S; handy d5N; presto d7S"
    assert move(line, "d2", 3) == "big_al d4N; orbit d5S; handy d6N; presto d7S"
    assert move(line, "d2", 5) == "big_al d5N; orbit d6S; handy d7N; presto d8S"


def test_g20_big_al_pushes_toys_off_and_follows_them() -> None:
    assert move("big_al h3S; handy h1S", "h3", 6) == "off: handy south, big_al south"
    assert move("big_al a6N; handy a7S; orbit a8S", "a6", 3) == "big_al a8N; off: orbit north, handy north"


# -- G-21 Clucketta ------------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", [1, 2, 3])
def test_g21_clucketta_flies_straight(roll: int) -> None:
    assert move("clucketta d2N", "d2", roll) == f"clucketta d{2 + roll}N"


@pytest.mark.parametrize("roll", [4, 5, 6])
def test_g21_clucketta_flies_diagonally(roll: int) -> None:
    n = roll - 3
    assert moves("clucketta d2N", "d2", roll) == {
        "left": f"clucketta {'dcba'[n]}{2 + n}N",
        "right": f"clucketta {'defg'[n]}{2 + n}N",
    }


@pytest.mark.parametrize("roll", [7, 8])
def test_g21_clucketta_lays_an_egg_beside_her(roll: int) -> None:
    found = moves("clucketta d2S; orbit d3N", "d2", roll)
    assert sorted(found) == [f"egg:{square}" for square in ["c1", "c2", "c3", "d1", "e1", "e2", "e3"]]
    assert found["egg:c1"] == "small_fry c1S; clucketta d2S; orbit d3N"


# -- G-22 Dead Head ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3])
def test_g22_dead_head(n: int) -> None:
    assert move("dead_head d5S", "d5", n) == f"dead_head d{5 - n}S"
    assert moves("dead_head d5S", "d5", 3 + n) == {
        "left": f"dead_head {'defg'[n]}{5 - n}S",
        "right": f"dead_head {'dcba'[n]}{5 - n}S",
    }


def test_g22_a_toy_that_bumps_him_turns_round() -> None:
    assert move("orbit a1N; small_fry d2N; dead_head d4N", "d2", 1, 6) == (
        "orbit a1N; small_fry d3S; dead_head d4N"
    )


def test_g22_a_toy_that_he_bumps_turns_only_if_it_faces_him() -> None:
    assert move("dead_head d4N; orbit d5S", "d4", 3) == "dead_head d4N; orbit d5N"
    assert move("dead_head d4N; orbit d5N", "d4", 3) == "dead_head d4N; orbit d5N"


# -- G-23 Disasteroid ----------------------------------------------------------------------------------

TARGETS = "disasteroid d4N; orbit d6S; handy d7S; presto b6N; ziggy f6S flipped"


@pytest.mark.parametrize("n", [1, 2, 3])
def test_g23_disasteroid_moves_straight(n: int) -> None:
    assert move("disasteroid d4N", "d4", n) == f"disasteroid d{4 + n}N"


@pytest.mark.parametrize(("roll", "hit"), [(4, "orbit"), (5, "presto"), (6, "ziggy")])
def test_g23_disasteroid_shoots_the_first_toy_at_any_range(roll: int, hit: str) -> None:
    assert move(TARGETS, "d4", roll).endswith(f"discard: {hit}")
    assert move("disasteroid a1N; orbit h8N", "a1", 6) == "disasteroid a1N; discard: orbit"


def test_g23_a_shot_that_hits_nobody_changes_nothing() -> None:
    assert move("disasteroid d4S; orbit d6S", "d4", 4) == "disasteroid d4S; orbit d6S"


def test_g23_left_is_as_the_toy_sees_it() -> None:
    assert move("disasteroid d6S; orbit f4N; presto b4N", "d6", 5).endswith("discard: orbit")


# -- G-24 Handy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 7))
def test_g24_handy_moves_straight(n: int) -> None:
    assert move("handy d2N", "d2", n) == f"handy d{2 + n}N"


def test_g24_handy_winds_a_neighbour_which_moves_its_own_way() -> None:
    found = moves("handy d2N; orbit c4S; krush_kringle e3N zapped", "d2", 1, 2)
    assert found == {
        "wind:c4": "orbit c2S; handy d3N; krush_kringle e3N zapped",
        "wind:e3": "orbit c4S; handy d3N; krush_kringle e3N; unused: 1",
    }


def test_g24_every_die_of_the_wound_toy_counts() -> None:
    found = moves("handy d2N; ziggy d4N", "d2", 1, 1, 2, 1, 1)
    assert found == {
        "wind:d4 second": "handy d3N; ziggy d7N",
        "wind:d4 stop": "handy d3N; ziggy d6N; unused: 2",
    }
    assert moves("handy d2N; ziggy d4N", "d2", 1, 1, 2) == {
        "wind:d4 stop": "handy d3N; ziggy d6N",
        "needs d6": "",
    }


# -- G-25 Krush Kringle --------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", range(1, 7))
def test_g25_krush_kringle(roll: int) -> None:
    row = 3 if roll <= 3 else 4
    stays = f"krush_kringle d{row}N"
    assert moves("krush_kringle d2N", "d2", roll) == {"pound": stays, "quiet": stays}


def test_g25_the_pound_turns_all_neighbours() -> None:
    around = "orbit c3N; krush_kringle d2N; handy d4S; ziggy e2S flipped; presto e5N"
    assert moves(around, "d2", 1) == {
        "pound": "orbit c3S; krush_kringle d3N; handy d4N; ziggy e2N flipped; presto e5N",
        "quiet": "orbit c3N; krush_kringle d3N; handy d4S; ziggy e2S flipped; presto e5N",
    }


# -- G-26 Orbit ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 7))
def test_g26_orbit_flies_straight(n: int) -> None:
    assert move("orbit d8S; handy e7N", "d8", n) == f"orbit d{8 - n}S; handy e7N"


def test_g26_orbit_flies_over_toys() -> None:
    assert move("orbit d2N; handy d3S; presto d4S", "d2", 3) == "handy d3S; presto d4S; orbit d5N"


# -- G-27 Presto ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("roll", "row"), [(1, 3), (2, 3), (3, 4), (4, 4), (5, 5), (6, 5)])
def test_g27_presto_moves_straight(roll: int, row: int) -> None:
    assert move("presto d2N", "d2", roll) == f"presto d{row}N"


@pytest.mark.parametrize("roll", [7, 8])
def test_g27_presto_reappears(roll: int) -> None:
    assert move("presto d2N", "d2", roll, 1, 8) == "presto a8N"
    assert moves("presto d2N", "d2", roll, 1) == {"needs d8": ""}


# -- G-28 Kangaruffian ---------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", range(1, 9))
def test_g28_kangaruffian_moves_diagonally(roll: int) -> None:
    n = (roll + 1) // 2
    assert moves("kangaruffian e1N", "e1", roll) == {
        "left": f"kangaruffian {'edcba'[n]}{1 + n}N",
        "right": (f"kangaruffian {'efgh'[n]}{1 + n}N" if n < 4 else "kangaruffian h4N"),
    }


@pytest.mark.parametrize(("d3", "square"), [(1, "f6"), (2, "g7"), (3, "h8")])
def test_g28_she_punches_a_neighbour_straight_away_from_her(d3: int, square: str) -> None:
    found = moves("kangaruffian c3N; handy e5S; orbit b4S", "c3", 1, d3)
    assert found["right punch:e5"] == f"orbit b4S; kangaruffian d4N; handy {square}S"


def test_g28_the_punch_waits_for_a_target_and_its_d3() -> None:
    assert moves("kangaruffian c3N; handy e5S", "c3", 1) == {
        "left": "kangaruffian b4N; handy e5S",
        "needs d3": "",
    }


# -- G-29 Walking Timebomb -----------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 7))
def test_g29_walking_timebomb(n: int) -> None:
    assert moves("walking_timebomb d2N", "d2", n) == {
        "hold": f"walking_timebomb d{2 + n}N",
        "explode": "discard: walking_timebomb",
    }


def test_g29_the_explosion_takes_all_neighbours_along() -> None:
    near = "walking_timebomb d2N; orbit c4S; handy e3N; big_al e2S; presto d5S"
    assert moves(near, "d2", 1)["explode"] == "presto d5S; discard: big_al, handy, orbit, walking_timebomb"


# -- G-30 Ziggy and G-31 Small Fry ---------------------------------------------------------------------


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("n", [1, 4])
def test_g31_small_fry_moves_straight_or_diagonally(face: int, n: int) -> None:
    if face <= 3:
        assert move("small_fry d2N", "d2", face, n) == f"small_fry d{2 + n}N"
    else:
        stop = {1: ("c3", "e3"), 4: ("a5", "h6")}[n]
        assert moves("small_fry d2N", "d2", face, n) == {
            "left": f"small_fry {stop[0]}N",
            "right": f"small_fry {stop[1]}N",
        }


def test_g30_ziggy_may_make_a_second_move() -> None:
    assert moves("ziggy d2N", "d2", 1, 2, 3, 1) == {"second": "ziggy d5N", "stop": "ziggy d4N; unused: 2"}
    assert moves("ziggy d2N", "d2", 1, 2) == {"stop": "ziggy d4N", "needs d6": ""}
    assert moves("ziggy d2N", "d2", 4, 1, 6, 1)["left second right"] == "ziggy d4N"


def test_g30_a_bump_flips_ziggy_and_ends_his_move() -> None:
    assert move("ziggy d2N; orbit d4S", "d2", 1, 3) == "ziggy d3N flipped; orbit d4S"
    assert moves("ziggy d2N; orbit d4S", "d2", 1, 1, 1, 1)["second"] == "ziggy d3N flipped; orbit d4S"


def test_g30_a_bumped_ziggy_flips_and_a_bump_rights_him() -> None:
    assert move("disasteroid d2N; ziggy d3S", "d2", 1) == "disasteroid d2N; ziggy d3S flipped"
    assert move("disasteroid d2N; ziggy d3S flipped", "d2", 1) == "disasteroid d2N; ziggy d3S"


def test_g30_on_his_back_he_cannot_move() -> None:
    assert move("ziggy d2N flipped", "d2") == "ziggy d2N flipped"


# -- G-32 Zap-Bot --------------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", range(1, 9))
def test_g32_zap_bot_moves_diagonally(roll: int) -> None:
    n = (roll + 1) // 2
    assert moves("zap_bot e1N", "e1", roll)["left"] == f"zap_bot {'edcba'[n]}{1 + n}N"


def test_g32_zap_bot_zaps_one_neighbour() -> None:
    found = moves("zap_bot c3N; handy e5S; orbit d5S", "c3", 1)
    assert found == {
        "left": "zap_bot b4N; orbit d5S; handy e5S",
        "right zap:d5": "zap_bot d4N; orbit d5S zapped; handy e5S",
        "right zap:e5": "zap_bot d4N; orbit d5S; handy e5S zapped",
    }


def test_g32_a_zapped_toy_skips_its_move() -> None:
    assert move("orbit d2N zapped", "d2") == "orbit d2N"
