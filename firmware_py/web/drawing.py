"""The board's layout in the page's form: the page draws it, the server says where everything lies. Pure."""

from __future__ import annotations

import zlib
from typing import Any

from hardware.art import drawing_names, drawing_text
from hardware.layout import Layout
from hardware.spaces import area_of, colour_of

__all__ = ["board_key", "drawing"]


def drawing(layout: Layout) -> dict[str, Any]:
    """What the page needs to draw a board; lengths in mm from the dome's centre, x right, y up.

    `spaces` gives each space its place, area ("track", "home", "finish", or "start") and the
    colour that it belongs to, if any. `toys` are the drawings of the toys, where some are played with.
    """
    starts = dict(zip(_starts(layout), layout.seats, strict=False))
    return {
        "key": board_key(layout),
        "name": layout.name,
        "game": layout.game,
        "seats": layout.seats,
        "corners": layout.corners,
        "dome": None if layout.dome is None else {"xy": layout.dome.xy, "radius": layout.dome.radius},
        "piece": layout.piece.base_radius,
        "toys": {name: drawing_text(name) for name in drawing_names()} if layout.game == "gearhead" else {},
        "spaces": {
            space: {
                "xy": place,
                "area": "start" if space in starts else area_of(space),
                "colour": starts.get(space) or colour_of(space),
            }
            for space, place in layout.spaces.items()
        },
    }


def board_key(layout: Layout) -> str:
    """A short name that differs for boards that look different."""
    places = repr((layout.seats, layout.corners, sorted(layout.spaces.items())))
    return f"{layout.game}-{layout.name}-{zlib.crc32(places.encode()):08x}"


def _starts(layout: Layout) -> tuple[str, ...]:
    """The spaces that the seats start from, in their order (Trouble: T(7k), Headache: X(2k))."""
    letter, step = {"trouble": ("T", 7), "headache": ("X", 2)}.get(layout.game, ("", 0))
    return tuple(f"{letter}{step * seat}" for seat in range(len(layout.seats))) if letter else ()
