"""How much one phone may ask for: buckets of tokens that fill with time. Pure but for what it remembers."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

__all__ = ["ACTS", "IMPORTS", "PAIRINGS", "Limit", "Limiter"]


@dataclass(frozen=True, slots=True)
class Limit:
    """A bucket: how many may come at once, and how many more a second."""

    burst: float
    a_second: float


ACTS: Final = Limit(burst=20, a_second=10)
"""What people do at a table: more than the quickest can tap, far less than a program can send."""

IMPORTS: Final = Limit(burst=10, a_second=0.05)
"""Games from elsewhere that one phone adds to those that are kept."""

PAIRINGS: Final = Limit(burst=10, a_second=0.2)
"""Codes asked for and guessed from one address."""

_MOST_REMEMBERED: Final = 512


class Limiter:
    """One bucket for each name. It remembers a few hundred names, those heard last, so it cannot grow."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, name: str, at: float) -> bool:
        """Whether one more is all right at `at` monotonic seconds; if so it is counted."""
        level, since = self._buckets.pop(name, (self._limit.burst, at))
        level = min(self._limit.burst, level + (at - since) * self._limit.a_second)
        allowed = level >= 1.0
        self._buckets[name] = (level - allowed, at)
        if len(self._buckets) > _MOST_REMEMBERED:
            self._buckets.popitem(last=False)
        return allowed
