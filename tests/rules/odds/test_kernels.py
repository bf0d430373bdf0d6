"""The quick engines take the same steps as the engines of the games, as often."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from rules import PASS, Chance, Choice, Over, Seat, State, game
from rules.headache import state as headache_state
from rules.odds import headache, trouble
from rules.odds.headache_careful import HeadacheCareful
from rules.odds.trouble_careful import TroubleCareful
from rules.trouble import state as trouble_state

GAMES = 1500


def some_states(name: str, teams: int, seed: int, **options: Any) -> Iterator[State]:
    """States from all over random games."""
    rng = random.Random(seed)
    rules = game(name)
    colours = rules.colours if teams == 4 else (rules.colours[0], rules.colours[2])
    state: State = rules.new([Seat(colour, colour) for colour in colours], options=options)
    while not isinstance(waits := state.awaits, Over):
        yield state
        answers = [a for a, _ in waits.outcomes] if isinstance(waits, Chance) else waits.options
        state, _ = state.after(rng.choice([answer for answer in answers if answer != PASS]))


def one_step(state: State) -> dict[Any, Fraction]:
    """Where one pop and one move lead, and how likely, by the engine of the game."""
    found: dict[Any, Fraction] = defaultdict(Fraction)

    def walk(now: State, chance: Fraction, popped: bool) -> None:
        waits = now.awaits
        if isinstance(waits, Choice):
            options = [option for option in waits.options if option != PASS]
            for option in options:
                after = now.after(option)[0]
                if waits.why == "enter":
                    walk(after, chance, popped)
                else:
                    found[picture(after)] += chance / len(options)
        elif popped or isinstance(waits, Over):
            found[picture(now)] += chance
        else:
            total = sum(weight for _, weight in waits.outcomes)
            for answer, weight in waits.outcomes:
                after = now.after(answer)[0]
                part = chance * Fraction(weight, total)
                if isinstance(after.awaits, Choice) and after.awaits.why in ("move", "move_only"):
                    walk(after, part, True)
                else:
                    found[picture(after)] += part

    walk(state, Fraction(1), False)
    return found


def picture(state: Any) -> Any:
    """What a state has in common with the quick engines."""
    if isinstance(state, trouble_state.TroubleState):
        men = [
            [trouble.cell(state.match, seat, place) for place in men] for seat, men in enumerate(state.men)
        ]
        cells = tuple(tuple(sorted(seat)) for seat in men)
        return cells, state.done[-1][0] if state.done else state.turn, bool(state.done)
    stacks = [(space, stack) for space, stack in enumerate(state.board) if stack]
    men = tuple(
        tuple(sorted((space, len(stack) > 1) for space, stack in stacks if stack[-1] == letter))
        for letter in state.match.letters
    )
    if isinstance(state, headache_state.Ended):
        return men, state.turn
    fresh = state.why == "turn"  # a turn begins
    only = None if fresh else getattr(state, "only", None)
    return men, state.reserve, state.turn, only, state.bonus, fresh


def pictures(played: Any) -> Counter[Any]:
    """The same of every game of a quick engine after a step."""
    found: Counter[Any] = Counter()
    for game_, (turn, winner) in enumerate(zip(played.turn.tolist(), played.winner.tolist(), strict=True)):
        if isinstance(played, trouble.Playouts):
            cells = played.cells[:, game_].reshape(-1, 4).tolist()
            won = winner >= 0
            found[tuple(tuple(sorted(seat)) for seat in cells), winner if won else turn, won] += 1
            continue
        spaces = played.spaces[:, game_].reshape(-1, 4).tolist()
        stacks = (played.stacks[:, game_] > 0).reshape(-1, 4).tolist()
        men = tuple(
            tuple(sorted(man for man in zip(*seat, strict=True) if man[0] < 48))
            for seat in zip(spaces, stacks, strict=True)
        )
        if winner >= 0:
            found[men, winner] += 1
            continue
        only = int(played.only[game_])
        reserve = tuple(played.reserve[:, game_].tolist())
        rest = (None if only == 255 else only, int(played.bonus[game_]), bool(played.fresh[game_]))
        found[(men, reserve, turn, *rest)] += 1
    return found


SETTINGS = [
    ("trouble", 4, {}),
    ("trouble", 2, {"overshoot": "bounce", "enter_on": [1, 6]}),
    ("headache", 4, {}),
    ("headache", 2, {"red_faces": 3}),
    ("headache", 4, {"safety": True, "red_faces": 2}),
]


@pytest.mark.parametrize(("name", "teams", "options"), SETTINGS)
def test_one_step_leads_where_the_engine_of_the_game_leads(
    name: str, teams: int, options: dict[str, Any]
) -> None:
    kernel: Any = {"trouble": trouble, "headache": headache}[name]
    states = [state for state in some_states(name, teams, 5, **options) if state.awaits.why != "start"]
    dice = np.random.Generator(np.random.PCG64(6))
    rng = random.Random(7)
    surprise = freedom = 0.0
    for state in [*states[:12], *rng.sample(states, 25), *states[-8:]]:
        if getattr(state, "done", ()):
            continue
        expected = one_step(state)
        played = kernel.Playouts([state], GAMES, dice)
        played.step()
        counts = pictures(played)
        assert counts.keys() <= expected.keys()
        assert sum(expected.values()) == 1
        for where, chance in expected.items():
            mean = float(chance) * GAMES
            if 0.02 < chance < 1:
                surprise += (counts[where] - mean) ** 2 / (mean * (1 - float(chance)))
                freedom += 1
    assert freedom > 60
    assert abs(surprise - freedom) < 5 * (3 * freedom) ** 0.5


@pytest.mark.parametrize(("name", "teams", "options"), SETTINGS)
def test_careful_players_make_no_other_steps(name: str, teams: int, options: dict[str, Any]) -> None:
    careful: Any = {"trouble": TroubleCareful, "headache": HeadacheCareful}[name]
    states = [state for state in some_states(name, teams, 8, **options) if not getattr(state, "done", ())]
    dice = np.random.Generator(np.random.PCG64(9))
    for state in random.Random(10).sample(states, 40):
        if state.awaits.why == "start":
            continue
        played = careful([state], 100, dice)
        played.step()
        assert pictures(played).keys() <= one_step(state).keys()
