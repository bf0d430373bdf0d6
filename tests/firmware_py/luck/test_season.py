"""The season's table, and luck so far."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from firmware_py.luck import Played, Standing, pops_of, results_of, season, team_luck
from firmware_py.table import Table
from firmware_py.table.events import Aborted, Answered, Corrected, DiceGiven, Started
from rules import Chance, Over, Rolled, Seat

THREE = (Seat("red", "Anna"), Seat("yellow", "Ben"), Seat("blue", "Anna"))


@cache
def played(seats: tuple[Seat, ...] = THREE, seed: int = 1) -> Table:
    """A whole game."""
    draw = random.Random(seed)
    table = Table().after(Started(at=0.0, game="trouble", seats=seats, options="enter_on=1,2,3,4,5,6"))
    while not isinstance(awaits := table.state.awaits, Over):
        if isinstance(awaits, Chance):
            answer = draw.choice([one for one, _ in awaits.outcomes])
            assert isinstance(answer, Rolled)
            table = table.after(DiceGiven(at=1.0, faces=answer.faces))
        else:
            table = table.after(Answered(at=1.0, answer=draw.choice(awaits.options)))
    return table


def test_a_person_with_two_teams_has_played_one_game() -> None:
    results = {one.player: one for one in results_of(played())}
    assert set(results) == {"Anna", "Ben"}
    assert results["Anna"].colours == ("red", "blue")
    assert sorted(one.place for one in results.values()) == [1, 2]
    pops = list(pops_of(played()))
    assert results["Ben"].pips == sum(pop.face for pop in pops if pop.player == "Ben")
    luck = team_luck(played())
    assert results["Anna"].captures == luck["red"].captures + luck["blue"].captures
    assert results["Anna"].pips == luck["red"].pips + luck["blue"].pips


def test_games_without_an_end_count_nothing() -> None:
    table = Table().after(Started(at=0.0, game="trouble", seats=THREE))
    assert results_of(Table()) == results_of(table) == results_of(table.after(Aborted(at=1.0))) == ()
    assert season([]) == ()


def test_a_game_that_the_computer_played_by_itself_is_won_by_nobody() -> None:
    ended = replace(played(), unattended=True)
    assert results_of(ended) == ()
    assert results_of(ended, every=True) == results_of(played())
    bots = (Seat("red", "bot-random"), Seat("yellow", "bot-greedy"))
    assert results_of(played(bots)) == ()
    against_bot = (Seat("red", "Anna"), Seat("yellow", "bot-greedy"))
    assert {one.player for one in results_of(played(against_bot))} == {"Anna", "bot-greedy"}


def test_the_season_adds_up() -> None:
    games = [
        (Played("Anna", ("red",), 1, 10, 35, 2), Played("ben", ("blue",), 2, 10, 30, 1)),
        (Played("ANNA", ("red",), 2, 10, 31, 0), Played("Ben", ("green",), 1, 10, 44, 3)),
        (Played("Anna", ("yellow",), 1), Played("Ben", ("blue",), 2), Played("Cleo", ("green",), 3)),
    ]
    anna, ben, cleo = season(games)
    assert anna == Standing("Anna", "red", 3, {1: 2, 2: 1}, 0, 20, 66, 2)
    assert (ben.player, ben.wins, ben.colour, ben.mean_place) == ("Ben", 1, "blue", 5 / 3)
    assert (cleo.wins, cleo.mean_pips) == (0, 0.0)
    assert anna.mean_pips == 3.3


def test_a_draw_is_won_by_nobody() -> None:
    seats = (Seat("south", "Anna"), Seat("north", "Ben"))
    table = Table().after(Started(at=0.0, game="gearhead", seats=seats))
    level = 'gearhead seats=south:"Anna",north:"Ben" score=32,32 turn=south awaits=over'
    drawn = results_of(table.after(Corrected(at=1.0, position=level)))
    assert [(one.player, one.place, one.drawn) for one in drawn] == [("Anna", 1, True), ("Ben", 1, True)]
    won = (Played("Ben", ("north",), 1), Played("Anna", ("south",), 2))
    ben, anna = season([drawn, won])
    assert (ben.player, ben.wins, ben.drawn, ben.places) == ("Ben", 1, 1, {1: 2})
    assert (anna.player, anna.wins, anna.drawn) == ("Anna", 0, 1)
