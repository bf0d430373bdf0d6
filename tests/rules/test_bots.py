"""Bots: each strength answers legally, plays games to their end, and beats the one below it."""

from __future__ import annotations

import random

import pytest

from rules import PASS, Chance, Choice, Over, Rolled, Seat, State, game
from rules.bots import STRENGTHS, Strength, bots_apart, decide, standing, strength_of
from rules.odds.plain import at_random, shares

SEATS = {"trouble": ("red", "yellow"), "headache": ("red", "blue"), "gearhead": ("south", "north")}


def begun(name: str) -> State:
    one, other = SEATS[name]
    return game(name).new([Seat(one, "Anna"), Seat(other, "Ben")])


def played(name: str, strengths: dict[str, Strength], seed: int, most: int = 100_000) -> State:
    """A game between bots, to its end or for so many answers."""
    rng, state = random.Random(seed), begun(name)
    for _ in range(most):
        waits = state.awaits
        if isinstance(waits, Over):
            break
        answer = decide(state, strengths[waits.colour], rng) if isinstance(waits, Choice) else None
        state = state.after(at_random(waits, rng) if answer is None else answer)[0]
    return state


@pytest.mark.parametrize("name", SEATS)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_whatever_it_answers_is_legal(name: str, strength: Strength) -> None:
    one, other = SEATS[name]
    after = played(name, {one: strength, other: "random"}, seed=4, most=40)
    assert after != begun(name)


def test_it_says_nothing_where_nothing_is_to_be_chosen() -> None:
    state = begun("trouble")
    assert isinstance(state.awaits, Chance)
    assert decide(state, "greedy", random.Random(1)) is None


@pytest.mark.parametrize("strength", STRENGTHS)
def test_it_passes_only_where_there_is_nothing_else(strength: Strength) -> None:
    state = game("trouble").new([Seat("red", "Anna"), Seat("yellow", "Ben")], first="red")
    state = state.after(Rolled((6,)))[0]
    assert isinstance(state.awaits, Choice)
    assert PASS in state.awaits.options
    answers = {decide(state, strength, random.Random(seed)) for seed in range(5)}
    assert PASS not in answers


@pytest.mark.parametrize("strength", ["greedy", "playouts"])
def test_it_captures_rather_than_walks_by(strength: Strength) -> None:
    state = trouble(red=("T2", "T14"), yellow=("T17", "T20"))
    assert str(decide(state, strength, random.Random(2))) == "T14-T17"


def test_playouts_see_whom_an_enemy_would_reach() -> None:
    state = trouble(red=("T10", "T21"), yellow=("T12",))
    assert {str(decide(state, "playouts", random.Random(seed))) for seed in range(3)} == {"T21-T24"}
    assert {str(decide(state, "greedy", random.Random(seed))) for seed in range(9)} >= {"T10-T13", "T21-T24"}


def trouble(**men: tuple[str, ...]) -> State:
    """Red to move a 3, with some men of each on these spaces and the others at home."""
    rules = game("trouble")
    state = rules.new([Seat("red", "Anna"), Seat("yellow", "Ben")], first="red")
    pieces = {**state.pieces}
    for colour, places in men.items():
        homes = sorted(space for space, stack in pieces.items() if stack == (colour,))
        for home, place in zip(homes, places, strict=False):
            pieces[place] = pieces.pop(home)
    return rules.from_pieces(state, pieces, "red").after(Rolled((3,)))[0]


def test_the_standing_is_one_mans_gain_the_others_loss() -> None:
    state = begun("trouble")
    assert standing(state, "red") == pytest.approx(0)
    moved = trouble(red=("T2",))
    assert standing(moved, "red") == pytest.approx(-standing(moved, "yellow")) != 0


def test_the_name_tells_a_bot_and_its_strength() -> None:
    names = ["bot", "Bot 2", "bot-playouts", "BOT-Random 3", "Botho", "bot-strong", "Anna"]
    assert [strength_of(name) for name in names] == [
        "greedy",
        "greedy",
        "playouts",
        "random",
        None,
        None,
        None,
    ]


def test_two_bots_are_two_players() -> None:
    seats = [Seat("red", "bot"), Seat("blue", "Anna"), Seat("yellow", "bot"), Seat("green", "bot")]
    assert [seat.player for seat in bots_apart(seats)] == ["bot", "Anna", "bot 2", "bot 3"]


def test_one_person_with_two_colours_stays_one_player() -> None:
    seats = (Seat("red", "Anna"), Seat("yellow", "Anna"))
    assert bots_apart(seats) == seats


def test_a_toy_near_the_other_end_promises_more() -> None:
    line = 'gearhead seats=south:"Anna",north:"Ben" toys={at}:orbit.N cup=ziggy:1 turn=south awaits=draw'
    far, near = (game("gearhead").from_text(line.format(at=at)) for at in ("c2", "c7"))
    assert standing(near, "south", hopes=True) > standing(far, "south", hopes=True) > 0
    assert standing(near, "south") == standing(near, "north") == 0
    assert standing(near, "north", hopes=True) == -standing(near, "south", hopes=True)


def wins(name: str, better: Strength, other: Strength, games: int) -> float:
    """How many of some games the better one wins; they change seats each time."""
    won, (south, north) = 0.0, SEATS[name]
    for seed in range(games):
        mine, yours = (south, north) if seed % 2 else (north, south)
        over = played(name, {mine: better, yours: other}, seed)
        assert isinstance(over.awaits, Over)
        won += shares(over, over.awaits)[mine]
    return won


def test_greed_beats_chance() -> None:
    assert wins("headache", "greedy", "random", 10) >= 7


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "better", "other", "games"),
    [
        ("trouble", "greedy", "random", 200),
        ("headache", "greedy", "random", 60),
        ("gearhead", "greedy", "random", 200),
        ("trouble", "playouts", "greedy", 200),
        ("headache", "playouts", "greedy", 60),
        ("gearhead", "playouts", "greedy", 8),
    ],
)
def test_each_strength_beats_the_one_below(name: str, better: Strength, other: Strength, games: int) -> None:
    assert wins(name, better, other, games) > games / 2
