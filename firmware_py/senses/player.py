"""Players without hands, as a sense: bots that sit at the table, and chance that plays for everybody."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, Protocol

from firmware_py.senses.base import Desk
from firmware_py.table import Phase, Table
from firmware_py.table.events import Answered, Journalled, Undone
from rules import Chance, Choice
from rules.bots import Strength, decide, strength_of

__all__ = ["BOT_SECONDS", "Player", "Pressable", "bot_at_turn", "everybody"]

BOT_SECONDS: Final = 1.2
"""How long a bot among people waits before it acts: they have to follow what it does."""

_POPPING = (Phase.WAITING_FOR_POP, Phase.UNREADABLE, Phase.WAITING_FOR_DRAW)
_NEEDS_DICE = (*_POPPING, Phase.ROLLING)
_MOMENT = 0.002
_NAP = 0.2
"""Seconds after which it looks again whether it has something to do."""
_PATIENCE = 8.0
"""Seconds after which it acts again although nothing has come of what it did."""


class Pressable(Protocol):
    """Dice that can be thrown without a hand.

    Attributes:
        parts: what faults call the senses that throw or read them.
    """

    parts: tuple[str, ...]

    def press(self, at: float) -> None:
        """Press the dome at `at` monotonic seconds."""


def bot_at_turn(table: Table) -> Strength | None:
    """How well the bot plays whose turn it is; None if a person is to act, or nobody."""
    if table.started is None or not isinstance(waits := table.state.awaits, Chance | Choice):
        return None
    return strength_of(waits.player)


def everybody(table: Table) -> Strength:
    """A bot of its own strength where one sits; chance for all others."""
    return bot_at_turn(table) or "random"


class Player:
    """Presses the dome and chooses for those without hands.

    Args:
        table: where the evening stands.
        plays: how well it plays at a moment; None where it is a person's turn.
        dome: what is pressed; None where only a hand can: then people pop for it.
        rng: draws what is left to chance.
        seconds: how long it waits before it acts, so that people can follow.
        seen: whether the newest view has been shown: nobody could follow a player who runs ahead of it.
        left: whether what it does is left to others: hands that move pieces on a board.
        done: is called once the game is over, or if the dome is broken; then with the reason. None where
            people play too: it then waits for the next game, and leaves to them what went wrong.
    """

    name = "player"

    def __init__(
        self,
        table: Callable[[], Table],
        plays: Callable[[Table], Strength | None],
        dome: Pressable | None,
        *,
        rng: random.Random,
        seconds: float,
        seen: Callable[[], bool] = lambda: True,
        left: Callable[[Journalled], bool] = lambda _: False,
        done: Callable[[str | None], None] | None = None,
    ) -> None:
        self._table, self._plays, self._dome = table, plays, dome
        self._rng, self._seconds, self._seen = rng, seconds, seen
        self._left, self._done = left, done

    def run(self, desk: Desk) -> None:
        """Act until the loop stops or, where nobody else plays, until the game is over."""
        desk.ready()
        while desk.wait(self._seconds):
            while not self._seen() and desk.wait(_MOMENT):
                pass
            table = self._table()
            broken = self._broken(table)
            if self._done is not None and (table.phase is Phase.OVER or broken):
                self._done(broken)
                return
            strength = self._plays(table)
            acted = strength is not None and self._act(table, strength, desk)
            until = desk.now() + (_PATIENCE if acted else _NAP)
            while _moment(self._table()) == _moment(table) and desk.now() < until and desk.wait(_MOMENT):
                pass

    def _broken(self, table: Table) -> str | None:
        """Why the dice cannot be had, if they are needed."""
        if self._dome is None or table.phase not in _NEEDS_DICE:
            return None
        return next((fault.why for fault in table.faults if fault.part in self._dome.parts), None)

    def _act(self, table: Table, strength: Strength, desk: Desk) -> bool:
        """Do what is to be done; False if that is for others to do."""
        match table.phase:
            case phase if phase in _POPPING:
                return self._press(desk)
            case Phase.WAITING_FOR_MOVE | Phase.MOVE_SEEN:
                return self._choose(table, strength, desk)
            case Phase.ILLEGAL_MOVE | Phase.CORRECTION if self._done is not None:
                undone = Undone(at=desk.now(), by=self.name, ply=table.ply, pending=table.pending)
                if self._left(undone):
                    return True
                if table.phase is Phase.ILLEGAL_MOVE:
                    desk.post(undone)
                    return True
                return self._choose(table, strength, desk) or self._press(desk)
        return False

    def _press(self, desk: Desk) -> bool:
        if self._dome is not None:
            self._dome.press(desk.now())
        return self._dome is not None

    def _choose(self, table: Table, strength: Strength, desk: Desk) -> bool:
        given = decide(table.state, strength, self._rng)
        if given is None:
            return False
        waits = table.state.awaits
        by = waits.player if isinstance(waits, Choice) else self.name
        answer = Answered(at=desk.now(), by=by, ply=table.ply, answer=given)
        if not self._left(answer):
            desk.post(answer)
        return True

    def close(self) -> None:
        """There is nothing to release."""


def _moment(table: Table) -> tuple[object, ...]:
    """What changes when something came of an act."""
    return table.started, table.ply, table.phase
