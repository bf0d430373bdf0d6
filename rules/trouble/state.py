"""A moment of a game of Trouble. Each class is one thing that a game can wait for.

    ToStart   the players pop for who begins (T-3)
    ToPop     a player is to pop, at the beginning of his turn or once more (T-2, T-4)
    ToMove    he has popped and has a move (T-5 to T-12); without one, the game goes on by itself
    ToEnter   a red 1 was popped: the others may each bring in a man (T-W3)
    Ended     the game is over (T-14)

States are values: equal if everything is equal, hashable, never changed. A frozen dataclass takes several
times as long to make, and a game's odds need millions; so `Final` has the type checker guard the fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from rules.core import PASS, Answer, Chance, Choice, Colour, Event, Move, Over, Pieces, Rolled, Space, Tally
from rules.match import Moment
from rules.trouble import events
from rules.trouble.board import EXTRA_TURNS, FINISH, HOME, home_space
from rules.trouble.match import Done, Match, Men
from rules.trouble.moves import Step, after_step, entering_steps, may_pass, steps, stuck_rule, way_rule

__all__ = ["Ended", "ToEnter", "ToMove", "ToPop", "ToStart", "TroubleState", "moves_of", "step_events"]

Outcome: TypeAlias = "tuple[TroubleState, tuple[Event, ...]]"

_FACES: Final = range(1, 7)


@dataclass(slots=True, unsafe_hash=True)
class TroubleState(Moment):
    """What all moments of a game have.

    Attributes:
        match: who plays on which board by which rules.
        men: the places of every seat's men.
        turn: the seat whose turn it is.
        done: the seats that have filled their FINISH, first come first.
    """

    match: Final[Match]
    men: Final[Men]
    turn: Final[int]
    done: Final[Done]

    @property
    def pieces(self) -> Pieces:
        """Where men stand. Homes fill from 1."""
        found: dict[Space, tuple[str, ...]] = {}
        for colour, path, men in zip(self.match.colours, self.match.paths, self.men, strict=True):
            for number, place in enumerate(men, 1):
                found[home_space(colour, number) if place == HOME else path[place]] = (colour,)
        return found

    @property
    def tally(self) -> Tally:
        """Of each team, the men in HOME, on the ring and in FINISH."""
        areas = [
            Counter("home" if place == HOME else "track" if place < FINISH else "finish" for place in men)
            for men in self.men
        ]
        return Tally(dict(zip(self.match.colours, areas, strict=True)))

    @property
    def placed(self) -> tuple[tuple[Colour, ...], ...]:
        """The teams whose players are done while the others play on for places (T-13)."""
        colours = self.match.colours
        groups = self.match.standing(self.done).placed
        return tuple(tuple(colours[seat] for seat in group) for group in groups)

    def after(self, answer: Answer) -> Outcome:
        """The state that follows an answer, and what happened on the way.

        Raises:
            IllegalAnswerError: if the state does not wait for this answer.
        """
        raise NotImplementedError

    # -- how a turn ends -----------------------------------------------------------------------------

    def _again(
        self, men: Men, done: Done, sixes: int, entered: int | None, rule: str, told: tuple[Event, ...]
    ) -> Outcome:
        turn = self.match.still(self.turn, done)
        again = events.again(self.match.colours[turn], rule)
        return ToPop(self.match, men, turn, done, "again", sixes, entered), (*told, again)

    def _decline(self, roll: int, sixes: int, told: tuple[Event, ...], *, by_choice: bool) -> Outcome:
        """No move: for want of one (T-A7), or by passing (T-A3c)."""
        keeps = self.match.unused_six and (self.match.pass_on_six or not by_choice)
        if keeps and self._gives_pop(roll, sixes):
            return self._again(self.men, self.done, sixes + 1, None, "T-A3c" if by_choice else "T-A7", told)
        return self._next_turn(self.men, self.done, told)

    def _gives_pop(self, roll: int, sixes: int) -> bool:
        """Whether a number gives one more pop (T-4), `sixes` of them having gone before (T-A8)."""
        limit = self.match.max_extra_pops
        return roll == 6 and (limit is None or sixes < limit)

    def _next_turn(self, men: Men, done: Done, told: tuple[Event, ...]) -> Outcome:
        turn = self.match.next_turn(self.turn, done)
        begins = events.turn(self.match.colours[turn])
        return ToPop(self.match, men, turn, done, "turn"), (*told, begins)


def _face(answer: Answer) -> int | None:
    """The number popped; None if the answer is no pop of one die."""
    if isinstance(answer, Rolled) and len(answer.faces) == 1 and answer.faces[0] in _FACES:
        return answer.faces[0]
    return None


@dataclass(slots=True, unsafe_hash=True)
class ToStart(TroubleState):
    """The players pop in turn, the highest begins (T-3).

    Attributes:
        contest: the seats that pop in this round, one a player.
        faces: what the first of them have popped.
    """

    contest: Final[tuple[int, ...]]
    faces: Final[tuple[int, ...]] = ()

    @property
    def awaits(self) -> Chance:
        """The next one's pop."""
        return self.match.pop(self.contest[len(self.faces)], "start")

    def after(self, answer: Answer) -> Outcome:
        """The next one's pop, another round of those who tie, or the first turn."""
        face = _face(answer)
        if face is None:
            raise self._refuse(answer)
        colours = self.match.colours
        told: tuple[Event, ...] = (events.rolled(colours[self.contest[len(self.faces)]], face, "T-3"),)
        faces = (*self.faces, face)
        if len(faces) < len(self.contest):
            return ToStart(self.match, self.men, self.turn, self.done, self.contest, faces), told
        highest = tuple(seat for seat, shown in zip(self.contest, faces, strict=True) if shown == max(faces))
        if len(highest) > 1:
            # T-A5: only the tied pop again, or all of them.
            contest = self.contest if self.options["start_tie"] == "all_repop" else highest
            tie = events.tie(tuple(colours[seat] for seat in contest))
            return ToStart(self.match, self.men, self.turn, self.done, contest), (*told, tie)
        first = highest[0]
        begins = (events.starts(colours[first]), events.turn(colours[first]))
        return ToPop(self.match, self.men, first, self.done), told + begins


