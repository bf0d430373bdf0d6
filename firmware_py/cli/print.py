"""`umpire print`: sheets for the printer, as PDF in true size."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firmware_py.cli.paper.board_sheets import board_sheets
from firmware_py.cli.paper.counter_sheets import counter_sheets
from firmware_py.cli.paper.page import PaperName, save_pdf
from firmware_py.cli.paper.sheets import calibration_sheet, tag_sheets
from firmware_py.cli.setup import configuration, words_of
from firmware_py.errors import UmpireError
from firmware_py.words import LANGUAGES, Language, Words
from hardware.layout import Layout, load_layout

__all__ = ["app"]

app = typer.Typer(add_completion=False, no_args_is_help=True)

_FILE = typer.Argument(metavar="FILE", help="The PDF to write.")
_CHESSBOARD = typer.Option("--board", metavar="LAYOUT", help="The chessboard's layout.")
_PAPER = typer.Option("--paper", help="The paper in the printer.")

SheetLanguage = Annotated[
    Language | None,
    typer.Option(
        "--language",
        metavar="|".join(LANGUAGES),
        help="What the sheets are written in; else the language of the configuration, or of the system.",
    ),
]


@app.callback()
def print_sheets() -> None:
    """Sheets for the printer, as PDF in true size: print them at 100 %, not fitted to the page."""


@app.command()
def tags(
    file: Annotated[Path, _FILE] = Path("tags.pdf"),
    board: Annotated[
        str, typer.Option("--board", metavar="LAYOUT", help="The board's layout.")
    ] = "trouble-tags",
    paper: Annotated[PaperName, _PAPER] = "a4",
    language: SheetLanguage = None,
) -> None:
    """Corner tags, by which the camera finds the board: those of the layout, or four usual ones."""
    save_pdf(tag_sheets(load_layout(board), paper, _words(language)), file)
    print(f"{file}: print it at 100 % and check the ruler on it.")


@app.command()
def calibration(
    file: Annotated[Path, _FILE] = Path("calibration.pdf"),
    paper: Annotated[PaperName, _PAPER] = "a4",
    language: SheetLanguage = None,
) -> None:
    """A sheet to set a camera up with: chessboard, stars for the focus, greys, a ruler."""
    save_pdf([calibration_sheet(paper, _words(language))], file)
    print(f"{file}: lay it where the board lies, and focus the camera on it.")


@app.command()
def counters(
    file: Annotated[Path, _FILE] = Path("counters.pdf"),
    board: Annotated[str, _CHESSBOARD] = "chessboard",
    paper: Annotated[PaperName, _PAPER] = "a4",
    language: SheetLanguage = None,
) -> None:
    """Gearhead Skirmish's counters: 72 toys, Small Fry, tokens. Their size follows the board's squares."""
    pages = counter_sheets(_chessboard(board), paper, _words(language))
    save_pdf(pages, file)
    print(f"{file}: {len(pages)} sheets; print them at 100 % and check the ruler on them.")


@app.command(name="board")
def board_command(
    file: Annotated[Path, _FILE] = Path("board.pdf"),
    board: Annotated[str, _CHESSBOARD] = "chessboard",
    paper: Annotated[PaperName, _PAPER] = "a4",
    language: SheetLanguage = None,
) -> None:
    """A chessboard with corner tags for Gearhead Skirmish, on sheets to be taped together."""
    pages = board_sheets(_chessboard(board), paper, _words(language))
    save_pdf(pages, file)
    print(f"{file}: {len(pages)} sheets; print them at 100 %, cut them, and tape them together.")


def _words(language: Language | None) -> Words:
    """The catalogue in the language of the flag, else of the configuration, else of the system."""
    return words_of(configuration(None).config, language)


def _chessboard(source: str) -> Layout:
    layout = load_layout(source)
    if layout.game != "gearhead":
        raise UmpireError(f"--board {source}: this is a board of {layout.game}; give one of a chessboard.")
    return layout
