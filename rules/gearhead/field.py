"""The board while a toy acts: what can be done to the counters, and what is told of it.

A `Field` is a scratch copy. A toy's action works on it from the board on which the action began; the result
is frozen into a new `Board`, so that states stay immutable.
"""

from __future__ import annotations

from dataclasses import replace

from rules.core import Colour, Event, Fact, Space
from rules.gearhead.board import (
    AROUND,
    COLOURS,
    SCORES,
    SMALL_FRY,
    Board,
    Counter,
    Kind,
)
from rules.options import Options

__all__ = ["Field"]


class Field:
    """The counters while a toy acts, and the events on the way.

    Attributes:
        toys: the counters by square.
        active: whose turn it is.
        options: the house rules.
        events: what has happened.
        stirred: whether a toy has changed its space or left the board (G-12).
    """

    __slots__ = ("_around", "_board", "_discard", "_piles", "active", "events", "options", "stirred", "toys")

    def __init__(self, board: Board, active: Colour, options: Options) -> None:
        self._board = board
        self._around = AROUND[str(options["adjacent"])]
        self._piles: dict[Colour, list[Kind]] = {"south": [], "north": []}
        self._discard: list[Kind] = []
        self.toys: dict[Space, Counter] = dict(board.toys)
        self.active = active
        self.options = options
        self.events: list[Event] = []
        self.stirred = False

    def freeze(self) -> Board:
        """The board as it now is."""
        board = self._board
        south, north = (self._piles[colour] for colour in COLOURS)
        gone_south, gone_north = board.piles
        return Board(
            toys=tuple(sorted(self.toys.items())),
            score=(board.score[0] + len(south), board.score[1] + len(north)),
            piles=(_heap(gone_south, south), _heap(gone_north, north)),
            discard=_heap(board.discard, self._discard),
        )

    def tell(self, rule: str, key: str, **facts: Fact) -> None:
        """Note an event."""
        self.events.append(Event(rule, key, facts))

    def neighbours(self, square: Space) -> list[Space]:
        """The adjacent squares with a toy (G-A12b)."""
        return [near for near in self._around[square] if near in self.toys]

    def empty_neighbours(self, square: Space) -> list[Space]:
        """The adjacent squares without a toy (G-A12b)."""
        return [near for near in self._around[square] if near not in self.toys]

    def move(self, origin: Space, target: Space) -> None:
        """Take a counter to another square."""
        if origin != target:
            self.toys[target] = self.toys.pop(origin)
            self.stirred = True

    def leave(self, square: Space, edge: str) -> None:
        """Take a counter off over an end of the board: a point for the player of the other end (G-6).

        It does not matter whose toy it was (G-A25), nor that a Small Fry never was in the cup (G-A24).
        """
        kind = self.toys.pop(square).kind
        self._piles[SCORES[edge]].append(kind)
        self.stirred = True
        self.tell("G-6", "scored", colour=SCORES[edge], toy=kind, at=square, edge=edge)

    def destroy(self, square: Space, rule: str) -> None:
        """Take a counter to the discard; nobody scores it (G-A22)."""
        kind = self.toys.pop(square).kind
        self._discard.append(kind)
        self.stirred = True
        self.tell(rule, "destroyed", toy=kind, at=square)

    def turn(self, square: Space, rule: str) -> None:
        """Turn a counter round: control changes at once, and a toy gained in this turn waits (G-A3b)."""
        counter = self.toys[square].turned()
        if counter.colour == self.active:
            counter = replace(counter, gained=True)
        self.toys[square] = counter
        self.tell(rule, "turned", toy=counter.kind, at=square, colour=counter.colour)

    def flip(self, square: Space) -> None:
        """A Ziggy that bumps or is bumped goes onto his back, or onto his legs again (G-30)."""
        counter = self.toys[square]
        self.toys[square] = replace(counter, flipped=not counter.flipped)
        self.tell("G-30", "righted" if counter.flipped else "flipped", toy=counter.kind, at=square)

    def zap(self, square: Space) -> None:
        """Give a counter a zap token, at most one unless they stack (G-32, G-A19)."""
        counter = self.toys[square]
        zaps = counter.zaps + 1 if self.options["zap_tokens"] == "stack" else 1
        self.toys[square] = replace(counter, zaps=zaps)
        self.tell("G-32", "zapped", toy=counter.kind, at=square)

    def hatch(self, square: Space, facing: str) -> None:
        """Put a Small Fry on a square (G-21); its first move waits for the next turn (G-A2b)."""
        counter = Counter(SMALL_FRY, facing)
        if counter.colour == self.active and self.options["chick"] == "waits":
            counter = replace(counter, gained=True)
        self.toys[square] = counter
        self.tell("G-21", "egg", toy=SMALL_FRY, at=square, colour=counter.colour)

    def eggs_left(self) -> bool:
        """Whether the pile of Small Fry counters still has one (G-A12)."""
        limit = self.options["egg_limit"]
        if not isinstance(limit, int):
            return True
        gone = (*self._board.gone(), *self._discard, *self._piles["south"], *self._piles["north"])
        used = gone.count(SMALL_FRY) + sum(counter.kind == SMALL_FRY for counter in self.toys.values())
        return used < limit


def _heap(before: tuple[Kind, ...], more: list[Kind]) -> tuple[Kind, ...]:
    return tuple(sorted((*before, *more))) if more else before
