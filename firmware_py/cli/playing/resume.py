"""Going on with a game that was not finished, or beginning a new one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from firmware_py.cli.problems import UsageError
from firmware_py.errors import UmpireError
from firmware_py.journal import GameInfo, Journal
from firmware_py.table.events import Started
from firmware_py.words import Words
from hardware.layout import Layout, layouts_of
from rules import Fact

__all__ = ["board_of", "find_game", "game_to_resume", "in_words"]


def game_to_resume(
    journal: Journal,
    words: Words,
    *,
    resume: bool,
    number: int | None = None,
    new: bool,
    asked_for_another: bool,
    ask: Callable[[str], bool] | None,
) -> GameInfo | None:
    """The game to go on with, or None for a new one.

    Args:
        words: the catalogue.
        resume, new: the flags.
        number: which game `resume` means; None for the newest that was not finished.
        asked_for_another: flags say who plays what, or that chance plays: without `resume`, that is a new
            game, and the one of people waits for them.
        ask: asks a person a question; None where nobody can be asked, then an unfinished game goes on.

    Raises:
        UsageError: if both flags are given, or a number without `resume`.
        UmpireError: if `resume` is wanted and there is nothing to go on with.
        JournalError: if the games cannot be read.
    """
    if resume and new:
        raise UsageError("--new and --resume contradict each other: give one of them.")
    if number is not None and not resume:
        raise UsageError(f"What is to be done with {number}? To go on with that game: --resume {number}.")
    if number is not None:
        return _unfinished(journal, number)
    newest = None if new else journal.unfinished()
    if newest is None:
        if resume:
            raise UmpireError(f"There is no unfinished game in {journal.path} to go on with.")
        return None
    info = _unfinished(journal, newest)
    if resume:
        return info
    if asked_for_another:
        return None
    question = words.say("terminal.play.unfinished", {"what": in_words(info, words)})
    return info if ask is None or ask(question) else None


def find_game(journal: Journal, number: int) -> GameInfo:
    """The game of a number.

    Raises:
        UmpireError: if there is none.
    """
    found = next((info for info in journal.games() if info.number == number), None)
    if found is None:
        raise UmpireError(f"There is no game {number} in {journal.path}: `umpire games list` lists them.")
    return found


def _unfinished(journal: Journal, number: int) -> GameInfo:
    """A game that can go on.

    Raises:
        UmpireError: if there is no such game, or it is over.
    """
    info = find_game(journal, number)
    if info.is_over:
        raise UmpireError(f"Game {number} is over: `umpire games list` tells which were not finished.")
    return info


def in_words(info: GameInfo, words: Words) -> str:
    """A game in a few words: its number, the game, who plays, and when it was played last."""
    people = ", ".join(f"{seat.player} ({words.term(seat.colour)})" for seat in info.started.seats)
    last = dt.datetime.fromtimestamp(info.changed).astimezone()
    facts: dict[str, Fact] = {"number": info.number, "game": info.started.game}
    facts |= {"who": people, "when": f"{last:%Y-%m-%d %H:%M}"}
    return words.say("terminal.play.game", facts)


def board_of(started: Started, named: Layout) -> Layout:
    """A layout that fits a game set up earlier: the one named, or a shipped one with the same seats."""
    fitting = [layout for layout in (named, *layouts_of(started.game)) if layout.game == started.game]
    same = [layout for layout in fitting if not started.board or layout.seats == started.board]
    return (same or fitting)[0]
