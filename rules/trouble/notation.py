"""One line of text that holds a whole state of Trouble, in the manner of chess's FEN:

    trouble board=red,blue,yellow,green seats=red:"Anna",yellow:"Ben" rules=pass=never;overshoot=bounce
            men=red:H,H,3,F1;yellow:H,H,H,14 turn=red awaits=move:6 sixes=1 entered=red done=red,blue/green

(on one line). Men stand as in the neutral form. `awaits` is start, pop:turn, pop:again, move:ROLL,
enter:COLOURS or over; `contest` (in awaits=start) names who pops for the start and what they have popped.
`rules`, `sixes`, `entered` and `done` are left out when there is nothing to tell. Men are read in any order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from rules.core import Colour
from rules.errors import NotationError, PositionError
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
from rules.trouble.board import START
from rules.trouble.match import Done, Match, Men, match
from rules.trouble.moves import entering_steps, steps
from rules.trouble.neutral import place_word, read_place, sorted_places
from rules.trouble.options import OPTIONS
from rules.trouble.setup import check_board, check_seats, finished, men_problems
from rules.trouble.state import Ended, ToEnter, ToMove, ToPop, ToStart, TroubleState, moves_of

__all__ = ["from_text", "to_text"]


def to_text(state: TroubleState) -> str:
    """One line of text that holds the whole state."""
    return write_fields("trouble", _fields(state))


def _fields(state: TroubleState) -> Iterator[tuple[str, str]]:
    game = state.match
    yield "board", ",".join(game.board)
    yield from write_match(game.seats, game.options)
    yield (
        "men",
        ";".join(
            f"{colour}:{','.join(str(place_word(place, start)) for place in sorted_places(places, start))}"
            for colour, places, start in zip(game.colours, state.men, game.starts, strict=True)
        ),
    )
    yield "turn", game.colours[state.turn]
    yield "awaits", _awaits(state)
    if isinstance(state, ToStart):
        yield "contest", write_contest(game.colours, state.contest, state.faces)
    if isinstance(state, ToPop | ToMove):
        if state.sixes:
            yield "sixes", str(state.sixes)
        if state.entered is not None:
            yield "entered", game.colours[state.entered]
    if state.done:
        yield "done", write_groups(game.colours, state.done)


def _awaits(state: TroubleState) -> str:
    match state:
        case ToStart():
            return "start"
        case ToPop():
            return f"pop:{state.why}"
        case ToMove():
            return f"move:{state.roll}"
        case ToEnter():
            return "enter:" + ",".join(state.match.colours[seat] for seat in state.waiting)
    return "over"


def from_text(text: str) -> TroubleState:
    """The state that `to_text` wrote.

    Raises:
        NotationError: if the text is no state of Trouble, or is not written as `to_text` writes it.
    """
    return read_state(text, "Trouble", _read, to_text, _in_order)


def _in_order(text: str) -> str:
    """The line with its men in one order, whichever it was."""
    return re.sub(
        r"(?<= men=)\S+",
        lambda men: ";".join(sorted(",".join(sorted(re.split("[:,]", one))) for one in men[0].split(";"))),
        text,
    )


def _read(fields: Mapping[str, str]) -> TroubleState:
    """The state of the fields; raises KeyError, ValueError or RulesError if they make none."""
    game = _read_match(fields)
    seat_of = {colour: seat for seat, colour in enumerate(game.colours)}
    men = _read_men(game, fields["men"])
    done = read_groups(fields.get("done", ""), game.colours)
    turn = seat_of[fields["turn"]]
    if done != finished(men, done):
        raise NotationError("done does not name those with all men in FINISH.")
    standing = game.standing(done)
    kind, _, detail = fields["awaits"].partition(":")
    if standing.over != (kind == "over"):
        raise NotationError("the game is over.") if standing.over else NotationError("the game is not over.")
    if kind == "over":
        return Ended(game, men, turn, done)
    if kind == "start":
        return ToStart(game, men, 0, (), *read_contest(fields["contest"], game.colours, range(1, 7)))
    if turn not in standing.active:
        raise NotationError("{colour} takes no more turns.", colour=fields["turn"])
    if kind == "enter":
        waiting = tuple(seat_of[colour] for colour in detail.split(","))
        found = entering_steps(game, men, game.partners(waiting[0], done))
        if not found or not game.warps:
            raise NotationError("{colour} cannot enter a man.", colour=detail.split(",")[0])
        return ToEnter(game, men, turn, done, waiting, tuple(found), moves_of(game, men, found))
    return _read_turn(game, men, turn, done, fields, seat_of)


def _read_match(fields: Mapping[str, str]) -> Match:
    board = tuple(fields["board"].split(","))
    seats = read_seats(fields)
    if problems := check_board(board) + check_seats(seats, board):
        raise PositionError(problems)
    return match(seats, board, read_options(fields, OPTIONS))


def _read_men(game: Match, text: str) -> Men:
    words = dict(entry.split(":") for entry in text.split(";"))
    places: dict[Colour, list[int]] = {}
    for colour, start in zip(game.colours, game.starts, strict=True):
        read = [
            read_place(int(word) if word.isdecimal() else word, start) for word in words[colour].split(",")
        ]
        places[colour] = [place for place in read if place is not None]
    if problems := men_problems(game, places):
        raise PositionError(problems)
    return tuple(tuple(sorted(places[colour])) for colour in game.colours)


def _read_turn(
    game: Match, men: Men, turn: int, done: Done, fields: Mapping[str, str], seat_of: Mapping[Colour, int]
) -> ToPop | ToMove:
    kind, _, detail = fields["awaits"].partition(":")
    # What cannot be is not written either, so `from_text` refuses it and tells how the state is written.
    sixes = 0 if fields["awaits"] == "pop:turn" else max(0, read_number(fields, "sixes"))
    entered = seat_of[fields["entered"]] if "entered" in fields else None
    if entered is not None and not (game.same_man and START in men[entered]):
        raise NotationError("no man of {colour} has just entered.", colour=fields["entered"])
    if kind == "pop" and detail in ("turn", "again"):
        return ToPop(game, men, turn, done, detail, sixes, entered)
    if kind != "move" or detail not in {"1", "2", "3", "4", "5", "6"}:
        raise NotationError("{what} is nothing that a state waits for.", what=f"awaits={fields['awaits']}")
    found = steps(game, men, game.movers(turn, done), int(detail), entered)
    if not found:
        raise NotationError("{colour} has no move with a {what}.", colour=fields["turn"], what=detail)
    moves = moves_of(game, men, found)
    return ToMove(game, men, turn, done, int(detail), sixes, entered, tuple(found), moves)
