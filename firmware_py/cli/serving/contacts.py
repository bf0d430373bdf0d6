"""What the switch under the dome and the three buttons mean at the table."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_py.cli.playing.setup import GameSetup
from firmware_py.cli.serving.parts import BUTTONS, DOME_SWITCH, has_dome_switch, make_switches
from firmware_py.config import Config, GpioConfig
from firmware_py.loop import Loop
from firmware_py.menu import House, Moment, Panel
from firmware_py.senses.aided import Dome
from firmware_py.senses.debounce import Happened, What
from firmware_py.table import Phase
from firmware_py.table.events import TableEvent
from firmware_py.words import Words
from hardware.layout import Layout, layouts_of
from rules import GAMES

__all__ = ["Contacts", "house_of"]


class Contacts:
    """Switch and buttons, if any are wired. What they tell arrives in the thread of their sense.

    `has_switch` says whether the dome has a switch.

    Args:
        config: the pins.
        house: what new games the menu offers.
        setup: the game that a long press of the dome begins.
        loop: runs the table.
        dome: where the dice come from; None where they are entered by hand.
    """

    def __init__(
        self,
        config: GpioConfig,
        house: House,
        setup: GameSetup,
        loop: Loop,
        dome: Dome | None,
    ) -> None:
        self._setup, self._loop, self._dome = setup, loop, dome
        self._house, self._panel = house, Panel()
        self.has_switch = has_dome_switch(config)
        self.switches = make_switches(config, self._told)

    @property
    def wired(self) -> Sequence[str]:
        """The names of the contacts that are wired."""
        return self.switches.names if self.switches is not None else ()

    @property
    def has_buttons(self) -> bool:
        """Whether there is any button."""
        return any(name in BUTTONS for name in self.wired)

    def _told(self, name: str, happened: Happened) -> None:
        if name == DOME_SWITCH:
            self._dome_moved(happened)
        elif happened.what is What.HELD:
            self._pressed(*self._panel.held(BUTTONS[name], self._moment(happened.at)))
        elif happened.what is What.CLICKED:
            self._pressed(*self._panel.clicked(BUTTONS[name], self._moment(happened.at)))

    def _moment(self, at: float) -> Moment:
        loop = self._loop
        view = loop.view  # before the table: an act for a view that has just grown old comes to nothing
        return Moment(loop.table, view, loop.wants, self._house, at)

    def _pressed(self, panel: Panel, events: tuple[TableEvent, ...]) -> None:
        self._panel = panel
        for event in events:
            self._loop.post(event)

    def _dome_moved(self, happened: Happened) -> None:
        loop, dome = self._loop, self._dome
        view = loop.view
        if happened.what is What.HELD and view.phase in (Phase.SETTING_UP, Phase.OVER):
            loop.post(self._setup.started(happened.at))
        elif happened.what is What.PRESSED and dome is not None and dome.takes(loop.wants):
            dome.press(happened.at)
        elif happened.what is What.PRESSED:
            self._pressed(*self._panel.dice_by_hand(self._moment(happened.at)))
        elif dome is not None and happened.what in (What.RELEASED, What.STUCK, What.CHATTERING):
            dome.release(happened.at)


def house_of(config: Config, setup: GameSetup, words: Words) -> House:
    """What new games may be set up at this table: its own board, and the usual boards of the other games."""
    layouts: dict[str, Layout] = {setup.game.name: setup.layout}
    for game in GAMES:
        if shipped := layouts_of(game):
            layouts.setdefault(game, shipped[0])
    return House(
        boards={game: layout.seats for game, layout in layouts.items()},
        people=(*dict.fromkeys(seat.player for seat in setup.seats), "bot"),
        seats={seat.colour: seat.player for seat in setup.seats},
        rules={setup.game.name: dict(pair.split("=", 1) for pair in setup.options.split())},
        page=_page_address(config),
        unnamed=words.term("player"),
    )


def _page_address(config: Config) -> str:
    """Where phones find the page; empty if there is none."""
    if not config.web.on:
        return ""
    from firmware_py.cli.playing.page import page_address  # with all of the web: not without need

    return page_address(config) or ""
