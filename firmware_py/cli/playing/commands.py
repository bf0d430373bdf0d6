"""What people type at the table, and what it means at this moment: pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from firmware_py.table import Phase, Wants
from firmware_py.table.events import (
    Aborted,
    Accepted,
    Answered,
    Corrected,
    DiceGiven,
    Paused,
    Resumed,
    Undone,
)
from firmware_py.table.events import Journalled as Event
from firmware_py.view import TableView
from rules import PASS, Move, NotationError, read_answer

__all__ = ["HELP", "Command", "Do", "Position", "Press", "Quit", "Tell", "understand"]

HELP: Final = (
    "Enter        press the dome",
    "1, 2, ...    choose a move by its number",
    "p            pass, where the rules allow it",
    "u            undo the last answer (the pop before it too, if there was nothing to choose)",
    "d 4          enter a die by hand; Headache: d 4 dot or d 4 blank",
    "T5-T9        any move in words of the board: the referee says whether it is legal, and by which rule",
    "accept       let a refused move stand",
    "pause        rest; again, or Enter, to go on",
    "abort        end the game without a result",
    "position     the position as one line of text; set TEXT puts such a position on the board",
    "?            this help",
    "q            quit; the game is kept, and `umpire play` goes on with it",
)


@dataclass(frozen=True, slots=True)
class Press:
    """The dome is pressed."""


@dataclass(frozen=True, slots=True)
class Do:
    """An event for the table."""

    event: Event


@dataclass(frozen=True, slots=True)
class Tell:
    """Nothing happens; these lines are the answer."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The position is to be written out."""


@dataclass(frozen=True, slots=True)
class Quit:
    """The evening is over for now."""


Command: TypeAlias = Press | Do | Tell | Position | Quit

_FACES: Final = {"dot": 1, "red": 1, "r": 1, "blank": 0, "b": 0, "-": 0}
_RESTING: Final = (Phase.WAITING_FOR_POP, Phase.UNREADABLE)


def understand(line: str, view: TableView, wants: Wants, at: float, *, by_hand: bool = False) -> Command:
    """What a line means.

    Args:
        view: what the person saw.
        wants: what the table needs.
        at: monotonic seconds.
        by_hand: dice are always typed in, so that a bare number is a die while one is awaited.
    """
    words = line.split()
    match words:
        case []:
            return _enter(view, at, by_hand)
        case ["?" | "h" | "help", *_]:
            return Tell(HELP)
        case ["q" | "quit" | "exit"]:
            return Quit()
        case ["u" | "undo"]:
            return Do(Undone(at=at, ply=view.ply))
        case ["accept"]:
            return Do(Accepted(at=at, ply=view.ply))
        case ["pause" | "resume"]:
            kind = Resumed if view.phase is Phase.PAUSED else Paused
            return Do(kind(at=at, ply=view.ply))
        case ["position"]:
            return Position()
        case ["abort"]:
            return Do(Aborted(at=at, ply=view.ply))
        case ["set", *rest] if rest:
            return Do(Corrected(at=at, ply=view.ply, position=" ".join(rest)))
        case ["p" | "pass"]:
            return Do(Answered(at=at, ply=view.ply, answer=PASS))
        case ["d" | "die", *faces]:
            return _die(faces, view, wants, at)
        case [number] if number.isdecimal():
            if by_hand and view.phase in _RESTING:
                return _die([number], view, wants, at)
            return _numbered(int(number), view, at)
        case [text] if "-" in text:
            return _move(text, view, at)
        case faces if by_hand and view.phase in _RESTING:
            return _die(faces, view, wants, at)
    return Tell((f"{line.strip()!r} means nothing here: ? lists what can be typed.",))


def _enter(view: TableView, at: float, by_hand: bool) -> Command:
    match view.phase:
        case Phase.WAITING_FOR_POP | Phase.UNREADABLE if by_hand:
            return Tell(("Type what the die shows, such as 4.",))
        case Phase.WAITING_FOR_POP | Phase.UNREADABLE | Phase.WAITING_FOR_DRAW:
            return Press()
        case Phase.WAITING_FOR_MOVE | Phase.MOVE_SEEN if len(view.options) == 1:
            return _numbered(1, view, at)
        case Phase.WAITING_FOR_MOVE | Phase.MOVE_SEEN | Phase.HAND_OVER_BOARD:
            return Tell((f"Choose a move: 1 to {len(view.options)}.",))
        case Phase.CORRECTION:
            return Tell(("Put the board right, or type accept.",)) if view.options else Press()
        case Phase.ILLEGAL_MOVE:
            return Do(Undone(at=at, ply=view.ply))
        case Phase.PAUSED:
            return Do(Resumed(at=at, ply=view.ply))
        case Phase.OVER:
            return Tell(("The game is over: q to leave, u to take the last answer back.",))
    return Tell(("The dice are rolling.",))


def _numbered(number: int, view: TableView, at: float) -> Command:
    if not view.options:
        return Tell(("There is nothing to choose now: Enter presses the dome.",))
    if not 1 <= number <= len(view.options):
        return Tell((f"There is no move {number}: choose 1 to {len(view.options)}.",))
    return Do(Answered(at=at, ply=view.ply, answer=view.options[number - 1].answer))


def _die(words: list[str], view: TableView, wants: Wants, at: float) -> Command:
    if wants.dice is None:
        return Tell(("No dice are awaited now.",))
    kinds = wants.dice.kinds
    faces = tuple(int(word) if word.isdecimal() and len(word) < 3 else _FACES.get(word, -1) for word in words)
    if len(faces) != len(kinds) or -1 in faces:
        example = {("d6",): "d 4", ("d6", "red"): "d 4 dot or d 4 blank"}.get(kinds, "d" + " 3" * len(kinds))
        return Tell((f"Write the dice as {example}.",))
    return Do(DiceGiven(at=at, ply=view.ply, faces=faces, how="hand"))


def _move(text: str, view: TableView, at: float) -> Command:
    try:
        answer = read_answer(text if view.game == "gearhead" else text.upper())
    except NotationError:
        answer = PASS
    if not isinstance(answer, Move):
        return Tell((f"{text!r} is no move: write one such as T5-T9.",))
    return Do(Answered(at=at, ply=view.ply, answer=answer))
