"""The rule sheets: what each number that the referee cites says, in one sentence.

A game's sheet is `<game>.toml` in this folder: a title, and sections whose keys are the rules' numbers. The
house rules that a number leaves to the players are not repeated there: they are the game's own options. The
sheets are English only; `docs/rules.md` is printed from them by `umpire rules --markdown`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from rules import game as game_of
from rules.options import Option, write_value

__all__ = ["Rule", "Section", "Sheet", "choices", "rule_sheet"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule.

    Attributes:
        number: what the referee cites, such as T-A3c.
        says: the rule as it holds when no house rule is chosen, one sentence.
        options: the house rules that it leaves to the players.
    """

    number: str
    says: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Rules under one heading."""

    heading: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All rules of a game, by its name in the table of games."""

    game: str
    title: str
    sections: tuple[Section, ...]

    def __iter__(self) -> Iterator[Rule]:
        """The rules in the order of the sheet."""
        return (rule for section in self.sections for rule in section.rules)


@cache
def rule_sheet(game: str) -> Sheet | None:
    """The sheet of a game; None if nobody has written one.

    Raises:
        UnknownGameError: if there is no such game.
    """
    options = game_of(game).options
    file = resources.files("firmware_py.rulesheet") / f"{game}.toml"
    if not file.is_file():
        return None
    written = tomllib.loads(file.read_text("utf-8"))
    sections = tuple(
        Section(
            heading,
            tuple(
                Rule(number, says, tuple(option for option in options if option.rule == number))
                for number, says in entries.items()
            ),
        )
        for heading, entries in written.items()
        if heading != "title"
    )
    return Sheet(game, written["title"], sections)


def choices(option: Option) -> str:
    """What holds if nothing is chosen, and what may be instead: "pass=always, or never or on_six_only"."""
    usual = write_value(option.default)
    if isinstance(option.values, tuple):
        others = " or ".join(word for value in option.values if (word := write_value(value)) != usual)
    else:
        others = str(option.allowed)
    return f"{option.key}={usual}, or {others}"
