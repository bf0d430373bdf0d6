"""One match: who plays by which house rules, and what follows from these.

A `Match` is made once a game and shared by all its states.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import Final

from rules.core import Answer, Chance, Choice, Colour, Cup, Dice, Drawn, Rolled, Seat
from rules.dice import die_faces
from rules.gearhead.action import Need, NeedDice
from rules.gearhead.board import COLOURS, Kind
from rules.match import BaseMatch
from rules.options import Options

__all__ = ["Cupful", "Match", "faces", "match"]

Cupful = tuple[tuple[Kind, int], ...]
"""How many counters of each kind are in the cup; kinds that are used up are left out."""

QUIET_TURNS: Final = 5


@cache
def faces(dice: tuple[str, ...]) -> tuple[tuple[Answer, int], ...]:
    """Every outcome of dice rolled together, each with its weight."""
    return tuple((Rolled(shown), 1) for shown in product(*map(die_faces, dice)))


class Match(BaseMatch):
    """The unchanging part of a game.

    Attributes:
        quiet_turns: how many quiet turns in a row end the game (G-12, G-A20).
    """

    __slots__ = ("_needs", "quiet_turns")

    def __init__(self, seats: tuple[Seat, Seat], options: Options) -> None:
        super().__init__(seats, COLOURS, options)
        self.quiet_turns = 2 * QUIET_TURNS if options["quiet_turns"] == "rounds" else QUIET_TURNS
        self._needs: dict[Need, Chance | Choice] = {}

    def player(self, colour: Colour) -> str:
        """The person who plays south or north."""
        return self.seats[0].player if colour == "south" else self.seats[1].player

    def asks(self, need: Need) -> Chance | Choice:
        """What a state waits for when a toy's action has this need."""
        found = self._needs.get(need)
        if found is None:
            player = self.player(need.colour)
            if isinstance(need, NeedDice):
                dice = Dice(*need.kinds)
                found = Chance(player, need.colour, dice, faces(need.kinds), why=need.why, at=need.at)
            else:
                found = Choice(player, need.colour, need.options, need.why, need.at)
            self._needs[need] = found
        return found

    def roll_off(self, colour: Colour) -> Chance:
        """What a state waits for when a player is to roll for who begins (G-2)."""
        die = ("d8",)
        return Chance(self.player(colour), colour, Dice(*die), faces(die), why="start")

    def draw(self, colour: Colour, cup: Cupful) -> Chance:
        """What a state waits for when a player is to draw (G-4)."""
        outcomes = tuple((Drawn(kind), count) for kind, count in cup)
        return Chance(self.player(colour), colour, Cup(dict(cup)), outcomes, why="draw")


@lru_cache(maxsize=256)
def match(seats: tuple[Seat, Seat], options: Options) -> Match:
    """The match of south and north by these options; made once."""
    return Match(seats, options)
