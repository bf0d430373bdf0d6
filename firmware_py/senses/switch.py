"""Switches: what a bouncing contact means, and a virtual one that bounces like a real one."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

__all__ = ["Debounce", "VirtualSwitch"]


@dataclass(frozen=True, slots=True)
class Debounce:
    """A switch's presses out of its contact's edges: a pure state machine that loses no short press.

    A press counts at its first edge, so it is never late; the contact must then have been open for `settle`
    seconds before the next one counts, so bouncing is never a second press.

    Attributes:
        settle: seconds; the longest that a contact bounces. Dome leaves ring for about 10 ms.
        closed: whether the contact is closed now.
        opened: when it opened last.
    """

    settle: float = 0.03
    closed: bool = False
    opened: float = float("-inf")

    def after(self, t: float, closed: bool) -> tuple[Debounce, bool]:
        """The state after an edge at `t` monotonic seconds, and whether it is a press."""
        if closed == self.closed:
            return self, False
        if not closed:
            return replace(self, closed=False, opened=t), False
        return replace(self, closed=True), t - self.opened >= self.settle


@dataclass(frozen=True, slots=True)
class VirtualSwitch:
    """A dome switch as the wire sees it: each push and each release is a burst of edges.

    Attributes:
        rng: draws the bouncing.
        bounce: seconds that a burst lasts at most; 0 for a contact that does not bounce.
        hold: seconds that the hand stays down.
        settle: seconds that the contact is open at least between two presses that both count.
    """

    rng: random.Random
    bounce: float = 0.008
    hold: float = 0.12
    settle: float = 0.03

    def press(self, t: float) -> list[tuple[float, bool]]:
        """The edges of one press that begins at `t`: times and whether the contact is closed from then on."""
        return [*self._burst(t, True), *self._burst(t + self.hold, False)]

    def _burst(self, t: float, end: bool) -> list[tuple[float, bool]]:
        edges = 2 * self.rng.randrange(4) if self.bounce else 0
        times = sorted(t + self.rng.random() * self.bounce for _ in range(edges))
        return [(t, end), *((time, end if number % 2 else not end) for number, time in enumerate(times))]
