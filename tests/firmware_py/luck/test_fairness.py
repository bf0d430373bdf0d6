"""Fair and unfair dice, popped and thrown."""

from __future__ import annotations

import random

import pytest

from firmware_py.luck import (
    DieKey,
    Runs,
    chi_squared_sf,
    fairness,
    homogeneity,
    pops_to_show,
    runs_fit,
)

POPPED, THROWN = DieKey("d6", "popped"), DieKey("d6", "thrown")


@pytest.mark.parametrize(
    ("x", "freedom", "p"),
    [
        (3.841459, 1, 0.05),
        (5.991465, 2, 0.05),
        (11.070498, 5, 0.05),
        (15.086272, 5, 0.01),
        (23.209251, 10, 0.01),
    ],
)
def test_the_tail_is_that_of_the_tables(x: float, freedom: int, p: float) -> None:
    assert chi_squared_sf(x, freedom) == pytest.approx(p, abs=1e-7)
    assert chi_squared_sf(0.0, freedom) == 1.0


def counted(faces: list[int]) -> list[int]:
    return [faces.count(face) for face in range(1, 7)]


def test_a_thrown_die_is_tested_as_pearson_did() -> None:
    fit = fairness([16, 18, 16, 14, 12, 20], THROWN)
    assert fit.statistic == pytest.approx(2.5)
    assert fit.freedom == 5
    assert fit.p == pytest.approx(0.776, abs=5e-4)


def test_few_dice_tell_nothing() -> None:
    assert fairness([0] * 6, POPPED).p is None
    assert fairness([9, 0, 0, 0, 0, 0], POPPED).p is None
    assert runs_fit(Runs(1, 0, 3), remembers=True).p is None
    assert homogeneity([[3, 2], [0, 0]]).p is None


def test_a_red_die_has_its_dot_on_one_side_of_six() -> None:
    red = DieKey("red", "electronic")
    assert fairness([100, 20], red).statistic == pytest.approx(0)
    assert (fairness([60, 60], red).p or 0) < 1e-9


def test_a_red_die_has_as_many_dots_as_the_house_rule_says() -> None:
    red = DieKey("red", "electronic", red_faces=3)
    assert fairness([60, 60], red).statistic == pytest.approx(0)
    assert (fairness([100, 20], red).p or 0) < 1e-9


def test_players_with_other_dice_than_the_rest_are_told_apart() -> None:
    assert (homogeneity([[20, 21, 19, 20, 22, 18], [40, 39, 41, 40, 38, 42]]).p or 0) > 0.9
    assert (homogeneity([[5, 21, 19, 20, 22, 33], [40, 39, 41, 40, 38, 12]]).p or 1) < 1e-6


def test_runs_tell_dice_that_remember_from_those_that_do_not() -> None:
    as_reported = Runs(108, 239, 653)
    assert (runs_fit(as_reported, remembers=True).p or 0) > 0.99
    assert (runs_fit(as_reported, remembers=False).p or 1) < 1e-9


def test_the_pops_that_a_bias_needs_find_it_four_times_in_five() -> None:
    number = pops_to_show(0.3)
    assert number == 713  # 12.83 times 5 / 0.3^2
    rng = random.Random(3)
    loaded = [(1 - 1.3 / 6) / 5] * 5 + [1.3 / 6]
    found = 0
    for _ in range(400):
        fit = fairness(counted(rng.choices(range(1, 7), loaded, k=number)), THROWN)
        found += (fit.p or 1.0) < 0.05
    assert 0.73 < found / 400 < 0.86


@pytest.mark.parametrize("bias", [0.0, -0.2, 5.0])
def test_a_bias_that_cannot_be_is_refused(bias: float) -> None:
    with pytest.raises(ValueError, match="a bias lies between"):
        pops_to_show(bias)
