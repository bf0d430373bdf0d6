"""The text form holds everything, and nothing that is no state is read."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules import Chance, NotationError, Over, Seat
from rules.headache import GAME
from rules.headache.state import HeadacheState

SEATS = [Seat("yellow", 'Anna "A" | =,;:'), Seat("blue", "Börje\n\u2028x"), Seat("red", "Cleo")]


def some_game(seed: int, **options: Any) -> list[HeadacheState]:
    rng = random.Random(seed)
    state = GAME.new(SEATS, options=options)
    states = [state]
    while not isinstance(waits := state.awaits, Over):
        answers = [answer for answer, _ in waits.outcomes] if isinstance(waits, Chance) else waits.options
        state, _ = state.after(rng.choice(answers))
        states.append(state)
    return states  # type: ignore[return-value]


@pytest.mark.parametrize("options", [{}, {"safety": True, "no_move": "lose_move", "red_faces": 3}])
def test_every_state_of_a_game_comes_back(options: dict[str, Any]) -> None:
    for state in some_game(3, **options):
        text = GAME.to_text(state)
        assert "\n" not in text and len(text.splitlines()) == 1
        assert GAME.from_text(text) == state


def test_an_example() -> None:
    state = GAME.new([Seat("yellow", "Anna"), Seat("blue", "Ben")], first="yellow")
    assert GAME.to_text(state) == (
        'headache board=yellow,blue,red,green seats=yellow:"Anna",blue:"Ben" '
        "reserve=4,4 turn=yellow awaits=set:turn"
    )


GOOD = (
    'headache board=yellow,blue,red,green seats=yellow:"Anna",blue:"Ben" rules=no_move=lose_move '
    "men=O0.1:yb,X0:y reserve=1,2 turn=yellow awaits=move:4 only=X0 bonus=1"
)


@pytest.mark.parametrize(
    ("part", "instead", "words"),
    [
        ("headache", "trouble", "would be written"),
        ("move:4", "move:7", "nothing that a state waits for"),
        ("move:4", "dance", "nothing that a state waits for"),
        ("move:4", "over", "not over"),
        ("move:4", "set:turn", "nothing that a state waits for"),
        ("move:4", "start", "it has no 'contest'"),
        ("only=X0", "only=O0.1", "no piece of yellow"),
        ("only=X0", "only=Z0", "Z0"),
        ("reserve=1,2", "reserve=1", "one number a seat"),
        ("reserve=1,2", "reserve=5,2", "yellow has 7 men"),
        ("turn=yellow", "turn=red", "red"),
        ("turn=yellow", "", "it has no 'turn'"),
        ("O0.1:yb", "O0.9:yb", "would be written"),
        ("O0.1:yb", "O0.1:yx", "no colour"),
        ("lose_move", "skip", "not a house rule"),
        ("blue,red", "blue,blue", "each once"),
        ("bonus=1", "bonus=-1", "bonus"),
        ("bonus=1", "bonus=0", "would be written"),
        ("bonus=1", "bonus=1 out=blue", "out does not name"),
    ],
)
def test_what_is_no_state_is_refused(part: str, instead: str, words: str) -> None:
    assert GAME.to_text(GAME.from_text(GOOD)) == GOOD
    with pytest.raises(NotationError, match=words):
        GAME.from_text(GOOD.replace(part, instead))


def test_noise_is_refused() -> None:
    rng = random.Random(5)
    for _ in range(500):
        text = list(GOOD)
        for _ in range(rng.randint(1, 3)):
            text[rng.randrange(len(text))] = rng.choice('yb0X:=, "')
        noisy = "".join(text)
        try:
            state = GAME.from_text(noisy)
        except NotationError:
            continue
        assert GAME.to_text(state) == noisy
