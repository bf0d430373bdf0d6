"""Figures that a correct engine reproduces, and an engine of a different make that agrees with ours."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterator
from statistics import mean, stdev
from typing import Any

import pytest

from rules import Chance, Event, Over, Rolled, Seat, State
from rules.headache import GAME
from rules.headache.state import HeadacheState, ToMove, ToPop


def play(rng: random.Random, colours: list[str], **options: Any) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """The states of one game at random, moves chosen evenly, each with the events that led to it."""
    state: State = GAME.new([Seat(colour, colour) for colour in colours], options=options, first=colours[0])
    happened: tuple[Event, ...] = ()
    while not isinstance(waits := state.awaits, Over):
        yield state, happened
        if isinstance(waits, Chance):
            answers, weights = zip(*waits.outcomes, strict=True)
            state, happened = state.after(rng.choices(answers, weights)[0])
        else:
            state, happened = state.after(rng.choice(waits.options))
    yield state, happened


def test_pops_and_captures_of_two_players() -> None:
    """154.8 pops a game with a standard error of 1.7, 6.4 captures; the players start at X0 and X4."""
    rng = random.Random(20)
    pops, captures = [], []
    for _ in range(700):
        keys = Counter(event.key for _, happened in play(rng, ["yellow", "red"]) for event in happened)
        pops.append(keys["rolled"])
        captures.append(keys["captured"])
    for figures, expected, its_error in ((pops, 154.8, 1.7), (captures, 6.4, 0.05)):
        error = stdev(figures) / len(figures) ** 0.5
        assert abs(mean(figures) - expected) < 3 * (error**2 + its_error**2) ** 0.5


# -- an independent way to find the moves: by names, step by step --------------------------------------


def ring(space: str, step: int) -> list[str]:
    """The neighbours of a space in one direction (step 1 is clockwise), by its name."""
    kind, rest = space[0], space[1:]
    if kind == "X":
        k = int(rest)
        return [f"O{k}.1", f"I{k}.1"] if step == 1 else [f"O{(k - 1) % 8}.3", f"I{(k - 1) % 8}.2"]
    k, n = map(int, rest.split("."))
    last = 3 if kind == "O" else 2
    if step == 1:
        return [f"{kind}{k}.{n + 1}"] if n < last else [f"X{(k + 1) % 8}"]
    return [f"{kind}{k}.{n - 1}"] if n > 1 else [f"X{k}"]


def slow_moves(state: HeadacheState, pips: int, only: str | None) -> set[str]:
    seats, pieces = state.seats, state.pieces
    colour = seats[state.turn].colour
    reserve = dict(zip([seat.colour for seat in seats], state.reserve, strict=True))
    starts = {colour: f"X{2 * place}" for place, colour in enumerate(state.match.board)}
    closed = {starts[other] for other in reserve if other != colour and reserve[other]}
    found = set()
    for space, stack in pieces.items():
        if stack[-1] != colour or (only is not None and space != only):
            continue
        for step in (1, -1) if len(stack) > 1 else (1,):
            walks = deque([[space]])
            while walks:
                way = walks.popleft()
                if len(way) <= pips:
                    walks.extend([*way, near] for near in ring(way[-1], step))
                    continue
                there = pieces.get(way[-1], ())
                safe = state.options["safety"] and way[-1][0] == "X" and there
                if way[-1] not in closed and not (there and there[-1] == colour) and not safe:
                    found.add(f"{space}-{way[-1]}")
    return found


@pytest.mark.parametrize("options", [{}, {"safety": True}])
def test_a_slow_engine_finds_the_same_moves(options: dict[str, Any]) -> None:
    rng = random.Random(7)
    for _ in range(6):
        for state, _ in play(rng, ["yellow", "blue", "red", "green"], **options):
            if isinstance(state, ToPop):
                only = None if state.only is None else GAME.spaces()[state.only]
                pips = rng.randint(1, 6)
                after, _ = state.after(Rolled((pips, 0)))
                ours = set(map(str, after.moves)) if isinstance(after, ToMove) else set()
                assert ours == slow_moves(state, pips, only)


def test_the_main_phase_always_has_a_move() -> None:
    """Without protected STARTs and safety spaces a player can always move, stacks and singles alike."""
    rng = random.Random(11)
    seats = [Seat(colour, colour) for colour in ("yellow", "blue", "red", "green")]
    start = GAME.new(seats, first="yellow")
    for _ in range(1500):
        spaces = rng.sample(GAME.spaces(), 16)
        men = [seat.colour for seat in seats for _ in range(4)]
        pieces: dict[str, tuple[str, ...]] = {}
        for man in men:
            space = rng.choice(spaces)
            pieces[space] = (*pieces.get(space, ()), man)
        tops = {stack[-1] for stack in pieces.values()}
        if len(tops) < 2:
            continue
        state = GAME.from_pieces(start, pieces, rng.choice(sorted(tops)))
        for answer, _ in state.awaits.outcomes:
            assert isinstance(state.after(answer)[0], ToMove)
