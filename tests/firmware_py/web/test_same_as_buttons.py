"""Whatever the buttons offer at a moment, the page offers, and the other way round."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from firmware_py.menu import Button, House, Panel
from firmware_py.menu.pages import MainPage, Moment, Page
from firmware_py.table import Table, wants
from firmware_py.table.events import (
    Aborted,
    Accepted,
    AddressShown,
    Answered,
    DiceGiven,
    Paused,
    Pointed,
    RefereeSet,
    Resumed,
    Started,
    TableEvent,
    Undone,
)
from firmware_py.view import view
from firmware_py.web.snapshot import snapshot
from firmware_py.words import Words
from hardware.layout import load_layout
from rules import GAMES, Answer, Chance, Move, Over, Pick, Seat

WORDS = Words()
BOARDS = {"trouble": "trouble", "headache": "headache", "gearhead": "chessboard"}
HOUSE = House(
    {game: load_layout(name).seats for game, name in BOARDS.items()}, people=("Anna", "Ben"), page="http://x/"
)
ACTS = {
    Undone: "undo", Accepted: "accept", RefereeSet: "referee", Paused: "pause", Resumed: "resume",
    Aborted: "abort", Started: "new", DiceGiven: "dice",
}  # fmt: skip
PAGE_ONLY = {"correct"}
"""Pieces are set right where they can be dragged: on the page, or in writing in the terminal."""


def on_page(table: Table) -> set[str]:
    """What the page offers, by the names of its acts; answers as they are written."""
    shown = snapshot(view(table), table, WORDS)
    acts = {act for act, may in shown["may"].items() if may} - {
        "pass",
        "pop",
    }  # an answer, and the dome itself
    acts |= {option["answer"] for option in shown["options"]}
    acts |= {f"draw:{kind}" for kind in shown["awaits"]["draw"] or ()}
    return acts | ({"dice"} if shown["awaits"]["dice"] else set())


def on_buttons(table: Table) -> set[str]:
    """What the buttons lead to: at the table, and in the whole of the menu."""
    shown, needed = view(table), wants(table)
    moment = Moment(shown, needed, HOUSE, 5.0)
    events = list(_in_menu(MainPage(), moment, set()))
    for number in range(max(1, len(shown.options))):
        panel = Panel(HOUSE, selected=number, ply=shown.ply)
        for button in Button:
            events += panel.clicked(button, shown, needed, 5.0)[1]
    return {name for event in events for name in _named(event)}


def _in_menu(page: Page, moment: Moment, seen: set[type[Page]]) -> Iterator[TableEvent]:
    """All that the pages behind this one lead to; one page of a kind is as good as another."""
    if type(page) in seen and type(page).__name__ != "DicePage":
        return
    seen.add(type(page))
    for item in page.items(moment):
        yield from item.events
        if item.then is not None:
            yield from _in_menu(item.then, moment, seen)


def _named(event: TableEvent) -> Iterator[str]:
    if isinstance(event, Answered):
        yield str(event.answer)
    elif not isinstance(event, Pointed | AddressShown):
        yield ACTS[type(event)]


def compare(table: Table) -> None:
    page, buttons = on_page(table), on_buttons(table)
    assert page - PAGE_ONLY == buttons, f"only on the page: {page - buttons}; on buttons: {buttons - page}"


def begun(game: str) -> Table:
    seats = tuple(
        Seat(colour, player) for colour, player in zip(HOUSE.boards[game], ("Anna", "Ben"), strict=False)
    )
    return Table().after(Started(at=1.0, game=game, seats=seats))


def any_answer(table: Table, rng: random.Random) -> Answer:
    awaits = table.state.awaits
    assert not isinstance(awaits, Over)
    if isinstance(awaits, Chance):
        return rng.choice([answer for answer, _ in awaits.outcomes])
    return rng.choice(awaits.options)


def answered(table: Table, answer: Answer) -> Table:
    return table.after(Answered(at=2.0, by="Anna", ply=table.ply, answer=answer))


def test_before_a_game_and_after_one() -> None:
    compare(Table())
    compare(begun("trouble").after(Aborted(at=2.0, ply=1)))


@pytest.mark.parametrize("game", GAMES)
def test_all_through_a_game(game: str) -> None:
    rng, table = random.Random(5), begun(game)
    for _ in range(150):
        compare(table)
        if isinstance(table.state.awaits, Over):
            break
        table = answered(table, any_answer(table, rng))


@pytest.mark.parametrize("game", GAMES)
def test_while_the_game_is_paused(game: str) -> None:
    table = begun(game)
    compare(table.after(Paused(at=2.0, ply=table.ply)))


def test_after_a_move_that_may_not_stand() -> None:
    rng, table = random.Random(1), begun("trouble")
    while isinstance(table.state.awaits, Chance):
        table = answered(table, any_answer(table, rng))
    refused = answered(table, Move("T3", "T9"))
    assert view(refused).may_accept
    compare(refused)
    compare(refused.after(Paused(at=3.0, ply=refused.ply)))
    seen = replace(refused, refused=None, stands=refused.state.pieces)
    assert view(seen).may_accept
    compare(seen)
    other = answered(table, Pick("left"))
    assert not view(other).may_accept
    compare(other)
