"""The three buttons at the table, as one value: what they point at, and what a press leads to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from firmware_py.menu.page import BUTTONS, Item, Moment, Page
from firmware_py.menu.pages import DicePage, MainPage
from firmware_py.table import Menu, Phase, Pointing
from firmware_py.table.events import Answered, Pointed, Resumed, TableEvent, Undone
from firmware_py.view import TableView

__all__ = ["Button", "Panel"]

_BY_MENU = frozenset({Phase.SETTING_UP, Phase.OVER, Phase.ILLEGAL_MOVE, Phase.CORRECTION})
"""Phases in which the display says something else: the menu shows what the buttons would do."""

_LONG, _LEAP = 14, 7
"""A list with so many entries is long: there a held choose button goes on by so many."""


class Button(Enum):
    """A button, by what it does."""

    CHOOSE = "choose"
    CONFIRM = "confirm"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Panel:
    """What the buttons point at. Begin with `Panel()`.

    Attributes:
        page: the page of the menu that is open; None if the menu is closed.
        selected: the entry of the page, or the option of the choice, that has been reached.
        ply: the ply of the table to which `selected` belongs.
    """

    page: Page | None = None
    selected: int = 0
    ply: int = -1

    def clicked(self, button: Button, moment: Moment) -> tuple[Panel, tuple[TableEvent, ...]]:
        """The panel after a click, and what the table is told."""
        page = self._open(moment.view)
        return self._at_table(button, moment) if page is None else self._in_menu(page, button, moment)

    def held(self, button: Button, moment: Moment) -> tuple[Panel, tuple[TableEvent, ...]]:
        """The panel after a button was held: the menu opens, or closes; in a long list, choose leaps on."""
        page = self._open(moment.view)
        if page is None:
            return self._showing(MainPage(), 0, moment)
        items = page.items(moment)
        if button is not Button.CHOOSE or len(items) < _LONG:
            return self._showing(None, 0, moment)
        last = len(items) - 1
        return self._at(page, items, min(self.selected + _LEAP, last) if self.selected < last else 0, moment)

    def dice_by_hand(self, moment: Moment) -> tuple[Panel, tuple[TableEvent, ...]]:
        """The panel when the dome was pressed and nothing can read the dice: they are to be entered."""
        if moment.wants.dice is None or self._open(moment.view) is not None:
            return self, ()
        return self._showing(DicePage(moment.wants.dice.kinds), 0, moment)

    def _open(self, view: TableView) -> Page | None:
        """The page that is open; whatever is entered meanwhile closes it."""
        return self.page if self.ply == view.ply else None

    # -- the menu ------------------------------------------------------------------------------------

    def _in_menu(self, page: Page, button: Button, moment: Moment) -> tuple[Panel, tuple[TableEvent, ...]]:
        items = page.items(moment)
        selected = min(self.selected, len(items) - 1)
        if button is Button.CHOOSE:
            return self._at(page, items, (selected + 1) % len(items), moment)
        if button is Button.UNDO:
            return self._showing(page.back, 0, moment)
        shown = moment.view.menu
        if shown is None or shown.items != tuple(item.say for item in items):
            return self._showing(page, 0, moment)  # it has changed since it was shown: nobody chose this
        item = items[selected]
        panel, pointed = self._showing(item.then, selected if item.stay else 0, moment)
        return panel, (*item.events, *pointed)

    def _showing(
        self, page: Page | None, selected: int, moment: Moment
    ) -> tuple[Panel, tuple[TableEvent, ...]]:
        if page is not None:
            return self._at(page, page.items(moment), selected, moment)
        panel = replace(self, page=None, selected=0, ply=moment.view.ply)
        return panel, (Pointed(at=moment.at, pointing=Pointing(moment.view.ply)),)

    def _at(
        self, page: Page, items: tuple[Item, ...], selected: int, moment: Moment
    ) -> tuple[Panel, tuple[TableEvent, ...]]:
        """The page with this entry reached; its entries are not found again, which takes a while for some."""
        panel = replace(self, page=page, selected=selected, ply=moment.view.ply)
        chosen = items[selected]
        menu = Menu(page.title, tuple(item.say for item in items), selected, chosen.hint, chosen.fix)
        return panel, (Pointed(at=moment.at, pointing=Pointing(moment.view.ply, menu=menu)),)

    # -- the table -----------------------------------------------------------------------------------

    def _at_table(self, button: Button, moment: Moment) -> tuple[Panel, tuple[TableEvent, ...]]:
        view, at = moment.view, moment.at
        if button is Button.UNDO:
            undone = Undone(at=at, by=BUTTONS, ply=view.ply, pending=view.pending)
            return self, (undone,) if view.may_undo else ()
        if view.phase is Phase.PAUSED:
            return self, (Resumed(at=at, by=BUTTONS, ply=view.ply),)
        if view.phase in _BY_MENU:
            return self._showing(MainPage(), 0, moment)
        if not view.lists_options:
            return self, ()
        selected = self.selected % len(view.options) if self.ply == view.ply else 0
        if button is Button.CONFIRM:
            answer = view.options[selected].answer
            return self, (Answered(at=at, by=BUTTONS, ply=view.ply, answer=answer),)
        selected = (selected + 1) % len(view.options)
        panel = replace(self, selected=selected, ply=view.ply)
        return panel, (Pointed(at=at, pointing=Pointing(view.ply, selected)),)
