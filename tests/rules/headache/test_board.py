"""The graph of 48 spaces, and what follows from it alone."""

from __future__ import annotations

import pytest

from rules.headache import GAME
from rules.headache.board import CROSS, INDEX, PIPS, SPACES, STARTS, destinations, turned_back, walk

# The rulebook's letters: cross-overs A E I M, outer B-D F-H J-L, inner N O, P Q, R S.
LETTERS = {letter: f"X{k}" for k, letter in enumerate("AEIM")} | {
    letter: f"{track}{k}.{n}"
    for track, groups in {"O": ["BCD", "FGH", "JKL"], "I": ["NO", "PQ", "RS"]}.items()
    for k, letters in enumerate(groups)
    for n, letter in enumerate(letters, 1)
}
LETTER_OF = {space: letter for letter, space in LETTERS.items()}


def ends(letter: str, pips: int, *, stack: bool) -> set[str]:
    found = destinations(INDEX[LETTERS[letter]], pips, stack=stack)
    return {LETTER_OF.get(SPACES[space], SPACES[space]) for space in found}


def test_48_spaces_8_of_them_cross_overs() -> None:
    assert len(SPACES) == len(set(SPACES)) == 48
    assert [SPACES[space] for space in sorted(CROSS)] == [f"X{k}" for k in range(8)]
    assert sum(space[0] == "O" for space in SPACES) == 24
    assert sum(space[0] == "I" for space in SPACES) == 16
    assert GAME.spaces() == SPACES


def test_every_second_cross_over_is_a_start() -> None:
    assert [SPACES[start] for start in STARTS] == ["X0", "X2", "X4", "X6"]


def test_example_1_in_the_rulebooks_letters() -> None:
    assert ends("G", 4, stack=False) == {"K", "S"}
    assert ends("G", 4, stack=True) == {"K", "S", "C", "N"}
    assert INDEX[LETTERS["P"]] in turned_back(INDEX[LETTERS["G"]], 4)


def test_two_cross_overs_on_one_walk() -> None:
    assert ends("H", 6, stack=False) == {"O3.1", "I3.1", "O3.2", "I3.2"}


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
