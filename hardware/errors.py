"""The errors of `hardware`: one tree, each also a fitting built-in."""

from __future__ import annotations

from collections.abc import Sequence


class HardwareError(Exception):
    """Anything that `hardware` refuses."""


class LayoutError(HardwareError, ValueError):
    """A board layout that cannot be used; `problems` holds every fault found, a sentence each."""

    def __init__(self, source: str, problems: Sequence[str]) -> None:
        self.source = source
        self.problems = tuple(problems)
        super().__init__(f"layout {source}: " + "; ".join(self.problems))


class ArtError(HardwareError, ValueError):
    """A drawing that is missing or cannot be drawn."""
