"""The referee of Headache: the ruling on an answer, or on the cones as they now stand.

Of the rules that an illegal move breaks, the first that fits is cited: not his piece or not his
turn H-1; a captive lifted H-12; not the man just set H-10; a single man backwards H-5; turned back on the way
H-7; wrong count or track H-8; an own piece on the target H-4; a protected START H-11; a safety space H-14.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core import PASS, Answer, Colour, Fact, Move, Over, Pick, Pieces, Rolled, Ruling
from rules.headache import changes
from rules.headache.board import INDEX, PIPS, SPACES, destinations, turned_back, walk
from rules.headache.match import COLOUR_OF
from rules.headache.moves import barred
from rules.headache.state import Ended, HeadacheState, ToMove, ToPop, ToSet, ToStart

__all__ = ["explain"]

_BARRED: Final = {
    "H-4": "own_man",
    "H-11": "protected_start",
    "H-14": "safety_space",
    "H-A8": "entering_capture",
}


def explain(state: HeadacheState, attempted: Answer | Pieces) -> Ruling:
    """The ruling on an answer, or on the pieces as they now stand (the smallest change is judged)."""
    if isinstance(attempted, Mapping):
        return _explain_pieces(state, attempted)
    waits = state.awaits
    if not isinstance(waits, Over) and waits.legal(attempted):
        return _legal(state, attempted)
    if isinstance(attempted, Move) and {attempted.origin, attempted.target} <= INDEX.keys():
        move = changes.Moved(INDEX[attempted.origin], INDEX[attempted.target])
        return _explain_move(state, move, attempted)
    return _explain_word(state, attempted)


# -- answers -----------------------------------------------------------------------------------------


def _legal(state: HeadacheState, answer: Answer) -> Ruling:
    facts: dict[str, Fact] = {"colour": _colour(state)}
    match answer:
        case Move(origin, target):
            facts |= {"origin": origin, "target": target}
            stack, caught = state.board[INDEX[origin]], state.board[INDEX[target]]
            if caught:
                facts["captured"] = _men(caught)
                return Ruling(True, "H-3", "captures", facts, answer)
            return Ruling(True, "H-6" if len(stack) > 1 else "H-8", "moves", facts, answer)
        case Pick():
            return Ruling(True, "H-10", "sets_a_man", facts | {"target": answer.at}, answer)
        case Rolled():
            return Ruling(True, "H-1", "pops", facts, answer)
    return Ruling(True, "H-A17", "refuses_bonus", facts, answer)


def _explain_word(state: HeadacheState, answer: Answer) -> Ruling:
    """Why an answer that is no move of a piece does not fit."""
    if isinstance(answer, Rolled) and isinstance(state, ToPop | ToStart):
        return _no(state, "H-15", "no_such_pop", answer)
    if isinstance(answer, Rolled) and isinstance(state, ToMove):
        return _no(state, "H-1", "move_first", answer, pips=state.pips)
    if isinstance(answer, Pick) and not isinstance(state, ToSet):
        return _no(state, "H-10", "nothing_to_set", answer)
    return _too_early(state, answer)


def _too_early(state: HeadacheState, answer: Answer | None) -> Ruling:
    """Something else is to be done first."""
    match state:
        case Ended():
            return _no(state, "H-13", "game_over", answer)
        case ToStart():
            return _no(state, "H-A5", "start_first", answer)
        case ToSet():
            return _no(state, "H-10", "set_first", answer, target=SPACES[_start(state)])
        case ToMove() if answer == PASS:
            return _no(state, "H-1", "must_move", answer, pips=state.pips)
    return _no(state, "H-1", "pop_first", answer)


# -- moves -------------------------------------------------------------------------------------------


def _explain_move(state: HeadacheState, move: changes.Moved, answer: Move) -> Ruling:
    """Why a piece may not be moved so, or that it may."""
    places: dict[str, Fact] = {"origin": answer.origin, "target": answer.target}
    stack = state.board[move.origin]
    if not stack:
        return _no(state, "H-1", "nobody_there", answer, **places)
    if stack[-1] != state.match.letters[state.turn]:
        return _no(state, "H-1", "not_your_man", answer, owner=COLOUR_OF[stack[-1]], **places)
    if not isinstance(state, ToMove):
        return _too_early(state, answer)
    if move.parted:
        return _no(state, "H-12", "captive_lifted", answer, captives=_men(move.parted), **places)
    if state.only is not None and move.origin != state.only:
        return _no(state, "H-10", "not_just_set", answer, only=SPACES[state.only], **places)
    if answer not in state.moves:
        return _explain_target(state, move, answer, places)
    if not move.in_order:
        return _no(state, "H-3", "wrong_order", answer, **places)
    return _legal(state, answer)


def _explain_target(state: ToMove, move: changes.Moved, answer: Move, places: Mapping[str, Fact]) -> Ruling:
    """Why the player's own piece may not go there."""
    origin, target, pips = move.origin, move.target, state.pips
    stack = len(state.board[origin]) > 1
    if target in destinations(origin, pips, stack=stack):
        rule = barred(state.match, state.board, state.reserve, state.turn, state.only)[target]
        facts = dict(places)
        if rule == "H-11":
            facts["owner"] = state.match.colours[state.match.starts.index(target)]
        return _no(state, rule, _BARRED[rule], answer, **facts)
    ahead = [steps for steps in PIPS if target in walk(origin, steps, clockwise=True)]
    behind = [steps for steps in PIPS if target in walk(origin, steps, clockwise=False)]
    if behind and not stack:
        return _no(state, "H-5", "backwards", answer, **places)
    if ahead or behind:  # a walk in one direction explains it, so he counted wrong
        return _no(state, "H-8", "wrong_count", answer, pips=pips, counted=min(ahead + behind), **places)
    if target in turned_back(origin, pips):
        return _no(state, "H-7", "turned_back", answer, pips=pips, **places)
    return _no(state, "H-8", "out_of_reach", answer, pips=pips, **places)


