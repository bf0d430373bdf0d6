"""A drawn cup instead of a real one: hands draw a counter fairly and hold it up to a drawn camera."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Final

import numpy as np

from firmware_py.senses.frames import Frame
from hardware.counters import Face, Plan
from vision.studio.held import HeldCounter, draw_held

__all__ = ["DrawnCup"]

_SIZE: Final = (640, 480)
_BARE: Final = 2
"""So many pictures are empty before the counter is held up."""


class DrawnCup:
    """A live source of pictures of the hands that draw. What was shown is put down once it was dealt with.

    Args:
        plan: the counters.
        moment: tells by a number how much has been entered: once that changes the counter is put down.
        told: whether the referee asks to see the counter once more.
        seed: of how it is held; None for any.
        slips: how often a thumb lies on the marker until the referee asks.
    """

    name = "virtual cup camera"
    live = True

    def __init__(
        self,
        plan: Plan,
        moment: Callable[[], int],
        told: Callable[[], bool],
        *,
        seed: int | None,
        slips: float = 0.0,
    ) -> None:
        self._plan, self._moment, self._told, self._slips = plan, moment, told, slips
        self._hands = random.Random(seed)
        self._noise = np.random.default_rng(seed)
        self._lock = threading.Lock()
        self._held: HeldCounter | None = None
        self._held_at = self._bare = 0

    def show(self, kind: str) -> None:
        """Hold a counter of this kind up, unless one is held up already."""
        rng, now = self._hands, self._moment()
        with self._lock:
            if self._held is not None and self._held_at == now:
                return
            self._held = HeldCounter(
                Face(kind),
                side=rng.uniform(0.35, 0.6),
                at=(rng.uniform(-0.2, 0.2), rng.uniform(-0.12, 0.12)),
                turned=rng.uniform(0, 360),
                leaning=rng.uniform(0, 0.25),
                hidden=rng.random() < self._slips,
            )
            self._held_at, self._bare = now, _BARE

    def open(self) -> None:
        """There is nothing to open."""

    def read(self) -> Frame:
        """The next picture."""
        with self._lock:
            if self._held is not None and self._held_at != self._moment():
                self._held = None
            if self._held is not None and self._held.hidden and self._told():
                self._held = HeldCounter(self._held.face, self._held.side, self._held.at, self._held.turned)
                self._bare = _BARE
            self._bare = max(0, self._bare - 1)
            held = None if self._bare else self._held
        return Frame(draw_held(held, self._plan, _SIZE, self._noise))

    def close(self) -> None:
        """There is nothing to release."""
