"""The referee of Trouble: what he says to an answer, and the number of the rule that he cites.

Of several rules that an attempt breaks, the first that fits is cited: not his man or not his turn T-4; leaves
HOME without a 6 T-5; own man on START T-A2; wrong count or direction T-6; a foreign FINISH or a second lap
T-10; overshoot T-11; own man on the target T-A1; then what only house rules forbid. What stands on the board
is judged in `rules.trouble.seen`.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.core import PASS, Answer, Event, Fact, Move, Rolled, Ruling, Space
from rules.trouble.board import (
    FINISH,
    HALF_ROUND,
    HOME,
    LAST,
    MEN,
    RING,
    START,
    STARTS_APART,
    WARPS,
    finish_space,
    home_space,
    ring_space,
    spaces,
)
from rules.trouble.match import NOWHERE
from rules.trouble.moves import jumps, landing
from rules.trouble.state import ToEnter, ToMove, ToPop, ToStart, TroubleState, step_events

__all__ = ["judge"]


def judge(state: TroubleState, answer: Answer) -> Ruling:
    """The ruling on an answer.

    A man leaving HOME may be named by any hole of it; `Ruling.answer` then names the right one.
    """
    match state:
        case ToStart() | ToPop():
            return _before_pop(state, answer)
        case ToMove():
            return _after_pop(state, answer)
        case ToEnter():
            return _red_one(state, answer)
    return Ruling(False, "T-14", "game_over", answer=answer)


# -- before a pop ------------------------------------------------------------------------------------


def _before_pop(state: ToStart | ToPop, answer: Answer) -> Ruling:
    waits = state.awaits
    facts: dict[str, Fact] = {"colour": waits.colour}
    rule = "T-3" if isinstance(state, ToStart) else "T-2"
    if isinstance(answer, Rolled):
        facts["faces"] = ",".join(map(str, answer.faces))
        legal = waits.legal(answer)
        return Ruling(legal, rule, "pop" if legal else "no_such_pop", facts, answer)
    if answer == PASS:
        if isinstance(state, ToStart):
            return Ruling(False, "T-3", "must_pop_for_start", facts, answer)
        return Ruling(waits.may_pass, "T-A3b", "passes_pop" if waits.may_pass else "must_pop", facts, answer)
    if isinstance(answer, Move):
        man = man_at(state, answer.origin)
        if isinstance(state, ToPop) and man is not None and not _moves_now(state, man[0]):
            return _not_his(state, man[0], waits.colour, answer)
        return Ruling(False, "T-4", "pop_first", facts, answer)
    return Ruling(False, "T-4", "no_such_answer", facts, answer)


def _moves_now(state: TroubleState, seat: int) -> bool:
    return seat in state.match.movers(state.turn, state.done)


def _not_his(state: TroubleState, seat: int, turn: str, answer: Answer) -> Ruling:
    """T-4: the man of a seat was touched in another's turn."""
    return Ruling(False, "T-4", "not_your_man", {"colour": state.match.colours[seat], "turn": turn}, answer)


def man_at(state: TroubleState, space: Space) -> tuple[int, int] | None:
    """The seat and place of the man who stands on a space; of HOME any hole will do while a man is in it."""
    for seat, (colour, path) in enumerate(zip(state.match.colours, state.match.paths, strict=True)):
        if HOME in state.men[seat] and space in {home_space(colour, number) for number in range(1, MEN + 1)}:
            return seat, HOME
        for place in state.men[seat]:
            if place != HOME and path[place] == space:
                return seat, place
    return None


# -- after a red 1 -----------------------------------------------------------------------------------


def _red_one(state: ToEnter, answer: Answer) -> Ruling:
    colour = state.awaits.colour
    facts: dict[str, Fact] = {"colour": colour}
    if answer == PASS:
        return Ruling(True, "T-W3", "stays_home", facts, answer)
    if isinstance(answer, Rolled):
        return Ruling(False, "T-W3", "others_enter_first", facts, answer)
    if isinstance(answer, Move):
        man = man_at(state, answer.origin)
        mine = [step.seat for step in state.steps]
        if man is not None and not any(state.match.friends(man[0], seat) for seat in mine):
            return _not_his(state, man[0], colour, answer)
        if man is not None and man[1] == HOME and man[0] in mine:
            number = mine.index(man[0])
            move = state.moves[number]
            if move.target == answer.target:
                step = state.steps[number]
                return _stands(step_events(state.match, step, move, 1), move)
        return Ruling(False, "T-W3", "only_enter", facts, answer)
    return Ruling(False, "T-4", "no_such_answer", facts, answer)


