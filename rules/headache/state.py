"""A moment of a game of Headache. Each class is one thing that a game can wait for.

    ToStart   the players pop for who begins (H-A5)
    ToSet     a player with men off the board is to set one on his START (H-10)
    ToPop     a player is to pop: for his turn, for a bonus (H-2), or because he had no move (H-9)
    ToMove    he has popped and is to move (H-3 to H-8, H-10, H-11, H-14)
    Ended     one player is left (H-13)

States are values: equal if everything is equal, hashable, never changed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.core import PASS, Answer, Chance, Choice, Event, Move, Over, Pick, Pieces, Rolled, Tally
from rules.headache import events
from rules.headache.board import INDEX, SPACES
from rules.headache.match import COLOUR_OF, Board, Match, Out, Reserve
from rules.headache.moves import barred, candidates, legal_moves, never
from rules.match import Moment

__all__ = ["Ended", "HeadacheState", "ToMove", "ToPop", "ToSet", "ToStart", "begin_turn"]

Outcome: TypeAlias = "tuple[HeadacheState, tuple[Event, ...]]"


@dataclass(frozen=True, slots=True)
class HeadacheState(Moment):
    """What all moments of a game have.

    Attributes:
        match: who plays on which board by which rules.
        board: the stack on every space, in the order of `board.SPACES`.
        reserve: by seat, the men that have not entered yet.
        turn: the seat whose turn it is.
        out: the seats that are out.
    """

    match: Match
    board: Board
    reserve: Reserve
    turn: int
    out: Out

    @property
    def pieces(self) -> Pieces:
        """The cones on the board. Men that have not entered are not among them."""
        return {
            SPACES[space]: tuple([COLOUR_OF[letter] for letter in stack])
            for space, stack in enumerate(self.board)
            if stack
        }

    @property
    def tally(self) -> Tally:
        """Of each team, the men off the board, alone, on top of a stack, and under others (H-12)."""
        letters = self.match.letters
        teams = {letter: Counter(reserve=men) for letter, men in zip(letters, self.reserve, strict=True)}
        for stack in filter(None, self.board):
            for captive in stack[:-1]:
                teams[captive]["captive"] += 1
            teams[stack[-1]]["stack" if len(stack) > 1 else "single"] += 1
        return Tally({COLOUR_OF[letter]: +counts for letter, counts in teams.items()})

    def after(self, answer: Answer) -> Outcome:
        """The state that follows an answer, and what happened on the way.

        Raises:
            IllegalAnswerError: if the state does not wait for this answer.
        """
        raise NotImplementedError


def _faces(answer: Answer) -> tuple[int, int] | None:
    """The number popped, and 1 if the red dot is up; None if the answer is no pop of both dice."""
    if isinstance(answer, Rolled) and len(answer.faces) == 2:
        pips, red = answer.faces
        if 1 <= pips <= 6 and 0 <= red <= 1:
            return pips, red
    return None


def begin_turn(
    match: Match, board: Board, reserve: Reserve, turn: int, out: Out, *, why: str = "turn", bonus: int = 0
) -> HeadacheState:
    """A man is to be set (H-10), unless all have entered or one still holds the START (H-A4)."""
    start = match.starts[turn]
    if reserve[turn] and not board[start]:
        return ToSet(match, board, reserve, turn, out, why, bonus)
    only = start if reserve[turn] and not match.free_start else None
    return ToPop(match, board, reserve, turn, out, why, only, bonus)


@dataclass(frozen=True, slots=True)
class ToStart(HeadacheState):
    """The players pop in turn, the highest number begins; those who share it pop again (H-A5).

    Attributes:
        contest: the seats that pop in this round.
        popped: what the first of them have popped.
    """

    contest: tuple[int, ...]
    popped: tuple[int, ...] = ()

    @property
    def awaits(self) -> Chance:
        """The next one's pop."""
        return self.match.pop(self.turn, "start")

    def after(self, answer: Answer) -> Outcome:
        """The next one's pop, another round of those who tie, or the first turn."""
        faces = _faces(answer)
        if faces is None:
            raise self._refuse(answer)
        match, contest = self.match, self.contest
        popped = (*self.popped, faces[0])
        told = (events.rolled(match.colours[self.turn], faces[0], "H-A5"),)
        if len(popped) < len(contest):
            return self._round(contest, popped), told
        highest = tuple(seat for seat, pips in zip(contest, popped, strict=True) if pips == max(popped))
        if len(highest) > 1:
            return self._round(highest, ()), (
                *told,
                events.tie(tuple(match.colours[seat] for seat in highest)),
            )
        first = match.colours[highest[0]]
        state = begin_turn(match, self.board, self.reserve, highest[0], self.out)
        return state, (*told, events.starts(first), events.turn(first))

    def _round(self, contest: tuple[int, ...], popped: tuple[int, ...]) -> ToStart:
        return ToStart(self.match, self.board, self.reserve, contest[len(popped)], self.out, contest, popped)


