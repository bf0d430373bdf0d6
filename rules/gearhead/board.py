"""The board of Gearhead Skirmish: 64 squares, the counters on them, and what has gone off.

Squares are a1..h8, files from west to east, rows from the south player's last row (1) to the north player's
(8), a1 at the south player's left (G-A4). A direction is (files, rows): (0, 1) is north, (1, 0) is east.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeAlias

from rules.core import Colour, Space, Toy

__all__ = [
    "AROUND",
    "COLOURS",
    "CONTROLLER",
    "COPIES",
    "EDGES",
    "EMPTY_BOARD",
    "FACING",
    "KINDS",
    "LAST_ROW",
    "NEXT",
    "OTHER",
    "PROMISE",
    "RULE",
    "SCORES",
    "SIDE",
    "SMALL_FRY",
    "SQUARES",
    "Board",
    "Counter",
    "Direction",
    "Kind",
    "ahead",
    "away",
    "diagonal",
    "ray",
]

Kind: TypeAlias = str
Direction: TypeAlias = tuple[int, int]

COLOURS: Final[tuple[Colour, ...]] = ("south", "north")
OTHER: Final[dict[Colour, Colour]] = {"south": "north", "north": "south"}

RULE: Final[dict[Kind, str]] = {
    "big_al": "G-20",
    "clucketta": "G-21",
    "dead_head": "G-22",
    "disasteroid": "G-23",
    "handy": "G-24",
    "krush_kringle": "G-25",
    "orbit": "G-26",
    "presto": "G-27",
    "kangaruffian": "G-28",
    "walking_timebomb": "G-29",
    "ziggy": "G-30",
    "small_fry": "G-31",
    "zap_bot": "G-32",
}
"""Every kind of toy with the number of its rule."""

SMALL_FRY: Final[Kind] = "small_fry"
KINDS: Final[tuple[Kind, ...]] = tuple(kind for kind in RULE if kind != SMALL_FRY)
"""The twelve kinds in the cup (G-1)."""
COPIES: Final = 6
"""How many counters of each kind are in the cup at first (G-1)."""

FACING: Final[dict[Colour, str]] = {"south": "N", "north": "S"}
"""How the toys that a player controls face: towards the opponent (G-5, G-10)."""
CONTROLLER: Final[dict[str, Colour]] = {"N": "south", "S": "north"}
LAST_ROW: Final[dict[Colour, tuple[Space, ...]]] = {
    "south": tuple(f"{file}1" for file in "abcdefgh"),
    "north": tuple(f"{file}8" for file in "abcdefgh"),
}

SQUARES: Final[tuple[Space, ...]] = tuple(f"{file}{row}" for file in "abcdefgh" for row in "12345678")
_PLACE: Final[dict[Space, tuple[int, int]]] = {
    square: ("abcdefgh".index(square[0]), int(square[1])) for square in SQUARES
}
_SQUARE: Final[dict[tuple[int, int], Space]] = {place: square for square, place in _PLACE.items()}

SIDE: Final = "side"
"""What lies beyond the files a and h (G-A5)."""
EDGES: Final[frozenset[str]] = frozenset(COLOURS)
"""What lies beyond the last rows: the edge of the player whose row it is."""
SCORES: Final[dict[str, Colour]] = OTHER
"""Whose point it is when a toy goes off over an edge (G-6)."""


def _beyond(square: Space, direction: Direction) -> str:
    file, row = _PLACE[square]
    file, row = file + direction[0], row + direction[1]
    if not 0 <= file <= 7:
        return SIDE  # also in a corner, where end and side are crossed at once (G-A5b)
    if not 1 <= row <= 8:
        return "south" if row < 1 else "north"
    return _SQUARE[file, row]


_DIRECTIONS: Final = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)

NEXT: Final[dict[Direction, dict[Space, str]]] = {
    direction: {square: _beyond(square, direction) for square in SQUARES} for direction in _DIRECTIONS
}
"""`NEXT[direction][square]`: the square one step on, or the edge that is crossed: south, north or side."""


PROMISE: Final[dict[str, dict[Space, float]]] = {
    facing: {
        square: 0.4 + 0.07 * (_PLACE[square][1] - 1 if facing == "N" else 8 - _PLACE[square][1])
        for square in SQUARES
    }
    for facing in CONTROLLER
}
"""The part of a point that a toy is worth before it goes off the board (G-6), by how it faces and where it
stands: a guess that serves to tell a good move from a bad one."""


def _around(square: Space, directions: tuple[Direction, ...]) -> tuple[Space, ...]:
    return tuple(sorted(near for direction in directions if (near := NEXT[direction][square]) in _PLACE))


AROUND: Final[dict[str, dict[Space, tuple[Space, ...]]]] = {
    "all_eight": {square: _around(square, _DIRECTIONS) for square in SQUARES},
    "orthogonal": {square: _around(square, tuple(d for d in _DIRECTIONS if 0 in d)) for square in SQUARES},
}
"""The squares adjacent to a square, by the house rule of G-A12b."""


def ahead(facing: str) -> Direction:
    """The direction in which a toy looks."""
    return (0, 1) if facing == "N" else (0, -1)


def diagonal(facing: str, side: str) -> Direction:
    """The direction diagonally ahead to the left or right, as the toy sees it (G-8)."""
    rows = 1 if facing == "N" else -1
    return (rows if side == "right" else -rows, rows)


def ray(square: Space, direction: Direction) -> list[Space]:
    """The squares from the next one on in a direction, to the edge of the board."""
    line = []
    while (square := NEXT[direction][square]) in _PLACE:
        line.append(square)
    return line


def away(origin: Space, target: Space) -> Direction:
    """The direction from a square to one beside it."""
    (file, row), (to_file, to_row) = _PLACE[origin], _PLACE[target]
    return (to_file - file, to_row - row)


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter on the board.

    Attributes:
        kind: which toy it is.
        facing: N or S.
        flipped: whether it lies on its back (Ziggy, G-30).
        zaps: how many moves it must skip (G-32); more than one only by the house rule of G-A19.
        moved: whether it has had its move in this turn (G-11).
        gained: whether it came under the active player's control in this turn, and waits (G-11).
        wound: whether it has had a free move in this turn (G-A14c).
    """

    kind: Kind
    facing: str
    flipped: bool = False
    zaps: int = 0
    moved: bool = False
    gained: bool = False
    wound: bool = False

    @property
    def colour(self) -> Colour:
        """Who controls it (G-10)."""
        return CONTROLLER[self.facing]

    @property
    def toy(self) -> Toy:
        """The counter as a camera sees it."""
        return Toy(self.kind, self.facing, self.flipped, self.zaps > 0)

    def turned(self) -> Counter:
        """The counter turned round."""
        return _but(self, facing="S" if self.facing == "N" else "N")

    def after_move(self) -> Counter:
        """The counter noted as having had its move."""
        return _but(self, moved=True)

    def rested(self) -> Counter:
        """The counter as the next turn begins."""
        if not (self.moved or self.gained or self.wound):
            return self
        return _but(self, moved=False, gained=False, wound=False)


