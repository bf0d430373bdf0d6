"""What a terminal shows of the table: one renderable, a pure function of the view and of time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from firmware_py.shows.board import render_board
from firmware_py.shows.colours import light_of
from firmware_py.shows.dots import braille, half_blocks, strip_dots
from firmware_py.shows.oled import render_oled
from firmware_py.shows.strip import render_strip
from firmware_py.view.values import OptionView, TableView
from firmware_py.words import Words
from hardware.layout import Layout
from rules import Space

__all__ = ["Screen", "option_line", "render_screen"]

OledStyle = Literal["auto", "braille", "blocks", "none"]

_BRAILLE_COLUMNS: Final = 66
_BLOCK_COLUMNS: Final = 130
_BLOCK_ROWS: Final = 52
_BOARD_COLUMNS: Final = 50
_BOARD_ROWS: Final = 19
_BOARD_MOST_ROWS: Final = 24
_UNDER_BOARD_ROWS: Final = 8
_BRAILLE_ROWS: Final = 24
"""What a window needs for the OLED in braille, the strip, the headline, a move or two and the keys."""
_KEYS: Final = "Enter pop · 1-9 move · p pass · u undo · d 4 die by hand · ? help · q quit"


@dataclass(frozen=True, slots=True)
class Screen:
    """How the terminal is used.

    Attributes:
        columns, rows: its size in characters.
        oled: how the OLED is drawn.
        board: whether the board is drawn where there is room for it.
        notice: lines that answer what was typed last.
        picture: what the latest picture of the dice showed.
    """

    columns: int
    rows: int
    oled: OledStyle = "auto"
    board: bool = True
    notice: tuple[str, ...] = ()
    picture: str = ""


def render_screen(view: TableView, t: float, words: Words, layout: Layout, screen: Screen) -> RenderableType:
    """The whole screen at `t` seconds."""
    top, height = _top(view, t, words, layout, screen)
    parts: list[RenderableType] = [top] if top is not None else []
    parts.append(strip_dots(render_strip(view, t, layout)))
    if screen.picture:
        parts.append(Text(screen.picture, style="cyan"))
    parts.append(_headline(view, words))
    parts += [option_line(number, option, words) for number, option in enumerate(view.options, 1)]
    parts += [Text(f"! {fault.part}: {fault.why}", style="red") for fault in view.faults]
    room = screen.rows - height - len(parts) - 1
    parts += _below(view, words, screen.notice, max(1, room))
    parts.append(Text(_KEYS, style="dim"))
    return Group(*parts)


def _top(
    view: TableView, t: float, words: Words, layout: Layout, screen: Screen
) -> tuple[RenderableType | None, int]:
    """OLED and board, as the window allows, and how many lines they take."""
    style = _oled_style(screen)
    board_wanted = screen.board and view.game is not None
    if style == "none":
        rows = min(_BOARD_MOST_ROWS, screen.rows - _UNDER_BOARD_ROWS)
        if not board_wanted or rows < _BOARD_ROWS:
            return None, 0
        return render_board(view, layout, rows, _numbers(view.options)), rows
    image = render_oled(view, t, words)
    lines = braille(image) if style == "braille" else half_blocks(image)
    glass = Text("\n".join(lines), style="bright_white")
    oled = Panel.fit(glass, box=box.ROUNDED, padding=0, border_style="dim")
    if not board_wanted or screen.columns < len(lines[0]) + _BOARD_COLUMNS:
        return oled, len(lines) + 2
    side_by_side = Table.grid(padding=(0, 2))
    side_by_side.add_row(oled, render_board(view, layout, _BOARD_ROWS, _numbers(view.options)))
    return side_by_side, max(len(lines) + 2, _BOARD_ROWS)


def option_line(number: int, option: OptionView, words: Words) -> Text:
    """An option with its number, what it is, and what would come of it."""
    text = Text(f"{number:>3}  ", style="bold")
    text.append(words.say(option.say.key, option.say.facts), Style(bold=bool(option.captures)))
    for follow in option.follows:
        text.append(" " + words.say(follow.key, follow.facts), Style(dim=True))
    return text


def _oled_style(screen: Screen) -> Literal["braille", "blocks", "none"]:
    if screen.oled != "auto":
        return screen.oled
    if screen.columns >= _BLOCK_COLUMNS and screen.rows >= _BLOCK_ROWS:
        return "blocks"
    return "braille" if screen.columns >= _BRAILLE_COLUMNS and screen.rows >= _BRAILLE_ROWS else "none"


def _headline(view: TableView, words: Words) -> Text:
    light = "#{:02x}{:02x}{:02x}".format(*light_of(view.turn))
    text = Text("● ", style=light)
    text.append(words.say(view.headline.key, view.headline.facts), "bold")
    if view.verdict:
        text.append("  " + words.say(view.verdict.key, view.verdict.facts), "yellow")
    return text


def _below(view: TableView, words: Words, notice: Sequence[str], rows: int) -> list[Text]:
    told = [Text(line, style="cyan") for line in notice[-rows:]]
    log = [Text("  " + words.say(say.key, say.facts), style="dim") for say in view.log]
    return told + log[len(log) - max(0, rows - len(told)) :] if rows > len(told) else told


def _numbers(options: Sequence[OptionView]) -> dict[Space, str]:
    """The number of the first option that ends on each space."""
    numbers: dict[Space, str] = {}
    for number, option in enumerate(options, 1):
        if option.target is not None:
            numbers.setdefault(option.target, str(number))
    return numbers
