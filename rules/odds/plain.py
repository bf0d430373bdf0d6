"""Playouts by the engine itself: of any game, by any house rules, one after the other."""

from __future__ import annotations

import random
from collections.abc import Mapping

from rules.core import PASS, Answer, Chance, Choice, Colour, Over, State

__all__ = ["at_random", "play_out", "shares"]


def play_out(state: State, rng: random.Random) -> Mapping[Colour, float]:
    """Play a state to its end at random; nobody passes who can do something else. Returns the `shares`."""
    while not isinstance(waits := state.awaits, Over):
        state, _ = state.after(at_random(waits, rng))
    return shares(state, waits)


def at_random(waits: Chance | Choice, rng: random.Random) -> Answer:
    """What chance gives, by its weights, or any option of a choice: a pass where there is nothing else."""
    if isinstance(waits, Chance):
        answers = [answer for answer, _ in waits.outcomes]
        return rng.choices(answers, [weight for _, weight in waits.outcomes])[0]
    return rng.choice([option for option in waits.options if option != PASS] or waits.options)


def shares(state: State, over: Over) -> dict[Colour, float]:
    """What each team has of the victory: players who are equal share it, teams of one player all have it."""
    first = over.ranking[0]
    players = {seat.player for seat in state.seats if seat.colour in first}
    return {seat.colour: (seat.colour in first) / len(players) for seat in state.seats}
