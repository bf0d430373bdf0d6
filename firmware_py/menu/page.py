"""What a page of the menu is: a value that knows its entries, and what it may look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from firmware_py.menu.house import House
from firmware_py.table import Fix, Say, Table, Wants
from firmware_py.table.events import TableEvent
from firmware_py.view import TableView

__all__ = ["BUTTONS", "Item", "Moment", "Page"]

BUTTONS = "buttons"
"""Who acts when somebody presses a button: nobody can say."""


@dataclass(frozen=True, slots=True)
class Moment:
    """All that a page may look at, at one moment.

    Attributes:
        table: where the evening stands.
        view: what is shown of it.
        wants: what the table needs now.
        house: what new games may be.
        at: monotonic seconds.
    """

    table: Table
    view: TableView
    wants: Wants
    house: House
    at: float


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a page.

    Attributes:
        say: what it is called.
        then: the page that follows when it is confirmed; None closes the menu.
        events: what the table is told then.
        hint: what it means, where that does not go without saying.
        fix: the piece that it is about, for the lights: where it stands, and where it would go.
        stay: the page that follows is the same page, changed: the selection stays where it is.
    """

    say: Say
    then: Page | None = None
    events: tuple[TableEvent, ...] = ()
    hint: Say | None = None
    fix: Fix | None = None
    stay: bool = False


class Page(Protocol):
    """A page of the menu."""

    @property
    def title(self) -> Say:
        """What is chosen on it."""

    @property
    def back(self) -> Page | None:
        """The page that the undo button goes back to; None closes the menu."""

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """Its entries now; there is at least one."""
