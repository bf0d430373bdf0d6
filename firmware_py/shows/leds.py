"""Where the strip's LEDs lie: one under each space of a board, or 32 as a frame round a chessboard.

The frame begins at South's left corner and goes round as the clock does: up the west side with an LED a row,
along the north with one a column, down the east, and back along the south. A square is pointed at by the
four LEDs of its row and its column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.layout import Layout, Point
from rules import Space

__all__ = ["Leds", "leds_of"]


@dataclass(frozen=True, slots=True)
class Leds:
    """The LEDs of a board.

    Attributes:
        of: those of every space that has any.
        places: where each lies on the board, mm, in the order of the strip.
        names: what each is called, in the same order.
        ring: the way of a light that goes round.
    """

    of: Mapping[Space, tuple[int, ...]]
    places: Mapping[int, Point]
    names: Mapping[int, str]
    ring: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many LEDs the strip has, those between that belong to no space among them."""
        return max(self.places, default=-1) + 1


def leds_of(layout: Layout) -> Leds:
    """The layout's own map; without one, a frame round a chessboard, else one a space in its order."""
    if layout.leds is None and layout.game == "gearhead":
        return _frame(layout)
    one = layout.leds if layout.leds is not None else {s: number for number, s in enumerate(layout.spaces)}
    order = sorted(one, key=one.__getitem__)
    track = [space for space in layout.spaces if space[0] in "TXO" and space[1:2].isdigit()]
    ring = tuple(one[space] for space in track or layout.spaces if space in one)
    places = {one[space]: layout.spaces[space] for space in order}
    return Leds({space: (one[space],) for space in order}, places, {one[s]: s for s in order}, ring)


def _frame(layout: Layout) -> Leds:
    columns = sorted({space[0] for space in layout.spaces})
    rows = sorted({space[1:] for space in layout.spaces})
    across, up, count = len(columns), len(rows), 2 * (len(columns) + len(rows))
    west, north = range(up), range(up, up + across)
    east, south = range(2 * up + across - 1, up + across - 1, -1), range(count - 1, count - across - 1, -1)
    of: dict[Space, tuple[int, ...]] = {}
    places: dict[int, Point] = {}
    left, right, low, high = _rim(layout)
    for space, (x, y) in layout.spaces.items():
        column, row = columns.index(space[0]), rows.index(space[1:])
        of[space] = west[row], north[column], east[row], south[column]
        places |= {west[row]: (left, y), east[row]: (right, y)}
        places |= {north[column]: (x, high), south[column]: (x, low)}
    names = {led: f"row {row}" for side in (west, east) for led, row in zip(side, rows, strict=True)}
    names |= {led: f"column {name}" for s in (north, south) for led, name in zip(s, columns, strict=True)}
    return Leds(of, dict(sorted(places.items())), dict(sorted(names.items())), tuple(range(count)))


def _rim(layout: Layout) -> tuple[float, float, float, float]:
    """The middles of the rim between the squares and the board's edge: west, east, south, north, mm."""
    across, up = zip(*layout.spaces.values(), strict=True)
    xs, ys = zip(*layout.corners, strict=True)
    half = (max(across) - min(across)) / (len(set(across)) - 1) / 2
    return (
        (min(xs) + min(across) - half) / 2,
        (max(xs) + max(across) + half) / 2,
        (min(ys) + min(up) - half) / 2,
        (max(ys) + max(up) + half) / 2,
    )
