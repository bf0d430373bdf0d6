"""Dice without a game: what is taken, what is asked for again, and what is shown."""

from __future__ import annotations

import pytest

from firmware_py.table import Phase, Table
from firmware_py.table.alone import DiceAlone, wants_alone
from firmware_py.table.events import Back, DiceGiven, DiceSeen, Failed, Paused, Pressed, TableEvent, Tick
from firmware_py.view.alone import view_alone
from firmware_py.words import Words
from rules import Dice
from tests.firmware_py.conftest import reading
from vision.dice.reading import DiceReading

TWO = DiceAlone(dice=Dice("d6", "red"))


def seen(what: DiceReading) -> DiceSeen:
    return DiceSeen(at=2.0, reading=what, source="camera")


def after(*events: TableEvent, table: Table | None = None) -> Table:
    table = DiceAlone() if table is None else table
    for event in events:
        table = table.after(event)
    return table


def said(table: Table) -> str:
    headline = view_alone(table).headline
    return Words(strict=True).say(headline.key, headline.facts)


def test_a_pop_is_read_and_said() -> None:
    table = after(Pressed(at=1.0))
    assert (table.phase, view_alone(table).die) == (Phase.ROLLING, None)
    table = after(seen(reading(4)), table=table)
    shown = view_alone(table)
    assert said(table) == "The dome shows 4."
    assert shown.die is not None
    assert shown.die.faces == (4,)
    assert (shown.ply, shown.game) == (1, None)
    assert wants_alone(table).dice == Dice("d6")


def test_the_red_dot_is_said_too() -> None:
    assert said(after(Pressed(at=1.0), seen(reading(2, red=True)), table=TWO)).endswith("and the red dot.")
    assert said(after(Pressed(at=1.0), seen(reading(2, red=False)), table=TWO)).endswith("no red dot.")


@pytest.mark.parametrize(
    "what", [reading(None, verdict="unsure"), reading(3, 4), reading(verdict="none"), reading()]
)
def test_what_cannot_be_read_is_never_guessed(what: DiceReading) -> None:
    table = after(Pressed(at=1.0), seen(what))
    assert table.phase is Phase.UNREADABLE
    assert view_alone(table).die is None
    assert said(table)
    assert after(Pressed(at=3.0), table=table).phase is Phase.ROLLING


def test_old_dice_that_nobody_popped_do_not_count() -> None:
    assert after(seen(reading(4))) == DiceAlone()


def test_dice_that_never_rest_are_said() -> None:
    assert said(after(Pressed(at=1.0), Tick(at=60.0))) == "The dice cannot be seen at rest: pop again."


def test_electronic_dice_faults_and_what_means_nothing_here() -> None:
    assert said(after(DiceGiven(at=1.0, faces=(6,), how="electronic"))) == "The dome shows 6."
    broken = after(Failed(at=1.0, part="camera", why="gone"))
    assert [fault.part for fault in view_alone(broken).faults] == ["camera"]
    assert after(Back(at=2.0, part="camera"), table=broken) == DiceAlone()
    assert after(Paused(at=1.0), DiceGiven(at=1.0, faces=(6, 1))) == DiceAlone()


def test_another_table_has_its_own_view() -> None:
    with pytest.raises(TypeError, match="DiceAlone"):
        view_alone(Table())
    with pytest.raises(TypeError, match="DiceAlone"):
        wants_alone(Table())
