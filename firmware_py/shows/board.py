"""The board as text: every space where the layout puts it, with what stands there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.style import Style
from rich.text import Text

from firmware_py.shows.colours import RGB, light_of
from firmware_py.view.values import TableView
from firmware_py.words import Words
from hardware.layout import Layout
from hardware.spaces import colour_of
from rules import Piece, Space, Toy

__all__ = ["render_board"]

_EMPTY: Final = {"home": "○", "finish": "◇", "track": "·"}
_ASPECT: Final = 2.0
"""A character is about twice as high as it is wide."""
_CELL: Final = 2
"""Characters that a space takes: its piece, and how high a stack is or which way a toy looks."""


def render_board(
    view: TableView, layout: Layout, rows: int, words: Words, numbers: Mapping[Space, str] | None = None
) -> Text:
    """The board in at most so many lines.

    Args:
        rows: how many lines there are; the width follows from the board's shape.
        words: the catalogue, for the letters of the teams.
        numbers: numbers to show on spaces, such as those of the moves that end there.
    """
    grid = _grid(layout, rows)
    height = 1 + max(row for row, _ in grid.values())
    lines: list[list[tuple[str, Style | None]]] = [[] for _ in range(height)]
    for space, (row, column) in sorted(grid.items(), key=lambda item: item[1]):
        cells = lines[row]
        cells += [(" ", None)] * (column - sum(len(text) for text, _ in cells))
        cells.append(_cell(view, space, words, (numbers or {}).get(space)))
    text = Text()
    for cells in lines:
        for characters, style in cells:
            text.append(characters, style)
        text.append("\n")
    return text


def _grid(layout: Layout, rows: int) -> dict[Space, tuple[int, int]]:
    """Row and column of every space: the layout, scaled, with room for two characters each."""
    xs = [x for x, _ in layout.spaces.values()]
    ys = [y for _, y in layout.spaces.values()]
    scale = (rows - 1) / max(max(ys) - min(ys), 1.0)
    taken: set[tuple[int, int]] = set()
    grid: dict[Space, tuple[int, int]] = {}
    for space, (x, y) in layout.spaces.items():
        row, column = round((max(ys) - y) * scale), round((x - min(xs)) * scale * _ASPECT)
        while any((row, column + shift) in taken for shift in range(-_CELL + 1, _CELL)):
            column += 1
        taken.add((row, column))
        grid[space] = row, column
    return grid


def _cell(view: TableView, space: Space, words: Words, number: str | None) -> tuple[str, Style | None]:
    stack = view.pieces.get(space, ())
    if stack:
        text, style = _piece(stack[-1], len(stack), words)
        return (text, style) if number is None else (text[0] + number[:1], style + Style(reverse=True))
    if number is not None:
        return number.ljust(_CELL)[:_CELL], Style(reverse=True, bold=True)
    owner = colour_of(space)
    if owner is None:
        return _EMPTY["track"].ljust(_CELL), Style(dim=True)
    kind = _EMPTY["home" if space[1] == "H" else "finish"]
    return kind.ljust(_CELL), Style(color=_hex(light_of(owner)), dim=True)


def _piece(top: Piece, high: int, words: Words) -> tuple[str, Style]:
    if isinstance(top, Toy):
        light = light_of("south" if top.facing == "N" else "north")
        text = top.kind[:1].upper() + ("▲" if top.facing == "N" else "▼")
        return text, Style(color=_hex(light), bold=True, strike=top.zapped, italic=top.flipped)
    letter = words.term(top, "letter")
    text = letter[:1] + str(high) if high > 1 else letter.ljust(_CELL)[:_CELL]
    # The letter tells the team to those who cannot tell the colours.
    return text, Style(color=_hex(light_of(top)), bold=True)


def _hex(light: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*light)