# -- after a pop -------------------------------------------------------------------------------------


def _after_pop(state: ToMove, answer: Answer) -> Ruling:
    colour = state.match.colours[state.turn]
    facts: dict[str, Fact] = {"colour": colour, "roll": state.roll}
    if isinstance(answer, Rolled):
        # T-A16: after a 6 a second pop can be meant as declining the move; the table warns first.
        follows = state.declined
        pops = isinstance(follows, ToPop) and follows.why == "again"
        declines = pops and state.may_pass and state.options["second_pop"] == "declines"
        key = "popped_again" if declines else "move_first"
        return Ruling(False, "T-A16", key, {**facts, "declines": declines}, answer)
    if answer == PASS:
        if state.may_pass:
            return Ruling(True, "T-9", "passes", facts, answer)
        if state.match.forced_exit and state.steps[0].origin == HOME:
            return Ruling(False, "T-A12", "must_enter", facts, answer)
        return Ruling(False, "T-A3", "must_move", facts, answer)
    if isinstance(answer, Move):
        ruling = Attempt(state, answer).ruling()
        return ruling if ruling.legal else _with(ruling, {"then": str(state.options["wrong_move"])})  # T-A17
    return Ruling(False, "T-4", "no_such_answer", facts, answer)


def _with(ruling: Ruling, facts: Mapping[str, Fact]) -> Ruling:
    return Ruling(ruling.legal, ruling.rule, ruling.key, {**ruling.facts, **facts}, ruling.answer)


def _stands(told: tuple[Event, ...], answer: Answer) -> Ruling:
    """A legal move, under the rule of its most telling event."""
    way = told[0]
    if len(told) == 1:
        return Ruling(True, way.rule, way.key, way.facts, answer)
    captured = tuple(str(name) for event in told[1:] for name in _names(event.facts["captured"]))
    return Ruling(True, told[-1].rule, "captures", {**way.facts, "captured": captured}, answer)


def _names(fact: Fact) -> tuple[str, ...]:
    return fact if isinstance(fact, tuple) else (str(fact),)


