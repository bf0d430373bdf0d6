"""A moment of a game of Gearhead Skirmish. Each class is one thing that a game can wait for.

    ToStart    the players roll for who begins (G-2)
    ToDraw     a player is to draw a counter from the cup (G-4)
    ToPlace    he is to place it on his last row (G-5)
    ToAct      he is to choose the toy that moves next (G-11)
    InAction   a toy is on the move and needs dice or a decision (G-20 to G-32)
    Ended      the game is over (G-12)

States are values: equal if everything is equal, hashable, never changed. A choice with a single option is
still a choice, so that a record tells everything; a table may take it as made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from rules.core import (
    PASS,
    Answer,
    Chance,
    Choice,
    Colour,
    Drawn,
    Event,
    Over,
    Pick,
    Pieces,
    Rolled,
    Space,
    Tally,
)
from rules.gearhead import events
from rules.gearhead.acting import Progress, could_move, run
from rules.gearhead.action import Need
from rules.gearhead.board import COLOURS, FACING, LAST_ROW, OTHER, PROMISE, Board, Counter, Kind
from rules.gearhead.match import Cupful, Match
from rules.match import Moment

__all__ = [
    "EMPTY_HANDS",
    "Ended",
    "GearheadState",
    "Held",
    "InAction",
    "ToAct",
    "ToDraw",
    "ToPlace",
    "ToStart",
    "begin_turn",
]

Outcome: TypeAlias = "tuple[GearheadState, tuple[Event, ...]]"

Held: TypeAlias = tuple[Kind | None, Kind | None]
"""The counters that south and north keep in hand by the house rule of G-A1."""

EMPTY_HANDS: Final[Held] = (None, None)


@dataclass(frozen=True, slots=True)
class GearheadState(Moment):
    """What all moments of a game have.

    Attributes:
        match: who plays by which rules.
        board: the board; while a toy acts, as it was when the action began.
        turn: whose turn it is.
        cup: what is in the cup.
        held: the counters kept in hand.
        quiet: how many turns in a row no toy was able to move (G-12).
    """

    match: Match
    board: Board
    turn: Colour
    cup: Cupful
    held: Held
    quiet: int

    @property
    def now(self) -> Board:
        """The board as it lies on the table."""
        return self.board

    @property
    def pieces(self) -> Pieces:
        """What a camera would see."""
        return self.now.pieces

    @property
    def tally(self) -> Tally:
        """Of each player, points and victory pile (G-6), toys (G-10), counters in hand; cup and discard."""
        board, teams = self.now, {}
        for number, colour in enumerate(COLOURS):
            pieces = {
                "toys": sum(toy.colour == colour for _, toy in board.toys),
                "hand": (self.held[number] is not None) + (isinstance(self, ToPlace) and self.turn == colour),
                "pile": len(board.piles[number]),
            }
            teams[colour] = {"score": board.score[number], **_some(pieces)}
        shared = {"cup": sum(count for _, count in self.cup), "discard": len(board.discard)}
        return Tally(teams, _some(shared))

    @property
    def promise(self) -> Mapping[Colour, float]:
        """Of each player, what his toys promise (G-6, G-10): the nearer to the other end, the more."""
        hoped = dict.fromkeys(COLOURS, 0.0)
        for square, toy in self.now.toys:
            hoped[toy.colour] += PROMISE[toy.facing][square]
        return hoped

    def after(self, answer: Answer) -> Outcome:
        """The state that follows an answer, and what happened on the way.

        Raises:
            IllegalAnswerError: if the state does not wait for this answer.
        """
        raise NotImplementedError

    def _check(self, answer: Answer) -> None:
        waits = self.awaits
        if isinstance(waits, Over) or not waits.legal(answer):
            raise self._refuse(answer)


def _some(counts: Mapping[str, int]) -> dict[str, int]:
    return {word: count for word, count in counts.items() if count}


# -- from turn to turn -------------------------------------------------------------------------------


def begin_turn(
    match: Match, board: Board, turn: Colour, cup: Cupful, held: Held = EMPTY_HANDS, quiet: int = 0
) -> Outcome:
    """The beginning of a turn (G-3): its draw (G-4), or what follows if there is none."""
    told = (events.turn(turn),)
    moment = ToDraw(match, board, turn, cup, held, quiet)
    in_hand = held[COLOURS.index(turn)]
    if in_hand is not None:
        return _place(moment, in_hand, told)
    if cup:
        return moment, told
    return _begin_actions(moment, board, (*told, events.cup_empty(turn)))


def _place(moment: GearheadState, kind: Kind, told: tuple[Event, ...]) -> Outcome:
    """A counter is in the player's hand: let him place it, or do what G-A1 says if there is no room.

    `moment` still has the counter in the cup, or among the counters held.
    """
    turn = moment.turn
    taken = {square for square, _ in moment.board.toys}
    full = taken.issuperset(LAST_ROW[turn])
    if full:
        told = (*told, events.no_room(turn, kind, str(moment.options["full_row"])))
        if moment.options["full_row"] == "return_to_cup":
            return _begin_actions(moment, moment.board, told)
    was_held = moment.held[COLOURS.index(turn)] is not None
    cup = moment.cup if was_held else _without(moment.cup, kind)
    if not full:
        held = _hold(moment.held, turn, None)
        return ToPlace(moment.match, moment.board, turn, cup, held, moment.quiet, kind), told
    if moment.options["full_row"] == "hold":
        held, board = _hold(moment.held, turn, kind), moment.board
    else:
        held, board = moment.held, moment.board.discarding(kind)
    return _begin_actions(ToDraw(moment.match, board, turn, cup, held, moment.quiet), board, told)


def _without(cup: Cupful, kind: Kind) -> Cupful:
    return tuple((other, count - (other == kind)) for other, count in cup if other != kind or count > 1)


def _hold(held: Held, turn: Colour, kind: Kind | None) -> Held:
    return (kind, held[1]) if turn == "south" else (held[0], kind)


def _begin_actions(moment: GearheadState, board: Board, told: tuple[Event, ...]) -> Outcome:
    """The Action Phase begins (G-11)."""
    if board.may_move(moment.turn):
        return ToAct(moment.match, board, moment.turn, moment.cup, moment.held, moment.quiet, False), told
    return _end_turn(moment, board, False, (*told, events.no_move(moment.turn)))


def _go_on(moment: GearheadState, board: Board, stirred: bool, told: tuple[Event, ...]) -> Outcome:
    """A toy has acted: the next one, or the end of the turn, or of the game (G-12)."""
    if not board.toys and not moment.cup and moment.held == EMPTY_HANDS:
        return _end_game(moment, board, moment.quiet, "G-12", told)
    if board.may_move(moment.turn):
        return ToAct(moment.match, board, moment.turn, moment.cup, moment.held, moment.quiet, stirred), told
    return _end_turn(moment, board, stirred, told)


def _end_turn(moment: GearheadState, board: Board, stirred: bool, told: tuple[Event, ...]) -> Outcome:
    """The turn passes, unless too many turns in a row were quiet (G-A20)."""
    match = moment.match
    quiet = 0 if stirred else moment.quiet + 1
    if quiet:
        told = (*told, events.quiet(quiet, match.quiet_turns))
    if quiet >= match.quiet_turns:
        return _end_game(moment, board, quiet, "G-A20", told)
    state, more = begin_turn(match, board.rested(), OTHER[moment.turn], moment.cup, moment.held, quiet)
    return state, (*told, *more)


def _end_game(moment: GearheadState, board: Board, quiet: int, rule: str, told: tuple[Event, ...]) -> Outcome:
    state = Ended(moment.match, board.rested(), moment.turn, moment.cup, moment.held, quiet)
    return state, (*told, events.over(state.awaits.ranking[0], rule))


# -- the moments -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ToStart(GearheadState):
    """The players roll for who begins (G-2): first south, then north; `south` is what south has rolled."""

    south: int | None

    @property
    def awaits(self) -> Chance:
        """The next one's roll."""
        return self.match.roll_off("south" if self.south is None else "north")

    def after(self, answer: Answer) -> Outcome:
        """The other one's roll, both rolls again after a tie, or the first turn."""
        self._check(answer)
        assert isinstance(answer, Rolled)
        face = answer.faces[0]
        if self.south is None:
            return replace(self, south=face), (events.rolled("south", face),)
        told = (events.rolled("north", face),)
        if face == self.south:
            return replace(self, south=None), (*told, events.tie())
        first = "south" if self.south > face else "north"
        state, more = begin_turn(self.match, self.board, first, self.cup)
        return state, (*told, events.begins(first), *more)


