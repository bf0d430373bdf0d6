"""The numbers that a correct engine must reproduce: exact ones from its own moves, others by playing."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev

import pytest

from rules.core import PASS, Answer, Chance, Choice, Over, Seat
from rules.trouble import GAME
from rules.trouble.board import COLOURS, FINISH, HOME, LAST, MEN, START
from rules.trouble.match import Match, match
from rules.trouble.moves import after_step, steps
from rules.trouble.state import TroubleState
from tests.rules.trouble.helpers import passes, to_pop

BESIDE = (HOME,) * MEN
"""The men of a second player who never has a turn."""


def two_players() -> Match:
    return match((Seat("red", "Anna"), Seat("yellow", "Ben")), COLOURS, GAME.options.choose())


# -- exact -------------------------------------------------------------------------------------------


def follows(game: Match, mine: tuple[int, ...], roll: int) -> list[tuple[int, ...]]:
    """Red's men after each of his different moves; alone on the board."""
    men = (mine, BESIDE)
    return [after_step(men, step)[0] for step in steps(game, men, (0,), roll, None)]


def one_man_alone() -> dict[int, Fraction]:
    """The mean number of pops that one man needs from a place to any FINISH circle."""
    game = two_players()
    mean = {place: Fraction(0) for place in range(FINISH, LAST + 1)}
    for place in (*range(FINISH - 1, START - 1, -1), HOME):
        reached = [mean[man] for roll in range(1, 7) for (man,) in follows(game, (place,), roll)]
        mean[place] = (6 + sum(reached)) / Fraction(len(reached))
    return mean


def test_the_first_six_takes_six_pops() -> None:
    mean = one_man_alone()
    assert mean[HOME] - mean[START] == 6


def test_one_man_alone() -> None:
    mean = one_man_alone()
    assert float(mean[START]) == pytest.approx(8.6905193539, abs=5e-11)
    assert float(mean[HOME]) == pytest.approx(14.6905193539, abs=5e-11)


def test_four_men_alone() -> None:
    """Moving whenever possible, uniformly among the different moves: solved, as every move goes forward."""
    game = two_players()
    mean: dict[tuple[int, ...], float] = {tuple(range(FINISH, LAST + 1)): 0.0}
    out = [men for number in range(MEN + 1) for men in combinations(range(LAST + 1), number)]
    everywhere = [(*(HOME,) * (MEN - len(men)), *men) for men in out]
    for men in sorted(everywhere, key=sum, reverse=True)[1:]:
        reached = [
            fmean(mean[after] for after in moved)
            for roll in range(1, 7)
            if (moved := follows(game, men, roll))
        ]
        mean[men] = (6 + sum(reached)) / len(reached)
    assert mean[BESIDE] == pytest.approx(55.4942, abs=5e-5)


def test_spaces_a_turn() -> None:
    """Again on 6 makes 3.5 spaces a pop 4.2 a turn."""
    state = to_pop({"red": [0], "blue": []})
    faces, again = Fraction(0), Fraction(0)
    for outcome, _ in state.awaits.outcomes:
        after, _ = passes(state.after(outcome)[0])
        faces += Fraction(outcome.faces[0], 6)
        again += Fraction(after.awaits.colour == "red", 6)
    assert faces / (1 - again) == Fraction(42, 10)


# -- by playing --------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What random games showed."""

    pops: list[int] = field(default_factory=list)
    captures: list[int] = field(default_factory=list)
    first: list[str] = field(default_factory=list)

    @property
    def error(self) -> float:
        """The standard error of the mean number of pops."""
        return stdev(self.pops) / sqrt(len(self.pops))


def answer_at_random(state: TroubleState, rng: random.Random) -> Answer:
    waits = state.awaits
    if isinstance(waits, Chance):
        return rng.choice(waits.outcomes)[0]
    assert isinstance(waits, Choice)
    return rng.choice([option for option in waits.options if option != PASS])


def play(colours: tuple[str, ...], games: int, seed: int) -> Tally:
    """Random games, moves compulsory, each to the first winner, the first seat beginning."""
    rng, tally = random.Random(seed), Tally()
    seats = [Seat(colour, colour) for colour in colours]
    options = {"pass": "never", "stop_at_first": True}
    for _ in range(games):
        state = GAME.new(seats, options=options, first=colours[0])
        pops = captures = 0
        while not isinstance(state.awaits, Over):
            state, events = state.after(answer_at_random(state, rng))
            for event in events:
                pops += event.key == "rolled"
                captures += event.key == "captured"
        tally.pops.append(pops)
        tally.captures.append(captures)
        tally.first.append(state.awaits.ranking[0][0])
    return tally


def agrees(tally: Tally, pops: float, error: float, captures: float, shares: dict[str, float]) -> None:
    """Within three standard errors of the published means (both errors together), captures within 3 %."""
    assert abs(fmean(tally.pops) - pops) < 3 * sqrt(error**2 + tally.error**2)
    assert fmean(tally.captures) == pytest.approx(captures, rel=0.03)
    games = len(tally.first)
    for colour, share in shares.items():
        spread = sqrt(share * (1 - share) * (1 / games + 1 / 20_000))
        assert abs(tally.first.count(colour) / games - share) < 3 * spread


TWO = (111.11, 0.15, 2.16, {"red": 0.511})
FOUR = (249.95, 0.38, 11.63, {"red": 0.258, "blue": 0.253, "yellow": 0.248, "green": 0.241})


def test_two_players_on_opposite_seats() -> None:
    agrees(play(("red", "yellow"), 1500, seed=1), *TWO)


def test_four_players() -> None:
    agrees(play(COLOURS, 600, seed=1), *FOUR)


@pytest.mark.slow
def test_both_tables_with_many_games() -> None:
    agrees(play(("red", "yellow"), 10_000, seed=2), *TWO)
    agrees(play(COLOURS, 5_000, seed=2), *FOUR)


def test_four_men_alone_by_playing() -> None:
    """The second player passes before every pop: the same number, through the states themselves."""
    rng, pops = random.Random(3), []
    for _ in range(300):
        state = GAME.new([Seat("red", "Anna"), Seat("yellow", "Ben")], first="red")
        count = 0
        while not isinstance(state.awaits, Over):
            if state.awaits.colour == "yellow":
                state, _ = state.after(PASS)
            else:
                count += isinstance(state.awaits, Chance)
                state, _ = state.after(answer_at_random(state, rng))
        pops.append(count)
    assert abs(fmean(pops) - 55.4942) < 3 * stdev(pops) / sqrt(len(pops))
