"""`umpire rules`: what the numbers say that the referee cites."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from firmware_py.cli.games_known import rules_of
from firmware_py.cli.printing import plain_console
from firmware_py.cli.problems import UsageError
from firmware_py.rulesheet import Rule, Sheet, choices, rule_sheet
from rules import GAMES

__all__ = ["app", "as_markdown"]

app = typer.Typer(add_completion=False)

_INDENT = 7
_HOUSE_RULE = "House rule"
_ABOUT = """# The rules by their numbers

What the referee cites in brackets, a sentence a number, printed by `umpire rules --markdown`. A sentence says
what holds when nothing else was chosen; where a house rule can change it, the line ends with what may be
chosen (`umpire play --rule pass=never`). `umpire rules T-8` looks one up, and `umpire play --rules` tells
more about the house rules.
"""


@app.command()
def rules(
    numbers: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NUMBER", show_default=False, help="The rules to look up, such as T-8 or G-A12b."
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="|".join(GAMES), help="The rules of this game only.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print all rules as a page of text.")] = False,
) -> None:
    """Say what rules mean by the numbers that the referee cites, or list all rules."""
    if markdown and (numbers or game):
        raise UsageError("--markdown prints all rules: leave out the numbers and --game.")
    sheets = _sheets(game)
    if markdown:
        print(as_markdown(sheets), end="")
        return
    console = plain_console()
    if not numbers:
        for sheet in sheets:
            _print_sheet(sheet, console)
        return
    for rule in _found(numbers, sheets):
        _print_rule(rule, console)


def as_markdown(sheets: Sequence[Sheet]) -> str:
    """All rules as the page `docs/rules.md`."""
    return "\n".join([_ABOUT, *(line for sheet in sheets for line in _markdown_lines(sheet))])


def _sheets(game: str | None) -> list[Sheet]:
    if game is not None:
        rules_of(game)
    found = [
        sheet for name in (GAMES if game is None else (game,)) if (sheet := rule_sheet(name)) is not None
    ]
    if not found:
        raise UsageError(f"Nobody has written a rule sheet for {game}.")
    return found


def _found(numbers: Sequence[str], sheets: Sequence[Sheet]) -> list[Rule]:
    """The rules of some numbers, however they are capitalised.

    Raises:
        UsageError: if one is not known.
    """
    known = {rule.number.casefold(): rule for sheet in sheets for rule in sheet}
    missing = [number for number in numbers if number.casefold() not in known]
    if missing:
        what = "is no rule" if len(missing) == 1 else "are no rules"
        who = ", ".join(missing)
        if len(sheets) == 1:
            sheet = sheets[0]
            raise UsageError(f"{who} {what} of {sheet.title}: `umpire rules --game {sheet.game}` lists them.")
        raise UsageError(f"{who} {what}: `umpire rules` without a number lists those there are.")
    return [known[number.casefold()] for number in numbers]


def _print_sheet(sheet: Sheet, console: Console) -> None:
    for section in sheet.sections:
        console.print(Text(f"{sheet.title}: {section.heading}", "bold"))
        for rule in section.rules:
            _print_rule(rule, console)
        console.print()


def _print_rule(rule: Rule, console: Console) -> None:
    """The number before the first line, all lines after it indented alike."""
    width, margin = max(console.width, 2 * _INDENT), " " * _INDENT
    said = Text(fill(rule.says, width, initial_indent=f"{rule.number:<{_INDENT}}", subsequent_indent=margin))
    said.stylize("bold", 0, len(rule.number))
    console.print(said, soft_wrap=True)
    for option in rule.options:
        words = f"{_HOUSE_RULE}: {choices(option)}"
        console.print(
            Text(fill(words, width, initial_indent=margin, subsequent_indent=margin), "dim"), soft_wrap=True
        )


def _markdown_lines(sheet: Sheet) -> Iterator[str]:
    yield f"## {sheet.title}\n"
    for section in sheet.sections:
        yield f"### {section.heading}\n"
        for rule in section.rules:
            options = "".join(f" {_HOUSE_RULE}: `{choices(option)}`." for option in rule.options)
            yield f"* **{rule.number}** {rule.says}{options}"
        yield ""
