"""`umpire play --rules`: every house rule of a game, what it settles, and what may be chosen."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from firmware_py.words import Words
from rules import Game
from rules.options import write_value

__all__ = ["print_house_rules"]


def print_house_rules(game: Game, words: Words, console: Console) -> None:
    """Print the table of a game's options, in the order of their rule numbers."""
    table = Table(box=None, pad_edge=False)
    for title in ("rule", "--rule", "default", "may be", "what it settles"):
        table.add_column(title, overflow="fold")
    for option in game.options:
        sentence = words.say(f"{game.name}.option.{option.key}")
        table.add_row(
            option.rule, f"[bold]{option.key}[/bold]", write_value(option.default), option.allowed, sentence
        )
    console.print(table)
    for pair in game.options.conflicts:
        console.print(f"{pair.one} and {pair.other} contradict each other in some values.", style="dim")
