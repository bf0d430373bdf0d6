"""Dice that remember, and dice that do not: both are judged rightly."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from firmware_py.luck import NO_MEMORY, DieKey, Pop, counts, fairness, homogeneity, spreads_of

POPPED, RED = DieKey("d6", "popped"), DieKey("red", "popped")
AS_REPORTED, FREE, STICKY = (0.108, 0.239), (1 / 6, 1 / 6), (0.3, 0.1)
"""How likely the same face, and the opposite one, comes next."""


def series(
    rng: random.Random, number: int, memory: tuple[float, float], players: Sequence[str] = ("Anna", "Ben")
) -> list[Pop]:
    """So many fair dice, popped by the players in turn, as one game."""
    same, opposite = memory
    face, pops = rng.randint(1, 6), []
    for k in range(number):
        weights = [
            same if f == face else opposite if f + face == 7 else (1 - same - opposite) / 4
            for f in range(1, 7)
        ]
        face = rng.choices(range(1, 7), weights)[0]
        pops.append(Pop(players[k % len(players)], POPPED, face, k > 0))
    return pops


def p_values(pops: list[Pop], die: DieKey = POPPED) -> tuple[float, float]:
    """How likely fair dice are as uneven, together and between players."""
    spreads = spreads_of(pops, die)
    rows = [
        counts((p for p in pops if p.player == player), die) for player in sorted({p.player for p in pops})
    ]
    fair = fairness(counts(pops, die), die, spreads.together).p
    alike = homogeneity(rows, spreads.between).p
    return (1.0 if fair is None else fair), (1.0 if alike is None else alike)


@pytest.mark.parametrize("players", [("Anna", "Ben"), ("Anna", "Ben", "Anna", "Cleo", "Cleo")])
@pytest.mark.parametrize("memory", [AS_REPORTED, FREE, STICKY])
def test_fair_dice_are_called_unfair_or_different_one_time_in_twenty(
    memory: tuple[float, float], players: tuple[str, ...]
) -> None:
    rng = random.Random(7)
    ps = [p_values(series(rng, 300, memory, players)) for _ in range(400)]
    for of_one_kind in zip(*ps, strict=True):
        below = sum(p < 0.05 for p in of_one_kind) / len(ps)
        assert 0.025 < below < 0.08
        assert 0.45 < sum(of_one_kind) / len(ps) < 0.56


def test_a_red_die_that_remembers_is_called_unfair_one_time_in_twenty() -> None:
    rng = random.Random(8)
    unfair = 0
    for _ in range(400):
        dots = [
            Pop(pop.player, RED, int(pop.face == 1), pop.follows) for pop in series(rng, 300, AS_REPORTED)
        ]
        unfair += p_values(dots, RED)[0] < 0.05
    assert 0.02 < unfair / 400 < 0.08


def test_the_memory_is_that_of_the_dice_themselves() -> None:
    across, between = 0.108 - 0.239, 0.108 + 0.239 - 2 * 0.16325
    expected = [(1 + r) / (1 - r) for r in (across, between)]
    found = spreads_of(series(random.Random(2), 20_000, AS_REPORTED), POPPED)
    assert found.together == pytest.approx((3 * expected[0] + 2 * expected[1]) / 5, abs=0.03)
    # Two players in turn: what is alike between neighbours is taken for a difference.
    turned = [(1 - r) / (1 + r) for r in (across, between)]
    assert found.between == pytest.approx((3 * turned[0] + 2 * turned[1]) / 5, abs=0.04)


def test_dice_that_are_not_popped_or_do_not_follow_have_no_memory() -> None:
    pops = series(random.Random(3), 60, AS_REPORTED)
    assert spreads_of(pops, DieKey("d6", "thrown")) == NO_MEMORY
    apart = [Pop(pop.player, pop.die, pop.face, False) for pop in pops]
    assert spreads_of(apart, POPPED) == NO_MEMORY
    assert spreads_of([], POPPED) == NO_MEMORY


@pytest.mark.parametrize("faces", [[6] * 300, [1, 6] * 150, [6, 6, 6, 6, 1, 2, 3, 4, 5] * 33])
def test_a_crooked_die_is_not_excused_by_a_memory(faces: list[int]) -> None:
    pops = [Pop("Anna", POPPED, face, k > 0) for k, face in enumerate(faces)]
    assert p_values(pops)[0] < 1e-4


def test_players_with_a_die_of_their_own_are_told_apart_in_spite_of_the_memory() -> None:
    rng = random.Random(4)
    pops = series(rng, 400, AS_REPORTED)
    sixes = [Pop("Ben", POPPED, 6, True) if p.player == "Ben" and rng.random() < 0.3 else p for p in pops]
    assert p_values(sixes)[1] < 1e-3