@dataclass(slots=True, unsafe_hash=True)
class ToPop(TroubleState):
    """A player is to pop (T-2).

    Attributes:
        why: "turn", or "again" for an extra pop.
        sixes: how many sixes in a row he has popped in this turn.
        entered: the seat whose man has just entered by the 6 that gave this pop (T-A19), if that matters.
    """

    why: Final[str] = "turn"
    sixes: Final[int] = 0
    entered: Final[int | None] = None

    @property
    def awaits(self) -> Chance:
        """The pop."""
        return self.match.pop(self.turn, self.why)

    def after(self, answer: Answer) -> Outcome:
        """A choice of moves, or where the game goes if there are none or the player does not pop."""
        face = _face(answer)
        if face is not None:
            return self._popped(face)
        if answer == PASS and self.match.pass_before_pop:
            told = (events.passed(self.match.colours[self.turn], "T-A3b"),)
            return self._next_turn(self.men, self.done, told)
        raise self._refuse(answer)

    def _popped(self, roll: int) -> Outcome:
        match, men, turn, done = self.match, self.men, self.turn, self.done
        colour = match.colours[turn]
        told: tuple[Event, ...] = (events.rolled(colour, roll),)
        if roll == 6 and self.sixes >= 2 and match.three_sixes:  # T-A8
            return self._next_turn(men, done, (*told, events.three_sixes(colour)))
        if roll == 1 and match.warps:
            told = (*told, events.red_one(colour))
            return others_enter(self, men, match.others(turn, done), told)
        movers = match.movers(turn, done)
        found = steps(match, men, movers, roll, self.entered)
        if found:
            moves = moves_of(match, men, found)
            return ToMove(match, men, turn, done, roll, self.sixes, self.entered, tuple(found), moves), told
        told = (*told, events.no_move(colour, roll, stuck_rule(match, men, movers, roll)))
        return self._decline(roll, self.sixes, told, by_choice=False)


@dataclass(slots=True, unsafe_hash=True)
class ToMove(TroubleState):
    """A player has popped and is to move.

    Attributes:
        roll: the number popped.
        sixes: how many sixes in a row he had popped in this turn before it.
        entered: as in `ToPop`.
        steps: his possible moves; they follow from the rest.
        moves: the answers for the steps, in the same order.
    """

    roll: Final[int]
    sixes: Final[int]
    entered: Final[int | None]
    steps: Final[tuple[Step, ...]] = field(compare=False, repr=False)
    moves: Final[tuple[Move, ...]] = field(compare=False, repr=False)

    @property
    def may_pass(self) -> bool:
        """Whether the player may decline to move (T-9)."""
        return may_pass(self.match, self.roll, self.steps)

    @property
    def awaits(self) -> Choice:
        """The choice among his moves, and to pass where the rules allow it."""
        who = self.match.seats[self.turn]
        options: tuple[Answer, ...] = (*self.moves, PASS) if self.may_pass else self.moves
        return Choice(who.player, who.colour, options)

    def after(self, answer: Answer) -> Outcome:
        """Where the game goes after the move, or after passing."""
        if answer in self.moves:
            number = self.moves.index(answer)
            return self._take(self.steps[number], self.moves[number])
        if answer == PASS and self.may_pass:
            told = (events.passed(self.match.colours[self.turn], "T-9"),)
            return self._decline(self.roll, self.sixes, told, by_choice=True)
        raise self._refuse(answer)

    @property
    def declined(self) -> TroubleState:
        """Where the game goes if the player makes no move, whether or not he may."""
        return self._decline(self.roll, self.sixes, (), by_choice=True)[0]

    def _take(self, step: Step, move: Move) -> Outcome:
        match, (seat, origin, target, _) = self.match, step
        men = after_step(self.men, step)
        told = step_events(match, step, move, self.roll)
        if target >= FINISH and men[seat][0] >= FINISH:
            return self._team_home(men, seat, told)
        six = self._gives_pop(self.roll, self.sixes)
        if six or (match.warps and target in EXTRA_TURNS and origin != HOME):  # T-4, T-W1
            entered = seat if match.same_man and origin == HOME else None
            sixes = self.sixes + 1 if self.roll == 6 else 0
            return self._again(men, self.done, sixes, entered, "T-4" if six else "T-W1", told)
        return self._next_turn(men, self.done, told)

    def _team_home(self, men: Men, seat: int, told: tuple[Event, ...]) -> Outcome:
        """T-13: a seat has filled its FINISH. T-A10: its 6 gives no further pop."""
        match, colour, done = self.match, self.match.colours[seat], (*self.done, (seat,))
        before, now = match.standing(self.done), match.standing(done)
        if now.placed == before.placed:
            told = (*told, events.team_home(colour))
        else:
            place = 1 + len({match.owners[other] for group in before.placed for other in group})
            told = (*told, events.finished(colour, place))
        if now.over:
            rule = "T-A9" if self.options["stop_at_first"] else "T-14"
            return Ended(match, men, self.turn, done), (*told, events.over(match.ranking(done)[0], rule))
        # Something is left to move only for a player who may choose another colour in the same turn.
        six = self._gives_pop(self.roll, self.sixes)
        if six and match.choose_colour and match.movers(self.turn, done):
            return self._again(men, done, self.sixes + 1, None, "T-4", told)
        return self._next_turn(men, done, told)


