"""`umpire games season`: who won how often, as a table for people."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as Grid

from firmware_py.cli.problems import UsageError
from firmware_py.luck import Standing

__all__ = ["day", "print_season"]


def print_season(standings: Sequence[Standing], console: Console) -> None:
    """A line a person, most wins first."""
    grid = Grid(box=None, pad_edge=False)
    for title in ("player", "colour", "games", "won", "drawn", "places", "pips a die", "captures a game"):
        grid.add_column(title, justify="left" if title in ("player", "colour", "places") else "right")
    for one in standings:
        grid.add_row(
            one.player,
            one.colour,
            str(one.games),
            str(one.wins),
            str(one.drawn),
            ", ".join(f"{place}. x {times}" for place, times in one.places.items()),
            f"{one.mean_pips:.2f}" if one.dice else "-",
            f"{one.captures / one.games:.1f}",
        )
    console.print(grid)


def day(text: str | None) -> float:
    """A day such as 2026-09-01, at its beginning here, as seconds since 1970; 0 for none.

    Raises:
        UsageError: if it is no day.
    """
    if text is None:
        return 0.0
    try:
        return dt.datetime.combine(dt.date.fromisoformat(text), dt.time()).astimezone().timestamp()
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"--since {text!r} is no day: write it as in --since 2026-09-01.") from None
