"""Players without hands: which of the answers that a state allows a bot gives.

    from rules.bots import decide

    decide(state, "greedy", random.Random())      # Move("T5", "T9")

Three strengths: "random" picks any answer; "greedy" takes what leaves it best once that is done, by the
counts of the game (`Tally`), and thinks no further; "playouts" plays on many times after each answer and
takes the one that fares best: where a quick engine knows the game, among players who take care (`outlook`).
None passes while it can do something else, and none knows more than a person at the table. How often each
wins against the one below it is measured by `tools/play_bots.py`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from statistics import fmean as mean
from statistics import variance
from typing import Final, Literal, TypeAlias, cast, get_args

from rules.core import PASS, Answer, Choice, Colour, Over, Seat, State
from rules.odds import outlook
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
"""Games shared by all answers where many are played at once,"""
_POPS: Final = 16
"""and after how many pops they are cut short."""
_TRIES: Final = {"greedy": 40, "playouts": 60}
"""Stretches of play shared by all answers where the game's own engine plays them, one after the other."""
_FEWEST: Final = 4
"""Of these each answer gets so many at least."""


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
    if strength == "playouts" and (chances := outlook(state, rng, _PLAYOUTS, _POPS)):
        return max(options, key=chances.__getitem__)
    tries = max(_FEWEST, _TRIES[strength] // len(options))
    follows = [state.after(option)[0] for option in options]
    if strength == "greedy":
        fares = [_soon(after, waits.colour, tries, rng) for after in follows]
    else:
        fares = _later([_stretches(after, waits.colour, tries, rng) for after in follows])
    return options[max(range(len(options)), key=fares.__getitem__)]


def standing(state: State, colour: Colour, *, hopes: bool = False) -> float:
    """How well a team stands: its counts by `WORTH` less those of the others, and more than all if it won.

    `hopes`: what the pieces promise counts as well.
    """
    waits, teams = state.awaits, state.tally.teams
    won = _WON * shares(state, waits)[colour] if isinstance(waits, Over) else 0.0
    player = next(seat.player for seat in state.seats if seat.colour == colour)
    own = {seat.colour for seat in state.seats if seat.player == player}
    promise = state.promise if hopes else {}
    worth = {
        team: promise.get(team, 0.0) + sum(WORTH.get(word, 0.0) * count for word, count in counts.items())
        for team, counts in teams.items()
    }
    return won + sum(value if team in own else -value for team, value in worth.items())


def _soon(state: State, colour: Colour, tries: int, rng: random.Random) -> float:
    """How well a team stands on average once the piece that an answer moves has done all it does."""
    if _is_done(state, colour):
        return standing(state, colour)
    return mean(standing(_done(state, colour, rng), colour) for _ in range(tries))


def _stretches(state: State, colour: Colour, tries: int, rng: random.Random) -> list[tuple[float, float]]:
    """How well a team stands once the piece has done all it does, and how much better once the others have
    had their turn, played at random: try by try."""
    found = []
    for _ in range(tries):
        soon = _done(state, colour, rng)
        now = standing(soon, colour, hopes=True)
        found.append((now, standing(_after_others(soon, colour, rng), colour, hopes=True) - now))
    return found


def _later(tried: Sequence[Sequence[tuple[float, float]]]) -> list[float]:
    """How each of some answers fares by its tries.

    What the others then do differs by chance more than by answer: it counts only by the part of its spread
    that chance does not explain (James and Stein 1961).
    """
    soon, later = ([mean(one[k] for one in tries) for tries in tried] for k in (0, 1))
    chance = mean(variance([one[1] for one in tries]) / len(tries) for tries in tried)
    spread = variance(later)
    part = max(0.0, 1.0 - chance / spread) if spread > 0 else 0.0
    return [now + part * then for now, then in zip(soon, later, strict=True)]


def _is_done(state: State, colour: Colour) -> bool:
    """Whether no piece of a team is in the middle of its move."""
    waits = state.awaits
    return isinstance(waits, Over) or waits.at is None or waits.colour != colour


def _done(state: State, colour: Colour, rng: random.Random) -> State:
    """A state once no piece is in the middle of its move, what is left open played at random."""
    while not _is_done(state, colour):
        state = _at_random(state, rng)
    return state


def _after_others(state: State, colour: Colour, rng: random.Random) -> State:
    """A state once the others have had a turn each, or the game is over, all played at random."""
    for own in (True, False):
        while not isinstance(waits := state.awaits, Over) and (waits.colour == colour) is own:
            state = _at_random(state, rng)
    return state


def _at_random(state: State, rng: random.Random) -> State:
    waits = state.awaits
    assert not isinstance(waits, Over), "nothing follows after the end"
    return state.after(at_random(waits, rng))[0]
