"""Electronic dice are fair."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.senses.chance import draw_from, fair, roll
from rules import Cup, Dice, Drawn, UnknownDieError


@pytest.mark.parametrize("count", [1, 2, 3, 6, 7, 8])
def test_every_string_of_bits_is_used_evenly(count: int) -> None:
    width = (count - 1).bit_length()
    results: Counter[int] = Counter()
    for number in range(2**width):
        # After a number that does not fit, the next one (0) is taken: that shows how many were refused.
        stream = iter([number, 0])
        if number < count:
            results[fair(count, lambda _, stream=stream: next(stream))] += 1
        else:
            assert fair(count, lambda _, stream=stream: next(stream)) == 0
            assert next(stream, None) is None
    assert results == dict.fromkeys(range(count), 1)


def test_nothing_to_choose_from_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="at least one"):
        fair(0)


def test_faces_of_every_kind_are_even() -> None:
    rng = random.Random(5)
    faces = Counter(roll(Dice("d6"), rng.getrandbits)[0] for _ in range(12_000))
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert sum((seen - 2000) ** 2 / 2000 for seen in faces.values()) < 20.5  # chi-square, 5 df, p = 0.001
    dots = sum(roll(Dice("d6", "red"), rng.getrandbits)[1] for _ in range(12_000))
    assert abs(dots - 2000) < 4 * 41
    assert {roll(Dice("d8"), rng.getrandbits)[0] for _ in range(500)} == set(range(1, 9))
    assert {roll(Dice("d3"), rng.getrandbits)[0] for _ in range(100)} == {1, 2, 3}


def test_the_system_rolls_too() -> None:
    first, second = roll(Dice("d6", "red"))
    assert first in range(1, 7)
    assert second in (0, 1)


def test_an_unknown_die_is_named() -> None:
    with pytest.raises(UnknownDieError, match="'d7': there are d3, d4"):
        roll(Dice("d7"))


@given(st.dictionaries(st.sampled_from(["orbit", "ziggy", "handy"]), st.integers(0, 3), min_size=1))
def test_a_draw_comes_from_the_cup(counts: dict[str, int]) -> None:
    total = sum(counts.values())
    if not total:
        with pytest.raises(ValueError, match="at least one"):
            draw_from(Cup(counts))
        return
    drawn = Counter(draw_from(Cup(counts), lambda _, n=n: n) for n in range(total))
    assert drawn == {Drawn(kind): count for kind, count in counts.items() if count}
