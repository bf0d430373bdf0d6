"""Positions of Headache in few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from rules import Choice, Event, Rolled, State, read_answer
from rules.headache import GAME
from rules.headache.state import HeadacheState

COLOURS = {"y": "yellow", "b": "blue", "r": "red", "g": "green"}
STARTS = {"yellow": "X0", "blue": "X2", "red": "X4", "green": "X6"}


@pytest.fixture(scope="session")
def place() -> Callable[..., HeadacheState]:
    """`place("O1.2:y X5:yb", turn="yellow", reserve={"blue": 1})`: stacks bottom to top by first letters."""

    def make(
        men: str,
        turn: str = "yellow",
        reserve: Mapping[str, int] | None = None,
        options: Mapping[str, Any] | None = None,
        players: str = "yb",
        **more: Any,
    ) -> HeadacheState:
        colours = [COLOURS[letter] for letter in players]
        stacks = dict(word.split(":") for word in men.split())
        position = {
            "players": colours,
            "starts": {colour: STARTS[colour] for colour in colours},
            "board": {space: [COLOURS[letter] for letter in stack] for space, stack in stacks.items()},
            "reserve": {colour: (reserve or {}).get(colour, 0) for colour in colours},
            "turn": turn,
            **more,
        }
        state = GAME.from_neutral(position, options)
        assert isinstance(state, HeadacheState)
        return state

    return make


@pytest.fixture(scope="session")
def go() -> Callable[..., tuple[HeadacheState, list[Event]]]:
    """`go(state, "set:X0", "roll:4,0", "X0-O1.1")`: the state that follows, and all events on the way."""

    def answer_all(state: State, *answers: str) -> tuple[HeadacheState, list[Event]]:
        happened: list[Event] = []
        for answer in answers:
            state, told = state.after(read_answer(answer))
            happened += told
        assert isinstance(state, HeadacheState)
        return state, happened

    return answer_all


@pytest.fixture(scope="session")
def moves() -> Callable[..., set[str]]:
    """`moves(state, 4)`: every legal move after a pop; a man who is to be set is set first."""

    def find(state: State, pips: int, red: int = 0) -> set[str]:
        waits = state.awaits
        if isinstance(waits, Choice) and waits.why == "enter":
            state, _ = state.after(waits.options[0])
        state, _ = state.after(Rolled((pips, red)))
        waits = state.awaits
        return set(map(str, waits.options)) if isinstance(waits, Choice) and waits.why != "enter" else set()

    return find
