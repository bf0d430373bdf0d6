"""Headache as the table of games offers it: every function, in its own module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core import Answer, Colour, Pieces, Ruling, Seat, Space
from rules.headache import board, neutral, notation, referee, seen, setup
from rules.headache.options import OPTIONS
from rules.headache.state import HeadacheState
from rules.options import OptionTable, Value

__all__ = ["Headache"]


class Headache:
    """The rules of Headache (Kohner 1968), as `rules.core.Game`."""

    name: str = "headache"
    colours: tuple[Colour, ...] = board.COLOURS
    options: OptionTable = OPTIONS

    def spaces(self) -> tuple[Space, ...]:
        """The 48 spaces of the board."""
        return board.SPACES

    def new(
        self,
        seats: Sequence[Seat],
        *,
        board: Sequence[Colour] | None = None,
        options: Mapping[str, Value] | None = None,
        first: Colour | None = None,
    ) -> HeadacheState:
        """The state before the first pop; see `setup.new`."""
        return setup.new(seats, board=board, options=options, first=first)

    def explain(self, state: HeadacheState, attempted: Answer | Pieces) -> Ruling:
        """The referee's ruling; see `referee` for answers, `seen` for pieces."""
        if isinstance(attempted, Mapping):
            return seen.explain_pieces(state, attempted)
        return referee.judge(state, attempted)

    def from_pieces(self, state: HeadacheState, pieces: Pieces, turn: Colour) -> HeadacheState:
        """A position set by hand; see `setup.from_pieces`."""
        return setup.from_pieces(state, pieces, turn)

    def to_text(self, state: HeadacheState) -> str:
        """One line of text that holds the whole state; see `notation`."""
        return notation.to_text(state)

    def from_text(self, text: str) -> HeadacheState:
        """What `to_text` wrote; see `notation`."""
        return notation.from_text(text)

    def legal(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a request in the neutral form; see `neutral.legal`."""
        return neutral.legal(request)

    def from_neutral(
        self, position: Mapping[str, Any], options: Mapping[str, Value] | None = None
    ) -> HeadacheState:
        """The state of a position in the neutral form; see `neutral.from_neutral`."""
        return neutral.from_neutral(position, options)