# -- pieces ------------------------------------------------------------------------------------------


def _explain_pieces(state: HeadacheState, pieces: Pieces) -> Ruling:
    now = changes.read_board(pieces)
    strange = tuple(sorted(space for space in pieces if space not in INDEX or "?" in now[INDEX[space]]))
    if strange:
        return _no(state, "H-1", "unknown_pieces", None, spaces=strange)
    found = changes.change(state.board, now)
    if not isinstance(found, changes.Moved) and (start := _just_set(state)) is not None:
        # A man who counts as set need not stand on his START when the others look at the board.
        bare = changes.change((*state.board[:start], "", *state.board[start + 1 :]), now)
        if isinstance(bare, changes.Nothing | changes.Moved):
            found = bare
    return _judge(state, found)


def _judge(state: HeadacheState, found: changes.Change) -> Ruling:
    match found:
        case changes.Moved(origin, target):
            return _explain_move(state, found, Move(SPACES[origin], SPACES[target]))
        case changes.Nothing():
            return _no(state, "H-1", "nothing_moved", None)
        case changes.Added(space, man):
            pick = Pick("set", SPACES[space])
            own = man == state.match.letters[state.turn]
            if own and isinstance(state, ToSet) and space == _start(state):
                return _legal(state, pick)
            facts = {"man": COLOUR_OF[man], "space": SPACES[space]}
            return _no(state, "H-10" if own else "H-1", "man_added", pick, **facts)
        case changes.Removed(space, men):
            return _no(state, "H-12", "men_removed", None, captives=_men(men), space=SPACES[space])
        case changes.Mixed(space):
            return _no(state, "H-3", "stack_mixed", None, space=SPACES[space])
    return _no(state, "H-1", "several_moved", None, spaces=tuple(SPACES[space] for space in found.spaces))


# -- small things ------------------------------------------------------------------------------------


def _no(state: HeadacheState, rule: str, key: str, answer: Answer | None, **facts: Fact) -> Ruling:
    return Ruling(False, rule, key, {"colour": _colour(state), **facts}, answer)


def _colour(state: HeadacheState) -> Colour:
    return state.match.colours[state.turn]


def _start(state: HeadacheState) -> int:
    return state.match.starts[state.turn]


def _just_set(state: HeadacheState) -> int | None:
    """The START of a man who has been set and has not moved yet."""
    start = _start(state)
    alone = isinstance(state, ToPop | ToMove) and state.only == start and len(state.board[start]) == 1
    return start if alone else None


def _men(letters: str) -> tuple[Colour, ...]:
    return tuple(COLOUR_OF[letter] for letter in letters)
