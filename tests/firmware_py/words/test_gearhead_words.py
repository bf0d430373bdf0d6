"""Everything that Gearhead Skirmish can tell has its sentence, filled with the facts that come with it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from firmware_py.words import SHORT_LENGTH, Words
from rules import (
    PASS,
    Chance,
    Choice,
    Drawn,
    Fact,
    Move,
    Over,
    Pick,
    Pieces,
    Rolled,
    Ruling,
    Seat,
    State,
    Toy,
    Value,
)
from rules.gearhead import GAME

WORDS = Words(strict=True)
SEATS = [Seat("south", "Anna"), Seat("north", "Ben")]
OPTIONS: list[dict[str, Value]] = [
    {},
    {"action_order": "optional", "handy_winds": "optional", "punch": "optional", "full_row": "discard"},
    {"action_order": "fixed_order", "handy_winds": "own_only", "big_al_immune": True, "full_row": "hold"},
    {"egg_limit": 2, "side_edge": "fall_off", "flyer_landing": "bump"},
]
SOURCE = Path(__file__).parents[3] / "rules" / "gearhead"

Told = list[tuple[str, str, Mapping[str, Fact]]]


def games() -> Iterator[tuple[State, Told]]:
    """The states of some random games, each with the keys and facts that it brought."""
    for seed, options in enumerate(OPTIONS):
        rng = random.Random(seed)
        state: State = GAME.new(SEATS, options=options)
        told: Told = []
        while not isinstance(waits := state.awaits, Over):
            yield state, told
            told = [("why", waits.why, {"player": waits.player, "colour": waits.colour})]
            if isinstance(waits, Choice):
                told += [
                    ("pick", pick.word, {"at": pick.at, **toy_on(state, pick.at)})
                    for pick in waits.options
                    if isinstance(pick, Pick)
                ]
            answers = [answer for answer, _ in waits.outcomes] if isinstance(waits, Chance) else waits.options
            state, events = state.after(rng.choice(answers))
            told += [("event", event.key, {**event.facts, "rule": event.rule}) for event in events]
        yield state, told


def toy_on(state: State, space: str | None) -> dict[str, str]:
    """The toy that a decision is about."""
    here = [piece.kind for piece in state.pieces.get(space or "", ()) if isinstance(piece, Toy)]
    return {"toy": here[-1]} if here else {}


def attempts(state: State, rng: random.Random) -> Iterator[Ruling]:
    """The rulings on all sorts of answers and boards."""
    squares = rng.sample(GAME.spaces(), 5)
    for square in [*squares, *rng.sample(list(state.pieces), min(5, len(state.pieces))), "j9"]:
        for word in ("act", "place", "egg", "wind", "punch", "zap"):
            yield GAME.explain(state, Pick(word, square))
        yield GAME.explain(state, Move(square, "e4"))
    for word in ("left", "right", "stop", "pound", "hold", "no_wind"):
        yield GAME.explain(state, Pick(word))
    for answer in (PASS, Rolled((4, 1)), Rolled((9,)), Rolled((3,)), Drawn("orbit"), Drawn("small_fry")):
        yield GAME.explain(state, answer)
    if isinstance(waits := state.awaits, Choice):
        yield from (GAME.explain(state, answer) for answer in waits.options)
    yield from (GAME.explain(state, board) for board in boards(state.pieces, squares))


def boards(before: Pieces, squares: list[str]) -> Iterator[Pieces]:
    """The pieces after all sorts of things that hands do."""
    yield before
    yield {**before, "d4": (Toy("orbit", "N"), Toy("orbit", "N"))}
    yield {**before, "j9": (Toy("orbit", "N"),)}
    yield {**before, "d4": ("red",)}
    for square, (toy,) in before.items():
        assert isinstance(toy, Toy)
        lifted = {space: stack for space, stack in before.items() if space != square}
        yield lifted
        for target in squares:
            yield {**lifted, target: (toy,)}
        other = "S" if toy.facing == "N" else "N"
        yield {**before, square: (Toy(toy.kind, other, toy.flipped, toy.zapped),)}
        yield {**before, square: (Toy(toy.kind, toy.facing, not toy.flipped, toy.zapped),)}
        yield {**before, square: (Toy(toy.kind, toy.facing, toy.flipped, not toy.zapped),)}
        yield {**before, square: (Toy("presto", toy.facing),)}
    for square in {*squares, "a1", "a8"} - set(before):
        for kind in ("small_fry", "orbit", "handy"):
            yield {**before, square: (Toy(kind, "N"),)}


@pytest.fixture(scope="module")
def told() -> set[tuple[str, str]]:
    """Every key that came up; the sentences are strict, so they know their facts."""
    rng = random.Random(4)
    found: set[tuple[str, str]] = set()
    for state, brought in games():
        for section, key, facts in brought:
            if (section, key) not in found or rng.random() < 0.05:
                spoken(section, key, facts)
                found.add((section, key))
        if rng.random() < 0.01:
            for ruling in attempts(state, rng):
                spoken("ruling", ruling.key, {**ruling.facts, "rule": ruling.rule})
                found.add(("ruling", ruling.key))
    return found


def spoken(section: str, key: str, facts: Mapping[str, Fact]) -> None:
    """Say a sentence both ways and look at it."""
    say = WORDS.say(f"gearhead.{section}.{key}", facts)
    short = WORDS.short(f"gearhead.{section}.{key}", facts)
    assert not set("{_") & set(say + short), say
    assert len(short) <= SHORT_LENGTH, short


def test_what_comes_up_in_play_has_a_sentence(told: set[tuple[str, str]]) -> None:
    for key in WORDS.entries("gearhead"):
        _, section, name = key.split(".", 2)
        if section in ("why", "event", "pick"):
            rare = ("tie", "immune", "no_egg", "discard", "hold", "return_to_cup", "cup_empty", "quiet")
            assert (section, name) in told or name in rare, key
    assert len({key for section, key in told if section == "ruling"}) > 40


def test_every_key_in_the_source_has_a_sentence() -> None:
    source = "".join(path.read_text() for path in sorted(SOURCE.rglob("*.py")))
    number = r'(?:"G-\w+"|(?:action\.|self\.)?rule|RULE\[[\w.]+\]|_CHOICES\[[^\]]+\](?:\])?)'
    rulings = set(re.findall(rf'_no\(\s*state, {number}, "(\w+)"', source))
    rulings |= set(re.findall(r'Ruling\((?:True|False), "G-\w+", "(\w+)"', source))
    events = set(re.findall(rf'tell\({number}, "(\w+)"', source))
    events |= set(re.findall(r'Event\("G-\w+", "(\w+)"', source))
    assert len(rulings) > 40 and len(events) > 25
    assert not [key for key in rulings if not WORDS.has(f"gearhead.ruling.{key}")]
    assert not [key for key in events if not WORDS.has(f"gearhead.event.{key}")]


def test_every_house_rule_is_explained() -> None:
    for option in GAME.options:
        assert WORDS.say(f"gearhead.option.{option.key}", {"rule": option.rule}).endswith(f"({option.rule}).")
        if isinstance(option.values, tuple) and True not in option.values:
            for value in option.values:
                assert WORDS.has(f"gearhead.option.{option.key}.{value}")
