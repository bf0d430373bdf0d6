"""`umpire look`: the pieces in single pictures of a board."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

import typer
from rich.text import Text

from firmware_py.cli.boards import (
    BoardFlag,
    Corners,
    CornersFlag,
    OverlayFlag,
    board_reason,
    corners_of,
    looked_at,
    spaces_by_colour,
)
from firmware_py.cli.chess.look import ChessLooker
from firmware_py.cli.inputs import Input, expand
from firmware_py.cli.printing import console_for_rows, plain_table, progressing
from firmware_py.cli.saving import OverlayFolder
from firmware_py.words import Words
from hardware.layout import Layout, load_layout
from vision.board import BoardReader, BoardSeen
from vision.board.dome import read_dice
from vision.board.overlay import draw
from vision.board.place.canvas import Picture
from vision.board.reader import Look
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading

__all__ = ["app"]

app = typer.Typer(add_completion=False)


@app.command()
def look(
    files: Annotated[list[str], typer.Argument(metavar="FILE|FOLDER|GLOB...", help="Pictures.")],
    board: BoardFlag,
    corners: CornersFlag = None,
    overlay: OverlayFlag = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object a line, and nothing else.")
    ] = False,
) -> None:
    """Tell which pieces stand where in pictures of a board, each on its own.

    The board is found by its corner tags if the layout has them, else by the layout's reference picture, else
    by --corners. A space that is hidden or bleached is "unsure", never guessed. A file that is no picture, or
    fails, is named, the others are still looked at, and the exit status is 1 at the end.

    Examples:

      umpire look --board trouble-tags table.jpg
      umpire look --board mine.toml photos/
    """
    layout, given = load_layout(board), corners_of(corners)
    overlays = OverlayFolder(overlay) if overlay else None
    kind = ChessLooker if layout.game == "gearhead" else _Looker
    looker, words = kind(layout, given, overlays), Words()
    rows = (looker.look(source) for source in progressing(expand(files), "Looking"))
    failed = _print_json(rows, words) if as_json else _print_table(rows, words)
    if failed:
        raise typer.Exit(1)


class _Told(Protocol):
    """A row of either kind of board."""

    @property
    def file(self) -> str:
        """The file."""

    @property
    def seen(self) -> BoardSeen | None:
        """The board, if the file is a picture."""

    @property
    def die(self) -> int | None:
        """The die with pips, if it was read for sure."""

    def standing(self, words: Words) -> str:
        """What stands there, for people."""

    def reason(self, words: Words) -> str:
        """What was seen or not, in one sentence."""

    def to_json(self, words: Words) -> dict[str, Any]:
        """The machine-readable form."""


@dataclass(frozen=True, slots=True)
class _Row:
    """What one picture shows; `seen` is None, and `error` says why, if the file is none or fails."""

    file: str
    seen: BoardSeen | None = None
    dice: DiceReading | None = None
    unsure: tuple[str, ...] = ()
    error: str = ""

    @property
    def die(self) -> int | None:
        """The die with pips, if it was read for sure."""
        sure = self.dice is not None and self.dice.verdict == "read" and len(self.dice.values) == 1
        return self.dice.values[0] if self.dice is not None and sure else None

    def standing(self, words: Words) -> str:
        """What stands there, for people."""
        return spaces_by_colour(dict(self.seen.tops)) if self.seen else ""

    def reason(self, words: Words) -> str:
        """What was seen or not, in one sentence."""
        return (
            board_reason(words, f"board.reason.{self.seen.reason}", self.seen.facts)
            if self.seen
            else self.error
        )

    def to_json(self, words: Words) -> dict[str, Any]:
        """The row in the machine-readable form."""
        if self.seen is None:
            return {"file": self.file, "registered": False, "error": self.error}
        row: dict[str, Any] = {
            "file": self.file,
            "registered": self.seen.registered,
            "how": self.seen.how,
            "error_px": round(self.seen.error_px, 2),
            "die": self.die,
        }
        if self.dice is not None and self.dice.red is not None:
            row["red"] = self.dice.red
        pieces = {"pieces": dict(self.seen.tops), "unsure": list(self.unsure)}
        return row | pieces | {"reason": self.reason(words)}


class _Looker:
    """Looks at pictures of one board."""

    def __init__(self, layout: Layout, corners: Corners | None, overlays: OverlayFolder | None) -> None:
        self._layout, self._corners, self._overlays = layout, corners, overlays
        self._reader, self._dice = BoardReader(layout), DiceReader()

    def look(self, source: Input) -> _Row:
        """The row of one file."""
        looked = looked_at(source, self._read)
        if isinstance(looked, str):
            return _Row(source.file, error=looked)
        picture, (found, dice) = looked
        if self._overlays is not None:
            self._overlays.write(source.file, draw(picture, found, self._layout))
        # Of a board that was not found no space can be told.
        unsure = found.seen.unsure if found.seen.registered else tuple(self._layout.spaces)
        return _Row(source.file, found.seen, dice, unsure)

    def _read(self, picture: Picture) -> tuple[Look, DiceReading | None]:
        """The board, and the dice under its dome if it was found."""
        found = self._reader.look_closely(picture, corners=self._corners)
        where = found.registration
        return found, None if where is None else read_dice(self._dice, picture, where, self._layout)


def _print_json(rows: Iterator[_Told], words: Words) -> bool:
    failed = False
    for row in rows:
        failed = failed or row.seen is None
        print(json.dumps(row.to_json(words)), flush=True)
    return failed


def _print_table(rows: Iterator[_Told], words: Words) -> bool:
    console, table = console_for_rows(), plain_table("file", "found by", "off by", "die", "pieces", "why")
    failed = False
    for row in rows:
        failed = failed or row.seen is None
        how = Text(row.seen.how) if row.seen and row.seen.how else Text("not found", "red")
        off = f"{row.seen.error_px:.1f} px" if row.seen and row.seen.registered else ""
        table.add_row(row.file, how, off, str(row.die or ""), row.standing(words), row.reason(words))
    console.print(table)
    return failed
