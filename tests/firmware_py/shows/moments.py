"""Views of a real game in every phase, for the shows under test."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from firmware_py.table import Phase, Table
from firmware_py.table.events import (
    Answered,
    DiceGiven,
    DiceSeen,
    Failed,
    Paused,
    Pressed,
    Started,
    TableEvent,
)
from firmware_py.view import TableView, view
from firmware_py.view.values import Fix
from rules import PASS, Chance, Choice, Move, Over, Rolled, Seat
from vision.dice.reading import DiceReading

__all__ = ["game", "moments", "moves", "started"]

_SEATS = {
    "trouble": (Seat("red", "Anna"), Seat("yellow", "Großvater Jürgen der Ältere"), Seat("blue", "Ben")),
    "headache": (Seat("red", "Anna"), Seat("yellow", "Ben")),
    "gearhead": (Seat("south", "Anna"), Seat("north", "Ben")),
}


def started(name: str = "trouble") -> Table:
    """A game that has just begun."""
    return Table().after(Started(at=0.0, game=name, seats=_SEATS[name]))


def next_event(table: Table, rng: random.Random) -> TableEvent:
    """A random answer to what the table waits for."""
    awaits = table.state.awaits
    assert not isinstance(awaits, Over)
    if isinstance(awaits, Choice):
        moves = [option for option in awaits.options if option != PASS]
        return Answered(at=1.0, answer=rng.choice(moves or list(awaits.options)))
    assert isinstance(awaits, Chance)
    outcome = rng.choice([answer for answer, _ in awaits.outcomes])
    if isinstance(outcome, Rolled):
        return DiceGiven(at=1.0, faces=outcome.faces)
    return Answered(at=1.0, answer=outcome)


@cache
def game(name: str = "trouble", seed: int = 1, most: int = 4000) -> tuple[TableView, ...]:
    """The views of a whole random game."""
    rng, table = random.Random(seed), started(name)
    views = [view(table)]
    while views[-1].phase is not Phase.OVER and len(views) < most:
        table = table.after(next_event(table, rng))
        views.append(view(table))
    return tuple(views)


def moves(least: int = 2) -> TableView:
    """A view with several moves to choose from, one of which captures."""
    for seed in range(1, 20):
        for shown in game(seed=seed):
            capturing = any(option.captures for option in shown.options)
            if len(shown.options) > least and capturing:
                return shown
    raise AssertionError("no such moment in twenty games")


@cache
def moments() -> dict[str, TableView]:
    """A view of every phase that Trouble comes to."""
    table = started()
    refused = DiceReading("unsure", (), None, "pips_unclear")
    rolling = table.after(Pressed(at=1.0))
    illegal = table.after(Answered(at=1.0, answer=Move("RH1", "T9")))
    astray = replace(view(table), phase=Phase.CORRECTION, fix=Fix("red", "T3", "T9"))
    return {
        "setting up": view(Table()),
        "waiting for pop": view(table),
        "rolling": view(rolling),
        "unreadable": view(rolling.after(DiceSeen(at=2.0, reading=refused, source="test"))),
        "moves": moves(),
        "illegal": view(illegal),
        "astray": astray,
        "put one": replace(astray, fix=Fix("red", None, "RH4")),
        "take one": replace(astray, fix=Fix("red", "T3", None)),
        "paused": view(table.after(Paused(at=1.0))),
        "broken": view(table.after(Failed(at=1.0, part="camera", why="There is no camera number 4."))),
        "over": game()[-1],
    }
