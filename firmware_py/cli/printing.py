"""Tables and progress as the commands on files print them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import track
from rich.table import Table

__all__ = ["console_for_rows", "plain_console", "plain_table", "progressing"]

T = TypeVar("T")

_PIPE_COLUMNS = 240


def plain_console(width: int | None = None) -> Console:
    """Standard output, on which names of people and files are shown as they are written.

    Args:
        width: columns; None for those of the terminal.
    """
    # With markup a player called "[/red]" would end the list, and "[b].jpg" lose half its name.
    return Console(width=width, markup=False, emoji=False)


def console_for_rows() -> Console:
    """Standard output; in a pipe so wide that a row is a line: programs cut it up."""
    console = plain_console()
    return console if console.is_terminal else plain_console(_PIPE_COLUMNS)


def plain_table(*titles: str) -> Table:
    """A table without lines, its columns folded rather than cut."""
    table = Table(box=None, pad_edge=False)
    for title in titles:
        table.add_column(title, overflow="fold")
    return table


def progressing(items: Sequence[T], doing: str) -> Iterable[T]:
    """The same items, with a progress bar on standard error where that is a terminal."""
    errors = Console(stderr=True)
    quiet = not errors.is_terminal or len(items) < 2
    return track(items, doing, console=errors, disable=quiet, transient=True)
