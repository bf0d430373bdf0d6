"""Help in a terminal of the usual width: whole paragraphs, and examples as they are typed."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import Any

import pytest
import typer

from firmware_py.cli import main
from firmware_py.cli.app import COMMANDS
from firmware_py.cli.help_pages import unwrapped

WIDTH = 80


def every_command() -> list[tuple[str, ...]]:
    """The words of each command and each subcommand."""
    found: list[tuple[str, ...]] = []
    for name in COMMANDS:
        command: Any = typer.main.get_command(import_module(f"firmware_py.cli.{name}").app)
        found += [(name,), *((name, sub) for sub in getattr(command, "commands", {}))]
    return found


@pytest.mark.parametrize("words", every_command(), ids=" ".join)
def test_in_a_usual_terminal_no_line_of_help_ends_early(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    assert main([*words, "--help"]) == 0
    above_the_flags = capsys.readouterr().out.partition("╭")[0]
    lines = [line[1:].rstrip() for line in above_the_flags.splitlines()]
    for line, following in pairwise(lines):
        if line and following and not following.startswith(" "):
            assert len(f" {line} {following.split()[0]}") >= WIDTH, f"{line!r} has room for more"


def test_paragraphs_are_joined_and_examples_are_not() -> None:
    written = "One\nsentence.\n\nMore\nof it.\n\nExamples:\n\n  umpire one\n  umpire two"
    assert unwrapped(written) == "One sentence.\n\nMore of it.\n\nExamples:\n\n  umpire one\n  umpire two"
