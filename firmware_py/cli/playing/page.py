"""The page on people's phones, put together for an evening."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware_py.cli.playing.library import JournalLibrary
from firmware_py.cli.playing.resume import board_of
from firmware_py.cli.setup import JOURNAL, PHONES
from firmware_py.config import Config
from firmware_py.senses.aided import Dome
from firmware_py.senses.analyst import Analyst
from firmware_py.senses.base import Sense
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.board_setup import BoardSetup
from firmware_py.table import Table
from firmware_py.table.events import Started
from firmware_py.web import (
    NameSense,
    Phones,
    Site,
    SiteParts,
    WebSense,
    WebShow,
    addresses,
    can_announce,
    for_phones,
)
from firmware_py.words import Words
from hardware.layout import Layout, layouts_of, load_layout, shipped_layouts
from rules import GAMES

__all__ = ["Page", "make_page", "page_address"]


@dataclass(frozen=True, slots=True)
class Page:
    """The page: its site, and what the loop runs of it."""

    site: Site
    senses: tuple[Sense, ...]
    show: WebShow
    where: str


def make_page(
    config: Config,
    game: str,
    *,
    table: Callable[[], Table],
    folder: Path,
    layout: Layout,
    words: Words,
    dome: Dome | None = None,
    eye: BoardEye | None = None,
    kept: Path | None = None,
) -> Page:
    """Put the page together; nothing is served before the loop starts it.

    Args:
        config: the configuration in effect.
        game: the game that the dice were made ready for.
        table: where the evening stands.
        folder: where the games and the paired phones are kept.
        layout: the board of the table.
        dome: what a button of the page presses; None where only a hand can.
        eye: has the pictures of the camera over the board; None without one.
        kept: where pictures are kept; None if none are.
    """
    boards = {name: known[0] for name in _games(config, game) if (known := layouts_of(name))}
    boards |= {layout.game: layout}
    parts = SiteParts(
        table=table,
        words=words,
        phones=Phones(folder / PHONES),
        layout_of=lambda started: _board_for(started, layout),
        boards={game: board.seats for game, board in boards.items()},
        wall=time.time,
        press=None if dome is None else dome.press,
        takes=(lambda _: False) if dome is None else dome.takes,
        library=JournalLibrary(folder / JOURNAL),
        setup=None if eye is None else BoardSetup(eye, _named(layout, config), folder),
        names=tuple(config.web.names),
        kept=kept,
    )
    site = Site(parts)
    where = " or ".join(addresses(config.web.host, config.web.port))
    serving = WebSense(site, config.web.host, config.web.port)
    senses: list[Sense] = [serving]
    if config.web.name and can_announce():
        senses.append(NameSense(config.web.name, config.web.host, lambda: serving.port, site.named))
    if config.web.odds:
        senses.append(Analyst(table))
    return Page(site, tuple(senses), WebShow(site), where)


def page_address(config: Config) -> str | None:
    """Where phones find the page; None if it is not served to them."""
    return for_phones(config.web.host, config.web.port) if config.web.on and config.web.port else None


def _games(config: Config, game: str) -> tuple[str, ...]:
    """The games that can be set up: a drawn dome throws the dice of one game only."""
    drawn = config.dice.source == "virtual" and game != "gearhead"
    return (game,) if drawn else tuple(GAMES)


def _named(layout: Layout, config: Config) -> str:
    """What a board is called by, for it to be loaded again."""
    shipped = (name for name in shipped_layouts() if load_layout(name) == layout)
    return config.table.board or next(shipped, layout.name)


def _board_for(started: Started | None, layout: Layout) -> Layout:
    return layout if started is None else board_of(started, layout)
