"""The season: who played how many games, who won, and what the dice gave, over many evenings.

A game that the computer played by itself is not of it, nor are drawn dice, unless everything is asked for. A
person is known by the name, in capitals or not. Who runs two teams plays one game, at the better place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from firmware_py.luck.pops import captures_of, played_by_people, pops_of
from firmware_py.table import Table
from rules import Colour, Over

__all__ = ["Played", "Standing", "results_of", "season"]


@dataclass(frozen=True, slots=True)
class Played:
    """What one game brought one person.

    Attributes:
        player: who.
        colours: the teams that were run.
        place: 1 for the winner; equals have the same.
        dice: how many six-sided dice were rolled; `pips` is their sum.
        captures: how many pieces were captured.
        drawn: somebody else has the first place as well, so nobody won.
    """

    player: str
    colours: tuple[Colour, ...]
    place: int
    dice: int = 0
    pips: int = 0
    captures: int = 0
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """What a season brought one person.

    Attributes:
        player: the name as it was written last.
        colour: the colour that was played most often.
        games: how many games were played to their end.
        places: how often each place was reached.
        drawn: how many games ended with somebody else at the first place as well.
        dice, pips, captures: those of all games together.
    """

    player: str
    colour: Colour
    games: int
    places: Mapping[int, int]
    drawn: int
    dice: int
    pips: int
    captures: int

    @property
    def wins(self) -> int:
        """How many games were won: a draw is no win."""
        return self.places.get(1, 0) - self.drawn

    @property
    def mean_place(self) -> float:
        """The place on average."""
        return sum(place * times for place, times in self.places.items()) / self.games

    @property
    def mean_pips(self) -> float:
        """Pips a die on average; 0 without dice."""
        return self.pips / self.dice if self.dice else 0.0


def results_of(table: Table, *, every: bool = False) -> tuple[Played, ...]:
    """What a game brought each person; nothing for one that was not played to its end.

    `every` counts a game that the computer played by itself too, and drawn dice.
    """
    if table.started is None or table.aborted or not isinstance(table.state.awaits, Over):
        return ()
    if not (every or played_by_people(table)):
        return ()
    captured, pops = captures_of(table), list(pops_of(table, every=every))
    names = {seat.colour: seat.player for seat in table.state.seats}
    found: dict[str, Played] = {}
    place = 1
    for group in table.plies.top.ranking:
        people = dict.fromkeys(names[colour] for colour in group if names[colour] not in found)
        for player in people:
            own = tuple(colour for colour, name in names.items() if name == player)
            faces = [pop.face for pop in pops if pop.player == player and pop.die.kind == "d6"]
            captures = sum(captured.get(colour, 0) for colour in own)
            drawn = place == 1 and len(people) > 1
            found[player] = Played(player, own, place, len(faces), sum(faces), captures, drawn)
        place += len(people)
    return tuple(found.values())


def season(games: Iterable[tuple[Played, ...]]) -> tuple[Standing, ...]:
    """The table of a season, most wins first.

    Args:
        games: the results of each game, the oldest first.
    """
    by_name: dict[str, list[Played]] = {}
    for game in games:
        for played in game:
            by_name.setdefault(played.player.casefold(), []).append(played)
    standings = [_standing(played) for played in by_name.values()]
    return tuple(sorted(standings, key=lambda one: (-one.wins, one.mean_place, -one.games, one.player)))


def _standing(played: list[Played]) -> Standing:
    colours = Counter(colour for one in played for colour in one.colours)
    return Standing(
        player=played[-1].player,
        colour=colours.most_common(1)[0][0],
        games=len(played),
        places=dict(sorted(Counter(one.place for one in played).items())),
        drawn=sum(one.drawn for one in played),
        dice=sum(one.dice for one in played),
        pips=sum(one.pips for one in played),
        captures=sum(one.captures for one in played),
    )