@lru_cache(maxsize=4096)
def _but(counter: Counter, **changes: str | bool) -> Counter:
    """The counter with these changes; made once, as a game has only a few hundred different ones."""
    return replace(counter, **changes)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table besides the cup.

    Attributes:
        toys: the counters on the board, by square.
        score: the points of south and north.
        piles: the victory piles of south and north, by kind. A pile is smaller than the score only where a
            position was set up without saying which toys went off.
        discard: the counters destroyed, by kind.
    """

    toys: tuple[tuple[Space, Counter], ...] = ()
    score: tuple[int, int] = (0, 0)
    piles: tuple[tuple[Kind, ...], tuple[Kind, ...]] = ((), ())
    discard: tuple[Kind, ...] = ()

    @property
    def pieces(self) -> dict[Space, tuple[Toy]]:
        """What a camera would see."""
        return {square: (counter.toy,) for square, counter in self.toys}

    def may_move(self, colour: Colour) -> tuple[Space, ...]:
        """Where the toys stand that the player has yet to move in this turn (G-11)."""
        facing = FACING[colour]
        return tuple(
            [square for square, toy in self.toys if toy.facing == facing and not (toy.moved or toy.gained)]
        )

    def with_toy(self, square: Space, counter: Counter) -> Board:
        """The board with one more counter."""
        return replace(self, toys=tuple(sorted((*self.toys, (square, counter)))))

    def moving(self, square: Space) -> Board:
        """The board with the toy on a square noted as having had its move."""
        toys = [(at, toy.after_move() if at == square else toy) for at, toy in self.toys]
        return Board(tuple(toys), self.score, self.piles, self.discard)

    def discarding(self, kind: Kind) -> Board:
        """The board with one more counter in the discard."""
        return replace(self, discard=tuple(sorted((*self.discard, kind))))

    def rested(self) -> Board:
        """The board as the next turn begins."""
        toys = [(square, counter.rested()) for square, counter in self.toys]
        return Board(tuple(toys), self.score, self.piles, self.discard)

    def gone(self) -> tuple[Kind, ...]:
        """The kinds of all counters that have left the board, by kind."""
        return tuple(sorted((*self.piles[0], *self.piles[1], *self.discard)))


EMPTY_BOARD: Final = Board()
