"""One line of text that holds a whole state of Gearhead Skirmish, in the manner of chess's FEN:

    gearhead seats=south:"Anna",north:"Ben" rules=side_edge=reflect;chick=moves
             toys=a1:orbit.N,d4:ziggy.S.flipped.zapped2.moved score=1,0 piles=orbit:1/ discard=handy:1
             cup=big_al:6,presto:3 held=,orbit quiet=2 turn=south awaits=action:d4 stirred=yes
             answers=roll:4;left

(on one line). A toy is its kind and facing, then whatever holds of it: flipped, zapped and how often, and in
the present turn moved, gained, wound. `awaits` is start, start:FACE (what south rolled), draw, place:KIND,
act, action:SQUARE (the toy that acts; `toys` are as its action began, `answers` what followed) or over. What
is empty, zero or no is left out.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from rules.core import Pick, Space, read_answer
from rules.dice import die_faces
from rules.errors import NotationError, PositionError
from rules.gearhead.board import COLOURS, LAST_ROW, RULE, Board, Counter, Kind
from rules.gearhead.options import OPTIONS
from rules.gearhead.setup import cupful, sit_down, stock_problems, toy_problems
from rules.gearhead.state import Ended, GearheadState, Held, InAction, ToAct, ToDraw, ToPlace, ToStart
from rules.text import read_number, read_options, read_seats, read_state, write_fields, write_match

__all__ = ["from_text", "to_text"]

_FLAGS: Final = ("moved", "gained", "wound")


def to_text(state: GearheadState) -> str:
    """One line of text that holds the whole state."""
    return write_fields("gearhead", (field for field in _fields(state) if field[1]))


def _fields(state: GearheadState) -> Iterator[tuple[str, str]]:
    board = state.board
    yield from write_match(state.seats, state.options)
    yield "toys", ",".join(f"{square}:{_toy(counter)}" for square, counter in board.toys)
    yield "score", ",".join(map(str, board.score)) if any(board.score) else ""
    yield "piles", "/".join(map(_heap, board.piles)) if any(board.piles) else ""
    yield "discard", _heap(board.discard)
    yield "cup", ",".join(f"{kind}:{count}" for kind, count in state.cup)
    yield "held", ",".join(kind or "" for kind in state.held) if any(state.held) else ""
    yield "quiet", str(state.quiet or "")
    yield "turn", state.turn
    yield "awaits", _awaits(state)
    if isinstance(state, ToAct | InAction):
        yield "stirred", "yes" if state.stirred else ""
    if isinstance(state, InAction):
        yield "answers", ";".join(map(str, state.answers))


def _toy(counter: Counter) -> str:
    words = [counter.kind, counter.facing]
    words += ["flipped"] * counter.flipped
    words += [f"zapped{counter.zaps}"] * (counter.zaps > 0)
    words += [flag for flag in _FLAGS if getattr(counter, flag)]
    return ".".join(words)


def _heap(kinds: Iterable[Kind]) -> str:
    return ",".join(f"{kind}:{count}" for kind, count in sorted(Tally(kinds).items()))


def _awaits(state: GearheadState) -> str:
    match state:
        case ToStart():
            return "start" if state.south is None else f"start:{state.south}"
        case ToDraw():
            return "draw"
        case ToPlace():
            return f"place:{state.drawn}"
        case ToAct():
            return "act"
        case InAction():
            return f"action:{state.mover}"
    return "over"


# -- and back ----------------------------------------------------------------------------------------


def from_text(text: str) -> GearheadState:
    """The state that `to_text` wrote.

    Raises:
        NotationError: if the text is no state of Gearhead Skirmish, or is not written as `to_text` writes it.
    """
    return read_state(text, "Gearhead Skirmish", _read, to_text)


def _read(fields: Mapping[str, str]) -> GearheadState:
    """The state of the fields; raises KeyError, ValueError or RulesError if they make none."""
    seats = read_seats(fields)
    options = read_options(fields, OPTIONS)
    game = sit_down(seats, options=options.chosen)
    board = _read_board(fields)
    cup = cupful(_counts(fields.get("cup", "")))
    held = _read_held(fields)
    quiet, turn = read_number(fields, "quiet"), fields["turn"]
    kind, _, detail = fields["awaits"].partition(":")
    if turn not in COLOURS:
        raise NotationError(
            "It cannot be the turn of {colour}: there are {colours}.", colour=turn, colours=COLOURS
        )
    if problems := stock_problems(game, board, cup, held, detail if kind == "place" else None):
        raise PositionError(problems)
    return _moment(ToDraw(game, board, turn, cup, held, quiet), fields, kind, detail)


def _moment(base: ToDraw, fields: Mapping[str, str], kind: str, detail: str) -> GearheadState:
    common = (base.match, base.board, base.turn, base.cup, base.held, base.quiet)
    nothing_left = not base.board.toys and not base.cup and not any(base.held)
    over = (nothing_left and kind != "place") or base.quiet >= base.match.quiet_turns
    if over != (kind == "over"):
        raise NotationError("the game is over.") if over else NotationError("the game is not over.")
    room = not set(LAST_ROW[base.turn]).issubset(square for square, _ in base.board.toys)
    stirred = fields.get("stirred") == "yes"
    match kind:
        case "over":
            return Ended(*common)
        case "start" if not base.board.toys and detail in ("", *map(str, die_faces("d8"))):
            return ToStart(*common, int(detail) if detail else None)
        case "draw" if base.cup and base.held[COLOURS.index(base.turn)] is None:
            return base
        case "place" if detail in RULE and room:
            return ToPlace(*common, detail)
        case "act" if base.board.may_move(base.turn):
            return ToAct(*common, stirred)
        case "action":
            return _read_action(base, fields, detail, stirred)
    raise NotationError("{what} is nothing that a state waits for.", what=f"awaits={fields['awaits']}")


def _read_action(base: ToDraw, fields: Mapping[str, str], mover: Space, stirred: bool) -> GearheadState:
    """Let the toy act once more, from before its move was noted."""
    toys = tuple(
        (square, replace(counter, moved=False) if square == mover else counter)
        for square, counter in base.board.toys
    )
    board = replace(base.board, toys=toys)
    state: GearheadState = ToAct(base.match, board, base.turn, base.cup, base.held, base.quiet, stirred)
    for answer in (Pick("act", mover), *map(read_answer, filter(None, fields.get("answers", "").split(";")))):
        state, _ = state.after(answer)
    return state


def _read_board(fields: Mapping[str, str]) -> Board:
    toys = {}
    for entry in filter(None, fields.get("toys", "").split(",")):
        square, _, words = entry.partition(":")
        toys[square] = counter = _read_toy(words)
        if problems := toy_problems(square, counter.toy):
            raise PositionError(problems)
    south, _, north = fields.get("piles", "/").partition("/")
    piles = (_read_heap(south), _read_heap(north))
    score = tuple(int(points) for points in fields.get("score", "0,0").split(","))
    if len(score) != 2 or any(points < len(pile) for points, pile in zip(score, piles, strict=False)):
        raise NotationError("score has the points of south and north, at least as many as their piles hold.")
    discard = _read_heap(fields.get("discard", ""))
    return Board(tuple(sorted(toys.items())), (score[0], score[1]), piles, discard)


def _read_toy(words: str) -> Counter:
    kind, facing, *more = words.split(".")
    zaps = sum(int(word.removeprefix("zapped")) for word in more if word.startswith("zapped"))
    flags = {flag: flag in more for flag in _FLAGS}
    return Counter(kind, facing, "flipped" in more, zaps, **flags)


def _counts(text: str) -> dict[Kind, int]:
    counts = {}
    for entry in filter(None, text.split(",")):
        kind, _, count = entry.partition(":")
        if kind not in RULE:
            raise NotationError("{what} is no toy.", what=kind)
        counts[kind] = int(count)
    return counts


def _read_heap(text: str) -> tuple[Kind, ...]:
    return tuple(sorted(Tally(_counts(text)).elements()))


def _read_held(fields: Mapping[str, str]) -> Held:
    south, _, north = fields.get("held", ",").partition(",")
    for kind in filter(None, (south, north)):
        if kind not in RULE:
            raise NotationError("{what} is no toy.", what=kind)
    return (south or None, north or None)
