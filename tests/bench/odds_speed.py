"""How long the odds of a game take: `python tests/bench/odds_speed.py`.

For each setting the best of five runs, as wall-clock and as processor time, from the start of a game with all
four colours (two in Gearhead Skirmish), and the move of the strongest bot after the first pop.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from rules import Chance, Choice, Seat, State, game
from rules.bots import decide
from rules.odds import odds


def best_of(runs: int, work: Callable[[], Any]) -> tuple[Any, float, float]:
    """What the work gives, with its least wall-clock and processor time in ms."""
    walls, cpus, result = [], [], None
    for _ in range(runs):
        wall, cpu = time.perf_counter(), time.process_time()
        result = work()
        walls.append(1000 * (time.perf_counter() - wall))
        cpus.append(1000 * (time.process_time() - cpu))
    return result, min(walls), min(cpus)


def opening(name: str) -> tuple[State, State]:
    """A new game, and the first choice of a move in it."""
    rules = game(name)
    start = rules.new([Seat(colour, colour) for colour in rules.colours], first=rules.colours[0])
    rng, state = random.Random(1), start
    while True:
        waits = state.awaits
        if isinstance(waits, Choice) and len(waits.options) > 2:
            return start, state
        answers = [a for a, _ in waits.outcomes] if isinstance(waits, Chance) else waits.options
        state, _ = state.after(rng.choice(answers))


def report(what: str, work: Callable[[], Any], runs: int) -> None:
    """Print how long the work takes."""
    _, wall, cpu = best_of(runs, work)
    print(f"{what:36} {wall:6.0f} ms, {cpu:6.0f} ms of processor")


def main() -> None:
    """Two lines a game."""
    rng = random.Random(2)
    for name, playouts, runs in (("trouble", 2000, 5), ("headache", 1000, 5), ("gearhead", 20, 1)):
        start, choice = opening(name)
        report(f"{name}: odds by {playouts} playouts", partial(odds, start, rng, playouts), runs)
        report(f"{name}: the strongest bot's move", partial(decide, choice, "playouts", rng), runs)


if __name__ == "__main__":
    main()
