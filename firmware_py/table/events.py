"""What can happen at a table, as values: what was seen, what people did, what failed.

Every event carries `at`, monotonic seconds. An event tells what was seen or wanted, never whether it is
legal: that is judged by the table. `Journalled` events are written down when they change the table;
`Passing` ones (time, health) never are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules import Answer, Colour, Seat
from vision.dice.reading import DiceReading

__all__ = [
    "Aborted",
    "Accepted",
    "Answered",
    "Back",
    "Corrected",
    "DiceGiven",
    "DiceSeen",
    "Failed",
    "Journalled",
    "Passing",
    "Paused",
    "Pressed",
    "Resumed",
    "Started",
    "TableEvent",
    "Tick",
    "Undone",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Journalled:
    """An event that is written down when it changes the table."""

    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """An event that is never written down."""

    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Journalled):
    """A new game was set up; see `rules.Game.new` for the fields."""

    game: str
    seats: tuple[Seat, ...]
    board: tuple[Colour, ...] = ()
    options: str = ""
    first: Colour | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed(Journalled):
    """The dome went down (its switch, or seen): dice will follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSeen(Journalled):
    """A camera read the dice at rest; `source` names the sense, `picture` the picture if one is kept."""

    reading: DiceReading
    source: str
    picture: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceGiven(Journalled):
    """Dice that need no reading: entered by hand (`how="hand"`, by whom) or rolled electronically."""

    faces: tuple[int, ...]
    how: str
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Journalled):
    """Somebody chose: a move, a pass, a draw, a decision. `by` names the person or the sense."""

    answer: Answer
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Journalled):
    """Somebody took back the last answer (with the pop that led to it where nothing else was to choose)."""

    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Journalled):
    """Somebody set the position by hand; `position` is in the game's one-line text form."""

    position: str
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted(Journalled):
    """The people accept the board as it stands, whatever the referee says."""

    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused(Journalled):
    """The game rests: nothing seen counts until it is resumed."""

    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed(Journalled):
    """The game goes on."""

    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aborted(Journalled):
    """The game ends without a result."""

    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Passing):
    """Time went by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed(Passing):
    """A sense or a show does not work: which, and why in one sentence. It is tried again."""

    part: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Back(Passing):
    """A sense or a show works (again)."""

    part: str


TableEvent: TypeAlias = Journalled | Passing
