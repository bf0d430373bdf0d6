"""The analyst: works out each team's chance to win in a process of its own, so that the table never waits."""

from __future__ import annotations

import multiprocessing
import os
import random
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from firmware_py.errors import DeviceError
from firmware_py.senses.base import Desk
from firmware_py.table import Phase, Table
from firmware_py.table.events import OddsFound
from rules import Colour, State

__all__ = ["Analyst"]

_NAP: Final = 0.2
_PLAYOUTS: Final = 400
"""Games that are played for one figure: good to about two per cent."""

_SLOW_PLAYOUTS: Final = 12
"""The same where only the game's own engine knows the game: it takes as long as thousands of quick ones."""

_IDLE = (Phase.SETTING_UP, Phase.OVER, Phase.PAUSED)


class Analyst:
    """Looks at each moment that lasts, and tells the chances in it. A moment that is over is not finished.

    Args:
        table: where the evening stands.
    """

    name = "analyst"

    def __init__(self, table: Callable[[], Table]) -> None:
        self._table = table
        self._pool: ProcessPoolExecutor | None = None

    def run(self, desk: Desk) -> None:
        """Work until the loop stops.

        Raises:
            DeviceError: when the process was lost.
        """
        context = multiprocessing.get_context("spawn")  # a fork would take the loop's locks along as they are
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=_be_patient)
        desk.ready()
        told: tuple[float, int] | None = None
        while desk.wait(_NAP):
            table = self._table()
            if table.started is None or table.phase in _IDLE or (table.started.at, table.ply) == told:
                continue
            told = table.started.at, table.ply
            try:
                chances = self._waited(self._pool.submit(_chances, table.state, secrets.randbits(32)), desk)
            except (BrokenProcessPool, RuntimeError):
                if desk.wait(0.0):
                    raise DeviceError("The analyst's process has ended: no odds for now.") from None
                return
            if chances:
                desk.post(OddsFound(at=desk.now(), began=told[0], ply=told[1], chances=chances))

    @staticmethod
    def _waited(answer: Future[dict[Colour, float]], desk: Desk) -> Mapping[Colour, float]:
        while not answer.done():
            if not desk.wait(_NAP):
                return {}
        return answer.result()

    def close(self) -> None:
        """End the process."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


def _be_patient() -> None:
    """The table and the camera come first."""
    os.nice(15)


def _chances(state: State, seed: int) -> dict[Colour, float]:
    """In the analyst's process: each team's chance from a state."""
    from rules.odds import odds

    rng = random.Random(seed)
    quick = odds(state, rng, 1).engine == "vector"
    return dict(odds(state, rng, _PLAYOUTS if quick else _SLOW_PLAYOUTS).chances)
