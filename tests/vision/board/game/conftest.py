"""A game of Trouble to follow."""

from __future__ import annotations

import pytest

from rules import Game, State, game


@pytest.fixture
def trouble() -> Game:
    return game("trouble")


@pytest.fixture
def start(trouble: Game) -> State:
    """Two players, a man of each on the track, red to pop."""
    men = {"red": ["H", "H", "H", 3], "yellow": ["H", "H", "H", 8]}
    seats = ["red", "blue", "yellow", "green"]
    return trouble.from_neutral({"seats": seats, "players": ["red", "yellow"], "men": men, "turn": "red"})
