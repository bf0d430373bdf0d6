"""The words that every game speaks: what a state waits for, what may be answered, what follows.

A game state is an immutable value. `state.awaits` says what it waits for: a `Chance` (dice, a draw
from the cup), a `Choice` (moves, decisions inside a toy's action), or nothing more (`Over`).
`state.after(answer)` gives the next state and the events on the way. The engine never rolls, never
sleeps and never speaks: rulings and events are a rule's number, a key and facts, and a catalogue of
the product makes the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from rules.errors import NotationError
from rules.options import Options, OptionTable, Value

__all__ = [
    "PASS",
    "Answer",
    "Awaits",
    "Chance",
    "Choice",
    "Colour",
    "Cup",
    "Dice",
    "Drawn",
    "Event",
    "Fact",
    "Game",
    "Move",
    "Over",
    "Pass",
    "Pick",
    "Piece",
    "Pieces",
    "Rolled",
    "Ruling",
    "Seat",
    "Source",
    "Space",
    "State",
    "Tally",
    "Toy",
    "read_answer",
]

Colour: TypeAlias = str
"""A team: red, blue, yellow or green; in Gearhead Skirmish south or north."""

Space: TypeAlias = str
"""The name of a space, such as T12, RF3, O1.2 or e4."""

Fact: TypeAlias = str | int | bool | tuple[str, ...] | None
"""What events and rulings tell: colours, spaces, counts, names, or several of them."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A team at the table and the person who runs it (one person may run several teams)."""

    colour: Colour
    player: str


# -- what stands on the board ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Toy:
    """A counter of Gearhead Skirmish as a camera sees it. Facing is N or S (rule G-10)."""

    kind: str
    facing: str
    flipped: bool = False
    zapped: bool = False


Piece: TypeAlias = Colour | Toy
"""A peg or a cone is its colour; a counter is a `Toy`."""

Pieces: TypeAlias = Mapping[Space, tuple[Piece, ...]]
"""The occupied spaces, each with its pieces from bottom to top."""


# -- answers -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rolled:
    """What the dice show, in the order of the source's kinds. A red die is 1 (dot up) or 0 (blank)."""

    faces: tuple[int, ...]

    def __str__(self) -> str:
        return "roll:" + ",".join(map(str, self.faces))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A counter drawn from the cup."""

    kind: str

    def __str__(self) -> str:
        return f"draw:{self.kind}"


@dataclass(frozen=True, slots=True)
class Pass:
    """The player declines: to move, or to roll where the rules let him."""

    def __str__(self) -> str:
        return "pass"


PASS = Pass()


@dataclass(frozen=True, slots=True)
class Move:
    """A piece goes from one space to another. What it captures follows from `State.after`."""

    origin: Space
    target: Space

    def __str__(self) -> str:
        return f"{self.origin}-{self.target}"


@dataclass(frozen=True, slots=True)
class Pick:
    """A decision that is no move of a piece: left, stop, act:d2, egg:c3, place:e1."""

    word: str
    at: Space | None = None

    def __str__(self) -> str:
        return self.word if self.at is None else f"{self.word}:{self.at}"


Answer: TypeAlias = Rolled | Drawn | Pass | Move | Pick

_ROLL = re.compile(r"roll:([0-9]+(?:,[0-9]+)*)")
_DRAW = re.compile(r"draw:([a-z_]+)")
_MOVE = re.compile(r"([A-Za-z0-9.]+)-([A-Za-z0-9.]+)")
_PICK = re.compile(r"(?!(?:roll|draw)\b)([a-z_]+)(?::([A-Za-z0-9.]+))?")


def read_answer(text: str) -> Answer:
    """Read the text form of an answer back; `str(answer)` writes it.

    Raises:
        NotationError: if the text is no answer.
    """
    if text == "pass":
        return PASS
    if found := _ROLL.fullmatch(text):
        return Rolled(tuple(int(face) for face in found[1].split(",")))
    if found := _DRAW.fullmatch(text):
        return Drawn(found[1])
    if found := _MOVE.fullmatch(text):
        return Move(found[1], found[2])
    if found := _PICK.fullmatch(text):
        return Pick(found[1], found[2])
    raise NotationError(
        "{what} is no answer: write one such as roll:4, T5-T9, left, egg:c3 or pass.", what=repr(text)
    )


# -- what a state waits for --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, init=False)
class Dice:
    """Dice to be rolled together: `Dice("d6")`, `Dice("d6", "red")`; `rules.dice` has all kinds.

    `red_faces` says how many sides of a red die have the dot (H-A15): whoever throws it for people must know.
    """

    kinds: tuple[str, ...]
    red_faces: int

    def __init__(self, *kinds: str, red_faces: int = 1) -> None:
        object.__setattr__(self, "kinds", kinds)
        object.__setattr__(self, "red_faces", red_faces)


@dataclass(frozen=True, slots=True, init=False)
class Cup:
    """A cup of counters to draw one from: `Cup({"orbit": 6, "ziggy": 5})`."""

    counts: tuple[tuple[str, int], ...]

    def __init__(self, counts: Mapping[str, int]) -> None:
        object.__setattr__(self, "counts", tuple(sorted(counts.items())))


Source: TypeAlias = Dice | Cup


@dataclass(frozen=True, slots=True)
class Chance:
    """The state waits for dice or a draw.

    Attributes:
        player: the person whose hand it is.
        colour: the team he acts for.
        source: the dice or the cup.
        outcomes: every possible answer with its whole-number weight.
        may_pass: whether `PASS` is also an answer.
        why: a key that says what the roll is for: "start" (who begins), "turn", "again" (an extra pop), or a
            game's own.
        at: the space of the piece that it is for, if it is for one.
    """

    player: str
    colour: Colour
    source: Source
    outcomes: tuple[tuple[Answer, int], ...]
    may_pass: bool = False
    why: str = "turn"
    at: Space | None = None

    def legal(self, answer: Answer) -> bool:
        """Whether the state can go on with this answer."""
        return (self.may_pass and answer == PASS) or any(answer == outcome for outcome, _ in self.outcomes)


@dataclass(frozen=True, slots=True)
class Choice:
    """The state waits for a decision among `options`, never empty; `PASS` is one of them where allowed.

    `why` is a key that says what it is about, `at` the space of the piece that it is for, if it is for one.
    """

    player: str
    colour: Colour
    options: tuple[Answer, ...]
    why: str = "move"
    at: Space | None = None

    def legal(self, answer: Answer) -> bool:
        """Whether the state can go on with this answer."""
        return answer in self.options


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended. `ranking` names the teams, best first; equals stand in one group."""

    ranking: tuple[tuple[Colour, ...], ...]


