"""The command `umpire`: its table of commands, and how errors reach people.

To add a command, write a module here with a typer application `app`, and add its line to `COMMANDS`.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from firmware_py.cli.crash import told_or_noted
from firmware_py.cli.help_pages import with_unwrapped_help
from firmware_py.cli.problems import UsageError, say_problem

__all__ = ["COMMANDS", "main"]

COMMANDS = {
    "play": "The table in the foreground, in this terminal; without hardware too.",
    "daemon": "The same table as a service, on a Raspberry Pi's pins, OLED, strip and camera.",
    "doctor": "Look at every part: what works, what does not, what to do.",
    "read": "Read the dice in pictures and videos.",
    "look": "Tell which pieces stand where in pictures of a board.",
    "follow": "Follow the moves of a game in a series of pictures of its board.",
    "calibrate": "Put a board's layout onto the camera's picture, and say what is wrong with it.",
    "rules": "Say what a rule means by the number that the referee cites, such as T-8.",
    "legal": "Answer which moves are legal in positions given as JSON lines.",
    "games": "List, show, export, import, replay and delete recorded games; their dice, the season.",
    "phones": "Where phones find the page, as a code to scan; list, add and revoke those that may act.",
    "print": "Sheets for the printer, as PDF: corner tags, a camera sheet, counters, a chessboard.",
    "config": "Print the configuration in effect, or a commented example.",
}

_PAGE = """A companion for Pop-O-Matic board games: it reads the dice, knows the rules, lights the moves.

Start with `umpire play`: it needs no hardware. Every command explains itself with --help.
"""

_INTERRUPTED = 130  # what shells report for a program ended by Ctrl-C

# Newer typers bring their own copy of click, older ones import it: found through typer, it is the right one.
_Usage: type[Exception] = typer.BadParameter.__bases__[0]


class _Commands(TyperGroup):
    """The commands, each imported only when it is run: one that answers a line must not wait for OpenCV."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command as the help page lists it, or None if there is none of this name."""
        return TyperCommand(cmd_name, help=COMMANDS[cmd_name]) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command to be run, imported now."""
        name, listed, rest = super().resolve_command(ctx, args)
        if name is None or listed is None:
            return name, listed, rest
        command = typer.main.get_command(import_module(f"firmware_py.cli.{name}").app)
        return name, with_unwrapped_help(command), rest


_app = typer.Typer(cls=_Commands, help=_PAGE, add_completion=False, no_args_is_help=True)


def _say_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"Pop Umpire {version('pop-umpire')}")
        raise typer.Exit


@_app.callback()
def _umpire(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Hold the group together: typer makes a group of an application that has a callback."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `umpire` with the arguments (those of the process by default) and return its exit status.

    0: done. 1: it could not do its work, and said why in one sentence. 2: wrong usage.
    """
    # What fails is told in a sentence or written to a log; Python's own last resort would print it as well.
    logging.getLogger().addHandler(logging.NullHandler())
    if sys.stdout is None:  # closed by whoever started this
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open as long as we run
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a name must not break a terminal that cannot show it
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    except BrokenPipeError:
        _forget_output()
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception as error:
        say_problem(told_or_noted(error))
        return 2 if isinstance(error, UsageError) else 1


def _run(arguments: list[str]) -> int:
    try:
        status = typer.main.get_command(_app).main(arguments, prog_name="umpire", standalone_mode=False)
        sys.stdout.flush()
    except _Usage as error:
        where = getattr(getattr(error, "ctx", None), "command_path", "umpire")
        words = getattr(error, "format_message", error.__str__)()
        words = words.replace("Value error, ", "")  # typer's own name for it tells nobody anything
        if words:  # there are none where the help page was printed instead
            say_problem(f"{words.rstrip('.')}. `{where} --help` explains.")
        return 2
    except typer.Abort:
        return _INTERRUPTED
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    return status if isinstance(status, int) else 0


def _forget_output() -> None:
    """Let the interpreter's last flush go nowhere: whoever read our output has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
