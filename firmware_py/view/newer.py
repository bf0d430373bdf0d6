"""What is new in a log that is looked at through a window. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

__all__ = ["newer"]

T = TypeVar("T")


def newer(before: Sequence[T], now: Sequence[T]) -> Sequence[T]:
    """What `now`, a window on a growing list, holds beyond the end of `before`, an earlier window on it."""
    shifts = range(-len(now) + 1, len(before))
    best = max(shifts, key=lambda shift: (_same(before, now, shift), shift), default=0)
    return now[len(before) - best :] if _same(before, now, best) else now


def _same(before: Sequence[T], now: Sequence[T], shift: int) -> int:
    """How many items agree if `now` begins `shift` places after `before`; 0 if any does not."""
    pairs = [(i, i - shift) for i in range(len(before)) if 0 <= i - shift < len(now)]
    return len(pairs) if all(before[i] == now[j] for i, j in pairs) else 0
