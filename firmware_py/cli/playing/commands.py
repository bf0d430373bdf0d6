"""What people type at the table, and what it means at this moment: pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from firmware_py.config import CupSource
from firmware_py.table import Phase, Say, Wants
from firmware_py.table.events import (
    Aborted,
    Accepted,
    Answered,
    Corrected,
    DiceGiven,
    Paused,
    RefereeSet,
    Resumed,
    Undone,
)
from firmware_py.table.events import Journalled as Event
from firmware_py.view import TableView
from firmware_py.words import Words
from rules import PASS, Drawn, Fact, Move, NotationError, read_answer

__all__ = ["Command", "Do", "Help", "Position", "Press", "Quit", "Tell", "help_lines", "understand"]

_TYPED: Final = {
    "press": "Enter",
    "number": "1, 2, ...",
    "pass": "p",
    "undo": "u",
    "die": "d 4",
    "draw": "draw …",
    "move": "T5-T9",
    "accept": "accept",
    "referee": "referee …",
    "pause": "pause",
    "abort": "abort",
    "position": "position",
    "help": "?",
    "quit": "q",
}
"""What can be typed, by the key of what it means."""

_COLUMN: Final = 1 + max(map(len, _TYPED.values()))


@dataclass(frozen=True, slots=True)
class Press:
    """The dome is pressed."""


@dataclass(frozen=True, slots=True)
class Do:
    """An event for the table."""

    event: Event


@dataclass(frozen=True, slots=True)
class Tell:
    """Nothing happens; this is the answer."""

    say: Say


@dataclass(frozen=True, slots=True)
class Help:
    """What can be typed is to be listed."""


@dataclass(frozen=True, slots=True)
class Position:
    """The position is to be written out."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The evening is over for now."""


Command: TypeAlias = Press | Do | Tell | Help | Position | Quit

_FACES: Final = {"dot": 1, "red": 1, "r": 1, "blank": 0, "b": 0, "-": 0}
_RESTING: Final = (Phase.WAITING_FOR_POP, Phase.UNREADABLE)
_AT_REST: Final = {Phase.PAUSED: "paused", Phase.OVER: "over"}
"""What is said to an answer that the game does not wait for now."""


def understand(
    line: str,
    view: TableView,
    wants: Wants,
    at: float,
    *,
    by_hand: bool = False,
    cup: CupSource = "electronic",
    just_read: tuple[int, ...] | None = None,
) -> Command:
    """What a line means.

    Args:
        view: what the person saw.
        wants: what the table needs.
        at: monotonic seconds.
        by_hand: dice are always typed in, so that a bare number is a die while one is awaited.
        cup: where counters are drawn from.
        just_read: the faces that a camera read so lately that who types them may not have seen it.
    """
    words = line.split()
    if not words:
        return _enter(view, at, by_hand, cup)
    command = (
        _beside_the_game(words)
        or _act(words, view, at)
        or _at_rest(view)
        or _answer(words, view, wants, at, by_hand=by_hand)
        or _tell("unknown", typed=line.strip())
    )
    match command:
        case Do(DiceGiven(faces=faces)) if faces == just_read:
            return _tell("just_read")
    return command


def _beside_the_game(words: list[str]) -> Command | None:
    match words:
        case ["?" | "h" | "help", *_]:
            return Help()
        case ["q" | "quit" | "exit"]:
            return Quit()
        case ["position"]:
            return Position()
    return None


def _act(words: list[str], view: TableView, at: float) -> Command | None:
    """What somebody wants of the table, whatever is awaited."""
    match words:
        case ["u" | "undo"]:
            return Do(Undone(at=at, ply=view.ply, pending=view.pending))
        case ["set"]:
            return _tell("write_set")
        case ["set", *rest]:
            return Do(Corrected(at=at, ply=view.ply, position=" ".join(rest)))
        case ["pause" | "resume"] if view.phase is Phase.PAUSED:
            return Do(Resumed(at=at, ply=view.ply))
        case ["resume"]:
            return _tell("not_paused")
    return None if view.phase is Phase.OVER else _act_in_game(words, view, at)


def _act_in_game(words: list[str], view: TableView, at: float) -> Command | None:
    """What somebody wants of a game that is not over, or of its referee."""
    match words:
        case ["pause"]:
            return Do(Paused(at=at, ply=view.ply))
        case ["abort"]:
            return Do(Aborted(at=at, ply=view.ply))
        case ["accept"] if view.phase is not Phase.PAUSED:
            return Do(Accepted(at=at, ply=view.ply)) if view.may_accept else _tell("nothing_to_accept")
        case ["referee", ("coach" | "warn" | "strict") as level]:
            return Do(RefereeSet(at=at, ply=view.ply, level=level))
        case ["referee", *_]:
            return _tell("write_referee")
    return None