class Attempt:
    """A man's move after a pop, looked at rule by rule."""

    def __init__(self, state: ToMove, move: Move) -> None:
        self.state = state
        self.game = state.match
        self.move = move
        self.facts: dict[str, Fact] = {
            "colour": self.game.colours[state.turn],
            "roll": state.roll,
            "origin": move.origin,
            "target": move.target,
        }

    def ruling(self) -> Ruling:
        """The first rule that forbids the move, or that it may stand."""
        known = spaces()
        for space in (self.move.origin, self.move.target):
            if space not in known:
                return self._no("T-6", "no_such_space", space=space)
        man = man_at(self.state, self.move.origin)
        if man is None:
            return self._no("T-4", "nobody_there")
        self.seat, self.place = man
        turn = self.game.colours[self.state.turn]
        if not _moves_now(self.state, self.seat):  # T-4
            return _not_his(self.state, self.seat, turn, self.move)
        self.facts["colour"] = self.game.colours[self.seat]
        self.path = self.game.paths[self.seat]
        self.end = self.game.reach[self.state.roll][self.place]
        wrong = self._leaves_home() if self.place == HOME else self._walks()
        return wrong or self._lands() or self._forbidden_by_house_rule() or self._stands()

    def _no(self, rule: str, key: str, **facts: Fact) -> Ruling:
        return Ruling(False, rule, key, {**self.facts, **facts}, self.move)

    def _leaves_home(self) -> Ruling | None:
        """T-5, T-A2: only by the right number, only to a START that no own man holds."""
        if self.end == NOWHERE:
            enter_on = self.state.options["enter_on"]
            assert isinstance(enter_on, frozenset)
            return self._no("T-5", "needs_six", needed=tuple(str(face) for face in sorted(enter_on)))
        if START in self.state.men[self.seat]:
            return self._no("T-A2", "start_taken", start=self.path[START])
        if self.move.target != self.path[START]:
            return self._no("T-6", "enters_on_start", start=self.path[START])
        return None

    def _walks(self) -> Ruling | None:
        """T-6, T-10, T-11: the exact number, clockwise, once round and into his own FINISH."""
        target, roll = self.move.target, self.state.roll
        if self._warps_from(self.end):
            far = self.path[(self.end + HALF_ROUND) % RING]
            if target == self.path[self.end]:
                return self._no("T-W2", "must_warp", far=far)
            if target == far:
                return None
        elif self.end != NOWHERE and target == self.path[self.end]:
            return None
        own = self.path.index(target) if target in self.path else None
        if own is not None and own >= FINISH and own == 2 * LAST - self.place - roll:
            return self._no("T-11", "overshoot", left=LAST - self.place)
        counted = self._counted()
        if counted == roll or (counted is None and self.place >= FINISH and own is None and target[1] == "F"):
            return self._no("T-10", "second_lap" if own is not None else "foreign_finish")
        if target[1] == "H":
            return self._no("T-6", "walked_home")
        behind = target[0] == "T" and counted is not None and counted > HALF_ROUND
        if counted is None or behind or (own is not None and own <= self.place):
            return self._no("T-6", "wrong_way")
        return self._no("T-6", "wrong_count", counted=counted)

    def _warps_from(self, near: int) -> bool:
        return self.game.warps and near in WARPS

    def _counted(self) -> int | None:
        """The steps clockwise from the man to the target, into any FINISH; None if there is no such walk."""
        target, place = self.move.target, self.place
        if place >= FINISH or target in self.path[FINISH:]:
            own = self.path.index(target) if target in self.path[FINISH:] else place
            return own - place if own > place else None
        circle = (self.game.starts[self.seat] + place) % RING
        for other in range(RING):
            if target == ring_space(other):
                return (other - circle) % RING or RING
        for number, colour in enumerate(self.game.board):
            for finish in range(1, MEN + 1):
                if target == finish_space(colour, finish):
                    return (STARTS_APART * number - 1 - circle) % RING + finish
        return None

    def _lands(self) -> Ruling | None:
        """T-A1, T-A4c, T-A6, T-A15: whether the man may stand where the number takes him."""
        men, roll = self.state.men, self.state.roll
        mine = men[self.seat]
        if self.end >= FINISH:
            if self.end in mine:
                return self._no("T-A1", "own_man")
            if self.game.no_jump and jumps(mine, self.place, self.end, roll):
                return self._no("T-A6", "no_jump")
            return None
        if landing(self.game, men, self.seat, self.place, self.end) is None:
            return self._held(self.end)
        if self._warps_from(self.end) and self.place != HOME:
            far = (self.end + HALF_ROUND) % RING
            if landing(self.game, men, self.seat, self.place, far) is None:
                if far in mine:
                    return self._no("T-W2", "warp_taken", far=self.path[far])
                return self._held(far)
        return None

    def _held(self, place: int) -> Ruling:
        """Why the man may not land on a circle of the ring that is held."""
        space = self.path[place]
        if place in self.state.men[self.seat]:
            return self._no("T-A1", "own_man", space=space)
        other = next(
            seat for seat, circle in self.game.rivals[self.seat] if circle[place] in self.state.men[seat]
        )
        if self.game.friends(self.seat, other):
            return self._no("T-A4c", "own_other_colour", space=space, other=self.game.colours[other])
        return self._no("T-A15", "start_safe", space=space, other=self.game.colours[other])

    def _forbidden_by_house_rule(self) -> Ruling | None:
        """T-A12, T-A19: another move is compulsory."""
        if any((step.seat, step.origin) == (self.seat, self.place) for step in self.state.steps):
            return None
        if self.state.entered is not None:
            return self._no("T-A19", "same_man", start=self.game.paths[self.state.entered][START])
        return self._no("T-A12", "must_enter")

    def _stands(self) -> Ruling:
        number = next(
            number
            for number, step in enumerate(self.state.steps)
            if (step.seat, step.origin) == (self.seat, self.place)
        )
        step, move = self.state.steps[number], self.state.moves[number]
        return _stands(step_events(self.game, step, move, self.state.roll), move)
