"""The chances, worked out beside the table."""

from __future__ import annotations

import threading
from typing import Any

from firmware_py.loop import Loop
from firmware_py.senses.analyst import Analyst
from firmware_py.table import Table
from firmware_py.table.events import DiceGiven, OddsFound, Started
from firmware_py.view import view
from rules import Seat

BEGUN = Started(at=5.0, game="trouble", seats=(Seat("red", "Anna"), Seat("yellow", "Ben")), first="red")


def until(ready: Any) -> None:
    for _ in range(3000):
        if ready():
            return
        threading.Event().wait(0.01)
    raise AssertionError("it never happened")


def test_the_chances_of_the_moment_are_shown() -> None:
    loop = Loop(Table(), None, [Analyst(lambda: loop.table)])
    thread = threading.Thread(target=loop.run)
    thread.start()
    loop.post(BEGUN)
    until(lambda: loop.view.odds)
    assert loop.view.odds is not None
    assert set(loop.view.odds) == {"red", "yellow"}
    assert abs(sum(loop.view.odds.values()) - 1) < 1e-9
    loop.stop()
    thread.join(20)
    assert not thread.is_alive()


def test_chances_of_another_moment_are_not_shown() -> None:
    table = Table().after(BEGUN)
    found = OddsFound(at=6.0, began=5.0, ply=0, chances={"red": 0.6, "yellow": 0.4})
    assert view(table.after(found)).odds == {"red": 0.6, "yellow": 0.4}
    assert view(table.after(found).after(DiceGiven(at=7.0, faces=(3,)))).odds is None
    other = OddsFound(at=6.0, began=4.0, ply=0, chances={"red": 0.6, "yellow": 0.4})
    assert view(table.after(other)).odds is None
    assert table.after(found) == table
    assert Table().after(found) == Table()
