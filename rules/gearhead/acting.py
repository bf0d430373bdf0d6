"""Running a toy's action from the board on which it began and the answers so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.core import Answer, Colour, Event, Space
from rules.gearhead.action import Action, Need, NeedDice
from rules.gearhead.board import Board
from rules.gearhead.field import Field
from rules.gearhead.match import faces
from rules.gearhead.toys import perform
from rules.options import Options

__all__ = ["Progress", "could_move", "run"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a toy's action has come.

    Attributes:
        need: what it waits for; None once it is done.
        board: the board as it now is.
        told: the events since the last answer (or since the beginning, without answers).
        stirred: whether any toy has changed its space or left the board.
        at: where the acting toy stands; None if it has left the board.
    """

    need: Need | None
    board: Board
    told: tuple[Event, ...]
    stirred: bool
    at: Space | None


def run(
    board: Board, active: Colour, options: Options, mover: Space, answers: Sequence[Answer] = ()
) -> Progress:
    """Run the action of the toy on `mover` with these answers, which must fit what it asks for."""
    field = Field(board, active, options)
    action = Action(field, mover, active, perform)
    script = perform(action)
    mark = 0
    need = next(script, None)
    for answer in answers:
        mark = len(field.events)
        try:
            need = script.send(answer)
        except StopIteration:
            need = None
    return Progress(need, field.freeze(), tuple(field.events[mark:]), field.stirred, action.at)


def could_move(board: Board, active: Colour, options: Options, mover: Space) -> bool:
    """Whether the toy on `mover` could change its space or leave the board, on any roll (G-A20).

    Every roll and every side is tried by its own script; what it might do once it has stopped does not count.
    """
    trials: list[tuple[tuple[Answer, ...], Need | None]] = [((), None)]
    while trials:
        answers, asked = trials.pop()
        progress = run(board, active, options, mover, answers)
        if progress.at != mover:
            return True
        need = progress.need
        if isinstance(need, NeedDice):
            if need != asked:  # Presto rolls the same dice again for a taken space: nothing new
                trials += [((*answers, outcome), need) for outcome, _ in reversed(faces(need.kinds))]
        elif need is not None and need.why == "side":
            trials += [((*answers, option), need) for option in need.options]
    return False