def _at_rest(view: TableView) -> Command | None:
    """What is said to any answer while the game rests or is over."""
    key = _AT_REST.get(view.phase)
    return None if key is None else _tell(key)


def _answer(words: list[str], view: TableView, wants: Wants, at: float, *, by_hand: bool) -> Command | None:
    """An answer to what is awaited."""
    dice_awaited = by_hand and view.phase in _RESTING
    match words:
        case ["p" | "pass"]:
            return Do(Answered(at=at, ply=view.ply, answer=PASS))
        case ["d" | "die", *faces]:
            return _die(faces, view, wants, at)
        case ["draw", *kind]:
            return _drawn("_".join(kind).lower().replace("-", "_"), view, wants, at)
        case [number] if number.isdecimal() and not dice_awaited:
            return _numbered(int(number), view, at)
        case [text] if "-" in text:
            return _move(text, view, at)
        case [first, *_] if dice_awaited and (first.isdecimal() or first in _FACES):
            return _die(words, view, wants, at)
    return None


def _enter(view: TableView, at: float, by_hand: bool, cup: CupSource) -> Command:
    match view.phase:
        case Phase.WAITING_FOR_DRAW if by_hand or cup == "hand":
            return _tell("type_counter")
        case Phase.WAITING_FOR_POP | Phase.UNREADABLE if by_hand:
            return _tell("type_die")
        case Phase.WAITING_FOR_POP | Phase.UNREADABLE | Phase.WAITING_FOR_DRAW:
            return Press()
        case Phase.WAITING_FOR_MOVE | Phase.MOVE_SEEN if len(view.options) == 1:
            return _numbered(1, view, at)
        case Phase.WAITING_FOR_MOVE | Phase.MOVE_SEEN | Phase.HAND_OVER_BOARD:
            return _tell("choose", last=len(view.options))
        case Phase.CORRECTION:
            return _tell("put_right") if view.options else Press()
        case Phase.ILLEGAL_MOVE:
            return Do(Undone(at=at, ply=view.ply, pending=view.pending))
        case Phase.PAUSED:
            return Do(Resumed(at=at, ply=view.ply))
        case Phase.OVER:
            return _tell("over")
    return _tell("rolling")


def help_lines(words: Words) -> tuple[str, ...]:
    """What can be typed and what it means, a line each."""
    return tuple(f"{typed:<{_COLUMN}}  {words.say(f'terminal.help.{key}')}" for key, typed in _TYPED.items())


def _tell(key: str, **facts: Fact) -> Tell:
    return Tell(Say(f"terminal.tell.{key}", facts))


def _numbered(number: int, view: TableView, at: float) -> Command:
    if view.phase is Phase.ROLLING:
        return _tell("rolling")
    if not view.numbered:
        return _tell("nothing_to_choose")
    if not 1 <= number <= len(view.options):
        return _tell("no_such_number", number=number, last=len(view.options))
    return Do(Answered(at=at, ply=view.ply, answer=view.options[number - 1].answer))


def _die(words: list[str], view: TableView, wants: Wants, at: float) -> Command:
    if wants.dice is None:
        return _tell("no_dice")
    kinds = wants.dice.kinds
    faces = tuple(face for word in words if (face := _face(word)) is not None)
    if not len(faces) == len(words) == len(kinds):
        key = {("d6",): "write_die", ("d6", "red"): "write_both"}.get(kinds, "write_dice")
        return _tell(key, typed="d" + " 3" * len(kinds))
    return Do(DiceGiven(at=at, ply=view.ply, faces=faces, how="hand"))


def _face(word: str) -> int | None:
    """The face that a word names; None if it names none."""
    return int(word) if word.isdecimal() and len(word) < 3 else _FACES.get(word)


def _drawn(kind: str, view: TableView, wants: Wants, at: float) -> Command:
    """A counter by its name or by how that begins, if it is in the cup."""
    if wants.draw is None:
        return _tell("no_draw")
    if not kind:
        return _tell("type_counter")
    kinds = [known for known, _ in wants.draw.counts]
    meant = [known for known in kinds if known == kind] or [k for k in kinds if k.startswith(kind)]
    if len(meant) != 1:
        return _tell("no_counter", typed=kind, toys=tuple(kinds))
    return Do(Answered(at=at, ply=view.ply, answer=Drawn(meant[0])))


def _move(text: str, view: TableView, at: float) -> Command:
    try:
        answer = read_answer(text if view.game == "gearhead" else text.upper())
    except NotationError:
        answer = PASS
    if not isinstance(answer, Move):
        return _tell("no_move", typed=text)
    return Do(Answered(at=at, ply=view.ply, answer=answer))
