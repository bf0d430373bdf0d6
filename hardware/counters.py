"""The counters of Gearhead Skirmish: how large they are, and by which marker a camera knows each face.

Markers are ArUco tags. Those of the faces lie at least five bits apart from each other, turned whichever way,
and from the tags 0 to 3 that lie in a board's corners: four bits read wrong never make another toy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from hardware.layout import Layout, Point
from rules.gearhead.board import RULE

__all__ = ["FACES", "FAMILY", "Face", "Plan", "colour_of_kind", "plan_of_counters"]

FAMILY: Final = "DICT_4X4_50"

_NUMBERS: Final = (4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 18, 19, 20, 21)
"""Those of the family's tags 4 to 24 that have the most edges to be known by."""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a counter; `flipped` is the back of Ziggy, who then lies on his back (G-30)."""

    kind: str
    flipped: bool = False

    @property
    def art(self) -> str:
        """The name of its drawing."""
        return f"{self.kind}_back" if self.flipped else self.kind


FACES: Final[Mapping[int, Face]] = MappingProxyType(
    dict(zip(_NUMBERS, (*map(Face, RULE), Face("ziggy", flipped=True)), strict=True))
)
"""The face that each marker stands for."""

_COLOURS: Final[Mapping[str, tuple[int, int, int]]] = MappingProxyType(
    {
        "big_al": (214, 148, 0),
        "clucketta": (200, 52, 52),
        "dead_head": (112, 66, 164),
        "disasteroid": (24, 132, 150),
        "handy": (58, 104, 190),
        "krush_kringle": (176, 30, 42),
        "orbit": (130, 92, 196),
        "presto": (70, 48, 132),
        "kangaruffian": (166, 98, 42),
        "walking_timebomb": (58, 64, 82),
        "ziggy": (146, 74, 34),
        "small_fry": (206, 156, 0),
        "zap_bot": (62, 138, 58),
    }
)


def colour_of_kind(kind: str) -> tuple[int, int, int]:
    """The colour of a kind's band, red, green and blue, 0 to 255 each."""
    return _COLOURS[kind]


@dataclass(frozen=True, slots=True)
class Plan:
    """A square counter, mm; x to the right, y towards where it faces, from its middle.

    side: of the counter. height: of counter and paper together. marker: side of the black square.
    marker_at: its middle.
    """

    side: float
    height: float
    marker: float
    marker_at: Point


def plan_of_counters(layout: Layout) -> Plan:
    """The counters that fit a chessboard: as wide as its pieces' bases."""
    side = 2 * layout.piece.base_radius
    return Plan(side, layout.piece.height, side * 18 / 38, (-side * 7 / 38, side * 1 / 38))
