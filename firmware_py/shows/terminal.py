"""The terminal as a show: a live screen that leaves the line that is being typed alone."""

from __future__ import annotations

import threading
from dataclasses import replace

from rich.console import Console

from firmware_py.shows.screen import Screen, render_screen
from firmware_py.view.values import TableView
from firmware_py.words import Words
from hardware.layout import Layout

__all__ = ["TerminalScreen"]

_ALTERNATE, _USUAL = "\033[?1049h", "\033[?1049l"
_SAVE, _RESTORE, _HOME = "\0337", "\0338", "\033[H"
_CLEAR_LINE, _CLEAR_BELOW = "\033[K", "\033[J"
_PROMPT = "> "


class TerminalScreen:
    """Draws the table on the terminal's other screen, so that what stood before comes back."""

    name = "terminal"
    frame_seconds: float | None = 0.25

    def __init__(self, console: Console, words: Words, layout: Layout, screen: Screen) -> None:
        """Draw on a console that is a terminal; the size in `screen` is looked up anew for every frame."""
        self._console, self._words, self._layout = console, words, layout
        self._screen = screen
        self._lock = threading.Lock()
        self._shown: tuple[TableView, float] | None = None
        self._size: tuple[int, int] | None = None
        self._is_open = False

    def open(self) -> None:
        """Turn to the other screen."""
        with self._lock:
            self._is_open = True
            self._write(_ALTERNATE + _HOME + _CLEAR_BELOW)
            self._prompt()

    def show(self, view: TableView, t: float) -> None:
        """Draw a frame; the cursor stays where people type."""
        with self._lock:
            self._shown = view, t
            self._draw()

    @property
    def shown(self) -> TableView | None:
        """The view that was drawn last."""
        return self._shown[0] if self._shown else None

    def notice(self, *lines: str) -> None:
        """Show lines that answer what was typed, and a fresh prompt; from any thread."""
        with self._lock:
            self._screen = replace(self._screen, notice=lines)
            if self._is_open:
                self._draw()
                self._prompt()

    def picture(self, line: str) -> None:
        """Show what a picture of the dice showed; from any thread."""
        with self._lock:
            self._screen = replace(self._screen, picture=line)
            self._draw()

    def close(self) -> None:
        """Turn back to the usual screen."""
        with self._lock:
            if self._is_open:
                self._is_open = False
                self._write(_USUAL)

    def _draw(self) -> None:
        if self._shown is None or not self._is_open:
            return
        columns, rows = self._console.size
        if self._size not in (None, (columns, rows)):
            # Terminals keep what they like of the old lines, and the prompt among them.
            self._write(_HOME + _CLEAR_BELOW)
            self._prompt()
        self._size = columns, rows
        screen = replace(self._screen, columns=columns, rows=rows - 2)
        with self._console.capture() as captured:
            self._console.print(render_screen(*self._shown, self._words, self._layout, screen))
        lines = captured.get().splitlines()[: rows - 2]
        lines += [""] * (rows - 2 - len(lines))
        self._write(_SAVE + _HOME + "".join(f"{line}{_CLEAR_LINE}\r\n" for line in lines) + _RESTORE)

    def _prompt(self) -> None:
        row = max(1, self._console.size.height - 1)
        self._write(f"\033[{row};1H{_CLEAR_BELOW}{_PROMPT}")

    def _write(self, text: str) -> None:
        self._console.file.write(text)
        self._console.file.flush()
