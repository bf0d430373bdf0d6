"""`umpire games dice` and `umpire games luck`."""

from __future__ import annotations

import random

from rich.console import Console

from firmware_py.cli.luck import print_dice, print_luck
from firmware_py.luck import DieKey, Pop

POPPED, RED = DieKey("d6", "popped"), DieKey("red", "popped")


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


def test_fair_dice_are_called_fair_and_the_needed_number_is_told() -> None:
    rng = random.Random(1)
    text = said(series(POPPED, [rng.randint(1, 6) for _ in range(1200)]))
    assert "nothing unusual" in text
    assert "about 1,604 would be needed; there are 1,200" in text
    assert "and no cheating" in text
    assert "Anna" in text
    assert "together" in text


def test_a_loaded_die_is_rare() -> None:
    assert "that is rare" in said(series(POPPED, [6, 6, 6, 1, 2, 3, 4, 5] * 40))


def test_a_few_dice_are_too_few() -> None:
    text = said(series(POPPED, [1, 2]) + series(RED, [0, 1]))
    assert text.count("Too few to tell") == 2
    assert "dot" in text


def test_luck_names_each_player_once() -> None:
    text = said(series(POPPED, [1, 6] * 10), None)
    assert text.count("Anna") == text.count("Ben") == 1
    assert "10 of 1.7" in text
    assert "No six-sided dice" in said(series(RED, [1]), None)
