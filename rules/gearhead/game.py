"""Gearhead Skirmish as the table of games offers it: every function, in its own module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core import Answer, Colour, Pieces, Ruling, Seat, Space
from rules.gearhead import board, neutral, notation, referee, seen, setup
from rules.gearhead.options import OPTIONS
from rules.gearhead.state import GearheadState
from rules.options import OptionTable, Value

__all__ = ["Gearhead"]


class Gearhead:
    """The rules of Gearhead Skirmish, as `rules.core.Game`."""

    name: str = "gearhead"
    colours: tuple[Colour, ...] = board.COLOURS
    options: OptionTable = OPTIONS

    def spaces(self) -> tuple[Space, ...]:
        """The 64 squares of the board."""
        return board.SQUARES

    def new(
        self,
        seats: Sequence[Seat],
        *,
        board: Sequence[Colour] | None = None,
        options: Mapping[str, Value] | None = None,
        first: Colour | None = None,
    ) -> GearheadState:
        """The state before the first roll; see `setup.new`."""
        return setup.new(seats, board=board, options=options, first=first)

    def explain(self, state: GearheadState, attempted: Answer | Pieces) -> Ruling:
        """The referee's ruling; see `referee.judge` and `seen.explain_pieces`."""
        if isinstance(attempted, Mapping):
            return seen.explain_pieces(state, attempted)
        return referee.judge(state, attempted)

    def from_pieces(self, state: GearheadState, pieces: Pieces, turn: Colour) -> GearheadState:
        """A position set by hand; see `setup.from_pieces`."""
        return setup.from_pieces(state, pieces, turn)

    def to_text(self, state: GearheadState) -> str:
        """One line of text that holds the whole state; see `notation`."""
        return notation.to_text(state)

    def from_text(self, text: str) -> GearheadState:
        """What `to_text` wrote; see `notation`."""
        return notation.from_text(text)

    def legal(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a request in the neutral form; see `neutral.legal`."""
        return neutral.legal(request)

    def from_neutral(
        self, position: Mapping[str, Any], options: Mapping[str, Value] | None = None
    ) -> GearheadState:
        """The state of a position in the neutral form; see `neutral.from_neutral`."""
        return neutral.from_neutral(position, options)
