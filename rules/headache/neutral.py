"""The neutral form: plain JSON values in and out, for other programs.

A request is {"position", "roll", "red", "options"}, a position {"players", "starts", "board", "reserve",
"turn"} and, if they matter,

    "just_entered"   the space of the man who alone must move
    "safety"         whether the cross-overs are safety spaces
    "owners"         {colour: player}; absent, each colour has a player of its own
    "bonus"          how many bonus pops are still to come after this one
    "bonus_pop"      whether this pop is a bonus itself; needed where a bonus gives free choice
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rules.core import Colour, Move, Rolled, Seat
from rules.errors import OptionError, PositionError
from rules.headache.board import COLOURS, INDEX, MEN, PIPS, SPACES, STARTS, walk
from rules.headache.match import Board, Match
from rules.headache.options import OPTIONS
from rules.headache.setup import set_up, sit_down
from rules.headache.state import Ended, HeadacheState, ToMove, ToPop, ToSet, begin_turn
from rules.neutral import strange_keys
from rules.options import Value

__all__ = ["from_neutral", "legal"]

_REQUEST: Final = ("position", "roll", "red", "options")
_NEEDED: Final = ("players", "starts", "board", "reserve", "turn")
_POSITION: Final = (*_NEEDED, "just_entered", "safety", "owners", "bonus", "bonus_pop")


def legal(request: Mapping[str, Any]) -> dict[str, Any]:
    """The legal moves of one request.

    Raises:
        PositionError, SeatsError, OptionError: naming everything that is wrong with the request.
    """
    problems = strange_keys(request, _REQUEST, "a request")
    roll, red = request.get("roll"), request.get("red", False)
    if type(roll) is not int or roll not in PIPS:
        problems.append(f"roll is {roll!r}: it is a whole number from 1 to 6.")
    if not isinstance(red, bool):
        problems.append(f"red is {red!r}: it is true if the red dot is up, else false.")
    if not isinstance(request.get("position"), Mapping):
        problems.append(f"position is missing: it holds {', '.join(_NEEDED)}.")
    if not isinstance(request.get("options") or {}, Mapping):
        problems.append(f"options is {request['options']!r}: it gives house rules their values.")
    if problems:
        raise PositionError(problems)
    return _answer(
        from_neutral(request["position"], request.get("options")), Rolled((request["roll"], int(red)))
    )


def _answer(state: HeadacheState, pop: Rolled) -> dict[str, Any]:
    """What a pop leads to."""
    if isinstance(state, Ended):
        raise PositionError(["The game of this position is over: one player is left."])
    enters = isinstance(state, ToSet)
    if isinstance(state, ToSet):
        state, _ = state.after(state.awaits.options[0])
    after, _ = state.after(pop)
    moves = [_move(after, move) for move in after.moves] if isinstance(after, ToMove) else []
    return {
        "enters": enters,
        "moves": sorted(moves, key=lambda move: (move["from"], move["to"])),
        "repop": isinstance(after, ToPop) and after.why == "repeat",
    }


def _move(state: ToMove, move: Move) -> dict[str, Any]:
    """One move and what follows from it."""
    after, _ = state.after(move)
    match, over = state.match, isinstance(after, Ended)
    origin, target = INDEX[move.origin], INDEX[move.target]
    newly_out = [seat for group in after.out if group not in state.out for seat in group]
    bonus = after.turn == state.turn and not over
    entered = after.only if bonus and isinstance(after, ToPop) else None
    return {
        "from": move.origin,
        "to": move.target,
        # No walks of one length in both directions end on the same space, so the target tells the direction.
        "dir": "cw" if target in walk(origin, state.pips, clockwise=True) else "ccw",
        "captures": list(state.pieces[move.target]) if state.board[target] else None,
        "board": {space: list(stack) for space, stack in after.pieces.items()},
        "reserve": dict(zip(match.colours, after.reserve, strict=True)),
        "eliminated": [match.colours[seat] for seat in newly_out],
        "winner": match.colours[state.turn] if over else None,
        "bonus_pop": bonus,
        "next_turn": None if over else match.colours[after.turn],
        "just_entered": None if entered is None else SPACES[entered],
    }


def from_neutral(position: Mapping[str, Any], options: Mapping[str, Value] | None = None) -> HeadacheState:
    """The state of a position, its `turn` to set a man and pop, or to pop.

    Raises:
        PositionError, SeatsError, OptionError: naming everything that is wrong.
    """
    problems = strange_keys(position, _POSITION, "a position")
    problems += [f"{key} is missing from the position." for key in _NEEDED if key not in position]
    if not problems:
        problems = _shape_problems(position)
    if problems:
        raise PositionError(problems)
    match = _match(position, options)
    board = _board(match, position["board"])
    reserve = tuple(position["reserve"].get(colour, 0) for colour in match.colours)
    state = set_up(match, board, reserve, position["turn"])
    return state if isinstance(state, Ended) else _moment(state, position)


def _moment(state: HeadacheState, position: Mapping[str, Any]) -> HeadacheState:
    """The state in the middle of a turn, if the position tells of one."""
    match, turn = state.match, state.turn
    entered, bonus, bonus_pop = (position.get(key) for key in ("just_entered", "bonus", "bonus_pop"))
    if entered is None and not bonus_pop:
        return replace(state, bonus=bonus or 0) if isinstance(state, ToSet | ToPop) else state
    only = None if entered is None else INDEX[entered]
    if only is not None and state.board[only][-1:] != match.letters[turn]:
        raise PositionError(
            [f"just_entered is {entered}, but no piece of {match.colours[turn]} stands there."]
        )
    if only is None and state.reserve[turn] and match.entering_bonus == "enters_another":
        return begin_turn(match, state.board, state.reserve, turn, state.out, why="again", bonus=bonus or 0)
    if only is None and state.reserve[turn] and match.entering_bonus == "same_man" and not match.free_start:
        raise PositionError(["just_entered is missing: a bonus pop is for the man just entered (H-A1)."])
    # A man who stands on his START has not moved yet, so his pop is repeated; elsewhere it is a bonus.
    again = bonus_pop or only != match.starts[turn]
    why = "again" if again else "repeat"
    return ToPop(match, state.board, state.reserve, turn, state.out, why, only, bonus or 0)


def _match(position: Mapping[str, Any], options: Mapping[str, Value] | None) -> Match:
    players, starts = position["players"], position["starts"]
    owners = position.get("owners") or {}
    options = dict(options or {})
    if "safety" in position:
        safety = position["safety"]
        if "safety" in options and bool(OPTIONS.choose(options)["safety"]) != safety:
            raise OptionError([f"The position has safety={safety}, the options say otherwise: choose one."])
        options["safety"] = safety
    seats = tuple(Seat(colour, owners.get(colour, colour)) for colour in players)
    rest = iter(colour for colour in COLOURS if colour not in starts)
    at = {INDEX[space]: colour for colour, space in starts.items()}
    return sit_down(seats, tuple(at.get(start) or next(rest) for start in STARTS), options)


def _board(match: Match, stacks: Mapping[str, list[Colour]]) -> Board:
    board = [""] * len(SPACES)
    for space, stack in stacks.items():
        board[INDEX[space]] = "".join(colour[0] for colour in stack)
    return tuple(board)


def _shape_problems(position: Mapping[str, Any]) -> list[str]:
    """What has the wrong form or names what is not there, each a sentence."""
    problems: list[str] = []
    players = position["players"]
    if not isinstance(players, list | tuple) or not all(colour in COLOURS for colour in players):
        return [f"players is {players!r}: it is a list of colours out of {', '.join(COLOURS)}."]
    starts = position["starts"]
    places = [SPACES[start] for start in STARTS]
    if not isinstance(starts, Mapping) or not all(
        colour in COLOURS and start in places for colour, start in starts.items()
    ):
        problems.append(f"starts is {starts!r}: it gives colours their START, one of {', '.join(places)}.")
    elif len(set(starts.values())) < len(starts):
        problems.append("starts gives one START to two colours.")
    else:
        problems += [f"starts has no START for {colour}." for colour in players if colour not in starts]
    reserve = position["reserve"]
    if not isinstance(reserve, Mapping) or not all(
        isinstance(men, int) and not isinstance(men, bool) and 0 <= men <= (MEN if colour in players else 0)
        for colour, men in reserve.items()
    ):
        problems.append(f"reserve is {reserve!r}: it gives the men of each player who have not entered yet.")
    else:
        problems += [f"reserve tells nothing of {colour}." for colour in players if colour not in reserve]
    problems += _stack_problems(position["board"], players)
    return problems + _detail_problems(position)


def _stack_problems(board: Any, players: Sequence[Colour]) -> list[str]:
    if not isinstance(board, Mapping):
        return [f"board is {board!r}: it gives spaces their stacks, bottom to top."]
    problems = [f"{space!r} is no space of the board." for space in board if space not in INDEX]
    for space, stack in board.items():
        if not isinstance(stack, list | tuple) or not stack or not all(man in players for man in stack):
            problems.append(f"The stack on {space} is {stack!r}: it is a list of colours that play.")
    return problems


def _detail_problems(position: Mapping[str, Any]) -> list[str]:
    problems = []
    entered = position.get("just_entered")
    if entered is not None and entered not in INDEX:
        problems.append(f"just_entered is {entered!r}: it is a space or null.")
    problems += [
        f"{key} is {position[key]!r}: it is true or false."
        for key in ("safety", "bonus_pop")
        if not isinstance(position.get(key, False), bool)
    ]
    bonus = position.get("bonus", 0)
    if isinstance(bonus, bool) or not isinstance(bonus, int) or bonus < 0:
        problems.append(f"bonus is {bonus!r}: it is a whole number of pops.")
    owners = position.get("owners", {})
    if not isinstance(owners, Mapping) or not all(isinstance(name, str) for name in owners.values()):
        problems.append(f"owners is {owners!r}: it gives colours the name of their player.")
    return problems