Awaits: TypeAlias = Chance | Choice | Over


# -- what the engine tells ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, with the number of its rule.

    Keys that all games share, with the facts that the table and the shows rely on:
    `rolled` (colour, faces as text), `moved` (colour, origin, target), `captured` (colour: who captures,
    captured: colours bottom to top, space), `entered` (colour, target), `passed` (colour), `no_move`
    (colour), `again` (colour: one more roll), `turn` (colour: whose turn begins), `finished` (colour, place),
    `out` (colour), `over` (winners: colours).
    """

    rule: str
    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ruling:
    """The referee's word on something attempted.

    Attributes:
        legal: whether it may stand.
        rule: the number that the referee cites, such as T-6.
        key: which sentence of the catalogue says it.
        facts: what the sentence tells.
        answer: the attempt as the engine understood it; None if nothing or nothing single was.
    """

    legal: bool
    rule: str
    key: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    answer: Answer | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """How a game stands, in numbers. Each has a word of the game's own, such as home, captive or score.

    Attributes:
        teams: of each team in turn order: its pieces by where they are, its points.
        shared: what belongs to nobody, such as the counters in the cup.
    """

    teams: Mapping[Colour, Mapping[str, int]]
    shared: Mapping[str, int] = field(default_factory=dict)


# -- what every game offers --------------------------------------------------------------------------


class State(Protocol):
    """A moment of a game: an immutable, hashable value with equality."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The teams in turn order."""

    @property
    def options(self) -> Options:
        """The house rules of this game."""

    @property
    def awaits(self) -> Awaits:
        """What the state waits for."""

    @property
    def pieces(self) -> Pieces:
        """What a camera would see."""

    @property
    def tally(self) -> Tally:
        """How the game stands, in numbers; where there are no pieces of a sort, it has no entry."""

    @property
    def promise(self) -> Mapping[Colour, float]:
        """The points that each team may hope for beyond those it has, roughly; empty where none count."""

    @property
    def placed(self) -> tuple[tuple[Colour, ...], ...]:
        """The teams that are done while the others play on, best first; equals stand in one group."""

    def same_match(self, other: object) -> bool:
        """Whether another state has the same seats, board and house rules."""

    def after(self, answer: Answer) -> tuple[State, tuple[Event, ...]]:
        """The state that follows an answer, and what happened on the way.

        Raises:
            IllegalAnswerError: if the state does not wait for this answer.
        """


class Game(Protocol):
    """The rules of one game. The functions that take a state take one of this game's own."""

    name: str
    colours: tuple[Colour, ...]
    options: OptionTable

    def spaces(self) -> tuple[Space, ...]:
        """The name of every space that a layout of this game must place."""

    def new(
        self,
        seats: Sequence[Seat],
        *,
        board: Sequence[Colour] | None = None,
        options: Mapping[str, Value] | None = None,
        first: Colour | None = None,
    ) -> State:
        """The state before the first roll.

        Args:
            seats: the teams that play, in any order; turns go clockwise round `board`.
            board: the clockwise order of the colours on the board; None takes the game's usual one.
            options: house rules that differ from the default.
            first: the team that begins; None lets the game's own roll-off decide.

        Raises:
            SeatsError: with every problem of the seats.
            OptionError: with every problem of the options.
        """

    def explain(self, state: Any, attempted: Answer | Pieces) -> Ruling:
        """The ruling on an answer, or on the pieces as they now stand.

        Of pieces, the smallest change that explains them is judged.
        """

    def from_pieces(self, state: Any, pieces: Pieces, turn: Colour) -> State:
        """`state` with its pieces set by hand, `turn` to roll next.

        Raises:
            PositionError: with every problem of the position.
        """

    def to_text(self, state: Any) -> str:
        """One line of text that holds the whole state."""

    def from_text(self, text: str) -> State:
        """The state that `to_text` wrote.

        Raises:
            NotationError: if the text is no state of this game.
        """

    def legal(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Answer one request in the game's neutral form (plain JSON values in and out).

        Raises:
            RulesError: naming what is wrong with the request.
        """

    def from_neutral(self, position: Mapping[str, Any], options: Mapping[str, Value] | None = None) -> State:
        """The state of a position in the neutral form, `turn` to roll next.

        Raises:
            RulesError: naming what is wrong with the position.
        """
