"""Tables and progress as the commands on files print them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import track
from rich.table import Table

__all__ = ["console_for_rows", "plain_table", "progressing"]

T = TypeVar("T")

_PIPE_COLUMNS = 240


def console_for_rows() -> Console:
    """Standard output; in a pipe so wide that a row is a line: programs cut it up."""
    console = Console()
    return console if console.is_terminal else Console(width=_PIPE_COLUMNS)


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
