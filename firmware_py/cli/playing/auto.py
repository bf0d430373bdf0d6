"""The random player: presses the dome, and chooses any legal move, each as likely as the others."""

from __future__ import annotations

import random
from collections.abc import Callable

from firmware_py.cli.playing.dice import Dome
from firmware_py.senses.base import Desk
from firmware_py.table import Phase
from firmware_py.table.events import Answered, Journalled, Undone
from firmware_py.view import TableView

__all__ = ["AutoPlayer"]

_POPPING = (Phase.WAITING_FOR_POP, Phase.UNREADABLE, Phase.WAITING_FOR_DRAW)
_MOMENT = 0.002
_PATIENCE = 8.0
"""Seconds after which it acts again although nothing has come of what it did."""


class AutoPlayer:
    """Plays for everybody, as a sense.

    Args:
        view: the newest view.
        seen: whether the newest view has been shown: nobody could follow a player who runs ahead of it.
        dome: what is pressed.
        rng: draws the moves.
        seconds: how long it thinks before it acts, so that people can follow.
        left: whether what it does is left to others: hands that move pieces on a board.
        done: is called once the game is over, or if the dome is broken; then with the reason.
    """

    name = "auto"

    def __init__(
        self,
        view: Callable[[], TableView],
        seen: Callable[[], bool],
        dome: Dome,
        *,
        rng: random.Random,
        seconds: float,
        done: Callable[[str | None], None],
        left: Callable[[Journalled, TableView], bool] = lambda *_: False,
    ) -> None:
        self._view, self._seen, self._dome = view, seen, dome
        self._rng, self._seconds, self._done, self._left = rng, seconds, done, left

    def run(self, desk: Desk) -> None:
        """Act until the game is over."""
        desk.ready()
        while desk.wait(self._seconds):
            while not self._seen() and desk.wait(_MOMENT):
                pass
            view = self._view()
            broken = next((fault.why for fault in view.faults if fault.part == self._dome.name), None)
            if view.phase is Phase.OVER or (broken and view.phase in _POPPING):
                self._done(broken)
                return
            self._act(view, desk)
            until = desk.now() + _PATIENCE
            while self._view() is view and desk.now() < until and desk.wait(_MOMENT):
                pass

    def _act(self, view: TableView, desk: Desk) -> None:
        match view.phase:
            case phase if phase in _POPPING:
                self._dome.press(desk.now())
            case Phase.WAITING_FOR_MOVE | Phase.MOVE_SEEN:
                self._choose(view, desk)
            case Phase.ILLEGAL_MOVE | Phase.CORRECTION:
                undone = Undone(at=desk.now(), by=self.name, ply=view.ply)
                if self._left(undone, view):
                    return
                if view.phase is Phase.ILLEGAL_MOVE:
                    desk.post(undone)
                elif view.options:
                    self._choose(view, desk)
                else:
                    self._dome.press(desk.now())

    def _choose(self, view: TableView, desk: Desk) -> None:
        # Declining is left to people: games would hardly end.
        moves = [option.answer for option in view.options if option.target is not None]
        options = moves or [option.answer for option in view.options]
        answer = Answered(at=desk.now(), by=self.name, ply=view.ply, answer=self._rng.choice(options))
        if not self._left(answer, view):
            desk.post(answer)

    def close(self) -> None:
        """There is nothing to release."""
