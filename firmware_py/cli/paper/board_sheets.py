"""The sheets of a chessboard with corner tags, for those who have none: to be cut and taped together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import Image

from firmware_py.cli.paper.page import DPI, SIZES, Page
from firmware_py.words import Words
from hardware.layout import Layout
from rules import Fact
from vision.studio.chessboards import ChessStyle, chess_print

__all__ = ["LEFT", "TOP", "Piece", "board_sheets", "pieces_of"]

LEFT: Final = 9.0
TOP: Final = 25.0
"""Where a piece of the board lies on its sheet, mm from the upper left corner."""

_FOOT: Final = 20.0
_MM_PER_INCH: Final = 25.4
_GREY: Final = (150, 150, 150)
_PALE: Final = (225, 225, 225)


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the board, mm from the board's upper left corner; its column and row among the parts."""

    x: float
    y: float
    width: float
    height: float
    column: int
    row: int


def pieces_of(layout: Layout, paper: str) -> list[Piece]:
    """The parts of a board that fit the paper, cut between squares wherever one lies in the way."""
    x_cuts, y_cuts = (
        _edges([x for x, _ in layout.spaces.values()]),
        _edges([y for _, y in layout.spaces.values()]),
    )
    width, height = layout.size_mm
    left, top = layout.corners[0]
    across = _parts([x - left for x in x_cuts], width, SIZES[paper][0] - 2 * LEFT)
    down = _parts(sorted(top - y for y in y_cuts), height, SIZES[paper][1] - TOP - _FOOT)
    return [
        Piece(x, y, to_x - x, to_y - y, column, row)
        for row, (y, to_y) in enumerate(down)
        for column, (x, to_x) in enumerate(across)
    ]


def _edges(middles: Sequence[float]) -> list[float]:
    """The edges between squares, from their middles."""
    lines = sorted(set(middles))
    half = (lines[1] - lines[0]) / 2
    return [lines[0] - half, *(line + half for line in lines)]


def _parts(cuts: Sequence[float], length: float, room: float) -> list[tuple[float, float]]:
    """A length cut at some places into as few parts as fit the room."""
    parts: list[tuple[float, float]] = []
    start = 0.0
    while length - start > room:
        end = max((cut for cut in cuts if start < cut <= start + room), default=start + room)
        parts.append((start, end))
        start = end
    return [*parts, (start, length)]


def board_sheets(layout: Layout, paper: str, words: Words) -> list[Page]:
    """The board on as many sheets as it takes, each with its place, a ruler and cutting lines."""
    pieces = pieces_of(layout, paper)
    pages = []
    for number, piece in enumerate(pieces, 1):
        page = Page(paper, colour=True)
        facts: dict[str, Fact] = {"what": layout.name, "number": number, "count": len(pieces)}
        page.write(LEFT + 4, 8, words.say("paper.sheet.board", facts), 5)
        page.write(LEFT + 4, 15.5, words.say("paper.sheet.board_how"))
        page.ruler(LEFT + 4, page.size[1] - 10, 100, words)
        _draw(page, layout, piece, pieces)
        pages.append(page)
    return pages


def _draw(page: Page, layout: Layout, piece: Piece, pieces: Sequence[Piece]) -> None:
    """A part of the board, its cutting lines and where it belongs."""
    part = (piece.x, piece.y, piece.width, piece.height)
    drawn = chess_print(layout, ChessStyle(), DPI / _MM_PER_INCH, part)
    page.lay(Image.fromarray(np.ascontiguousarray(drawn[..., ::-1])), LEFT, TOP)
    right, bottom = LEFT + piece.width, TOP + piece.height
    for x in (LEFT, right):
        page.line(x, TOP - 4, x, bottom + 4, ink=_GREY)
    for y in (TOP, bottom):
        page.line(LEFT - 4, y, right + 4, y, ink=_GREY)
    _map(page, layout, piece, pieces)


def _map(page: Page, layout: Layout, here: Piece, pieces: Sequence[Piece]) -> None:
    """A small plan of all sheets in the upper right corner, with this one filled."""
    scale = 16.0 / max(layout.size_mm)
    left, top = page.size[0] - LEFT - 18, 5.0
    for piece in pieces:
        box = (left + piece.x * scale, top + piece.y * scale, piece.width * scale, piece.height * scale)
        page.box(*box, ink=_GREY if piece == here else _PALE)
        page.box(*box, ink=None)
