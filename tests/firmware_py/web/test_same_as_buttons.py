"""Whatever the buttons offer at a moment, the page offers, and the other way round."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from firmware_py.menu import Button, House, Moment, Panel
from firmware_py.menu.house import next_value
from firmware_py.menu.page import Page
from firmware_py.menu.pages import MainPage
from firmware_py.table import Table, events, wants
from firmware_py.table.events import (
    Aborted,
    Accepted,
    Act,
    AddressShown,
    Answered,
    Corrected,
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
from firmware_py.web import acts as page_acts
from firmware_py.web.setups import setups
from firmware_py.web.snapshot import pieces_of, snapshot
from firmware_py.words import Words
from hardware.layout import load_layout
from rules import GAMES, Answer, Chance, Move, Over, Pick, Seat, game
from rules.options import write_value

WORDS = Words()
BOARDS = {"trouble": "trouble", "headache": "headache", "gearhead": "chessboard"}
HOUSE = House(
    {game: load_layout(name).seats for game, name in BOARDS.items()}, people=("Anna", "Ben"), page="http://x/"
)
ACTS = {
    Undone: "undo", Accepted: "accept", RefereeSet: "referee", Paused: "pause", Resumed: "resume",
    Aborted: "abort", Started: "new", DiceGiven: "dice", Corrected: "correct",
}  # fmt: skip
"""What people can do besides answering, and what the page calls it."""
ANSWERS = {"choose", "pass"}
"""What the page calls an answer; here they are named as they are written."""
DOME = {"pop"}
"""The page presses a virtual dome; at a table the dome itself is pressed."""


def on_page(table: Table) -> set[str]:
    """What the page offers, by the names of its acts; answers as they are written."""
    shown = snapshot(view(table), table, WORDS)
    acts = {act for act, may in shown["may"].items() if may} - ANSWERS - DOME
    acts |= {option["answer"] for option in shown["options"]}
    acts |= {f"draw:{kind}" for kind in shown["awaits"]["draw"] or ()}
    return acts | ({"dice"} if shown["awaits"]["dice"] else set())


def on_buttons(table: Table) -> set[str]:
    """What the buttons lead to: at the table, and in the whole of the menu."""
    shown = view(table)
    moment = Moment(table, shown, wants(table), HOUSE, 5.0)
    led_to = list(in_menu(MainPage(), moment, set()))
    for number in range(max(1, len(shown.options))):
        panel = Panel(selected=number, ply=shown.ply)
        for button in Button:
            led_to += panel.clicked(button, moment)[1]
    return {name for event in led_to for name in _named(event)}


def in_menu(page: Page, moment: Moment, seen: set[str]) -> Iterator[TableEvent]:
    """All that the pages behind this one lead to; one page of a title is as good as another."""
    title = page.title.key
    if title in seen and title != "menu.title.die":
        return
    seen.add(title)
    for item in page.items(moment):
        yield from item.events
        if item.then is not None:
            yield from in_menu(item.then, moment, seen)


def _named(event: TableEvent) -> Iterator[str]:
    if isinstance(event, Answered):
        yield str(event.answer)
    elif not isinstance(event, Pointed | AddressShown):
        yield ACTS[type(event)]


def compare(table: Table) -> None:
    page, buttons = on_page(table), on_buttons(table)
    assert page == buttons, f"only on the page: {page - buttons}; on buttons: {buttons - page}"


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
    compare(begun("trouble").after(Aborted(at=2.0, ply=0)))


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
    refused = answered(table, Move(next(iter(table.state.pieces)), "T9"))
    assert view(refused).may_accept
    compare(refused)
    compare(refused.after(Paused(at=3.0, ply=refused.ply)))
    seen = replace(refused, refused=None, stands=refused.state.pieces)
    assert view(seen).may_accept
    compare(seen)
    other = answered(table, Pick("left"))
    assert not view(other).may_accept
    compare(other)


# -- nothing is left out ---------------------------------------------------------------------------------


def test_there_is_no_act_of_the_table_that_one_of_them_lacks() -> None:
    acts = {one for one in vars(events).values() if isinstance(one, type) and issubclass(one, Act)}
    assert {Started, *acts} == {Act, *ACTS, Answered}
    assert set(page_acts.ACTS) == {*ACTS.values(), *ANSWERS, *DOME}
    rng, table = random.Random(1), begun("trouble")
    moments = [Table(), table, table.after(Paused(at=2.0, ply=table.ply))]
    while isinstance(table.state.awaits, Chance):
        table = answered(table, any_answer(table, rng))
    moments += [table, answered(table, Move(next(iter(table.state.pieces)), "T9"))]
    for offers in (on_page, on_buttons):
        assert set(ACTS.values()) <= {act for moment in moments for act in offers(moment)}, offers.__name__


@pytest.mark.parametrize("name", GAMES)
def test_both_offer_the_same_values_of_every_house_rule(name: str) -> None:
    (shown,) = setups({name: HOUSE.boards[name]}, WORDS)
    for option, rule in zip(game(name).options, shown["rules"], strict=True):
        value, seen = write_value(option.default), list[str]()
        while value not in seen:
            seen.append(value)
            value = next_value(option, value)
        assert set(seen) == {one["value"] for one in rule["values"]}, option.key


@pytest.mark.parametrize("name", GAMES)
def test_a_piece_put_right_with_buttons_is_what_the_page_tells(name: str) -> None:
    rng, table = random.Random(3), begun(name)
    while len(table.state.pieces) < 2 or not isinstance(table.state.awaits, Chance):
        table = answered(table, any_answer(table, rng))
    moment = Moment(table, view(table), wants(table), HOUSE, 5.0)
    told = [event for event in in_menu(MainPage(), moment, set()) if isinstance(event, Corrected)]
    assert told
    for event in told:
        state = game(name).from_text(event.position)
        assert not isinstance(state.awaits, Over)
        act = {
            "act": "correct", "began": 1.0, "ply": table.ply, "turn": state.awaits.colour,
            "pieces": pieces_of(state.pieces),
        }  # fmt: skip
        page = page_acts.understand(act, page_acts.Moment(table, 5.0, "buttons", HOUSE.boards))
        assert page == event
