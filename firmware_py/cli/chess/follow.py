"""A series of pictures of a chessboard: what each toy's action changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from firmware_py.cli.boards import Corners, board_reason, looked_at
from firmware_py.cli.inputs import Input
from firmware_py.cli.saving import OverlayFolder
from firmware_py.words import Words
from hardware.layout import Layout
from rules import State, Toy, game
from vision.board.chess.chess_follow import ToyFollower, ToysFollowed
from vision.board.chess.chess_overlay import draw_chess

__all__ = ["ChessFollowRow", "ChessFollower"]


@dataclass(frozen=True, slots=True)
class ChessFollowRow:
    """What one frame told; `told` is None, and `error` says why, if the file is no picture or fails."""

    file: str
    toys: dict[str, Toy] = field(default_factory=dict)
    told: ToysFollowed | None = None
    error: str = ""

    def to_json(self, words: Words) -> dict[str, Any]:
        """The row in the machine-readable form."""
        told = self.told
        move = None
        if told is not None and told.move is not None:
            move = {"from": told.move[0], "to": told.move[1], "captures": []}
        row = {
            "file": self.file,
            "die": None,
            "red": None,
            "seen": told.seen if told else "unsure",
            "move": move,
            "rule": told.rule if told else None,
            "reason": board_reason(words, told.reason, told.facts) if told else self.error,
            "toys": [
                {"kind": toy.kind, "at": space, "facing": toy.facing, "flipped": toy.flipped}
                for space, toy in sorted(self.toys.items())
            ],
        }
        return row if told else row | {"error": self.error}


class ChessFollower:
    """Follows one game through files."""

    def __init__(
        self, layout: Layout, state: State, corners: Corners | None, overlays: OverlayFolder | None
    ) -> None:
        self._layout, self._corners, self._overlays = layout, corners, overlays
        self._follower = ToyFollower(layout, game(layout.game), state)
        self._toys: dict[str, Toy] = {}

    def look(self, source: Input) -> ChessFollowRow:
        """The row of the next file."""
        looked = looked_at(source, lambda picture: self._follower.look(picture, self._corners))
        if isinstance(looked, str):
            # Whatever was done on that picture, nobody saw it.
            self._follower.missed()
            return ChessFollowRow(source.file, self._toys, error=looked)
        picture, told = looked
        if told.look.seen.registered:
            self._corners = None
        if self._overlays is not None:
            self._overlays.write(source.file, draw_chess(picture, told.look, self._layout))
        self._toys = dict(told.toys)
        return ChessFollowRow(source.file, self._toys, told)
