"""The house rules in words: all that there are (`umpire play --rules`), and those that a game has chosen."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from firmware_py.table import Table
from firmware_py.words import Words
from rules import Game
from rules.options import Option, Value, write_value

__all__ = ["chosen_in_words", "print_house_rules"]

_MARGIN = (0, 0, 0, 4)


def print_house_rules(game: Game, words: Words, console: Console) -> None:
    """Print a game's options in the order of their rule numbers, each with its default and what it may be."""
    console.print(words.say("terminal.rules.title", {"game": game.name}) + "\n", highlight=False)
    for option in game.options:
        default = write_value(option.default)
        head = Text.assemble((f"{option.key}={default}", "bold"), (f"  ({option.rule})", "dim"))
        console.print(head)
        said = words.say(f"{game.name}.option.{option.key}", {"rule": option.rule})
        console.print(Padding(Text(said), _MARGIN))
        console.print(Padding(Text(_allowed(game.name, option, words), "dim"), _MARGIN))


def chosen_in_words(table: Table, words: Words) -> str:
    """The house rules of the game at a table that differ from the usual ones; empty if none do."""
    if table.started is None:
        return ""
    chosen = table.game.options.parse(table.started.options).chosen
    lines = (
        _rule_in_words(f"{table.game.name}.option.{option.key}", option, chosen[option.key], words)
        for option in table.game.options
        if option.key in chosen
    )
    return "; ".join(lines)


def _rule_in_words(key: str, option: Option, chosen: Value, words: Words) -> str:
    meaning = f"{key}.{write_value(chosen)}"
    said = words.term(meaning if words.has(meaning) else write_value(chosen))
    return f"{words.short(key, {'rule': option.rule})}: {said} ({option.rule})"


def _allowed(game: str, option: Option, words: Words) -> str:
    """What may be chosen: what is typed, and what it means where that is not said by the word alone."""
    if option.values is None:
        return words.say("terminal.rules.faces")
    if isinstance(option.values, range):
        ends = {"first": option.values.start, "last": option.values.stop - 1}
        return words.say("terminal.rules.number_or_none" if option.none else "terminal.rules.number", ends)
    values = [write_value(value) for value in option.values]
    listed = [_with_meaning(f"{game}.option.{option.key}.{value}", value, words) for value in values]
    return words.say("terminal.rules.one_of", {"values": ", ".join(listed)})


def _with_meaning(key: str, value: str, words: Words) -> str:
    meaning = words.term(key if words.has(key) else value)
    return value if meaning == value else f"{value} ({meaning})"
