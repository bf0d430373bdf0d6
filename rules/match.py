"""What the games' matches and states have alike: seats, house rules, and what is said to a wrong answer.

A match is the unchanging part of a game, made once and shared by all its states. It may keep what follows
from it, so that a state is small and quick to make.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from rules.core import Answer, Awaits, Chance, Choice, Colour, Dice, Over, Seat
from rules.errors import IllegalAnswerError
from rules.options import Options
from rules.problem import Problem

__all__ = ["BaseMatch", "Moment"]


class BaseMatch:
    """Who plays, on which board, by which house rules. Two of a game are equal if these are.

    Attributes:
        seats: the teams in turn order.
        board: the colours of the board, clockwise.
        options: the house rules.
        colours: the colour of each seat.
    """

    __slots__ = ("_hash", "board", "colours", "options", "seats")

    def __init__(self, seats: tuple[Seat, ...], board: tuple[Colour, ...], options: Options) -> None:
        self.seats = seats
        self.board = board
        self.options = options
        self.colours = tuple(seat.colour for seat in seats)
        self._hash = hash((seats, board, options))

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, BaseMatch) or type(self) is not type(other):
            return False
        return (self.seats, self.board, self.options) == (other.seats, other.board, other.options)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Match({', '.join(f'{seat.colour}: {seat.player}' for seat in self.seats)}; {self.options})"


@runtime_checkable
class _HasMatch(Protocol):
    @property
    def match(self) -> BaseMatch:
        """Who plays by which rules."""


class Moment:
    """The part of `rules.core.State` that all games have alike; a game's states add the rest."""

    __slots__ = ()

    @property
    def seats(self: _HasMatch) -> tuple[Seat, ...]:
        """The teams in turn order."""
        return self.match.seats

    @property
    def options(self: _HasMatch) -> Options:
        """The house rules of this game."""
        return self.match.options

    def same_match(self: _HasMatch, other: object) -> bool:
        """Whether another state has the same seats, board and house rules."""
        return isinstance(other, _HasMatch) and self.match == other.match

    @property
    def promise(self) -> Mapping[Colour, float]:
        """The points that each team may hope for: none, where men are counted."""
        return {}

    @property
    def placed(self) -> tuple[tuple[Colour, ...], ...]:
        """The teams that are done while the others play on: none, where the end is the same for all."""
        return ()

    @property
    def awaits(self) -> Awaits:
        """What the state waits for."""
        raise NotImplementedError

    def _refuse(self, answer: Answer) -> IllegalAnswerError:
        """What to raise on an answer that the state does not wait for."""
        waits = self.awaits
        if isinstance(waits, Over):
            return IllegalAnswerError("The game is over: {what} comes too late.", what=str(answer))
        return IllegalAnswerError(
            "{colour} cannot answer {what} here: the game waits for {wanted}.",
            colour=waits.colour,
            what=str(answer),
            wanted=_wanted(waits),
        )


def _wanted(waits: Chance | Choice) -> Problem:
    if isinstance(waits, Choice):
        return Problem(" / ".join(map(str, waits.options)))
    outcome = str(waits.outcomes[0][0])
    if not isinstance(waits.source, Dice):
        return Problem("a draw such as {what}", what=outcome)
    if waits.may_pass:
        return Problem("a roll such as {what} or pass", what=outcome)
    return Problem("a roll such as {what}", what=outcome)
