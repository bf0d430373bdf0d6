"""Help pages for terminals of any width: a docstring's lines end where the source does, a page's do not."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["unwrapped", "with_unwrapped_help"]


def unwrapped(text: str) -> str:
    """A text with every paragraph in a line of its own; what is indented, such as examples, stays."""
    return re.sub(r"(?<=\S)\n(?=\S)", " ", text)


def with_unwrapped_help(command: Any) -> Any:
    """The command, its help and that of its subcommands ready to be wrapped by the terminal.

    Typer itself does this for the first paragraph only.
    """
    if command.help:
        command.help = unwrapped(command.help)
    for sub in getattr(command, "commands", {}).values():
        with_unwrapped_help(sub)
    return command
