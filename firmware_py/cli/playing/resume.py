"""Going on with a game that was not finished, or beginning a new one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from firmware_py.cli.playing.setup import USUAL_BOARDS
from firmware_py.cli.problems import UsageError
from firmware_py.errors import UmpireError
from firmware_py.journal import GameInfo, Journal
from firmware_py.table import Table, replay
from firmware_py.table.events import Started
from hardware.errors import LayoutError
from hardware.layout import Layout, load_layout, shipped_layouts

__all__ = ["board_of", "game_to_resume", "in_words", "resumed"]


def game_to_resume(
    journal: Journal, *, resume: bool, new: bool, asked_for_another: bool, ask: Callable[[str], bool] | None
) -> GameInfo | None:
    """The game to go on with, or None for a new one.

    Args:
        resume, new: the flags.
        asked_for_another: flags say who plays what: without `resume`, that is a new game.
        ask: asks a person a question; None where nobody can be asked, then an unfinished game goes on.

    Raises:
        UsageError: if both flags are given.
        UmpireError: if `resume` is wanted and there is nothing to go on with.
        JournalError: if the games cannot be read.
    """
    if resume and new:
        raise UsageError("--new and --resume contradict each other: give one of them.")
    number = None if new else journal.unfinished()
    if number is None:
        if resume:
            raise UmpireError(f"There is no unfinished game in {journal.path} to go on with.")
        return None
    info = next(game for game in journal.games() if game.number == number)
    if resume:
        return info
    if asked_for_another:
        return None
    return info if ask is None or ask(f"{in_words(info)} is not finished. Go on with it?") else None


def resumed(journal: Journal, info: GameInfo) -> Table:
    """The table of a game as it was left; what follows is added to it.

    Raises:
        JournalError: if it cannot be read.
    """
    return replay(journal.resume(info.number))


def in_words(info: GameInfo) -> str:
    """A game in a few words: its number, the game, who plays, and when it was played last."""
    people = ", ".join(f"{seat.player} ({seat.colour})" for seat in info.started.seats)
    last = dt.datetime.fromtimestamp(info.changed).astimezone()
    return f"Game {info.number}, {info.started.game} with {people}, of {last:%d %B %H:%M}"


def board_of(started: Started, named: Layout) -> Layout:
    """A layout that fits a game set up earlier: the one named, or a shipped one with the same seats."""
    candidates = [named]
    for name in (USUAL_BOARDS[started.game], *shipped_layouts()):
        try:
            candidates.append(load_layout(name))
        except LayoutError:
            continue
    fitting = [layout for layout in candidates if layout.game == started.game]
    same = [layout for layout in fitting if not started.board or layout.seats == started.board]
    return (same or fitting)[0]
