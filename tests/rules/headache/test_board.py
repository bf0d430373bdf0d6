"""The graph of 48 spaces, and what follows from it alone."""

from __future__ import annotations

import pytest

from rules.headache import GAME
from rules.headache.board import CROSS, INDEX, PIPS, SPACES, STARTS, walk


def test_48_spaces_8_of_them_cross_overs() -> None:
    assert len(SPACES) == len(set(SPACES)) == 48
    assert [SPACES[space] for space in sorted(CROSS)] == [f"X{k}" for k in range(8)]
    assert sum(space[0] == "O" for space in SPACES) == 24
    assert sum(space[0] == "I" for space in SPACES) == 16
    assert GAME.spaces() == SPACES


def test_every_second_cross_over_is_a_start() -> None:
    assert [SPACES[start] for start in STARTS] == ["X0", "X2", "X4", "X6"]


@pytest.mark.parametrize(("track", "steps"), [("O", 32), ("I", 24)])
def test_steps_of_a_lap(track: str, steps: int) -> None:
    here, count = INDEX["X0"], 0
    while count == 0 or here != INDEX["X0"]:
        (here,) = [
            space
            for space in walk(here, 1, clockwise=True)
            if SPACES[space][0] in (track, "X") and (here not in CROSS or SPACES[space][0] == track)
        ]
        count += 1
    assert count == steps


@pytest.mark.parametrize("pips", PIPS)
def test_a_pop_gives_1_to_4_destinations(pips: int) -> None:
    for clockwise in (True, False):
        assert {len(walk(space, pips, clockwise=clockwise)) for space in INDEX.values()} <= {1, 2, 3, 4}


def test_walks_of_one_length_in_both_directions_never_meet() -> None:
    for space in INDEX.values():
        for pips in PIPS:
            assert not walk(space, pips, clockwise=True) & walk(space, pips, clockwise=False)


def test_walking_back_is_the_inverse_of_walking() -> None:
    for space in INDEX.values():
        for pips in PIPS:
            assert all(space in walk(end, pips, clockwise=False) for end in walk(space, pips, clockwise=True))
