"""What happens round the toys' actions, as events. What toys do themselves is told in `field` and `toys`."""

from __future__ import annotations

from functools import cache

from rules.core import Colour, Event, Space
from rules.gearhead.board import Kind

__all__ = [
    "begins",
    "cup_empty",
    "drawn",
    "entered",
    "no_move",
    "no_room",
    "over",
    "passed",
    "quiet",
    "rolled",
    "tie",
    "turn",
]


@cache
def rolled(colour: Colour, face: int) -> Event:
    """A roll for who begins."""
    return Event("G-2", "rolled", {"colour": colour, "faces": str(face)})


@cache
def tie() -> Event:
    """Both rolled the same for who begins, and roll again."""
    return Event("G-2", "tie", {"colours": ("south", "north")})


@cache
def begins(colour: Colour) -> Event:
    """The higher roll begins."""
    return Event("G-2", "begins", {"colour": colour})


@cache
def turn(colour: Colour) -> Event:
    """A turn begins."""
    return Event("G-3", "turn", {"colour": colour})


@cache
def drawn(colour: Colour, kind: Kind) -> Event:
    """A counter was drawn from the cup."""
    return Event("G-4", "drawn", {"colour": colour, "toy": kind})


@cache
def cup_empty(colour: Colour) -> Event:
    """The cup is empty: no draw and no placement."""
    return Event("G-4", "cup_empty", {"colour": colour})


@cache
def entered(colour: Colour, kind: Kind, target: Space) -> Event:
    """A counter was placed on the player's last row."""
    return Event("G-5", "entered", {"colour": colour, "toy": kind, "target": target})


@cache
def no_room(colour: Colour, kind: Kind, full_row: str) -> Event:
    """The last row is full: the counter goes back into the cup, to the discard, or is kept in hand."""
    return Event("G-A1", full_row, {"colour": colour, "toy": kind})


@cache
def no_move(colour: Colour) -> Event:
    """The player has no toy that may move."""
    return Event("G-11", "no_move", {"colour": colour})


@cache
def passed(colour: Colour) -> Event:
    """The player leaves the rest of his toys where they are."""
    return Event("G-A3", "passed", {"colour": colour})


@cache
def quiet(count: int, limit: int) -> Event:
    """A turn in which no toy was able to move, the so manyth in a row."""
    return Event("G-12", "quiet", {"count": count, "limit": limit})


@cache
def over(winners: tuple[Colour, ...], rule: str) -> Event:
    """The game has ended."""
    return Event(rule, "over", {"winners": winners})
