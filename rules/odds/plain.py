"""Playouts by the engine itself: of any game, by any house rules, one after the other."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from rules.core import PASS, Answer, Chance, Choice, Colour, Over, State

__all__ = ["at_random", "play_out", "shares"]

LONGEST: Final = 20_000
"""So many answers a playout has at most. Games take some hundred or thousand, but a turn may have no end:
five red faces give a man who is often blocked more bonus pops than he can use (H-2, H-9, H-A15)."""


def play_out(state: State, rng: random.Random) -> Mapping[Colour, float]:
    """Play a state to its end at random; nobody passes who can do something else. Returns the `shares`; of a
    game without an end, all players have the same."""
    for _ in range(LONGEST):
        if isinstance(waits := state.awaits, Over):
            return shares(state, waits)
        state, _ = state.after(at_random(waits, rng))
    players = {seat.player for seat in state.seats}
    return {seat.colour: 1 / len(players) for seat in state.seats}


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
