"""One line of text that holds a whole state of Headache, in the manner of chess's FEN:

    headache board=yellow,blue,red,green seats=yellow:"Anna",blue:"Ben" rules=no_move=lose_move
             men=X0:yb,O1.2:y reserve=1,0 turn=yellow awaits=move:4 only=X0 bonus=1 out=red/blue,green

(on one line). A stack is the first letters of its men's colours from bottom to top; `reserve` counts the men
of each seat that have not entered. `awaits` is start, set:turn, set:again, pop:turn, pop:again, pop:repeat,
move:NUMBER or over; `contest` (in awaits=start) names who pops for the start and what they have popped.
`rules`, `men`, `only`, `bonus` and `out` are left out when there is nothing to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.errors import NotationError, PositionError
from rules.headache.board import INDEX, PIPS, SPACES
from rules.headache.match import Board, Match, Out, Reserve
from rules.headache.moves import legal_moves
from rules.headache.options import OPTIONS
from rules.headache.setup import gone, position_problems, sit_down
from rules.headache.state import Ended, HeadacheState, ToMove, ToPop, ToSet, ToStart
from rules.text import (
    read_contest,
    read_groups,
    read_number,
    read_options,
    read_seats,
    read_state,
    write_contest,
    write_fields,
    write_groups,
    write_match,
)

__all__ = ["from_text", "to_text"]

_POPS: Final = ("turn", "again", "repeat")


def to_text(state: HeadacheState) -> str:
    """One line of text that holds the whole state."""
    return write_fields("headache", _fields(state))


def _fields(state: HeadacheState) -> Iterator[tuple[str, str]]:
    game = state.match
    yield "board", ",".join(game.board)
    yield from write_match(game.seats, game.options)
    if any(state.board):
        yield (
            "men",
            ",".join(f"{space}:{stack}" for space, stack in zip(SPACES, state.board, strict=True) if stack),
        )
    yield "reserve", ",".join(map(str, state.reserve))
    yield "turn", game.colours[state.turn]
    yield "awaits", _awaits(state)
    if isinstance(state, ToStart):
        yield "contest", write_contest(game.colours, state.contest, state.popped)
    if isinstance(state, ToPop | ToMove) and state.only is not None:
        yield "only", SPACES[state.only]
    if isinstance(state, ToSet | ToPop | ToMove) and state.bonus:
        yield "bonus", str(state.bonus)
    if state.out:
        yield "out", write_groups(game.colours, state.out)


def _awaits(state: HeadacheState) -> str:
    match state:
        case ToStart():
            return "start"
        case ToSet():
            return f"set:{state.why}"
        case ToPop():
            return f"pop:{state.why}"
        case ToMove():
            return f"move:{state.pips}"
    return "over"


def from_text(text: str) -> HeadacheState:
    """The state that `to_text` wrote.

    Raises:
        NotationError: if the text is no state of Headache, or is not written as `to_text` writes it.
    """
    return read_state(text, "Headache", _read, to_text)


def _read(fields: Mapping[str, str]) -> HeadacheState:
    """The state of the fields; raises KeyError, ValueError or RulesError if they make none."""
    game = _read_match(fields)
    seat_of = {colour: seat for seat, colour in enumerate(game.colours)}
    board = _read_board(fields.get("men", ""))
    reserve = tuple(int(count) for count in fields["reserve"].split(","))
    if len(reserve) != len(game.seats):
        raise NotationError("reserve has one number a seat.")
    if strange := set("".join(board)).difference(game.letters):
        raise NotationError("{colour} is no colour of this game.", colour=sorted(strange)[0])
    if problems := position_problems(game, board, reserve):
        raise PositionError(problems)
    turn = seat_of[fields["turn"]]
    out = read_groups(fields.get("out", ""), game.colours)
    if out != gone(game, board, reserve, out):
        raise NotationError("out does not name those who have lost all their men.")
    kind = fields["awaits"].partition(":")[0]
    over = bool(game.winners(out))
    if over != (kind == "over"):
        raise NotationError("the game is over.") if over else NotationError("the game is not over.")
    if over:
        return Ended(game, board, reserve, turn, out)
    if kind == "start":
        contest, popped = read_contest(fields["contest"], game.colours, PIPS)
        return ToStart(game, board, reserve, contest[len(popped)], out, contest, popped)
    return _read_turn(game, board, reserve, turn, out, fields)


def _read_match(fields: Mapping[str, str]) -> Match:
    seats = read_seats(fields)
    options = read_options(fields, OPTIONS)
    return sit_down(seats, tuple(fields["board"].split(",")), options.chosen)


def _read_board(text: str) -> Board:
    stacks = dict(entry.split(":") for entry in text.split(",") if entry)
    return tuple(stacks.get(space, "") for space in SPACES)


def _read_turn(
    game: Match, board: Board, reserve: Reserve, turn: int, out: Out, fields: Mapping[str, str]
) -> HeadacheState:
    kind, _, detail = fields["awaits"].partition(":")
    only = INDEX[fields["only"]] if "only" in fields else None
    bonus = read_number(fields, "bonus")
    if bonus < 0:
        raise NotationError("bonus is less than 0.")
    if any(turn in group for group in out):
        raise NotationError("{colour} takes no more turns.", colour=fields["turn"])
    if only is not None and board[only][-1:] != game.letters[turn]:
        raise NotationError(
            "no piece of {colour} stands on {space}.", colour=fields["turn"], space=fields["only"]
        )
    if kind == "set" and detail in _POPS[:2] and reserve[turn] and not board[game.starts[turn]]:
        return ToSet(game, board, reserve, turn, out, detail, bonus)
    if not game.standing(board, (0,) * len(reserve), turn):
        raise NotationError("{colour} has no piece to move.", colour=fields["turn"])
    if kind == "pop" and detail in _POPS:
        return ToPop(game, board, reserve, turn, out, detail, only, bonus)
    if kind != "move" or detail not in map(str, PIPS):
        raise NotationError("{what} is nothing that a state waits for.", what=f"awaits={fields['awaits']}")
    moves = legal_moves(game, board, reserve, turn, only, int(detail))
    if not moves:
        raise NotationError("{colour} has no move with a {what}.", colour=fields["turn"], what=detail)
    return ToMove(game, board, reserve, turn, out, int(detail), only, bonus, moves)