@dataclass(frozen=True, slots=True)
class ToDraw(GearheadState):
    """The player is to draw a counter (G-4)."""

    @property
    def awaits(self) -> Chance:
        """The draw from the cup."""
        return self.match.draw(self.turn, self.cup)

    def after(self, answer: Answer) -> Outcome:
        """The placement, or the actions if the last row is full (G-A1)."""
        self._check(answer)
        assert isinstance(answer, Drawn)
        return _place(self, answer.kind, (events.drawn(self.turn, answer.kind),))


@dataclass(frozen=True, slots=True)
class ToPlace(GearheadState):
    """The player is to place the counter that he has drawn (G-5)."""

    drawn: Kind

    @property
    def awaits(self) -> Choice:
        """The empty squares of the last row."""
        taken = {square for square, _ in self.board.toys}
        options = tuple(Pick("place", square) for square in LAST_ROW[self.turn] if square not in taken)
        return Choice(self.match.player(self.turn), self.turn, options, "place")

    def after(self, answer: Answer) -> Outcome:
        """The Action Phase, with the counter placed facing the opponent."""
        self._check(answer)
        assert isinstance(answer, Pick) and answer.at is not None
        counter = Counter(self.drawn, FACING[self.turn], gained=bool(self.options["placed_waits"]))  # G-A2
        board = self.board.with_toy(answer.at, counter)
        return _begin_actions(self, board, (events.entered(self.turn, self.drawn, answer.at),))


