"""Everything that Headache can tell has its sentence, filled with the facts that come with it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

import pytest

from firmware_py.words import SHORT_LENGTH, Words
from rules import PASS, Chance, Choice, Fact, Move, Over, Pick, Rolled, Ruling, Seat, State, headache
from rules.headache import GAME

WORDS = Words(strict=True)
SEATS = [Seat("yellow", "Anna"), Seat("blue", "Ben"), Seat("red", "Cleo"), Seat("green", "Dan")]
OPTIONS = [{}, {"safety": True, "no_move": "lose_move"}, {"entering_capture": False, "refuse_bonus": True}]


def games(seed: int) -> Iterator[tuple[State, list[tuple[str, str, Mapping[str, Fact]]]]]:
    """The states of some random games, each with the keys and facts that it brought."""
    rng = random.Random(seed)
    for options in OPTIONS:
        state: State = GAME.new(SEATS, options=options)
        told: list[tuple[str, str, Mapping[str, Fact]]] = []
        while not isinstance(waits := state.awaits, Over):
            yield state, told
            facts = {"player": waits.player, "colour": waits.colour, "at": waits.at, "rule": ""}
            told = [("why", waits.why, facts)]
            if waits.why == "enter" and isinstance(waits, Choice):
                told += [
                    ("pick", pick.word, {"at": pick.at}) for pick in waits.options if isinstance(pick, Pick)
                ]
            answers = [answer for answer, _ in waits.outcomes] if isinstance(waits, Chance) else waits.options
            answer = PASS if isinstance(waits, Chance) and waits.may_pass else rng.choice(answers)
            state, events = state.after(answer)
            told += [("event", event.key, {**event.facts, "rule": event.rule}) for event in events]
        yield state, told


def attempts(state: State, rng: random.Random) -> Iterator[Ruling]:
    """The rulings on all sorts of answers and boards."""
    origins = [*state.pieces, "X3", "T5"]
    for origin, target in product(origins, rng.sample(GAME.spaces(), 6)):
        yield GAME.explain(state, Move(origin, target))
        lifted = {space: stack for space, stack in state.pieces.items() if space != origin}
        stack = state.pieces.get(origin, ("yellow",))
        there = state.pieces.get(target, ())
        for now in ((*there, *stack), (*stack, *there), stack, (), (*there, "white"), (*there, "green")):
            yield GAME.explain(state, {**lifted, target: now})
            yield GAME.explain(state, {**state.pieces, target: now})
        yield GAME.explain(state, {**state.pieces, origin: stack[::-1]})
        yield GAME.explain(state, {**lifted, origin: stack[:-1], target: (*there, stack[-1])})
    for answer in (PASS, Rolled((4, 1)), Rolled((7,)), Pick("set", "X0"), Pick("left")):
        yield GAME.explain(state, answer)
    waits = state.awaits
    yield from (
        GAME.explain(state, answer) for answer in (waits.options if isinstance(waits, Choice) else ())
    )


@pytest.fixture(scope="module")
def told() -> set[tuple[str, str]]:
    """Every key that came up in some games; each has had its sentence made, strictly."""
    rng = random.Random(4)
    found: set[tuple[str, str]] = set()
    for state, events in games(8):
        says = list(events)
        if rng.random() < 0.02 or isinstance(state.awaits, Over) or "start" in str(state.awaits):
            rulings = attempts(state, rng)
            says += [("ruling", ruling.key, {**ruling.facts, "rule": ruling.rule}) for ruling in rulings]
        for section, key, facts in says:
            sentence = WORDS.say(f"headache.{section}.{key}", facts)
            assert "_" not in sentence and "{" not in sentence
            if section != "ruling":
                assert len(WORDS.short(f"headache.{section}.{key}", facts)) <= SHORT_LENGTH
            found.add((section, key))
    return found


def test_whatever_comes_up_has_a_sentence(told: set[tuple[str, str]]) -> None:
    assert {key for section, key in told if section == "why"} >= {
        "enter",
        "turn",
        "again",
        "repeat",
        "move",
        "move_only",
    }
    assert len({key for section, key in told if section == "ruling"}) > 20


def test_every_sentence_is_of_use() -> None:
    rules = Path(headache.__file__).parent
    source = "".join(
        (rules / f"{module}.py").read_text() for module in ("events", "state", "referee", "seen")
    )
    written = {key.split(".")[2] for key in WORDS.entries("headache") if ".option." not in key}
    assert {key for key in written if f'"{key}"' not in source} <= {
        *("start", "move"),  # said by `core` itself
        "cocked",  # and by the table
    }
    rulings = set(re.findall(r'"H-[^"]+"[,:] "([a-z_]+)"', (rules / "referee.py").read_text()))
    assert rulings <= written


def test_every_house_rule_is_explained() -> None:
    for option in GAME.options:
        assert WORDS.say(f"headache.option.{option.key}", {"rule": option.rule}).endswith(f"({option.rule}).")
