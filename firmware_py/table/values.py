"""Small values that the table and the view share."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from hardware.spaces import area_of
from rules import Answer, Colour, Event, Fact, Over, Space, State

__all__ = ["Address", "Fault", "Fix", "Menu", "Phase", "Ply", "Pointing", "Ranking", "Roll", "Say", "said_by"]

Ranking = tuple[tuple[Colour, ...], ...]
"""Teams, best first, equals in one group."""


class Phase(Enum):
    """Where the evening stands."""

    SETTING_UP = "setting_up"
    WAITING_FOR_POP = "waiting_for_pop"
    ROLLING = "rolling"
    UNREADABLE = "unreadable"
    WAITING_FOR_DRAW = "waiting_for_draw"
    WAITING_FOR_MOVE = "waiting_for_move"
    HAND_OVER_BOARD = "hand_over_board"
    MOVE_SEEN = "move_seen"
    ILLEGAL_MOVE = "illegal_move"
    CORRECTION = "correction"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence of the catalogue: its key (such as "trouble.ruling.needs_six") and what it tells."""

    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


_NAMELESS: Final = frozenset({"", "buttons", "player"})
"""Who acts when nobody can say who it was: somebody at the table, or the machine itself."""


def said_by(key: str, by: str) -> Say:
    """What somebody did, with the name where one is known: `key` and `key_by` are the sentences."""
    return Say(key) if by in _NAMELESS else Say(f"{key}_by", {"by": by})


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of the table that does not work, and why."""

    part: str
    why: str


@dataclass(frozen=True, slots=True)
class Fix:
    """The next piece to be put right on the board.

    Attributes:
        colour: the piece.
        origin: where it stands; None if it is not on the board.
        target: where it belongs; None if it belongs off the board, or the board does not tell.
    """

    colour: Colour
    origin: Space | None
    target: Space | None

    @property
    def say(self) -> Say:
        """The sentence that asks for it; of a man in another's home it tells only where he belongs."""
        if self.target is None and self.origin is not None:
            return Say("table.fix.take", {"colour": self.colour, "origin": self.origin})
        ends = {space and area_of(space) for space in (self.origin, self.target)}
        if self.origin is None or ends == {"home"}:
            return Say("table.fix.put", {"colour": self.colour, "target": self.target})
        facts: dict[str, Fact] = {"colour": self.colour, "origin": self.origin, "target": self.target}
        return Say("table.fix.move", facts)


@dataclass(frozen=True, slots=True)
class Menu:
    """A list on the small display, walked through by buttons.

    Attributes:
        title: what is chosen.
        items: what can be chosen, from top to bottom.
        selected: the index of the one that the choose button has reached.
        hint: what that one means; None if it goes without saying.
        fix: the piece that that one is about, for the lights; None if it is about none.
    """

    title: Say
    items: tuple[Say, ...]
    selected: int = 0
    hint: Say | None = None
    fix: Fix | None = None


@dataclass(frozen=True, slots=True)
class Address:
    """Where phones find the page, to be shown at the table.

    Attributes:
        where: the address.
        ply: the ply at which it was asked for; once something else is entered it is shown no more.
        until: when it goes away by itself, monotonic seconds.
    """

    where: str
    ply: int = 0
    until: float = math.inf


@dataclass(frozen=True, slots=True)
class Pointing:
    """What the buttons point at: an option of the choice at `ply`, or the entries of a menu."""

    ply: int = -1
    selected: int = 0
    menu: Menu | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that were taken: their kinds, faces, and how they came ("seen", or `DiceGiven.how`).

    `drawn` says that the dice seen were a picture's of the virtual dome, which nobody rolled.
    """

    kinds: tuple[str, ...]
    faces: tuple[int, ...]
    how: str
    confidence: float | None = None
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Early:
    """Dice that were read at `at` (monotonic seconds), before the move was made or seen that they follow."""

    roll: Roll
    at: float


@dataclass(frozen=True, slots=True)
class Ply:
    """A moment of the game that one can come back to.

    Attributes:
        state: what the game waits for now.
        answer: what led here; None for the start and for a position set by hand.
        events: what happened on the way.
        roll: the dice rolled last, by whomever.
        counts: whether they are still to be used: by the move that is awaited now.
    """

    state: State
    answer: Answer | None = None
    events: tuple[Event, ...] = ()
    roll: Roll | None = None
    counts: bool = False

    def then(self, answer: Answer, roll: Roll | None = None) -> Ply:
        """The ply that follows a legal answer; `roll` are the dice if the answer is a roll."""
        state, events = self.state.after(answer)
        spent = any(event.key in ("turn", "again") for event in events)
        return Ply(
            state=state,
            answer=answer,
            events=events,
            roll=roll or self.roll,
            counts=not spent and (roll is not None or self.counts),
        )

    def set_by_hand(self, state: State) -> Ply:
        """The ply of a corrected position."""
        return Ply(state=state, roll=self.roll)

    @property
    def ranking(self) -> Ranking:
        """The final ranking, or while the game goes on the teams that are done."""
        awaits = self.state.awaits
        return awaits.ranking if isinstance(awaits, Over) else self.state.placed
