"""What can happen in Headache, each with the number of its rule.

Events are made once and used again: a game has a few thousand different ones at most.
"""

from __future__ import annotations

from functools import cache

from rules.core import Colour, Event, Space

__all__ = [
    "again",
    "captured",
    "entered",
    "lost_move",
    "moved",
    "no_move",
    "out",
    "over",
    "passed",
    "red_dot",
    "rolled",
    "starts",
    "tie",
    "turn",
]


@cache
def rolled(colour: Colour, pips: int, rule: str = "H-1") -> Event:
    """A pop was read."""
    return Event(rule, "rolled", {"colour": colour, "faces": str(pips)})


@cache
def red_dot(colour: Colour) -> Event:
    """The red dot is up: a bonus pop is earned."""
    return Event("H-2", "red_dot", {"colour": colour})


@cache
def tie(colours: tuple[Colour, ...]) -> Event:
    """Several popped the highest number; these pop again."""
    return Event("H-A5", "start_tie", {"colours": colours})


@cache
def starts(colour: Colour) -> Event:
    """The highest number was popped: this colour begins."""
    return Event("H-A5", "starts", {"colour": colour})


@cache
def turn(colour: Colour) -> Event:
    """A turn begins."""
    return Event("H-1", "turn", {"colour": colour})


@cache
def entered(colour: Colour, target: Space) -> Event:
    """A man was set on his START."""
    return Event("H-10", "entered", {"colour": colour, "target": target})


@cache
def moved(colour: Colour, origin: Space, target: Space, *, stack: bool) -> Event:
    """A man or a stack moved."""
    rule = "H-6" if stack else "H-8"
    return Event(rule, "moved", {"colour": colour, "origin": origin, "target": target})


@cache
def captured(colour: Colour, caught: tuple[Colour, ...], space: Space) -> Event:
    """The mover stands on top of a man or stack and owns it now."""
    return Event("H-3", "captured", {"colour": colour, "captured": caught, "space": space})


@cache
def no_move(colour: Colour, roll: int, rule: str) -> Event:
    """The number cannot be moved; `rule` tells why it is popped again."""
    return Event(rule, "no_move", {"colour": colour, "roll": roll})


@cache
def lost_move(colour: Colour, roll: int) -> Event:
    """The number cannot be moved, and the house rule takes the move away."""
    return Event("H-A2", "lost_move", {"colour": colour, "roll": roll})


@cache
def again(colour: Colour, rule: str) -> Event:
    """One more pop for the same player: a bonus (H-2), or a pop to be repeated (H-9)."""
    return Event(rule, "again", {"colour": colour})


@cache
def passed(colour: Colour) -> Event:
    """The player declined a bonus pop."""
    return Event("H-A17", "passed", {"colour": colour})


@cache
def out(colour: Colour) -> Event:
    """A colour has lost all its men and stacks."""
    return Event("H-13", "out", {"colour": colour})


@cache
def over(winners: tuple[Colour, ...]) -> Event:
    """One player is left."""
    return Event("H-13", "over", {"winners": winners})
