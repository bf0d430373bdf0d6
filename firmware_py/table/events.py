"""What can happen at a table, as values: what was seen, what people did, what failed.

Every event carries `at`, monotonic seconds. An event tells what was seen or wanted, never whether it is
legal: that is judged by the table. `Journalled` events are written down when they change the table;
`Passing` ones (time, health) never are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from firmware_py.table.values import Address, Pointing
from rules import Answer, Colour, Seat
from vision.board.seen import BoardSeen as Sight
from vision.dice.reading import DiceReading

__all__ = [
    "VIRTUAL_DOME",
    "Aborted",
    "Accepted",
    "Act",
    "AddressShown",
    "Answered",
    "Back",
    "BoardSeen",
    "CodeShown",
    "Corrected",
    "CounterSeen",
    "DiceGiven",
    "DiceSeen",
    "Failed",
    "HandSeen",
    "Journalled",
    "OddsFound",
    "Passing",
    "Paused",
    "Pointed",
    "Pressed",
    "Referee",
    "RefereeSet",
    "Resumed",
    "Started",
    "TableEvent",
    "Tick",
    "Unattended",
    "Undone",
]

VIRTUAL_DOME: Final = "virtual dome"
"""The `source` of dice that were drawn, as a camera would see them, and never rolled."""


Referee: TypeAlias = Literal["coach", "warn", "strict"]
"""How strict the referee is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Journalled:
    """An event that is written down when it changes the table."""

    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """An event that is never written down."""

    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Journalled):
    """Something that a person did on purpose.

    Attributes:
        by: the person, or the sense that told it; empty if nobody can say.
        ply: the ply that the person saw (`TableView.ply`); an act on an older one comes too late and is
            ignored, so that two people who press at once never answer twice. None for "whatever stands now".
    """

    by: str = ""
    ply: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Journalled):
    """A new game was set up; see `rules.Game.new` for the fields.

    `referee` says how strict it is with what a board camera sees: "coach" also tells the rule of every good
    move; "warn" speaks of what may not stand; "strict" goes on only once it is put right.
    """

    game: str
    seats: tuple[Seat, ...]
    board: tuple[Colour, ...] = ()
    options: str = ""
    first: Colour | None = None
    referee: Referee = "warn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unattended(Journalled):
    """From now on the computer acts for everybody (`umpire play --auto`), until the game ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed(Journalled):
    """The dome went down (its switch, or seen): dice will follow.

    Dice that a camera sees count only after this, once: a camera without a switch posts it itself when the
    dice leave their rest. So an old die that still lies there is never taken for a new one.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceSeen(Journalled):
    """A camera read the dice at rest; `source` names the sense, `picture` the picture if one is kept.

    Posted once a pop, after its `Pressed`, when the reader has made up its mind.
    """

    reading: DiceReading
    source: str
    picture: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSeen(Journalled):
    """A camera saw the still board, no hand over it; `source` names the sense.

    `seen` is what was seen and nothing else: spaces with likelihoods. Posted when the picture has come to
    rest after something moved, and when the board has not been looked at since the wants changed; also, as a
    board that is not seen, once the camera is lost.
    """

    seen: Sight
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterSeen(Journalled):
    """A camera saw the counter that somebody has drawn and shows to it; `source` names the sense.

    `kind` is None if something was shown that could not be made out. Posted once for each showing.
    """

    kind: str | None
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceGiven(Act):
    """Dice that need no reading: entered by hand (`how="hand"`), rolled electronically (`"electronic"`), or
    those of a record from elsewhere (`"imported"`). Electronic ones count after a `Pressed`, once.

    `faces` are in the order of the dice awaited; a red die is 1 (dot up) or 0.
    """

    faces: tuple[int, ...]
    how: str = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Act):
    """Somebody chose: a move, a pass, a draw, a decision."""

    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Act):
    """Somebody took back what was done last.

    That is a refused answer or an abort if there is one; else the last answer, together with the answers
    before it that had no alternative: one comes back to a pop, or to a choice between at least two.

    Attributes:
        pending: whether the person saw a refusal or an abort to be taken back (`Table.pending`): neither
            counts as a ply, so of two who take the same one back, the second takes back nothing else. None
            for "whatever stands now".
    """

    pending: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Act):
    """Somebody set the position by hand; `position` is in the game's one-line text form."""

    position: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted(Act):
    """The people accept the board as it stands, whatever the referee says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused(Act):
    """The game rests: nothing seen counts until it is resumed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed(Act):
    """The game goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeSet(Act):
    """From now on the referee is so strict, until the game ends."""

    level: Referee


@dataclass(frozen=True, slots=True, kw_only=True)
class Aborted(Act):
    """The game ends without a result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Passing):
    """Time went by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSeen(Passing):
    """A hand (or anything that moves) came over the board, or has gone."""

    over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointed(Passing):
    """The buttons point at something else."""

    pointing: Pointing


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressShown(Passing):
    """The page's address is to be shown at the table; None for no more."""

    address: Address | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeShown(Passing):
    """A phone wants to act: `code` is to be shown at the table; None once it is over."""

    code: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsFound(Passing):
    """The analyst has found each team's chance to win, at one ply of the game that began at `began`."""

    began: float
    ply: int
    chances: Mapping[Colour, float]


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
