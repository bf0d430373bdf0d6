"""`umpire read`: the dice in pictures and videos."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from firmware_py.cli.boards import board_layout
from firmware_py.cli.inputs import Input, expand
from firmware_py.cli.printing import console_for_rows, plain_table, progressing
from firmware_py.cli.problems import UsageError
from firmware_py.cli.readings import Line, ReadDice
from firmware_py.cli.saving import OverlayFolder, save_picture
from firmware_py.cli.setup import CONFIG_FLAG, configuration
from firmware_py.cli.sheet import ContactSheet
from firmware_py.words import Words
from vision.board.reader import BoardReader
from vision.dice.overlay import draw_reading
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceChoice
from vision.dice.settings import Marks, ReaderSettings

__all__ = ["app"]

app = typer.Typer(add_completion=False)

_UNREADABLE = "not readable"
_COLOURS = {"read": "green", "unsure": "yellow", "cocked": "yellow", "none": "dim", _UNREADABLE: "red"}


@app.command()
def read(
    files: Annotated[list[str], typer.Argument(metavar="FILE|FOLDER|GLOB...", help="Pictures and videos.")],
    dice: Annotated[
        DiceChoice,
        typer.Option(help="Which dice: every one in the picture, the one of Trouble, or Headache's two."),
    ] = "any",
    expect: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="How many dice with pips or numerals there should be."),
    ] = None,
    kind: Annotated[
        Marks | None, typer.Option(help="What is printed on the dice; auto: whichever is found.")
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(metavar="LAYOUT", help="The pictures show this board: read the dice under its dome."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object a line, and nothing else.")
    ] = False,
    overlay: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write each picture with what was found drawn in.")
    ] = None,
    sheet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a picture of all that was refused, side by side."),
    ] = None,
    config: Annotated[Path | None, CONFIG_FLAG] = None,
) -> None:
    """Read the dice in pictures, and in videos at every pop.

    A reading is either sure or refused: "unsure" (pips unclear, glare, another number of dice than expected),
    "cocked" (a die leans) or "none" (no dice in sight), each with its reason. A file that is no picture is
    named, the others are still read, and the exit status is 1 at the end.

    Say which dice they are if you can: dice under a dome are told from all round it surest with --dice.

    Examples:

      umpire read dome.jpg --dice trouble
      umpire read die.jpg --expect 1
      umpire read photos/ --overlay seen/
      umpire read "pops/*.mp4"
    """
    known = configuration(config).config.dice
    settings = ReaderSettings(sure=known.sure, kind=kind or known.kind, thorough=overlay is not None)
    looked_for = _board(board, dice) if board is not None else None
    worker = ReadDice(DiceReader(settings=settings), dice, expect, looked_for)
    words = Words()
    lines = _with_pictures(_progressing(worker, expand(files)), overlay, sheet, words)
    failed = _print_json(lines, words) if as_json else _print_table(lines, words)
    if failed:
        raise typer.Exit(1)


def _board(source: str, dice: DiceChoice) -> BoardReader:
    """The reader of a board that can be found in pictures, if `dice` are those of its game.

    Raises:
        LayoutError, UmpireError: as `board_layout` does.
        UsageError: if the layout has nothing by which its board could be found, or is of another game.
    """
    layout = board_layout(source)
    if layout.tags is None and layout.reference is None:
        raise UsageError(
            f"--board {source}: this layout has no tags and no reference picture, so nothing finds its dome: "
            "name a layout that has one of them, or read without --board."
        )
    if dice not in ("any", layout.game):
        raise UsageError(
            f"--dice {dice}: the board {source} is one of {layout.game}: leave --dice out, or name another "
            "layout."
        )
    return BoardReader(layout)


def _progressing(worker: ReadDice, inputs: list[Input]) -> Iterator[Line]:
    for source in progressing(inputs, "Reading"):
        yield from worker.lines(source)


def _print_json(lines: Iterator[Line], words: Words) -> bool:
    failed = False
    for line in lines:
        failed = failed or line.reading is None
        print(json.dumps(line.to_json(words)), flush=True)
    return failed


def _print_table(lines: Iterator[Line], words: Words) -> bool:
    console, table = console_for_rows(), plain_table("file", "verdict", "dice", "sure", "why")
    failed, counts = False, dict.fromkeys(_COLOURS, 0)
    for line in lines:
        failed = failed or line.reading is None
        verdict = line.verdict if line.reading else _UNREADABLE
        counts[verdict] += 1
        name = line.file if line.t is None else f"{line.file} at {line.t:.1f} s"
        found = line.reading.dice if line.reading else ()
        values = " ".join("?" if die.value is None else str(die.value) for die in found)
        if line.reading and line.reading.red is not None:
            values += " + red dot" if line.reading.red else " + blank"
        sure = f"{min(die.confidence for die in found):.0%}" if found else ""
        table.add_row(name, Text(verdict, _COLOURS[verdict]), values, sure, line.reason(words))
    console.print(table)
    console.print(", ".join(f"{number} {verdict}" for verdict, number in counts.items() if number))
    return failed


def _with_pictures(
    lines: Iterator[Line], overlay: Path | None, sheet: Path | None, words: Words
) -> Iterator[Line]:
    """The same lines; overlays are written on the way, the contact sheet of what was refused at the end."""
    refused, drawn = ContactSheet(), OverlayFolder(overlay) if overlay is not None else None
    for line in lines:
        if drawn is not None and line.picture is not None and line.reading is not None:
            moment = "" if line.t is None else f"-{line.t:07.2f}s"
            drawn.write(line.file, draw_reading(line.picture, line.reading, line.reason(words)), moment)
        if sheet is not None and line.picture is not None and line.verdict != "read":
            refused.add(line.picture, Path(line.file).name, line.reason(words))
        yield line
    if sheet is not None:
        save_picture(refused.draw(), sheet)
        if refused.left_out:
            typer.echo(f"{sheet}: {refused.left_out:,} more were refused than it has room for.", err=True)
