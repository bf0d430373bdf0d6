"""Players without hands: which of the answers that a state allows a bot gives.

    from rules.bots import decide

    decide(state, "greedy", random.Random())      # Move("T5", "T9")

Three strengths: "random" picks any answer; "greedy" takes what leaves it best at the end of its turn, by the
counts of the game (`Tally`), and does not think of what the others will do; "playouts" plays each answer on
many times and takes the one that fares best. None passes while it can do something else, and none knows more
than a person at the table.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, cast, get_args

from rules.core import PASS, Answer, Choice, Colour, Over, Seat, State
from rules.odds import hint, many_at_once
from rules.odds.plain import at_random, shares

__all__ = ["BOTS", "STRENGTHS", "Strength", "bots_apart", "decide", "standing", "strength_of"]

Strength: TypeAlias = Literal["random", "greedy", "playouts"]
"""How well a bot plays."""

STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)

BOTS: Final = tuple(f"bot-{strength}" for strength in STRENGTHS)
"""Names of players that are bots; "bot" alone is the middle one, and a number may follow."""

_BOT: Final = re.compile(rf"bot(?:-({'|'.join(STRENGTHS)}))?(?: \d+)?", re.IGNORECASE)

WORTH: Final = {"finish": 2.0, "score": 1.0, "home": -1.5, "captive": -1.5}
"""What a piece is worth to its team by where it is, or a point, by the words of `Tally`."""

_WON: Final = 1000.0
_PLAYOUTS: Final = 2000
"""Games played for each answer where many are played at once."""
_TRIES: Final = 120
"""Stretches of play shared by all answers where the game's own engine plays them, one after the other."""
_TURNS: Final = {"greedy": 0, "playouts": 2}
"""How many times the move may change hands in such a stretch."""


def strength_of(player: str) -> Strength | None:
    """How well a player plays whose name says that it is a bot; None for a person."""
    found = _BOT.fullmatch(player)
    return None if found is None else cast("Strength", (found[1] or "greedy").lower())


def bots_apart(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats with a number behind a bot's name that another has: two bots are two players."""
    named: list[Seat] = []
    for seat in seats:
        player, others = seat.player, [other.player for other in named]
        if strength_of(player) and player in others:
            player = next(name for k in range(2, 9) if (name := f"{player} {k}") not in others)
        named.append(Seat(seat.colour, player))
    return tuple(named)


def decide(state: State, strength: Strength, rng: random.Random) -> Answer | None:
    """The answer that a bot gives; None if the state waits for no choice.

    Args:
        state: a moment of any game.
        strength: how well it plays.
        rng: the source of chance.
    """
    waits = state.awaits
    if not isinstance(waits, Choice):
        return None
    options = [option for option in waits.options if option != PASS] or list(waits.options)
    if strength == "random" or len(options) == 1:
        return rng.choice(options)
    rng.shuffle(options)  # equals are told apart by chance
    if strength == "playouts" and many_at_once(state):
        found = hint(state, rng, _PLAYOUTS)
        assert found is not None, "the state waits for a choice"
        return max(options, key=lambda option: found.chances[option])
    tries, turns = max(1, _TRIES // len(options)), _TURNS[strength]
    fares = {option: _fares(state.after(option)[0], waits.colour, turns, tries, rng) for option in options}
    return max(options, key=fares.__getitem__)


def standing(state: State, colour: Colour) -> float:
    """How well a team stands: its counts by `WORTH` less those of the others, and more than all if it won."""
    waits, teams = state.awaits, state.tally.teams
    won = _WON * shares(state, waits)[colour] if isinstance(waits, Over) else 0.0
    player = next(seat.player for seat in state.seats if seat.colour == colour)
    own = {seat.colour for seat in state.seats if seat.player == player}
    worth = {
        team: sum(WORTH.get(word, 0.0) * count for word, count in counts.items())
        for team, counts in teams.items()
    }
    return won + sum(value if team in own else -value for team, value in worth.items())


def _fares(state: State, colour: Colour, turns: int, tries: int, rng: random.Random) -> float:
    """How well a team stands on average once the move has changed hands some more times, at random."""
    return sum(standing(_a_stretch(state, colour, turns, rng), colour) for _ in range(tries)) / tries


def _a_stretch(state: State, turn: Colour, turns: int, rng: random.Random) -> State:
    """A state after the move has changed hands `turns` times more than once, all played at random."""
    while not isinstance(waits := state.awaits, Over):
        if waits.colour != turn:
            turn, turns = waits.colour, turns - 1
        if turns < 0:
            break
        state = state.after(at_random(waits, rng))[0]
    return state
