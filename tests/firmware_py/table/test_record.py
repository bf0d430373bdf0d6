"""From a record to a table and back."""

from __future__ import annotations

import random

import pytest

from firmware_py.table import Phase, Table, from_record, replay, same_game, to_record
from firmware_py.table.codec import from_text, to_text
from firmware_py.table.events import Answered, Corrected, DiceGiven, Started, Undone
from rules import Chance, GameRecord, NotationError, Over, Rolled, Seat, read_record


def evening(game: str, seed: int, most: int) -> Table:
    """A game in which things are taken back and set right now and then."""
    draw = random.Random(seed)
    colours = ("south", "north") if game == "gearhead" else ("red", "yellow")
    seats = (Seat(colours[0], "Anna"), Seat(colours[1], "Ben"))
    table = Table().after(Started(at=0.0, game=game, seats=seats))
    for _ in range(most):
        awaits = table.state.awaits
        if isinstance(awaits, Over):
            break
        chance = draw.random()
        if chance < 0.05:
            table = table.after(Undone(at=1.0))
        elif chance < 0.08:
            table = table.after(Corrected(at=1.0, by="Anna", position=table.game.to_text(table.state)))
        elif isinstance(awaits, Chance):
            answer = draw.choice([one for one, _ in awaits.outcomes])
            rolled = isinstance(answer, Rolled)
            table = table.after(
                DiceGiven(at=1.0, faces=answer.faces) if rolled else Answered(at=1.0, answer=answer)
            )
        else:
            table = table.after(Answered(at=1.0, answer=draw.choice(awaits.options)))
    return table


@pytest.mark.parametrize("game", ["trouble", "headache", "gearhead"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_record_leads_a_table_to_the_same_end(game: str, seed: int) -> None:
    table = evening(game, seed, 200)
    record = read_record(str(to_record(table)))
    events = from_record(record)
    again = replay(events)
    assert again.state == table.state
    assert again.phase is Phase.OVER, "nobody is asked to go on with a game from elsewhere"
    assert same_game(to_record(again), record)
    assert [from_text(to_text(event)) for event in events] == list(events)


def test_other_games_are_not_the_same() -> None:
    one, other = (to_record(evening("trouble", seed, 60)) for seed in (1, 2))
    assert not same_game(one, other)


def test_a_record_that_cannot_be_is_refused() -> None:
    seats = (Seat("red", "Anna"), Seat("yellow", "Ben"))
    with pytest.raises(NotationError, match="undo"):
        from_record(read_record('[game "trouble"]\n[seat red "A"]\n[seat blue "B"]\n\nundo\n'))
    assert len(from_record(GameRecord("trouble", seats))) == 2
