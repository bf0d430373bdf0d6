"""What the neutral forms of all games check alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["strange_keys"]


def strange_keys(given: Mapping[str, Any], known: Sequence[str], what: str) -> list[str]:
    """The keys that are no part of a request or a position, each a sentence."""
    return [
        f"{key!r} is no part of {what}: there are {', '.join(known)}." for key in given if key not in known
    ]
