"""The evening as running text: for pipes, simple terminals and screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from typing import TextIO

from firmware_py.shows.screen import option_line
from firmware_py.view import new_verdict, newer
from firmware_py.view.values import Phase, TableView
from firmware_py.words import Words

__all__ = ["Transcript", "told_lines"]

_MEANWHILE = (Phase.ROLLING, Phase.HAND_OVER_BOARD)
"""Phases in which there is nothing to say yet."""


def told_lines(before: TableView | None, view: TableView, words: Words) -> Iterator[str]:
    """What is to be said now that the view has changed."""
    for say in newer(before.log if before else (), view.log):
        yield words.say(say.key, say.facts)
    if view.pairing_code and (before is None or view.pairing_code != before.pairing_code):
        yield words.say("web.pairing.code", {"code": view.pairing_code})
    for fault in view.faults:
        if before is None or fault not in before.faults:
            yield f"! {words.term(fault.part)}: {words.problem(fault.why)}"
    if (verdict := new_verdict(before, view)) is not None:
        yield words.say(verdict.key, verdict.facts)
    moment = (view.ply, view.phase, view.headline)
    if view.phase not in _MEANWHILE and (
        before is None or moment != (before.ply, before.phase, before.headline)
    ):
        yield words.say(view.headline.key, view.headline.facts)
        if view.phase in (Phase.WAITING_FOR_MOVE, Phase.MOVE_SEEN):
            yield from (
                option_line(number, option, words).plain for number, option in enumerate(view.options, 1)
            )


class Transcript:
    """Writes the evening to a stream, a line a happening. `shown` is the view that was written last."""

    name = "terminal"
    frame_seconds: float | None = None

    def __init__(self, stream: TextIO, words: Words, gone: Callable[[], None] = lambda: None) -> None:
        """Write to a stream; `gone` is called once whoever read it has left, as `head` does."""
        self._stream, self._words, self._gone = stream, words, gone
        self._pictures: SimpleQueue[str] = SimpleQueue()
        self.shown: TableView | None = None

    def open(self) -> None:
        """The stream is open already."""

    def show(self, view: TableView, t: float) -> None:
        """Write what is new in the view."""
        del t
        pictures = [self._pictures.get() for _ in range(self._pictures.qsize())]
        self._write([*pictures, *told_lines(self.shown, view, self._words)])
        self.shown = view

    def notice(self, *lines: str) -> None:
        """Write lines that answer what was typed; from any thread."""
        self._write(lines)

    def picture(self, line: str) -> None:
        """Write what a picture of the dice showed, before what came of it; from any thread."""
        self._pictures.put(line)

    def _write(self, lines: Sequence[str]) -> None:
        try:
            self._stream.write("".join(f"{line}\n" for line in lines))
            self._stream.flush()
        except BrokenPipeError:
            self._gone()

    def close(self) -> None:
        """The stream belongs to the process."""
