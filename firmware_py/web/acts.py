"""From what a phone sent to an event of the table. Pure; whether it is legal is for the table to judge.

An act is a JSON object. `act` says what is done, `began` and `ply` for which moment of which game, `id` names
this one tap of a finger, so that it counts once however often it arrives:

    {"act": "choose", "began": 17.25, "ply": 12, "id": "k3f0-4", "answer": "T5-T9"}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from firmware_py.table import Phase, Table, dice_awaited
from firmware_py.table.events import (
    Aborted,
    Accepted,
    Answered,
    Corrected,
    DiceGiven,
    Paused,
    Referee,
    RefereeSet,
    Resumed,
    Started,
    TableEvent,
    Undone,
)
from firmware_py.web.errors import RefusedError, unclear
from firmware_py.web.phones import clean_name
from rules import (
    GAMES,
    PASS,
    Colour,
    GameRecord,
    OptionError,
    Piece,
    Problem,
    RulesError,
    Seat,
    Toy,
    problem_of,
    read_answer,
)
from rules.bots import bots_apart

__all__ = ["ACTS", "Moment", "PressDome", "understand"]

_MOST_PIECES: Final = 128


@dataclass(frozen=True, slots=True)
class PressDome:
    """The virtual dome is to be pressed."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What an act is understood by.

    Attributes:
        table: where the evening stands.
        at: monotonic seconds.
        by: whose phone it is.
        boards: the games that there is a board for, each with its colours clockwise.
    """

    table: Table
    at: float
    by: str
    boards: Mapping[str, tuple[Colour, ...]] = field(default_factory=dict)


def understand(act: Mapping[str, Any], moment: Moment) -> TableEvent | PressDome:
    """The event that an act asks for.

    Raises:
        RefusedError: if it came too late, or is nothing that the table understands.
    """
    kind = act.get("act")
    if not isinstance(kind, str) or kind not in ACTS:
        raise unclear("there is no act {what}", what=repr(kind)[:40])
    table = moment.table
    began = table.started.at if table.started is not None else None
    if (act.get("began"), act.get("ply")) != (began, table.ply):
        raise RefusedError("too_late")
    return ACTS[kind](act, moment)


def _choose(act: Mapping[str, Any], moment: Moment) -> TableEvent:
    _during_play(moment.table)
    text = _text(act, "answer")
    try:
        answer = read_answer(text)
    except RulesError:
        raise unclear("{what} is no answer", what=repr(text)) from None
    return Answered(at=moment.at, by=moment.by, ply=moment.table.ply, answer=answer)


def _pass(_: Mapping[str, Any], moment: Moment) -> TableEvent:
    _during_play(moment.table)
    return Answered(at=moment.at, by=moment.by, ply=moment.table.ply, answer=PASS)


def _dice(act: Mapping[str, Any], moment: Moment) -> TableEvent:
    _during_play(moment.table)
    faces = act.get("faces")
    if not isinstance(faces, list) or not all(type(face) is int and 0 <= face <= 20 for face in faces):
        raise unclear("faces is no list of numbers")
    if dice_awaited(moment.table) is None:
        raise RefusedError("not_now")
    return DiceGiven(at=moment.at, by=moment.by, ply=moment.table.ply, faces=tuple(faces), how="hand")


def _pop(_: Mapping[str, Any], moment: Moment) -> PressDome:
    _during_play(moment.table)
    return PressDome()


def _undo(act: Mapping[str, Any], moment: Moment) -> TableEvent:
    table, pending = moment.table, act.get("pending")
    if table.started is None:
        raise RefusedError("not_now")
    if pending is not None and pending is not table.pending:
        raise RefusedError("too_late")
    return Undone(at=moment.at, by=moment.by, ply=table.ply, pending=pending)


def _plain(
    kind: type[Paused] | type[Resumed] | type[Aborted] | type[Accepted],
) -> Callable[[Mapping[str, Any], Moment], TableEvent]:
    def act(_: Mapping[str, Any], moment: Moment) -> TableEvent:
        if moment.table.started is None:
            raise RefusedError("not_now")
        return kind(at=moment.at, by=moment.by, ply=moment.table.ply)

    return act


def _referee(act: Mapping[str, Any], moment: Moment) -> TableEvent:
    level = next((level for level in get_args(Referee) if level == act.get("level")), None)
    if level is None:
        raise unclear("level is none of coach, warn and strict")
    if moment.table.phase in (Phase.SETTING_UP, Phase.OVER):
        raise RefusedError("not_now")
    return RefereeSet(at=moment.at, by=moment.by, ply=moment.table.ply, level=level)


def _correct(act: Mapping[str, Any], moment: Moment) -> TableEvent:
    table = moment.table
    if table.started is None or table.aborted:
        raise RefusedError("not_now")
    pieces, turn = _pieces(act.get("pieces")), _text(act, "turn")
    try:
        state = table.game.from_pieces(table.state, pieces, turn)
    except (RulesError, KeyError, ValueError) as error:
        raise RefusedError("position", 422, {"problem": problem_of(error)}) from None
    return Corrected(at=moment.at, by=moment.by, ply=table.ply, position=table.game.to_text(state))


def _new(act: Mapping[str, Any], moment: Moment) -> TableEvent:
    if moment.table.phase not in (Phase.SETTING_UP, Phase.OVER):
        raise RefusedError("not_now")
    game, people, chosen = act.get("game"), act.get("seats"), act.get("rules", {})
    if not isinstance(game, str) or game not in GAMES or game not in moment.boards:
        raise unclear("game is none that this table has a board for")
    if not isinstance(people, dict) or not all(isinstance(name, str) and name for name in people.values()):
        raise unclear("seats is no list of names by colour")
    if not isinstance(chosen, dict) or not all(isinstance(value, str) for value in chosen.values()):
        raise unclear("rules is no list of values by house rule")
    board = moment.boards[game]
    seats = bots_apart([Seat(str(colour), clean_name(name)) for colour, name in people.items()])
    options = " ".join(f"{key}={value}" for key, value in chosen.items())
    try:
        GameRecord(game, seats, board, options).start()
    except RulesError as error:
        problem = problem_of(error)
        part = "rules" if isinstance(error, OptionError) else "seats"
        raise RefusedError("setup", 422, {"problem": problem}, {part: _named(problem)}) from None
    return Started(at=moment.at, game=game, seats=seats, board=board, options=options)


ACTS: Final[Mapping[str, Callable[[Mapping[str, Any], Moment], TableEvent | PressDome]]] = {
    "choose": _choose,
    "pass": _pass,
    "dice": _dice,
    "pop": _pop,
    "undo": _undo,
    "pause": _plain(Paused),
    "resume": _plain(Resumed),
    "abort": _plain(Aborted),
    "accept": _plain(Accepted),
    "referee": _referee,
    "correct": _correct,
    "new": _new,
}
"""What a phone can ask for, by the names of the acts."""


def _during_play(table: Table) -> None:
    if table.phase in (Phase.SETTING_UP, Phase.PAUSED, Phase.OVER):
        raise RefusedError("not_now")


def _named(problem: Problem) -> tuple[str, ...]:
    """The single things that a problem names, such as a colour, a player or a rule with its value."""
    facts = [*problem.facts.values(), *(name for part in problem.parts for name in _named(part))]
    return tuple(fact for fact in facts if isinstance(fact, str))


def _text(act: Mapping[str, Any], key: str) -> str:
    text = act.get(key)
    if not isinstance(text, str) or len(text) > 40:
        raise unclear("{what} is no short text", what=key)
    return text


def _pieces(read: Any) -> dict[str, tuple[Piece, ...]]:
    if not isinstance(read, dict) or len(read) > _MOST_PIECES:
        raise unclear("pieces is no list of pieces by space")
    return {str(space): tuple(map(_piece, stack)) for space, stack in read.items() if _stack(stack)}


def _stack(read: Any) -> bool:
    if not isinstance(read, list) or len(read) > _MOST_PIECES:
        raise unclear("pieces is no list of pieces by space")
    return bool(read)


def _piece(read: Any) -> Piece:
    if isinstance(read, str):
        return read
    try:
        kind, facing = read["kind"], read["facing"]
        flipped, zapped = read["flipped"], read["zapped"]
    except (TypeError, KeyError):
        raise unclear("a piece is neither a colour nor a toy") from None
    if not (isinstance(kind, str) and facing in ("N", "S") and {type(flipped), type(zapped)} == {bool}):
        raise unclear("a piece is neither a colour nor a toy")
    return Toy(kind, facing, flipped, zapped)
