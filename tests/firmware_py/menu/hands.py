"""Somebody who presses the three buttons of a table, and reads its small display."""

from __future__ import annotations

from firmware_py.menu import Button, House, Moment, Panel
from firmware_py.shows.oled import render_oled
from firmware_py.table import Table, wants
from firmware_py.table.events import TableEvent
from firmware_py.view import TableView, view
from firmware_py.words import Words

__all__ = ["HOUSE", "WORDS", "Hands"]

WORDS = Words(strict=True)
HOUSE = House(
    boards={
        "trouble": ("red", "blue", "yellow", "green"),
        "headache": ("red", "blue", "yellow", "green"),
        "gearhead": ("south", "north"),
    },
    people=("Anna", "Ben"),
    seats={"red": "Anna", "yellow": "Ben"},
    rules={"trouble": {"pass": "never"}},
)


class Hands:
    """Somebody who presses the buttons of a table."""

    def __init__(self, house: House = HOUSE) -> None:
        self.table, self.panel, self.house, self.words = Table(), Panel(), house, WORDS
        self.told: list[TableEvent] = []

    @property
    def view(self) -> TableView:
        return view(self.table)

    @property
    def lines(self) -> list[str]:
        """The entries of the open menu."""
        menu = self.view.menu
        return [WORDS.short(item.key, item.facts) for item in menu.items] if menu else []

    def _done(self, panel: Panel, events: tuple[TableEvent, ...]) -> None:
        self.panel = panel
        self.told += events
        for event in events:
            self.table = self.table.after(event)
        render_oled(self.view, 1.0, WORDS)

    @property
    def moment(self) -> Moment:
        return Moment(self.table, self.view, wants(self.table), self.house, 1.0)

    def click(self, *buttons: Button) -> None:
        for button in buttons:
            self._done(*self.panel.clicked(button, self.moment))

    def hold(self, button: Button = Button.CONFIRM) -> None:
        self._done(*self.panel.held(button, self.moment))

    def pick(self, start: str) -> None:
        """Walk to the entry that begins so, and confirm it."""
        for _ in range(40):
            menu = self.view.menu
            assert menu is not None, f"the menu is closed, {start} cannot be picked"
            if self.lines[menu.selected].startswith(start):
                self.click(Button.CONFIRM)
                return
            self.click(Button.CHOOSE)
        raise AssertionError(f"there is no entry {start} among {self.lines}")

    def begin(self, game: str = "Trouble") -> None:
        self.hold()
        for line in ("New game", game, "Next", "Start"):
            self.pick(line)
