"""Everything that Trouble can tell has its sentence, filled with the facts that come with it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

import pytest

from firmware_py.words import SHORT_LENGTH, Language, Words
from rules import PASS, Chance, Fact, Move, Over, Rolled, Seat, State, trouble
from rules.core import Pick
from rules.options import write_value
from rules.trouble import GAME

WORDS = Words(strict=True)
FOUR = [Seat(colour, name) for colour, name in zip(GAME.colours, ("Anna", "Ben", "Cleo", "Dan"), strict=True)]
TWICE = [
    Seat(colour, name) for colour, name in zip(GAME.colours, ("Anna", "Ben", "Anna", "Ben"), strict=True)
]
PLAYED = [
    (FOUR, {}),
    (FOUR, {"pass": "never", "no_jump": True, "start_safe": True, "after_entering": "same_man"}),
    (FOUR, {"variant": "double_trouble_warp", "three_sixes_lose_turn": True, "overshoot": "bounce"}),
    (TWICE, {"win": "both_colours", "forced_exit": True}),
]

Told = tuple[str, str, Mapping[str, Fact]]


def games() -> Iterator[tuple[State, list[Told]]]:
    """The states of some random games, each with the keys and facts that it brought."""
    rng = random.Random(5)
    for seats, options in PLAYED:
        state: State = GAME.new(seats, options=options)
        told: list[Told] = []
        while not isinstance(waits := state.awaits, Over):
            yield state, told
            told = [("why", waits.why, {"player": waits.player, "colour": waits.colour})]
            answers = [answer for answer, _ in waits.outcomes] if isinstance(waits, Chance) else waits.options
            passing = isinstance(waits, Chance) and waits.may_pass and rng.random() < 0.02
            state, events = state.after(PASS if passing else rng.choice(answers))
            told += [("event", event.key, {**event.facts, "rule": event.rule}) for event in events]
        yield state, told


def attempts(state: State, rng: random.Random) -> Iterator[Told]:
    """The rulings on all sorts of answers and boards."""
    spaces = GAME.spaces()
    rulings = [GAME.explain(state, state.pieces), GAME.explain(state, {})]
    for origin, target in product([*state.pieces, "T3", "X3"], rng.sample([*spaces, *state.pieces], 6)):
        rulings.append(GAME.explain(state, Move(origin, target)))
        lifted = {space: stack for space, stack in state.pieces.items() if space != origin}
        stack = state.pieces.get(origin, ("pink",))
        rulings += [GAME.explain(state, {**board, target: stack}) for board in (lifted, state.pieces)]
        rulings.append(GAME.explain(state, lifted))
    for answer in (PASS, Rolled((4,)), Rolled((7,)), Pick("left"), Move("X3", "T3"), Move("T3", "X3")):
        rulings.append(GAME.explain(state, answer))
    return ((("ruling", ruling.key, {**ruling.facts, "rule": ruling.rule})) for ruling in rulings)


@pytest.fixture(scope="module")
def told() -> set[tuple[str, str]]:
    """Every key that came up in some games; each has had its sentence made, strictly."""
    rng = random.Random(4)
    found: set[tuple[str, str]] = set()
    for state, happened in games():
        rulings = attempts(state, rng) if rng.random() < 0.015 or isinstance(state.awaits, Over) else ()
        for section, key, facts in (*happened, *rulings):
            whole, short = (form(f"trouble.{section}.{key}", facts) for form in (WORDS.say, WORDS.short))
            assert not re.search(r"[_{}]", whole + short), whole
            assert len(short) <= SHORT_LENGTH, short
            found.add((section, key))
    return found


def test_whatever_comes_up_has_a_sentence(told: set[tuple[str, str]]) -> None:
    assert {key for section, key in told if section == "why"} == {"start", "turn", "again", "move", "red_one"}
    assert len({key for section, key in told if section == "ruling"}) > 25


SOURCES = [file.read_text("utf-8") for file in Path(trouble.__file__).parent.glob("*.py")]


def test_every_key_of_the_engine_has_a_sentence_and_every_sentence_a_key() -> None:
    code = "\n".join(SOURCES)
    for entry in WORDS.entries("trouble"):
        _, section, key = entry.split(".", 2)
        if section not in ("option", "dice"):
            assert f'"{key}"' in code, entry
    for key in re.findall(r'(?:_no|Ruling)\([^"]*"T-\w+", "(\w+)"', code):
        assert WORDS.has(f"trouble.ruling.{key}")
    for key in re.findall(r'Event\([^,]*, "(\w+)"', code):
        assert WORDS.has(f"trouble.event.{key}")


def test_every_house_rule_is_explained_in_one_sentence_and_its_values_in_words() -> None:
    for option in GAME.options:
        assert WORDS.say(f"trouble.option.{option.key}", {"rule": option.rule}).endswith(f"({option.rule}).")
        assert len(WORDS.short(f"trouble.option.{option.key}", {"rule": option.rule})) <= 26
        for value in option.values if isinstance(option.values, tuple) else ():
            if not isinstance(value, bool):
                assert WORDS.has(f"trouble.option.{option.key}.{write_value(value)}")


def test_rulings_carry_their_number() -> None:
    for key, entry in WORDS.entries("trouble").items():
        _, section, name = key.split(".", 2)
        if section == "ruling" and name not in {"pop", "unchanged"}:
            assert "({rule})" in entry["say"], key


@pytest.mark.parametrize(
    ("language", "undo"), [("en", "undo"), ("de", "zurück"), ("fr", "annule"), ("fi", "peru")]
)
def test_who_pops_again_is_told_what_to_do_about_a_misread_die(language: Language, undo: str) -> None:
    words, facts = Words(language, strict=True), {"colour": "red", "roll": 6, "rule": "T-A16"}
    for key in ("trouble.ruling.popped_again", "trouble.ruling.move_first", "headache.ruling.move_first"):
        assert undo in words.say(key, facts)
    short = words.short("trouble.ruling.popped_again", facts)
    assert undo in short
    assert len(short) <= SHORT_LENGTH
