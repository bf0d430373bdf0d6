"""The one-line text form: exact round trips, and refusals."""

from __future__ import annotations

import random

import pytest

from rules import Chance, Choice, NotationError, Over
from rules.gearhead import GAME
from tests.rules.gearhead.toybox import SEATS, answer, table

EXAMPLE = (
    'gearhead seats=south:"Anna",north:"Ben" rules=zap_tokens=stack '
    "toys=a1:orbit.N,d4:ziggy.S.flipped.zapped2,e2:handy.N.moved.wound score=1,0 piles=orbit:1/ "
    "discard=handy:1 cup=big_al:6,presto:3 quiet=2 turn=south awaits=act stirred=yes"
)


def test_the_example_reads_back() -> None:
    state = GAME.from_text(EXAMPLE)
    assert GAME.to_text(state) == EXAMPLE
    assert isinstance(state.awaits, Choice)
    assert list(map(str, state.awaits.options)) == ["act:a1"]


@pytest.mark.parametrize("options", [{}, {"zap_tokens": "stack", "full_row": "hold", "egg_limit": 3}])
def test_every_state_reads_back_even_amid_an_action(options: dict[str, str | int]) -> None:
    rng = random.Random(3)
    state = GAME.new(SEATS, options=options)
    while not isinstance(waits := state.awaits, Over):
        text = GAME.to_text(state)
        back = GAME.from_text(text)
        assert back == state
        assert back.pieces == state.pieces
        assert back.awaits == waits
        assert GAME.to_text(back) == text
        replies = [reply for reply, _ in waits.outcomes] if isinstance(waits, Chance) else waits.options
        state, _ = state.after(rng.choice(replies))


def test_an_action_is_kept_by_its_answers() -> None:
    state = answer(table("presto a2N; handy c4N; orbit h5S", cup=()), "act:a2", "8", "8,5")
    text = GAME.to_text(state)
    assert text.endswith("turn=south awaits=action:a2 answers=roll:8;roll:8,5")
    assert GAME.from_text(text) == state


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("gearhead", "trouble", "would be written"),
        ("awaits=act", "awaits=draw stirred=no", "would be written"),
        (" awaits=act stirred=yes", "", "it has no 'awaits'"),
        ("orbit.N", "orbit.E", "faces E"),
        ("orbit.N", "orbit", "part of it cannot be read"),
        ("a1:", "a9:", "no square"),
        ("handy.N.moved", "handy.N.tired", "would be written"),
        ("awaits=act", "awaits=place:orbot", "nothing that a state waits for"),
        ("awaits=act", "awaits=over", "the game is not over"),
        ("quiet=2", "quiet=5", "the game is over"),
        ("turn=south", "turn=east", "cannot be the turn of east"),
        ("turn=south", "turn=south", None),
        ("score=1,0", "score=0,0", "at least as many as their piles"),
        ("score=1,0", "score=1", "points of south and north"),
        ("big_al:6", "big_al:7", "a kind has 6 counters"),
        ("big_al:6", "big_el:6", "is no toy"),
        ("cup=big_al:6,presto:3", "cup=big_al:6,presto:3 held=orbot,", "is no toy"),
        ("awaits=act", "awaits=action:d4", "cannot answer act:d4"),
        ("awaits=act", "awaits=action:a1", "would be written"),
        ('north:"Ben"', 'east:"Ben"', "no side of the board"),
        ("zap_tokens=stack", "zap_tokens=many", "zap_tokens takes one or stack"),
    ],
)
def test_what_is_no_state_is_refused(old: str, new: str, problem: str | None) -> None:
    text = EXAMPLE.replace(old, new, 1)
    if problem is None:
        GAME.from_text(text)
        return
    with pytest.raises(NotationError, match=problem):
        GAME.from_text(text)


def test_the_egg_limit_counts_every_small_fry() -> None:
    text = GAME.to_text(table("small_fry a2N; small_fry b2N", egg_limit=2))
    assert GAME.from_text(text)
    with pytest.raises(NotationError, match="egg_limit is 1"):
        GAME.from_text(text.replace("egg_limit=2", "egg_limit=1"))