@dataclass(frozen=True, slots=True)
class _InTurn(HeadacheState):
    """What the moments of a turn have in common: how it goes on."""

    def _onward(self, board: Board, out: Out, mover: int | None, bonus: int, told: list[Event]) -> Outcome:
        """The end of the game (H-13), a bonus pop (H-2), or the next turn (H-1).

        Args:
            board: what stands where now.
            out: the seats that are out now.
            mover: where the piece stands that alone could move; None if the choice was free.
            bonus: the bonus pops earned and still to come.
            told: what has happened so far.
        """
        match, reserve, turn = self.match, self.reserve, self.turn
        if winners := match.winners(out):  # H-A14: bonus pops are void only now
            return Ended(match, board, reserve, turn, out), (*told, events.over(winners))
        if not bonus:
            turn = match.next_turn(turn, out)
            return begin_turn(match, board, reserve, turn, out), (*told, events.turn(match.colours[turn]))
        happened = (*told, events.again(match.colours[turn], "H-2"))
        if reserve[turn] and match.entering_bonus == "enters_another":
            return begin_turn(match, board, reserve, turn, out, why="again", bonus=bonus - 1), happened
        # H-A1: the man just entered moves again; free choice once all have entered.
        only = mover if reserve[turn] and match.entering_bonus == "same_man" else None
        return ToPop(match, board, reserve, turn, out, "again", only, bonus - 1), happened

    def _decline(self, only: int | None, bonus: int) -> Outcome:
        """H-A17: a bonus pop is refused."""
        return self._onward(self.board, self.out, only, bonus, [events.passed(self.match.colours[self.turn])])


@dataclass(frozen=True, slots=True)
class ToSet(_InTurn):
    """A player is to set a man on his START before he pops (H-10).

    Attributes:
        why: "turn", or "again" for a bonus pop that enters another man (H-A1).
        bonus: the bonus pops earned and still to come after the next one.
    """

    why: str
    bonus: int

    @property
    def awaits(self) -> Choice:
        """The one thing that he can do, or to refuse a bonus (H-A17)."""
        who = self.match.seats[self.turn]
        pick = Pick("set", SPACES[self.match.starts[self.turn]])
        return Choice(who.player, who.colour, (pick, PASS) if self._may_pass else (pick,), "enter")

    @property
    def _may_pass(self) -> bool:
        return self.why == "again" and self.match.refuse_bonus

    def after(self, answer: Answer) -> Outcome:
        """The pop for the man who has been set."""
        match, turn = self.match, self.turn
        start = match.starts[turn]
        if answer == PASS and self._may_pass:
            return self._decline(None, self.bonus)
        if answer != Pick("set", SPACES[start]):
            raise self._refuse(answer)
        board = list(self.board)
        board[start] = match.letters[turn]
        reserve = (*self.reserve[:turn], self.reserve[turn] - 1, *self.reserve[turn + 1 :])
        state = ToPop(match, tuple(board), reserve, turn, self.out, "turn", start, self.bonus)
        return state, (events.entered(match.colours[turn], SPACES[start]),)


