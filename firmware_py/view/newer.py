"""What is new since the view was shown last. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from firmware_py.view.values import Say, TableView

__all__ = ["new_verdict", "newer"]

T = TypeVar("T")

_TAKEN_BACK: Final = ("table.verdict.undone", "table.verdict.undone_by")


def new_verdict(before: TableView | None, view: TableView) -> Say | None:
    """The referee's word, if it is a new one, or the same on something new, and the log does not hold it.

    Nothing is said to be taken back where nobody was told of it: when `before` is None.
    """
    verdict = view.verdict
    if verdict is None or verdict in view.log:
        return None
    if before is None:
        return None if verdict.key in _TAKEN_BACK else verdict
    return None if (view.ply, verdict) == (before.ply, before.verdict) else verdict


def newer(before: Sequence[T], now: Sequence[T]) -> Sequence[T]:
    """What `now`, a window on a growing list, holds beyond the end of `before`, an earlier window on it."""
    shifts = range(-len(now) + 1, len(before))
    best = max(shifts, key=lambda shift: (_same(before, now, shift), shift), default=0)
    return now[len(before) - best :] if _same(before, now, best) else now


def _same(before: Sequence[T], now: Sequence[T], shift: int) -> int:
    """How many items agree if `now` begins `shift` places after `before`; 0 if any does not."""
    pairs = [(i, i - shift) for i in range(len(before)) if 0 <= i - shift < len(now)]
    return len(pairs) if all(before[i] == now[j] for i, j in pairs) else 0
