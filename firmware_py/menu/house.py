"""What new games may be set up at this table: its boards, its people, its house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules import Colour, Seat
from rules.options import Option, write_value

__all__ = ["House", "next_value", "option_value"]

_FACES = ("6", "1,6", "1,2,3,4,5,6")
"""The sets of faces that three buttons offer; others are for the configuration or the page."""


@dataclass(frozen=True, slots=True)
class House:
    """What the menu offers.

    Attributes:
        boards: the games that there is a board for, each with its colours clockwise.
        people: names, in the order in which they are offered.
        seats: who sits where if nobody changes it, by colour.
        rules: house rules that differ from the default, by game.
        page: where phones find the page; empty if none is served.
        unnamed: what a person without a name is called, before a number.
    """

    boards: Mapping[str, tuple[Colour, ...]]
    people: tuple[str, ...] = ()
    seats: Mapping[Colour, str] = field(default_factory=dict)
    rules: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    page: str = ""
    unnamed: str = "Player"

    def usual_seats(self, game: str) -> tuple[Seat, ...]:
        """The seats of a game before anybody changes them: those of the house, else two opposite colours."""
        colours = self.boards[game]
        usual = tuple(Seat(colour, self.seats[colour]) for colour in colours if colour in self.seats)
        if len(usual) > 1:
            return usual
        opposite = (colours[0], colours[len(colours) // 2])
        return tuple(Seat(colour, self.name(number)) for number, colour in enumerate(opposite))

    def name(self, number: int) -> str:
        """The name of a person by number, from 0; one that the house does not know has a number."""
        return self.people[number] if number < len(self.people) else f"{self.unnamed} {number + 1}"

    def next_person(
        self, colour: Colour, seats: tuple[Seat, ...], colours: tuple[Colour, ...]
    ) -> tuple[Seat, ...]:
        """The seats with the next person at a colour: nobody follows the last, the first follows nobody."""
        names = [self.name(number) for number in range(max(len(colours), len(self.people)))]
        now = next((seat.player for seat in seats if seat.colour == colour), None)
        number = names.index(now) + 1 if now in names else 0
        others = {seat.colour: seat.player for seat in seats if seat.colour != colour}
        if number < len(names):
            others[colour] = names[number]
        return tuple(Seat(one, others[one]) for one in colours if one in others)


def next_value(option: Option, now: str) -> str:
    """The value of a house rule that follows another in the menu, as text."""
    if option.values is None:
        values = list(dict.fromkeys([write_value(option.default), *_FACES]))
    else:
        values = [write_value(value) for value in option.values]
    if option.none:
        values.append("none")
    return values[(values.index(now) + 1) % len(values)] if now in values else values[0]


def option_value(key: str, option: Option, value: str) -> str:
    """A value of a house rule as a fact: the key of its own sentence where it has one, else the value."""
    named = value in option.values if isinstance(option.values, tuple) else value == "none"
    return f"{key}.{value}" if named else value