@dataclass(frozen=True, slots=True)
class ToPop(_InTurn):
    """A player is to pop.

    Attributes:
        why: "turn", "again" for a bonus pop (H-2), "repeat" because there was no move (H-9).
        only: the space of the piece that alone must move (H-10, H-A1, H-A4); None for free choice.
        bonus: the bonus pops earned and still to come after this one.
    """

    why: str
    only: int | None
    bonus: int

    @property
    def awaits(self) -> Chance:
        """The pop."""
        return self.match.pop(self.turn, self.why)

    def after(self, answer: Answer) -> Outcome:
        """A choice of moves, or another pop if there are none."""
        faces = _faces(answer)
        if faces is not None:
            return self._popped(*faces)
        if answer == PASS and self.awaits.may_pass:
            return self._decline(self.only, self.bonus)
        raise self._refuse(answer)

    def _popped(self, pips: int, red: int) -> Outcome:
        match, board, turn, only = self.match, self.board, self.turn, self.only
        colour = match.colours[turn]
        told = [events.rolled(colour, pips)]
        if red:  # H-2
            told.append(events.red_dot(colour))
        bonus = self.bonus + red
        if moves := legal_moves(match, board, self.reserve, turn, only, pips):
            return ToMove(match, board, self.reserve, turn, self.out, pips, only, bonus, moves), tuple(told)
        closed = barred(match, board, self.reserve, turn, only)
        own = all(closed[target] == "H-4" for target, _ in candidates(match, board, turn, only, pips))
        if (match.lose_move and not own) or never(match, board, self.reserve, turn, only):
            told.append(events.lost_move(colour, pips))
            return self._onward(board, self.out, only, bonus, told)
        told += [events.no_move(colour, pips, "H-9" if own else "H-A2"), events.again(colour, "H-9")]
        kept = self.bonus if match.red_void else bonus  # H-A3
        return ToPop(match, board, self.reserve, turn, self.out, "repeat", only, kept), tuple(told)


@dataclass(frozen=True, slots=True)
class ToMove(_InTurn):
    """A player has popped and is to move.

    Attributes:
        pips: the number popped.
        only, bonus: as in `ToPop`; a red dot of this pop is counted.
        moves: his possible moves; they follow from the rest.
    """

    pips: int
    only: int | None
    bonus: int
    moves: tuple[Move, ...] = field(compare=False, repr=False)

    @property
    def awaits(self) -> Choice:
        """The choice among his moves, or among those of the one piece that alone must move."""
        who = self.match.seats[self.turn]
        if self.only is None:
            return Choice(who.player, who.colour, self.moves)
        return Choice(who.player, who.colour, self.moves, "move_only", SPACES[self.only])

    def after(self, answer: Answer) -> Outcome:
        """Where the game goes after the move.

        The mover is on top of what he captures (H-3), which stays there for good (H-12), and is a stack from
        then on, even if he is just entering (H-A1b).
        """
        if not isinstance(answer, Move) or answer not in self.moves:
            raise self._refuse(answer)
        match, out = self.match, self.out
        origin, target = INDEX[answer.origin], INDEX[answer.target]
        board = list(self.board)
        mover, caught = board[origin], board[target]
        board[origin], board[target] = "", caught + mover
        colour = match.colours[self.turn]
        told = [events.moved(colour, answer.origin, answer.target, stack=len(mover) > 1)]
        if caught:
            told.append(
                events.captured(colour, tuple([COLOUR_OF[letter] for letter in caught]), answer.target)
            )
            loser = match.letters.index(caught[-1])
            if not match.standing(tuple(board), self.reserve, loser):
                out = (*out, (loser,))
                told.append(events.out(match.colours[loser]))
        return self._onward(tuple(board), out, target if self.only is not None else None, self.bonus, told)


@dataclass(frozen=True, slots=True)
class Ended(HeadacheState):
    """One player is left."""

    @property
    def awaits(self) -> Over:
        """The ranking."""
        return Over(self.match.ranking(self.out))

    def after(self, answer: Answer) -> Outcome:
        """Nothing follows."""
        raise self._refuse(answer)
