"""What a strong player sees ahead: his chance to win with each answer, if everybody takes care.

House rules that the quick engines do not know are left out of what comes after the answer: its own outcome is
always right, and which of several is better hardly depends on them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from rules.core import PASS, Answer, Choice, Over, State
from rules.headache.state import HeadacheState
from rules.odds.careful import Careful
from rules.odds.headache_careful import HeadacheCareful
from rules.odds.plain import shares
from rules.odds.trouble_careful import TroubleCareful
from rules.trouble.state import TroubleState

__all__ = ["outlook"]

_GAMES: Final[tuple[tuple[type[State], Any], ...]] = (
    (TroubleState, TroubleCareful),
    (HeadacheState, HeadacheCareful),
)


def outlook(state: State, rng: random.Random, games: int, pops: int) -> Mapping[Answer, float] | None:
    """The chance to win with each answer but a pass; None where no quick engine knows the game.

    Args:
        state: a moment of any game that waits for a choice.
        rng: the source of chance.
        games: how many games are played, shared by all answers.
        pops: after how many pops each is cut short.
    """
    waits = state.awaits
    assert isinstance(waits, Choice), "the state waits for a choice"
    careful = next((careful for moment, careful in _GAMES if isinstance(state, moment)), None)
    if careful is None:
        return None
    chances: dict[Answer, float] = {}
    open_ends: dict[Answer, Any] = {}
    for answer in waits.options:
        if answer == PASS:
            continue
        after = state.after(answer)[0]
        if isinstance(after.awaits, Over):
            chances[answer] = shares(after, after.awaits)[waits.colour]
        else:
            open_ends[answer] = after
    if open_ends:
        dice = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
        played: Careful = careful(list(open_ends.values()), -(-games // len(open_ends)), dice)
        own = [number for number, seat in enumerate(state.seats) if seat.player == waits.player]
        found = played.ahead(pops)[own].sum(axis=0).reshape(len(open_ends), -1).mean(axis=1)
        chances |= dict(zip(open_ends, map(float, found), strict=True))
    return chances
