"""The referee of Gearhead Skirmish: what he says to an answer, and the number of the rule that he cites.

Of a toy that may not be moved, the first reason that fits is cited: nobody there G-7, not the player's toy
G-10, moved already or waiting G-11. What stands on the board is judged in `rules.gearhead.seen`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core import PASS, Answer, Choice, Drawn, Fact, Move, Over, Pick, Rolled, Ruling, Space
from rules.gearhead.action import NeedChoice, NeedDice
from rules.gearhead.board import AROUND, RULE, SQUARES, Counter
from rules.gearhead.state import Ended, GearheadState, InAction, ToAct, ToDraw, ToPlace, ToStart

__all__ = ["counter_at", "first", "judge", "refusal"]

_CHOICES: Final[Mapping[str, str]] = {
    "place": "G-5",
    "act": "G-11",
    "left": "G-8",
    "right": "G-8",
    "second": "G-30",
    "stop": "G-30",
    "pound": "G-25",
    "quiet": "G-25",
    "explode": "G-29",
    "hold": "G-29",
    "egg": "G-21",
    "wind": "G-24",
    "no_wind": "G-A14",
    "punch": "G-28",
    "no_punch": "G-A17",
    "zap": "G-32",
}
"""The words of choices with their rules; each is also the key of its ruling."""


def judge(state: GearheadState, answer: Answer) -> Ruling:
    """The ruling on an answer."""
    waits = state.awaits
    if isinstance(waits, Over):
        return first(state, answer)
    if waits.legal(answer):
        return _stands(state, answer)
    match answer:
        case Rolled() | Drawn() if not isinstance(waits, Choice):
            return _not_so(state, answer)
        case Pick("act", at) if at is not None:
            return refusal(state, at, answer) or first(state, answer)
        case Pick("place", at) if isinstance(state, ToPlace):
            return _wrong_place(state, at, answer)
        case Pick() if isinstance(state, InAction) and isinstance(state.need, NeedChoice):
            return _decision(state, state.need, answer)
        case Move(origin):
            return refusal(state, origin, answer) or first(state, answer)
    if answer == PASS and isinstance(state, ToAct):
        return _no(state, "G-A3", "must_move", answer, squares=state.board.may_move(state.turn))
    return first(state, answer)


def counter_at(state: GearheadState, square: Space) -> Counter | None:
    """The counter on a square of the table."""
    return dict(state.now.toys).get(square)


def _no(state: GearheadState, rule: str, key: str, answer: Answer | None, **facts: Fact) -> Ruling:
    return Ruling(False, rule, key, {"colour": state.turn, **facts}, answer)


# -- what may stand ----------------------------------------------------------------------------------


def _stands(state: GearheadState, answer: Answer) -> Ruling:
    facts: dict[str, Fact] = {"colour": state.turn}
    if isinstance(state, ToStart):
        facts["colour"] = state.awaits.colour
    if isinstance(state, InAction):
        facts |= {"colour": state.need.colour, "toy": state.need.toy, "at": state.need.at}
    match answer:
        case Rolled(faces):
            rule = RULE[state.need.toy] if isinstance(state, InAction) else "G-2"
            return Ruling(True, rule, "rolls", {**facts, "faces": ",".join(map(str, faces))}, answer)
        case Drawn(kind):
            return Ruling(True, "G-4", "draws", {**facts, "toy": kind}, answer)
        case Pick(word, at):
            if isinstance(state, ToPlace):
                facts["toy"] = state.drawn
            if at is not None:
                facts["target"] = at
                other = counter_at(state, at)
                facts |= {} if other is None else {"other": other.kind}
            return Ruling(True, _CHOICES[word], word, facts, answer)
    return Ruling(True, "G-A3", "stops_moving", facts, answer)


# -- what may not ------------------------------------------------------------------------------------


def first(state: GearheadState, answer: Answer | None = None) -> Ruling:
    """Something else is to be done first: what the state waits for."""
    match state:
        case Ended():
            return _no(state, "G-12", "game_over", answer)
        case ToStart():
            return _no(state, "G-2", "roll_for_start", answer, colour=state.awaits.colour)
        case ToDraw():
            return _no(state, "G-4", "draw_first", answer)
        case ToPlace():
            return _no(state, "G-5", "place_first", answer, toy=state.drawn)
        case InAction():
            need = state.need
            facts: dict[str, Fact] = {"colour": need.colour, "toy": need.toy, "at": need.at}
            if isinstance(need, NeedDice):
                return _no(state, RULE[need.toy], "roll_first", answer, dice=need.kinds, **facts)
            words = tuple(dict.fromkeys(option.word for option in need.options))
            return _no(state, _CHOICES[words[0]], "decide_first", answer, words=words, **facts)
    return _no(state, "G-11", "choose_first", answer, squares=state.board.may_move(state.turn))


def _not_so(state: GearheadState, answer: Rolled | Drawn) -> Ruling:
    """A roll or a draw is due, but not this one."""
    if isinstance(answer, Drawn) and isinstance(state, ToDraw):
        return _no(state, "G-4", "not_in_cup", answer, toy=answer.kind)
    if isinstance(answer, Rolled) and isinstance(state, InAction) and isinstance(state.need, NeedDice):
        need = state.need
        facts: dict[str, Fact] = {"toy": need.toy, "at": need.at, "dice": need.kinds}
        return _no(
            state, RULE[need.toy], "no_such_roll", answer, faces=",".join(map(str, answer.faces)), **facts
        )
    return first(state, answer)


def refusal(state: GearheadState, square: Space, answer: Answer | None = None) -> Ruling | None:
    """Why the toy on a square may not be the one that moves next; None if it may."""
    if square not in SQUARES:
        return _no(state, "G-1", "no_such_square", answer, square=square)
    counter = counter_at(state, square)
    if counter is None:
        return _no(state, "G-7", "nobody_there", answer, at=square)
    facts: dict[str, Fact] = {"toy": counter.kind, "at": square}
    if counter.colour != state.turn:
        return _no(state, "G-10", "not_your_toy", answer, owner=counter.colour, **facts)
    if counter.moved:
        return _no(state, "G-11", "moved_already", answer, **facts)
    if counter.gained:
        return _no(state, "G-11", "gained_waits", answer, **facts)
    if isinstance(state, InAction):
        other = state.need
        return _no(state, "G-11", "one_at_a_time", answer, other=other.toy, other_at=other.at, **facts)
    if isinstance(state, ToAct) and Pick("act", square) not in state.awaits.options:
        following = state.awaits.options[0]
        assert isinstance(following, Pick)
        return _no(state, "G-A3", "not_in_order", answer, following=following.at, **facts)
    return None


def _wrong_place(state: ToPlace, square: Space | None, answer: Answer | None) -> Ruling:
    """Why a counter may not be placed on a square."""
    taken = None if square is None else counter_at(state, square)
    if square in SQUARES and taken is not None:
        return _no(state, "G-7", "square_taken", answer, target=square, other=taken.kind)
    return _no(state, "G-5", "not_last_row", answer, toy=state.drawn, target=square)


def _decision(state: InAction, need: NeedChoice, answer: Pick) -> Ruling:
    """Why a choice inside a toy's action is not open."""
    facts: dict[str, Fact] = {"colour": need.colour, "toy": need.toy, "at": need.at}
    words = {option.word for option in need.options}
    if need.why == "side" and answer.word in ("left", "right") and answer.at is None:
        return _no(state, "G-A5", "side_edge", answer, side=answer.word, **facts)
    if answer.word not in words or answer.at is None:
        return first(state, answer)
    facts["target"] = answer.at
    if answer.at not in AROUND[str(state.options["adjacent"])][need.at]:
        return _no(state, _CHOICES[answer.word], "not_adjacent", answer, **facts)
    other = counter_at(state, answer.at)
    if other is None:
        return _no(state, _CHOICES[answer.word], "nobody_adjacent", answer, **facts)
    facts["other"] = other.kind
    if answer.word == "egg":
        return _no(state, "G-7", "square_taken", answer, **facts)
    if other.wound:
        return _no(state, "G-A14c", "wound_already", answer, **facts)
    return _no(state, "G-A14", "own_only", answer, **facts)
