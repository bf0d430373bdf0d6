"""What the table needs now, told to the senses. A sense without a want may sleep."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from rules import PASS, Answer, Chance, Choice, Colour, Cup, Dice, Pieces, Rolled, Toy

if TYPE_CHECKING:
    from firmware_py.table.table import Table

__all__ = ["Wants", "WantsBoard", "dice_awaited", "wants"]


@dataclass(frozen=True, slots=True)
class WantsBoard:
    """The board is to be looked at: how it should stand, and which answers would change it to what.

    `game` and `seats` (clockwise; empty if nobody said) tell which board it is.
    """

    expected: Pieces
    candidates: tuple[tuple[Answer, Pieces], ...]
    game: str = ""
    seats: tuple[Colour, ...] = ()


@dataclass(frozen=True, slots=True)
class Wants:
    """What is needed now; each may be None.

    Attributes:
        dice: the dice to be rolled or read. During a choice too: a pop that comes too early must be seen.
        board: the board to be looked at.
        draw: the cup to draw from.
        buttons: the words that the buttons may answer, in order.
        lying: the faces that the table took last; None before the first ones. What is wanted is the same,
            whatever they are.
        unread: the dice were popped since, and could not be read.
    """

    dice: Dice | None = None
    board: WantsBoard | None = None
    draw: Cup | None = None
    buttons: tuple[Answer, ...] = ()
    lying: tuple[int, ...] | None = field(default=None, compare=False)
    unread: bool = field(default=False, compare=False)


def wants(table: Table) -> Wants:
    """What the senses are to do now."""
    if table.started is None or table.paused or table.aborted:
        return Wants()
    awaits, looked_at = table.state.awaits, _board(table)
    match awaits:
        case Choice(options=options):
            buttons = options
        case Chance(source=Cup() as cup):
            return Wants(draw=cup, board=looked_at)
        case Chance(may_pass=may_pass):
            buttons = (PASS,) if may_pass else ()
        case _:
            return Wants()
    roll = table.plies.top.roll
    lying = None if roll is None else roll.faces
    return Wants(dice_awaited(table), looked_at, buttons=buttons, lying=lying, unread=table.unread)


def _board(table: Table) -> WantsBoard | None:
    """How the board should stand; None in a game whose pieces no camera knows."""
    state = table.state
    pieces = state.pieces
    every = (piece for stack in pieces.values() for piece in stack)
    if any(not isinstance(piece, Toy) and piece not in table.game.colours for piece in every):
        return None
    awaits = state.awaits
    options = awaits.options if isinstance(awaits, Choice) else ()
    candidates = tuple((answer, state.after(answer)[0].pieces) for answer in options)
    assert table.started is not None, "without a game no board is looked at"
    return WantsBoard(pieces, candidates, table.started.game, table.started.board)


def dice_awaited(table: Table) -> Dice | None:
    """The dice that may come now: those awaited, or in a choice those that follow it or were rolled last."""
    awaits = table.state.awaits
    if isinstance(awaits, Choice):
        if len(awaits.options) == 1:
            follows = table.state.after(awaits.options[0])[0].awaits
            if isinstance(follows, Chance) and isinstance(follows.source, Dice):
                return follows.source
        return _rolled_last(table)
    if isinstance(awaits, Chance) and isinstance(awaits.source, Dice):
        return awaits.source
    return None


def _rolled_last(table: Table) -> Dice | None:
    """The dice that were rolled last; None before the first roll."""
    for ply, before in pairwise(table.plies):
        match ply.answer, before.state.awaits:
            case Rolled(), Chance(source=Dice() as dice):
                return dice
    return None
