"""`umpire games dice` and `umpire games luck`."""

from __future__ import annotations

import random

from rich.console import Console

from firmware_py.cli.luck import print_dice, print_luck
from firmware_py.luck import DieKey, Pop, fairness, pops_to_show

POPPED, RED, THROWN = DieKey("d6", "popped"), DieKey("red", "popped"), DieKey("d6", "thrown")


def said(pops: list[Pop], bias: float | None = 0.2) -> str:
    console = Console(width=200)
    with console.capture() as captured:
        if bias is None:
            print_luck(pops, console)
        else:
            print_dice(pops, bias, console)
    return captured.get()


def series(die: DieKey, faces: list[int]) -> list[Pop]:
    return [Pop("Anna" if k % 2 else "Ben", die, face, k > 0) for k, face in enumerate(faces)]


def test_fair_dice_are_called_fair_and_their_number_is_told() -> None:
    rng = random.Random(1)
    text = said(series(POPPED, [rng.randint(1, 6) for _ in range(1200)]))
    assert "nothing unusual" in text
    assert "there are 1,200" in text
    assert "and no cheating" in text
    assert "Anna" in text
    assert "together" in text


def test_a_loaded_die_is_rare() -> None:
    assert "that is rare" in said(series(POPPED, [6, 6, 6, 1, 2, 3, 4, 5] * 40))


def test_the_needed_number_is_that_for_the_verdict_that_is_given() -> None:
    text = said(series(POPPED, [1, 2, 3, 4, 5, 6] * 10))
    assert "about 2,234 would be needed" in text  # by chi-squared at the level of "that is rare", 0.01
    needed, rng = pops_to_show(0.2, level=0.01), random.Random(6)
    loaded = [(1 - 1.2 / 6) / 5] * 5 + [1.2 / 6]
    rare = 0
    for _ in range(100):
        thrown = rng.choices(range(1, 7), loaded, k=needed)
        rare += (fairness([thrown.count(face) for face in range(1, 7)], THROWN).p or 1.0) < 0.01
    assert 70 <= rare <= 90


def test_a_few_dice_are_too_few() -> None:
    text = said(series(POPPED, [1, 2]) + series(RED, [0, 1]))
    assert text.count("Too few to tell") == 2
    assert "dot" in text


def test_luck_names_each_player_once() -> None:
    text = said(series(POPPED, [1, 6] * 10), None)
    assert text.count("Anna") == text.count("Ben") == 1
    assert "10 of 1.7" in text
    assert "No six-sided dice" in said(series(RED, [1]), None)


def test_the_greatest_bias_does_not_break_off_at_a_die_with_three_sides() -> None:
    text = said(series(DieKey("d3", "thrown"), [1, 2, 3]) + series(THROWN, [1, 2, 3]), 2.0)
    assert "A face that comes 200% too often would be the only one" in text
    assert "To show a face that comes 200% too often, about 23 would be needed" in text


def test_pops_that_are_not_counted_are_told_of() -> None:
    assert "not read, or taken back, are left out" in said(series(POPPED, [1, 2, 3]))
    assert "are left out" not in said(series(THROWN, [1, 2, 3]))
