"""The text form of a state: reads back exactly, and refuses everything else with a reason."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import Over, Rolled, Seat
from rules.errors import NotationError
from rules.trouble import GAME
from tests.rules.generic import option_sets, random_answer
from tests.rules.trouble.helpers import popped, take, to_pop

BASE = (
    'trouble board=red,blue,yellow,green seats=red:"Anna",yellow:"Ben" '
    "men=red:H,H,0,F1;yellow:H,H,H,14 turn=red awaits=pop:turn"
)


def test_it_is_made_to_be_read() -> None:
    seats = [Seat("red", "Anna"), Seat("yellow", "Grandpa Ben")]
    state = GAME.new(seats, options={"pass": "never", "enter_on": [1, 6]}, first="red")
    assert GAME.to_text(state) == (
        'trouble board=red,blue,yellow,green seats=red:"Anna",yellow:"Grandpa Ben" '
        "rules=pass=never;enter_on=1,6 men=red:H,H,H,H;yellow:H,H,H,H turn=red awaits=pop:turn"
    )


def test_every_kind_of_state() -> None:
    start = GAME.new([Seat("red", "Anna"), Seat("blue", "Ben"), Seat("green", "Cora")])
    half, _ = start.after(Rolled((3,)))
    entered, _ = take(popped({"red": [5], "blue": []}, 6, after_entering="same_man"), "RH3", "T0")
    red_one, _ = to_pop({"red": [], "blue": [], "green": []}, variant="double_trouble_warp").after(
        Rolled((1,))
    )
    over, _ = take(popped({"red": ["F1", "F2", "F3", 27], "blue": [5]}, 4), "T27", "RF4")
    for state, words in (
        (start, "awaits=start contest=red,blue,green"),
        (half, "awaits=start contest=red:3,blue,green"),
        (popped({"red": [3], "blue": []}, 2, sixes=1), "awaits=move:2 sixes=1"),
        (entered, "awaits=pop:again sixes=1 entered=red"),
        (entered.after(Rolled((2,)))[0], "awaits=move:2 sixes=1 entered=red"),
        (red_one, "awaits=enter:green,blue"),
        (over, "awaits=over done=red"),
    ):
        text = GAME.to_text(state)
        assert text.endswith(words)
        assert GAME.from_text(text) == state


@settings(deadline=None)
@given(st.lists(st.text(min_size=1).filter(str.strip), min_size=2, max_size=2, unique=True))
def test_names_of_every_kind(names: list[str]) -> None:
    state = GAME.new([Seat(colour, name) for colour, name in zip(("red", "yellow"), names, strict=True)])
    text = GAME.to_text(state)
    assert len(text.splitlines()) == 1
    assert GAME.from_text(text) == state


@settings(deadline=None, max_examples=60)
@given(
    st.integers(0, 10**9), st.sampled_from(list(option_sets(GAME))), st.sampled_from(["AB", "ABAB", "ABCD"])
)
def test_every_reachable_state_reads_back(seed: int, options: str, owners: str) -> None:
    rng = random.Random(seed)
    seats = [Seat(colour, owner) for colour, owner in zip(GAME.colours, owners, strict=False)]
    state = GAME.new(seats, options=GAME.options.parse(options).chosen)
    for _ in range(rng.randrange(600)):
        if isinstance(state.awaits, Over):
            break
        state, _ = state.after(random_answer(state, rng))
    text = GAME.to_text(state)
    assert GAME.from_text(text) == state
    assert GAME.to_text(GAME.from_text(text)) == text


def test_the_base_of_what_follows_is_good() -> None:
    assert GAME.to_text(GAME.from_text(BASE)) == BASE


@pytest.mark.parametrize(
    "men",
    ["red:0,F1,H,H;yellow:H,H,H,14", "red:H,F1,H,0;yellow:14,H,H,H", "yellow:H,14,H,H;red:H,H,0,F1"],
)
def test_men_are_read_in_any_order(men: str) -> None:
    text = BASE.replace("red:H,H,0,F1;yellow:H,H,H,14", men)
    assert text != BASE
    assert GAME.to_text(GAME.from_text(text)) == BASE


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("trouble ", "headache ", "it would be written"),
        (" turn=red", "", "it has no 'turn'"),
        ("turn=red", "turn=pink", "pink"),
        ("turn=red", "turn=blue", "blue"),
        ("pop:turn", "pop:soon", "awaits=pop:soon is nothing that a state waits for"),
        ("pop:turn", "move:7", "awaits=move:7 is nothing"),
        ("pop:turn", "move:6 sixes=x", "sixes=x is no whole number"),
        ("pop:turn", "pop:again sixes=-3", "it would be written"),
        ("pop:turn", "pop:turn sixes=500", "it would be written"),
        ("pop:turn", "over", "the game is not over"),
        ("pop:turn", "enter:yellow", "yellow cannot enter a man"),
        ("pop:turn", "start contest=red:3,yellow:2", "no pop to come"),
        ("pop:turn", "pop:turn entered=red", "no man of red has just entered"),
        ("pop:turn", "pop:turn done=red", "done does not name"),
        ("H,H,0,F1", "H,0,0,F1", "red and red stand on T0 together"),
        ("H,H,0,F1", "H,0,F1", "red has 3 men, not 4"),
        ("H,H,0,F1", "H,H,28,F1", "red has 3 men"),
        ("H,H,0,F1", "H,H,14,F1", "red and yellow stand on T14 together"),
        ("H,H,0,F1", "H,H,00,F1", "it would be written"),
        ("red:H,H,0,F1", "red", "part of it cannot be read"),
        ("red,blue,yellow,green", "red,blue,yellow,pink", "The board has the colours"),
        ('"Ben"', '"Anna"', "2 to 4 players can play, not 1"),
        ('"Ben"', '"Ben', "Ben"),
        (" men=", " rules=pass=perhaps men=", "pass=perhaps is not a house rule"),
        (" men=", " men=red:H men=", "it would be written"),
        ("trouble ", "trouble  ", "it would be written"),
    ],
)
def test_what_is_no_state_is_refused(old: str, new: str, reason: str) -> None:
    assert old in BASE
    with pytest.raises(NotationError, match="is no position of Trouble") as error:
        GAME.from_text(BASE.replace(old, new, 1))
    assert reason in str(error.value)


@pytest.mark.parametrize("text", ["", "trouble", "board=1", "\n", BASE + "\n", BASE + " x", BASE[:-5]])
def test_rubbish_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.from_text(text)