@dataclass(frozen=True, slots=True)
class ToAct(GearheadState):
    """The player is to choose the toy that moves next (G-11, G-A3).

    Attributes:
        stirred: whether a toy was able to move in this turn (G-A20).
    """

    stirred: bool

    @property
    def awaits(self) -> Choice:
        """The toys that have yet to move; with `action_order=optional`, also to stop."""
        squares: tuple[Space, ...] = self.board.may_move(self.turn)
        if self.options["action_order"] == "fixed_order":
            squares = (min(squares, key=self._rank),)
        options: tuple[Answer, ...] = tuple(Pick("act", square) for square in squares)
        if self.options["action_order"] == "optional":
            options = (*options, PASS)
        return Choice(self.match.player(self.turn), self.turn, options, "act")

    def after(self, answer: Answer) -> Outcome:
        """The first need of the toy's action, or what follows if it has none."""
        self._check(answer)
        if answer == PASS:
            stirred = self.stirred or _could(self, self.board.may_move(self.turn))
            return _end_turn(self, self.board, stirred, (events.passed(self.turn),))
        assert isinstance(answer, Pick) and answer.at is not None
        return InAction.begin(self, answer.at)

    def _rank(self, square: Space) -> tuple[int, int]:
        """The fixed order of the house rule: foremost row first, from the player's left to his right."""
        forward = 1 if self.turn == "south" else -1
        return (-forward * int(square[1]), forward * ord(square[0]))


@dataclass(frozen=True, slots=True)
class InAction(GearheadState):
    """A toy is on the move (G-20 to G-32).

    Attributes:
        stirred: whether a toy was able to move in this turn, before this action.
        mover: where the toy stood when its action began; `board` is the board of then.
        answers: what has been rolled and decided since.
        progress: how far the action has come; it follows from the rest.
    """

    stirred: bool
    mover: Space
    answers: tuple[Answer, ...]
    progress: Progress = field(compare=False, repr=False)

    @staticmethod
    def begin(moment: ToAct, mover: Space, answers: tuple[Answer, ...] = ()) -> Outcome:
        """The action of the toy on `mover` after these answers, which must fit what it asks for."""
        board = moment.board.moving(mover)
        progress = run(board, moment.turn, moment.options, mover, answers)
        common = (moment.match, board, moment.turn, moment.cup, moment.held, moment.quiet)
        return InAction(*common, moment.stirred, mover, answers, progress)._go_on()

    @property
    def now(self) -> Board:
        """The board as it lies on the table."""
        return self.progress.board

    @property
    def need(self) -> Need:
        """What the action waits for, and of which toy: the mover or one that it has wound."""
        assert self.progress.need is not None
        return self.progress.need

    @property
    def awaits(self) -> Chance | Choice:
        """What the toy's action needs."""
        return self.match.asks(self.need)

    def after(self, answer: Answer) -> Outcome:
        """The next need of the action, or what follows once it is done."""
        self._check(answer)
        answers = (*self.answers, answer)
        progress = run(self.board, self.turn, self.options, self.mover, answers)
        common = (self.match, self.board, self.turn, self.cup, self.held, self.quiet)
        return InAction(*common, self.stirred, self.mover, answers, progress)._go_on()

    def _go_on(self) -> Outcome:
        progress = self.progress
        if progress.need is not None:
            return self, progress.told
        stirred = self.stirred or progress.stirred
        stirred = stirred or _could(self, (self.mover, *self.board.may_move(self.turn)))
        return _go_on(self, progress.board, stirred, progress.told)


def _could(moment: GearheadState, squares: tuple[Space, ...]) -> bool:
    """Whether a toy on one of these squares could have moved, on any roll (G-A20)."""
    if moment.options["quiet_turns"] == "nothing_moved":
        return False
    return any(could_move(moment.board, moment.turn, moment.options, square) for square in squares)


@dataclass(frozen=True, slots=True)
class Ended(GearheadState):
    """The game is over (G-12)."""

    @property
    def awaits(self) -> Over:
        """The ranking: most points win, equal points are a draw (G-A20b)."""
        south, north = self.board.score
        if south == north:
            return Over((COLOURS,))
        return Over((("south",), ("north",)) if south > north else (("north",), ("south",)))

    def after(self, answer: Answer) -> Outcome:
        """Nothing follows.

        Raises:
            IllegalAnswerError: always.
        """
        raise self._refuse(answer)
