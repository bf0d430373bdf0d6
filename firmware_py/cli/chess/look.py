"""Single pictures of a chessboard with counters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firmware_py.cli.boards import Corners, board_reason, looked_at
from firmware_py.cli.inputs import Input
from firmware_py.cli.saving import OverlayFolder
from firmware_py.words import Words
from hardware.layout import Layout
from vision.board.chess.chess_overlay import draw_chess
from vision.board.chess.chess_reader import ChessReader
from vision.board.seen import BoardSeen, labelled_toy

__all__ = ["ChessLooker", "ChessRow", "toys_json"]


def toys_json(seen: BoardSeen) -> list[dict[str, Any]]:
    """The counters that are sure, by square."""
    return [
        {"kind": toy.kind, "at": space, "facing": toy.facing, "flipped": toy.flipped}
        for space, toy in sorted((space, labelled_toy(label)) for space, label in seen.tops.items())
    ]


@dataclass(frozen=True, slots=True)
class ChessRow:
    """What one picture shows; `seen` is None, and `error` says why, if the file is none or fails."""

    file: str
    seen: BoardSeen | None = None
    unsure: tuple[str, ...] = ()
    error: str = ""

    @property
    def die(self) -> int | None:
        """None: no die is read beside a chessboard."""
        return None

    def standing(self, words: Words) -> str:
        """Counters for people: "Ziggy e4 north"."""
        if self.seen is None:
            return ""
        toys = ((space, labelled_toy(label)) for space, label in sorted(self.seen.tops.items()))
        told = []
        for space, toy in toys:
            key = "gearhead.counter.on_back" if toy.flipped else "gearhead.counter.name"
            facing = words.term("north" if toy.facing == "N" else "south")
            told.append(f"{words.short(key, {'toy': toy.kind})} {space} {facing}")
        return ", ".join(told)

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
        return {
            "file": self.file,
            "registered": self.seen.registered,
            "how": self.seen.how,
            "error_px": round(self.seen.error_px, 2),
            "die": None,
            "toys": toys_json(self.seen),
            "unsure": list(self.unsure),
            "reason": self.reason(words),
        }


class ChessLooker:
    """Looks at pictures of one chessboard, each on its own."""

    def __init__(self, layout: Layout, corners: Corners | None, overlays: OverlayFolder | None) -> None:
        self._layout, self._corners, self._overlays = layout, corners, overlays

    def look(self, source: Input) -> ChessRow:
        """The row of one file."""
        reader = ChessReader(self._layout)
        looked = looked_at(source, lambda picture: reader.look_closely(picture, corners=self._corners))
        if isinstance(looked, str):
            return ChessRow(source.file, error=looked)
        picture, look = looked
        if self._overlays is not None:
            self._overlays.write(source.file, draw_chess(picture, look, self._layout))
        # Of a board that was not found no square can be told.
        unsure = look.seen.unsure if look.seen.registered else tuple(self._layout.spaces)
        return ChessRow(source.file, look.seen, unsure)