@dataclass(slots=True, unsafe_hash=True)
class ToEnter(TroubleState):
    """A red 1 was popped (T-W3): the next of the other players may bring in a man.

    Attributes:
        waiting: a seat of each player who is still to be asked, clockwise from the popper's left.
        steps: what the first of them may do; it follows from the rest.
        moves: the answers for the steps, in the same order.
    """

    waiting: Final[tuple[int, ...]]
    steps: Final[tuple[Step, ...]] = field(compare=False, repr=False)
    moves: Final[tuple[Move, ...]] = field(compare=False, repr=False)

    @property
    def awaits(self) -> Choice:
        """To bring in a man, or to pass."""
        who = self.match.seats[self.steps[0].seat]
        return Choice(who.player, who.colour, (*self.moves, PASS), "red_one")

    def after(self, answer: Answer) -> Outcome:
        """The next player's choice, or the next turn."""
        if answer == PASS:
            colour = self.match.colours[self.steps[0].seat]
            return others_enter(self, self.men, self.waiting[1:], (events.passed(colour, "T-W3"),))
        if answer in self.moves:
            number = self.moves.index(answer)
            step = self.steps[number]
            told = step_events(self.match, step, self.moves[number], 1)
            return others_enter(self, after_step(self.men, step), self.waiting[1:], told)
        raise self._refuse(answer)


@dataclass(slots=True, unsafe_hash=True)
class Ended(TroubleState):
    """The game is over."""

    @property
    def awaits(self) -> Over:
        """The ranking."""
        return Over(self.match.ranking(self.done))

    def after(self, answer: Answer) -> Outcome:
        """Nothing follows: every answer is refused."""
        raise self._refuse(answer)


def others_enter(
    moment: TroubleState, men: Men, waiting: tuple[int, ...], told: tuple[Event, ...]
) -> Outcome:
    """T-W3: ask the first of the waiting who can bring in a man; after the last the turn goes on."""
    match, turn, done = moment.match, moment.turn, moment.done
    while waiting:
        found = entering_steps(match, men, match.partners(waiting[0], done))
        if found:
            moves = moves_of(match, men, found)
            return ToEnter(match, men, turn, done, waiting, tuple(found), moves), told
        waiting = waiting[1:]
    return moment._next_turn(men, done, told)


def moves_of(match: Match, men: Men, found: Sequence[Step]) -> tuple[Move, ...]:
    """The answers for steps."""
    move = match.move
    return tuple([move(seat, origin, target, men[seat]) for seat, origin, target, _ in found])


def step_events(match: Match, step: Step, move: Move, roll: int) -> tuple[Event, ...]:
    """What a step tells; `move` is its answer."""
    colour = match.colours[step.seat]
    if step.origin == HOME:
        rule = "T-W3" if roll == 1 and match.warps else "T-5"
        told = events.entered(colour, move.origin, move.target, rule)
    else:
        told = events.moved(colour, move.origin, move.target, way_rule(step, roll))
    if not step.victims:
        return (told,)
    return (told, *[_capture(match, step, victim) for victim in step.victims])


def _capture(match: Match, step: Step, victim: tuple[int, int]) -> Event:
    seat, place = victim
    if seat == step.seat:
        rule = "T-A1"
    elif match.friends(seat, step.seat):
        rule = "T-A4c"
    elif step.origin == HOME:
        rule = "T-8"
    else:
        rule = "T-7"
    return events.captured(match.colours[step.seat], match.colours[seat], match.paths[seat][place], rule)
