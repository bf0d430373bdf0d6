"""What can happen in Trouble, each with the number of its rule.

Events are made once and used again: a game has a few hundred different ones.
"""

from __future__ import annotations

from functools import cache

from rules.core import Colour, Event, Space

__all__ = [
    "again",
    "captured",
    "entered",
    "finished",
    "moved",
    "no_move",
    "over",
    "passed",
    "red_one",
    "rolled",
    "starts",
    "team_home",
    "three_sixes",
    "tie",
    "turn",
]


@cache
def rolled(colour: Colour, face: int, rule: str = "T-2") -> Event:
    """A pop was read."""
    return Event(rule, "rolled", {"colour": colour, "faces": str(face)})


@cache
def tie(colours: tuple[Colour, ...]) -> Event:
    """Several popped the highest number; these pop again."""
    return Event("T-A5", "start_tie", {"colours": colours})


@cache
def starts(colour: Colour) -> Event:
    """The highest number was popped: this colour begins."""
    return Event("T-3", "starts", {"colour": colour})


@cache
def turn(colour: Colour) -> Event:
    """A turn begins, to the left of the one before."""
    return Event("T-5", "turn", {"colour": colour})


@cache
def again(colour: Colour, rule: str) -> Event:
    """One more pop for the same player."""
    return Event(rule, "again", {"colour": colour})


@cache
def no_move(colour: Colour, roll: int, rule: str) -> Event:
    """The number cannot be used; `rule` is what forbids it."""
    return Event(rule, "no_move", {"colour": colour, "roll": roll})


@cache
def three_sixes(colour: Colour) -> Event:
    """The third 6 in a row ends the turn and is not moved."""
    return Event("T-A8", "three_sixes", {"colour": colour})


@cache
def passed(colour: Colour, rule: str) -> Event:
    """The player declined, to move (T-9) or to pop (T-A3b)."""
    return Event(rule, "passed", {"colour": colour})


@cache
def entered(colour: Colour, origin: Space, target: Space, rule: str = "T-5") -> Event:
    """A man left HOME for his START."""
    return Event(rule, "entered", {"colour": colour, "origin": origin, "target": target})


@cache
def moved(colour: Colour, origin: Space, target: Space, rule: str) -> Event:
    """A man moved."""
    return Event(rule, "moved", {"colour": colour, "origin": origin, "target": target})


@cache
def captured(colour: Colour, victim: Colour, space: Space, rule: str) -> Event:
    """A man was sent to his HOME BASE."""
    return Event(rule, "captured", {"colour": colour, "captured": (victim,), "space": space})


@cache
def team_home(colour: Colour) -> Event:
    """A colour has filled its FINISH, but its player needs his other colour too."""
    return Event("T-A4b", "team_home", {"colour": colour})


@cache
def finished(colour: Colour, place: int) -> Event:
    """A player is done; `place` is 1 for the winner."""
    return Event("T-13", "finished", {"colour": colour, "place": place})


@cache
def red_one(colour: Colour) -> Event:
    """A red 1: the other players may each bring a man to START."""
    return Event("T-W3", "red_one", {"colour": colour})


@cache
def over(winners: tuple[Colour, ...], rule: str) -> Event:
    """The game has ended."""
    return Event(rule, "over", {"winners": winners})
