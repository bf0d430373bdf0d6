"""What a terminal shows of the table: one renderable, a pure function of the view and of time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from firmware_py.shows.board import render_board
from firmware_py.shows.colours import light_of
from firmware_py.shows.dots import braille, half_blocks, strip_dots
from firmware_py.shows.oled import HEIGHT, WIDTH, render_oled
from firmware_py.shows.qr import qr_text
from firmware_py.shows.strip import render_strip
from firmware_py.view.values import OptionView, TableView
from firmware_py.words import Words
from hardware.layout import Layout
from rules import Space

__all__ = ["Screen", "option_line", "render_screen"]

OledStyle = Literal["auto", "braille", "blocks", "none"]

_BOARD_COLUMNS: Final = 50
_BOARD_ROWS: Final = 19
_BOARD_MOST_ROWS: Final = 24
_FROM, _TO = "↑", "↓"
"""A piece is to be lifted there, and set down there."""


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
    below: list[RenderableType] = [strip_dots(render_strip(view, t, layout))]
    if view.pairing_code:
        below.append(Text(words.say("web.pairing.code", {"code": view.pairing_code}), style="bold magenta"))
    address = view.address if view.address is not None and t < view.address.until else None
    if address is not None:
        below.append(Text(words.say("web.address.title", {"address": address.where}), style="cyan"))
    if screen.picture:
        below.append(Text(screen.picture, style="cyan"))
    below.append(_headline(view, words))
    below += [option_line(mark, option, words) for mark, option in _marked(view)]
    below += [
        Text(f"! {words.term(fault.part)}: {words.problem(fault.why)}", style="red") for fault in view.faults
    ]
    keys = Text(words.say("terminal.keys.bar"), style="dim", overflow="ellipsis", no_wrap=True)
    room = screen.rows - len(below) - 1
    code = qr_text(address.where) if address is not None else None
    top, height = _beside(code, *_top(view, t, layout, words, screen, room), screen, room)
    return Group(*top, *below, *_told(view, words, screen.notice, max(1, room - height)), keys)


def _beside(
    code: Text | None, top: list[RenderableType], height: int, screen: Screen, room: int
) -> tuple[list[RenderableType], int]:
    """The top with the page's code on its right, where there is room for it."""
    if code is None:
        return top, height
    lines = code.plain.splitlines()
    width = max((Console(width=screen.columns).measure(part).maximum for part in top), default=0)
    if len(lines) > room or width + 2 + len(lines[0]) > screen.columns:
        return top, height
    grid = Table.grid(padding=(0, 2))
    grid.add_row(*top, code)
    return [grid], max(height, len(lines))


def _top(
    view: TableView, t: float, layout: Layout, words: Words, screen: Screen, room: int
) -> tuple[list[RenderableType], int]:
    """OLED and board, as the window allows, and how many of the `room` lines they take."""
    board_wanted = screen.board and view.game is not None
    style = _oled_style(screen, room)
    if style == "none":
        rows = min(_BOARD_MOST_ROWS, room)
        if not board_wanted or rows < _BOARD_ROWS:
            return [], 0
        return [render_board(view, layout, rows, words, _numbers(view))], rows
    oled = render_oled(view, t, words)
    lines = braille(oled) if style == "braille" else half_blocks(oled)
    glass: RenderableType = Text("\n".join(lines), style="bright_white")
    framed = room >= len(lines) + 2
    if framed:
        glass = Panel.fit(glass, box=box.ROUNDED, padding=0, border_style="dim")
    height = len(lines) + 2 * framed
    if not board_wanted or room < _BOARD_ROWS or screen.columns < len(lines[0]) + _BOARD_COLUMNS:
        return [glass], height
    side_by_side = Table.grid(padding=(0, 2))
    side_by_side.add_row(glass, render_board(view, layout, _BOARD_ROWS, words, _numbers(view)))
    return [side_by_side], max(height, _BOARD_ROWS)


def option_line(mark: int | str, option: OptionView, words: Words) -> Text:
    """An option with what is typed for it, what it is, and what would come of it."""
    text = Text(f"{mark:>3}  ", style="bold")
    text.append(words.say(option.say.key, option.say.facts), Style(bold=bool(option.captures)))
    for follow in option.follows:
        text.append(" " + words.say(follow.key, follow.facts), Style(dim=True))
    return text


def _marked(view: TableView) -> Iterable[tuple[int | str, OptionView]]:
    """The options with what is typed for them: a number, or p for a pass that has none."""
    return enumerate(view.options, 1) if view.numbered else (("p", option) for option in view.options)


def _oled_style(screen: Screen, room: int) -> Literal["braille", "blocks", "none"]:
    if screen.oled != "auto":
        return screen.oled
    if screen.columns > WIDTH and room >= HEIGHT // 2:
        return "blocks"
    return "braille" if screen.columns > WIDTH // 2 + 1 and room >= HEIGHT // 4 else "none"


def _headline(view: TableView, words: Words) -> Text:
    light = "#{:02x}{:02x}{:02x}".format(*light_of(view.turn))
    text = Text("● ", style=light)
    text.append(words.say(view.headline.key, view.headline.facts), "bold")
    if view.verdict:
        text.append("  " + words.say(view.verdict.key, view.verdict.facts), "yellow")
    return text


def _told(view: TableView, words: Words, notice: Sequence[str], rows: int) -> list[Text]:
    told = [Text(line, style="cyan") for line in notice[-rows:]]
    log = [Text("  " + words.say(say.key, say.facts), style="dim") for say in view.log]
    return told + log[len(log) - max(0, rows - len(told)) :] if rows > len(told) else told


def _numbers(view: TableView) -> dict[Space, str]:
    """The number of the first option that ends on each space; while a piece is put right, its way instead."""
    if view.fix is not None:
        ends = {view.fix.origin: _FROM, view.fix.target: _TO}
        return {space: mark for space, mark in ends.items() if space is not None}
    numbers: dict[Space, str] = {}
    for number, option in enumerate(view.options, 1):
        if option.target is not None:
            numbers.setdefault(option.target, str(number))
    return numbers
