"""The page on people's phones, put together for an evening."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware_py.cli.playing.library import JournalLibrary
from firmware_py.cli.playing.resume import board_of
from firmware_py.cli.playing.setup import USUAL_BOARDS
from firmware_py.cli.setup import PHONES
from firmware_py.config import WebConfig
from firmware_py.journal import Journal
from firmware_py.table import Table
from firmware_py.table.events import Started
from firmware_py.web import Phones, Site, SiteParts, WebSense, WebShow, addresses
from firmware_py.words import Words
from hardware.layout import Layout, load_layout
from rules import GAMES

__all__ = ["Page", "make_page"]


@dataclass(frozen=True, slots=True)
class Page:
    """The page: its site, and what the loop runs of it."""

    site: Site
    sense: WebSense
    show: WebShow
    where: str


def make_page(
    config: WebConfig,
    *,
    table: Callable[[], Table],
    journal: Journal,
    layout: Layout,
    words: Words,
    press: Callable[[float], None] | None = None,
    games: tuple[str, ...] = tuple(GAMES),
) -> Page:
    """Put the page together; nothing is served before the loop starts it.

    Args:
        table: where the evening stands.
        journal: where the games are kept; the paired phones are kept in the same folder.
        layout: the board of the table.
        press: presses the virtual dome; None where it is a real one.
        games: the games that can be set up on the page.
    """
    folder: Path = journal.path.parent
    boards = {game: _board(game, layout) for game in games}
    parts = SiteParts(
        table=table,
        words=words,
        phones=Phones(folder / PHONES),
        layout_of=lambda started: _board_for(started, layout),
        boards={game: board.seats for game, board in boards.items()},
        wall=time.time,
        press=press,
        library=JournalLibrary(journal.path),
        names=tuple(config.names),
    )
    site = Site(parts)
    where = " or ".join(addresses(config.host, config.port))
    return Page(site, WebSense(site, config.host, config.port), WebShow(site), where)


def _board(game: str, layout: Layout) -> Layout:
    return layout if layout.game == game else load_layout(USUAL_BOARDS[game])


def _board_for(started: Started | None, layout: Layout) -> Layout:
    return layout if started is None else board_of(started, layout)
