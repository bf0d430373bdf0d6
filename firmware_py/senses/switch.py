"""A virtual switch that bounces like a real one."""

from __future__ import annotations

import random
from dataclasses import dataclass

__all__ = ["VirtualSwitch"]


@dataclass(frozen=True, slots=True)
class VirtualSwitch:
    """A dome switch as the wire sees it: each push and each release is a burst of edges.

    Attributes:
        rng: draws the bouncing.
        bounce: seconds that a burst lasts at most; 0 for a contact that does not bounce.
        hold: seconds that the hand stays down.
    """

    rng: random.Random
    bounce: float = 0.008
    hold: float = 0.12

    def press(self, t: float) -> list[tuple[float, bool]]:
        """The edges of one press that begins at `t`: times and whether the contact is closed from then on."""
        return [*self._burst(t, True), *self._burst(t + self.hold, False)]

    def _burst(self, t: float, end: bool) -> list[tuple[float, bool]]:
        edges = 2 * self.rng.randrange(4) if self.bounce else 0
        times = sorted(t + self.rng.random() * self.bounce for _ in range(edges))
        return [(t, end), *((time, end if number % 2 else not end) for number, time in enumerate(times))]
