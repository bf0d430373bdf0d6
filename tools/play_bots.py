"""Lets bots play each other: how many games the stronger one wins, and how long an answer takes it.

    tools/play_bots.py --games 400
    tools/play_bots.py gearhead --only playouts greedy --games 200 --seed 7

Two bots play with one team each and change seats with every game. A share of the games is given with the
range in which the true one lies with a likelihood of 95 %; a drawn game counts half.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rules import GAMES, Choice, Over, Seat, game
from rules.bots import STRENGTHS, Strength, decide
from rules.odds.plain import at_random, shares

TEAMS = {"trouble": ("red", "yellow"), "headache": ("red", "blue"), "gearhead": ("south", "north")}
PAIRS: tuple[tuple[Strength, Strength], ...] = (("greedy", "random"), ("playouts", "greedy"))
NORMAL_95 = 1.96


@dataclass
class Tally:
    """What came of the games of one pair, and how long the stronger one thought, seconds an answer."""

    games: int = 0
    won: float = 0.0
    thought: list[float] = field(default_factory=list)

    def line(self) -> str:
        """The share won, with Wilson's range, and the times."""
        low, high = wilson(self.won / self.games, self.games)
        slow = sorted(self.thought)[int(0.99 * len(self.thought))]
        mean = sum(self.thought) / len(self.thought)
        return (
            f"{self.games} games: {100 * self.won / self.games:.1f} % won "
            f"({100 * low:.1f} to {100 * high:.1f}), "
            f"{1000 * mean:.0f} ms an answer, 99 % within {1000 * slow:.0f} ms, at most "
            f"{1000 * max(self.thought):.0f} ms"
        )


def wilson(share: float, count: int) -> tuple[float, float]:
    """The range in which a share of so many trials truly lies with 95 % (Wilson 1927)."""
    z2 = NORMAL_95**2 / count
    middle, half = share + z2 / 2, NORMAL_95 * sqrt(share * (1 - share) / count + z2 / (4 * count))
    return (middle - half) / (1 + z2), (middle + half) / (1 + z2)


def main() -> None:
    """Play, count, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "names", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all if none is named"
    )
    parser.add_argument("--only", nargs=2, choices=STRENGTHS, metavar=("BETTER", "OTHER"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in given.names or TEAMS:
        for better, other in [given.only] if given.only else PAIRS:
            tally = Tally()
            for number in range(given.games):
                play(name, better, other, f"{given.seed} {number}", tally)
                if (number + 1) % 20 == 0 or number + 1 == given.games:
                    print(f"{name}, {better} against {other}: {tally.line()}", flush=True)


def play(name: str, better: Strength, other: Strength, seed: str, tally: Tally) -> None:
    """One game to its end; who sits where follows from how many were played before."""
    rng, (one, two) = random.Random(seed), TEAMS[name]
    mine = (one, two)[tally.games % 2]
    state = game(name).new([Seat(team, "better" if team == mine else "other") for team in (one, two)])
    while not isinstance(waits := state.awaits, Over):
        answer = None
        if isinstance(waits, Choice):
            began = time.process_time()
            answer = decide(state, better if waits.colour == mine else other, rng)
            if waits.colour == mine:
                tally.thought.append(time.process_time() - began)
        state, _ = state.after(at_random(waits, rng) if answer is None else answer)
    tally.games += 1
    tally.won += shares(state, waits)[mine]


if __name__ == "__main__":
    main()
