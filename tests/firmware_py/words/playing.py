"""Games by chance, and all that is told in them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from firmware_py.table import Table
from firmware_py.table.events import Answered, Started
from firmware_py.view import Say, TableView, view
from rules import Chance, Choice, Move, Over, Seat
from rules import game as game_of

__all__ = ["evenings", "says"]


def says(shown: TableView) -> Iterator[Say]:
    yield shown.headline
    yield from filter(None, [shown.verdict])
    yield from shown.log
    for option in shown.options:
        yield option.say
        yield from option.follows


def evenings(game: str, seed: int) -> Iterator[TableView]:
    """The views of a random game, with a move now and then that no rule allows."""
    draw = random.Random(seed)
    rules = game_of(game)
    seats = tuple(
        Seat(colour, name) for colour, name in zip(rules.colours, ("Anna", "Benedict"), strict=False)
    )
    table = Table().after(Started(at=0.0, game=game, seats=seats))
    while not isinstance(awaits := table.state.awaits, Over):
        yield view(table)
        if draw.random() < 0.3:
            wrong = Move(draw.choice(sorted(table.state.pieces) or ["e1"]), draw.choice(rules.spaces()))
            refused = table.after(Answered(at=0.0, answer=wrong))
            if refused.refused:
                yield view(refused)
        if isinstance(awaits, Choice):
            answer = draw.choice(awaits.options)
        else:
            assert isinstance(awaits, Chance)
            answer = draw.choice([outcome for outcome, _ in awaits.outcomes])
        table = table.after(Answered(at=0.0, answer=answer))
    yield view(table)
