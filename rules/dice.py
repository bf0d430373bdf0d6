"""The kinds of dice: what each is called and what it can show. A new kind joins by a line in `SIDES`.

Its name in sentences is the term `die_<kind>` of the catalogue (`firmware_py/words/*/terms.toml`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.errors import UnknownDieError

__all__ = ["DICE", "RED", "RED_SIDES", "SIDES", "die_faces"]

RED: Final = "red"
"""The blank die with a red dot (H-2): it shows 1, the dot, or 0."""

RED_SIDES: Final = 6
"""The sides of the red die. One has the dot, unless the players say otherwise (H-A15)."""

SIDES: Final[Mapping[str, int]] = {"d3": 3, "d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}
"""The dice with numbers from 1 up, and their sides. A D3 is a D6 halved, rounded up."""

DICE: Final = (*SIDES, RED)
"""Every kind."""


def die_faces(kind: str) -> tuple[int, ...]:
    """What a kind of die can show, in order.

    Raises:
        UnknownDieError: if there is no such kind.
    """
    if kind == RED:
        return (0, 1)
    if kind not in SIDES:
        raise UnknownDieError(
            "There is no die of the kind {what}: there are {who}.", what=repr(kind), who=DICE
        )
    return tuple(range(1, SIDES[kind] + 1))
