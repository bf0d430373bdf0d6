"""`umpire play --rules`: every house rule of a game, what it settles, and what may be chosen."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from firmware_py.words import Words
from rules import Game
from rules.options import write_value

__all__ = ["print_house_rules"]

_MARGIN = (0, 0, 0, 4)


def print_house_rules(game: Game, words: Words, console: Console) -> None:
    """Print a game's options in the order of their rule numbers, each with its default and what it may be."""
    console.print(
        f"House rules of {game.name}: give one as --rule KEY=VALUE. The defaults are shown first.\n"
    )
    for option in game.options:
        default = write_value(option.default)
        head = Text.assemble((f"{option.key}={default}", "bold"), (f"  ({option.rule})", "dim"))
        console.print(head)
        console.print(Padding(words.say(f"{game.name}.option.{option.key}"), _MARGIN), highlight=False)
        console.print(Padding(f"May be {option.allowed}.", _MARGIN), style="dim", highlight=False)
