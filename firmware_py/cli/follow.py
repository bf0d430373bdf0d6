"""`umpire follow`: the moves in a series of pictures of a board."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

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
)
from firmware_py.cli.chess.follow import ChessFollower, ChessFollowRow
from firmware_py.cli.inputs import Input, expand
from firmware_py.cli.positions import read_start
from firmware_py.cli.printing import console_for_rows, plain_table, progressing
from firmware_py.cli.saving import OverlayFolder
from firmware_py.words import Words
from hardware.layout import Layout, load_layout
from rules import State, game
from vision.board.game.follow import Followed, FollowedMove, GameFollower
from vision.board.game.turns import stacks_of
from vision.board.overlay import draw
from vision.pictures import load_picture

__all__ = ["app"]

app = typer.Typer(add_completion=False)

_COLOURS = {"move": "green", "illegal": "red", "unsure": "yellow"}


@app.command()
def follow(
    frames: Annotated[
        list[str], typer.Argument(metavar="FRAME|FOLDER|GLOB...", help="Pictures, in their order.")
    ],
    board: BoardFlag,
    start: Annotated[
        Path,
        typer.Option("--start", metavar="POSITION", help="A file: the position that the first one shows."),
    ],
    corners: CornersFlag = None,
    overlay: OverlayFlag = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object a line, and nothing else.")
    ] = False,
) -> None:
    """Follow a game in pictures of its board: one a turn, after its pop and move, the die still lying.

    Each picture shows a legal move, an illegal one (with the rule, and the turn stands until the piece is put
    back, or play is seen to go on), nothing new, or is unsure; unsure leaves the position as it was.
    --corners are needed for the first picture only, if at all. All pictures are looked through first for the
    lamps that are reflected in the dome: a camera that stands still sees them at the same place in each. On a
    chessboard there is a picture after each toy's action, and no die is read: a change is lawful if some dice
    make it so. A file that is no picture, or fails, is named, reckoned with as a turn that nobody saw, and
    the exit status is 1 at the end.

    The file of --start holds the line that `position` prints at the table, or JSON, of Trouble for example:
    {"game": "trouble", "position": {"seats": ["red", "blue", "yellow", "green"], "players": ["red", "blue"],
    "men": {"red": [3, "H", "H", "H"], "blue": ["H", "H", "H", "H"]}, "turn": "red"}}. The position is
    written as for `umpire legal`; "options" with house rules may stand beside it.

    Example: umpire follow --board trouble-tags --start start.json evening/*.jpg
    """
    layout, given = load_layout(board), corners_of(corners)
    state = read_start(start, layout)
    overlays, words = OverlayFolder(overlay) if overlay else None, Words()
    sources = expand(frames)
    if layout.game == "gearhead":
        follower: ChessFollower | _Follower = ChessFollower(layout, state, given, overlays)
    else:
        follower = _Follower(layout, state, given, overlays)
        follower.foresee(progressing(sources, "Looking for lamps"))
    rows = (follower.look(source) for source in progressing(sources, "Following"))
    failed = _print_json(rows, words) if as_json else _print_table(rows, words)
    if failed:
        raise typer.Exit(1)


@dataclass(frozen=True, slots=True)
class _Row:
    """What one frame told; `told` is None, and `error` says why, if the file is no picture or fails."""

    file: str
    stacks: dict[str, tuple[str, ...]]
    told: Followed | None = None
    error: str = ""

    def reason(self, words: Words) -> str:
        """What was seen, in one sentence."""
        return board_reason(words, self.told.reason, self.told.facts) if self.told else self.error

    def to_json(self, words: Words) -> dict[str, Any]:
        """The row in the machine-readable form."""
        told = self.told
        move = None if told is None else _move(told.move)
        row = {
            "file": self.file,
            "die": told.die if told else None,
            "red": told.red if told else None,
            "seen": told.seen if told else "unsure",
            "move": move,
            "rule": told.rule if told else None,
            "reason": self.reason(words),
            "pieces": {space: list(stack) for space, stack in self.stacks.items()},
        }
        if told is None:
            return row | {"error": self.error}
        return row if told.earlier is None else row | {"earlier": _move(told.earlier)}


def _move(move: FollowedMove | None) -> dict[str, Any] | None:
    if move is None:
        return None
    return {"from": move.origin, "to": move.target, "captures": list(move.captures)}


class _Follower:
    """Follows one game through files."""

    def __init__(
        self, layout: Layout, state: State, corners: Corners | None, overlays: OverlayFolder | None
    ) -> None:
        self._layout, self._corners, self._overlays = layout, corners, overlays
        self._follower = GameFollower(layout, game(layout.game), state)

    def foresee(self, sources: Iterable[Input]) -> None:
        """Learn what all the files show of lamps reflected in the dome; `look` tells which fail, and why."""
        corners = self._corners
        for source in sources:
            if source.error is None:
                with suppress(Exception):
                    self._follower.foresee(load_picture(source.path), corners)
                    corners = None

    def look(self, source: Input) -> _Row:
        """The row of the next file."""
        looked = looked_at(source, lambda picture: self._follower.look(picture, self._corners))
        if isinstance(looked, str):
            # Whatever was played on that picture, nobody saw it.
            self._follower.missed()
            return _Row(source.file, stacks_of(self._follower.state), error=looked)
        picture, told = looked
        if told.look.seen.registered:
            self._corners = None
        if self._overlays is not None:
            self._overlays.write(source.file, draw(picture, told.look, self._layout))
        return _Row(source.file, dict(told.stacks), told)


def _print_json(rows: Iterator[_Row | ChessFollowRow], words: Words) -> bool:
    failed = False
    for row in rows:
        failed = failed or row.told is None
        print(json.dumps(row.to_json(words)), flush=True)
    return failed


def _print_table(rows: Iterator[_Row | ChessFollowRow], words: Words) -> bool:
    console, table = console_for_rows(), plain_table("file", "die", "seen", "move", "rule", "why")
    failed = False
    for row in rows:
        failed = failed or row.told is None
        told = row.to_json(words)
        move, style = told["move"], _COLOURS.get(told["seen"], "dim")
        named = f"{move['from']}-{move['to']}" if move else ""
        taken = f" x {', '.join(move['captures'])}" if move and move["captures"] else ""
        die = f"{told['die'] or ''}{' + red dot' if told['red'] else ''}"
        seen = Text(told["seen"], style)
        table.add_row(row.file, die, seen, named + taken, told["rule"] or "", told["reason"])
    console.print(table)
    return failed
