"""What the table needs now, told to the senses. A sense without a want may sleep."""

from __future__ import annotations

from dataclasses import dataclass

from rules import Answer, Cup, Dice, Pieces

__all__ = ["Wants", "WantsBoard"]


@dataclass(frozen=True, slots=True)
class WantsBoard:
    """The board is to be looked at: how it should stand, and which answers would change it to what."""

    expected: Pieces
    candidates: tuple[tuple[Answer, Pieces], ...]


@dataclass(frozen=True, slots=True)
class Wants:
    """What is needed now; each may be None.

    Attributes:
        dice: the dice to be rolled or read.
        board: the board to be looked at.
        draw: the cup to draw from.
        buttons: the words that the buttons may answer, in order.
    """

    dice: Dice | None = None
    board: WantsBoard | None = None
    draw: Cup | None = None
    buttons: tuple[Answer, ...] = ()
