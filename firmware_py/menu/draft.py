"""A position as it is being set right: what stands where, and where else a piece may stand. Pure.

Whether a position can be is asked of the rules of the game, so nothing here knows which game it is. The table
hears of a draft only once it is done, as a position set by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from firmware_py.table import Table
from hardware.spaces import area_of, colour_of, game_spaces
from rules import Colour, Over, Piece, Pieces, PositionError, Space

__all__ = ["Draft", "Lifted", "places", "standing", "starts"]

Lifted = tuple[Piece, ...]
"""The pieces that are taken in hand together, bottom to top."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A position that is not told yet.

    Attributes:
        pieces: what stands where.
        turn: whose turn it is.
    """

    pieces: Pieces
    turn: Colour

    @classmethod
    def of(cls, table: Table) -> Draft:
        """The position of the table; after the end it is the first team's turn.

        Raises:
            IndexError: if no game is set up.
        """
        awaits = table.state.awaits
        turn = table.state.seats[0].colour if isinstance(awaits, Over) else awaits.colour
        return cls(table.state.pieces, turn)

    def moved(self, lifted: Lifted, origin: Space | None, target: Space | None) -> Draft:
        """The position once the topmost pieces of a space stand on top of another; None is off the board."""
        stood = dict(self.pieces)
        if origin is not None:
            left = stood.pop(origin)[: -len(lifted)]
            stood |= {origin: left} if left else {}
        if target is not None:
            stood[target] = stood.get(target, ()) + lifted
        return replace(self, pieces=stood)

    def turns(self, table: Table) -> tuple[Colour, ...]:
        """The teams whose turn it may be in this position; none if it cannot be."""
        return tuple(seat.colour for seat in table.state.seats if self._can_be(table, seat.colour))

    def possible(self, table: Table) -> bool:
        """Whether the position can be in this game, with any team's turn."""
        return any(self._can_be(table, seat.colour) for seat in table.state.seats)

    def position(self, table: Table) -> str:
        """The position in the game's one line of text; the turn of the first team that may have it, if the
        one that was chosen may not.

        Raises:
            PositionError: if it cannot be.
        """
        turns = self.turns(table)
        turn = self.turn if self.turn in turns or not turns else turns[0]
        return table.game.to_text(table.game.from_pieces(table.state, self.pieces, turn))

    def _can_be(self, table: Table, turn: Colour) -> bool:
        try:
            table.game.from_pieces(table.state, self.pieces, turn)
        except PositionError:
            return False
        return True


def standing(draft: Draft, colour: Colour, table: Table) -> Iterator[Space | None]:
    """Where a man of a team can be taken in hand, in the order of his way; None is off the board.

    Of those at home, who are alike, one is named; of a stack, the man on top.
    """
    at_home = False
    for space in _way(colour, None, table):
        if space is None:
            if next(places(draft, (colour,), None, table), None) is not None:
                yield None
        elif draft.pieces.get(space, ())[-1:] == (colour,):
            home = area_of(space) == "home"
            if not (home and at_home):
                yield space
            at_home = at_home or home


def places(draft: Draft, lifted: Lifted, origin: Space | None, table: Table) -> Iterator[Space | None]:
    """Where the pieces in hand may stand instead of at `origin`: home, off the board (None), the START, the
    track clockwise from where they stand, the finish.

    Of the holes at home, which are alike, the first free one is named.
    """
    home = origin is not None and area_of(origin) == "home"
    for space in _way(str(lifted[-1]), origin, table):
        alike = space is not None and area_of(space) == "home"
        if space == origin or (alike and home):
            continue
        if draft.moved(lifted, origin, space).possible(table):
            yield space
            home = home or alike


def starts(table: Table) -> dict[Space, Colour]:
    """The START of every colour of the board: they lie evenly round the track."""
    colours = _board(table)
    track = _spaces(table, "track")
    return {track[len(track) * number // len(colours)]: colour for number, colour in enumerate(colours)}


def _way(colour: Colour, origin: Space | None, table: Table) -> Iterator[Space | None]:
    """Home, off the board, START, the track from where a man stands, finish."""
    track = _spaces(table, "track")
    start = next((space for space, whose in starts(table).items() if whose == colour), track[0])
    here = track.index(origin if origin in track else start) + 1
    yield from (space for space in _spaces(table, "home") if colour_of(space) == colour)
    yield None
    yield start
    yield from (space for space in (*track[here:], *track[:here]) if space != start)
    yield from (space for space in _spaces(table, "finish") if colour_of(space) == colour)


def _spaces(table: Table, area: str) -> Sequence[Space]:
    return [space for space in game_spaces(table.game.name) if area_of(space) == area]


def _board(table: Table) -> tuple[Colour, ...]:
    return (table.started.board if table.started is not None else ()) or table.game.colours
