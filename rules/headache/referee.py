"""The referee of Headache: what he says to an answer, and the number of the rule that he cites.

Of the rules that an illegal move breaks, the first that fits is cited: not his piece or not his turn H-1; a
captive lifted H-12; not the man just set H-10; a single man backwards H-5; turned back on the way H-7; wrong
count or track H-8; an own piece on the target H-4; a protected START H-11; a safety space H-14; then what
house rules alone forbid. What stands on the board is judged in `rules.headache.seen`.
"""

from __future__ import annotations

from typing import Final

from rules.core import PASS, Answer, Fact, Move, Over, Pick, Rolled, Ruling
from rules.headache.board import INDEX, PIPS, SPACES, destinations, turned_back, walk
from rules.headache.match import COLOUR_OF
from rules.headache.moves import barred
from rules.headache.state import Ended, HeadacheState, ToMove, ToPop, ToSet, ToStart

__all__ = ["judge", "judge_move", "no"]

_BARRED: Final = {
    "H-4": "own_man",
    "H-11": "protected_start",
    "H-14": "safety_space",
    "H-A8": "entering_capture",
}


def judge(state: HeadacheState, answer: Answer) -> Ruling:
    """The ruling on an answer."""
    if isinstance(answer, Move):
        return judge_move(state, answer)
    waits = state.awaits
    if not isinstance(waits, Over) and waits.legal(answer):
        return _stands(state, answer)
    if isinstance(answer, Rolled) and isinstance(state, ToPop | ToStart):
        faces = ",".join(map(str, answer.faces))
        return no(state, "H-15", "no_such_pop", answer, faces=faces)
    if isinstance(answer, Rolled) and isinstance(state, ToMove):
        return no(state, "H-1", "move_first", answer, roll=state.pips)
    if isinstance(answer, Pick) and answer.word == "set" and isinstance(state, ToPop | ToMove):
        return no(state, "H-10", "nothing_to_set", answer)
    return _too_early(state, answer)


def _too_early(state: HeadacheState, answer: Answer) -> Ruling:
    """Something else is to be done first."""
    match state:
        case Ended():
            return no(state, "H-13", "game_over", answer)
        case ToStart():
            return no(state, "H-A5", "start_first", answer)
        case ToSet():
            return no(state, "H-10", "set_first", answer, start=SPACES[state.match.starts[state.turn]])
        case ToMove() if answer == PASS:
            return no(state, "H-1", "must_move", answer, roll=state.pips)
        case ToMove():
            return no(state, "H-1", "no_such_answer", answer)
    return no(state, "H-1", "pop_first", answer)


def judge_move(state: HeadacheState, move: Move, parted: str = "", in_order: bool = True) -> Ruling:
    """The ruling on a move of a piece.

    Args:
        state: the moment.
        move: where from and where to.
        parted: the men, as letters, that should have come along or stayed beneath, but did not.
        in_order: whether the mover stands on top of what he captured, and nothing else is changed.
    """
    if isinstance(state, Ended | ToStart):
        return _too_early(state, move)
    for space in (move.origin, move.target):
        if space not in INDEX:
            return no(state, "H-8", "no_such_space", move, space=space)
    places: dict[str, Fact] = {"origin": move.origin, "target": move.target}
    stack = state.board[INDEX[move.origin]]
    if not stack:
        return no(state, "H-1", "nobody_there", move, **places)
    if stack[-1] != state.match.letters[state.turn]:
        return no(state, "H-1", "not_your_man", move, owner=COLOUR_OF[stack[-1]], **places)
    if not isinstance(state, ToMove):
        return _too_early(state, move)
    if parted:
        captives = tuple(COLOUR_OF[letter] for letter in parted)
        return no(state, "H-12", "captive_lifted", move, captives=captives, **places)
    if state.only is not None and INDEX[move.origin] != state.only:
        return no(state, "H-10", "not_just_set", move, only=SPACES[state.only], **places)
    if move not in state.moves:
        return _wrong_target(state, move, places)
    if not in_order:
        return no(state, "H-3", "wrong_order", move, **places)
    return _stands(state, move)


def _wrong_target(state: ToMove, move: Move, places: dict[str, Fact]) -> Ruling:
    """Why the player's own piece may not go there."""
    origin, target, roll = INDEX[move.origin], INDEX[move.target], state.pips
    stack = len(state.board[origin]) > 1
    if target in destinations(origin, roll, stack=stack):
        rule = barred(state.match, state.board, state.reserve, state.turn, state.only)[target]
        if rule == "H-11":
            places["owner"] = state.match.colours[state.match.starts.index(target)]
        return no(state, rule, _BARRED[rule], move, **places)
    ahead = [steps for steps in PIPS if target in walk(origin, steps, clockwise=True)]
    behind = [steps for steps in PIPS if target in walk(origin, steps, clockwise=False)]
    if behind and not stack:
        return no(state, "H-5", "backwards", move, **places)
    if ahead or behind:  # a walk in one direction leads there, so he has counted wrong
        return no(state, "H-8", "wrong_count", move, roll=roll, counted=min(ahead + behind), **places)
    if target in turned_back(origin, roll):
        return no(state, "H-7", "turned_back", move, roll=roll, **places)
    return no(state, "H-8", "out_of_reach", move, roll=roll, **places)


def _stands(state: HeadacheState, answer: Answer) -> Ruling:
    """A legal answer, under the rule of its most telling event."""
    facts: dict[str, Fact] = {"colour": state.match.colours[state.turn]}
    match answer:
        case Move():
            told = state.after(answer)[1]
            captured = next((event for event in told if event.key == "captured"), None)
            if captured is None:
                return Ruling(True, told[0].rule, "moved", told[0].facts, answer)
            facts = {**told[0].facts, "captured": captured.facts["captured"]}
            return Ruling(True, captured.rule, "captures", facts, answer)
        case Pick():
            return Ruling(True, "H-10", "entered", {**facts, "target": answer.at}, answer)
        case Rolled():
            facts["faces"] = str(answer.faces[0])
            return Ruling(True, "H-A5" if isinstance(state, ToStart) else "H-1", "pop", facts, answer)
    return Ruling(True, "H-A17", "refuses_bonus", facts, answer)


def no(state: HeadacheState, rule: str, key: str, answer: Answer | None = None, **facts: Fact) -> Ruling:
    """An illegal attempt of the player whose turn it is."""
    return Ruling(False, rule, key, {"colour": state.match.colours[state.turn], **facts}, answer)
