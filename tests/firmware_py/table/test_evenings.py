"""Whole evenings of every kind of event, legal or not: what is written down leads back to the same table."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_py.table import Phase, Table, journalled, replay, to_record, wants
from firmware_py.table.events import (
    Aborted,
    Accepted,
    Answered,
    Back,
    BoardSeen,
    Corrected,
    DiceGiven,
    DiceSeen,
    Failed,
    Journalled,
    Paused,
    Pressed,
    Resumed,
    Started,
    TableEvent,
    Tick,
    Unattended,
    Undone,
)
from rules import (
    GAMES,
    PASS,
    Answer,
    Chance,
    Choice,
    Dice,
    Drawn,
    Move,
    Over,
    Pick,
    Rolled,
    Seat,
    read_record,
)
from rules import game as game_of
from rules import replay as replay_record
from rules.dice import die_faces
from tests.firmware_py.table.test_board import sight
from vision.board.seen import BoardSeen as Sight
from vision.dice.reading import DiceReading, Die


def seats_of(game: str) -> tuple[Seat, ...]:
    one, two = game_of(game).colours[:2]
    return Seat(one, "Anna"), Seat(two, "Ben")


def sound_answer(table: Table, draw: random.Random) -> Answer | None:
    awaits = table.state.awaits
    if isinstance(awaits, Choice):
        return draw.choice(awaits.options)
    if isinstance(awaits, Chance):
        return draw.choice([answer for answer, _ in awaits.outcomes])
    return None


def odd_answer(table: Table, draw: random.Random) -> Answer:
    spaces = table.game.spaces()
    return draw.choice(
        [
            Move(draw.choice(spaces), draw.choice(spaces)),
            PASS,
            Pick("left"),
            Pick("egg", draw.choice(spaces)),
            Drawn("orbit"),
            Rolled((draw.randrange(9),)),
        ]
    )


def seen(table: Table, draw: random.Random) -> DiceReading:
    values = [draw.choice([None, 1, 2, 3, 4, 5, 6, 6])] * draw.choice([1, 1, 1, 1, 0, 2])
    dice = tuple(Die(value, True, 0.9, (0, 0, 9, 9)) for value in values)
    verdict = "read" if draw.random() < 0.8 else draw.choice(["unsure", "cocked", "none"])
    return DiceReading(verdict, dice, draw.choice([None, True, False]), "pips_unclear")


def looked(table: Table, draw: random.Random) -> Sight:
    """The board after a move, as it was lately, or with a man gone astray; some spaces are hidden."""
    state = draw.choice([ply.state for ply in [*table.plies][:4]])
    answer = sound_answer(table, draw)
    if isinstance(answer, Move) and draw.random() < 0.6:
        state = table.state.after(answer)[0]
    pieces = dict(state.pieces)
    spaces = table.game.spaces()
    if pieces and draw.random() < 0.3:
        pieces[draw.choice(spaces)] = pieces.pop(draw.choice(sorted(pieces)))
    return sight(table.game.name, pieces, draw.sample(spaces, draw.choice([0, 0, 0, 4])))


def an_event(table: Table, deed: str, draw: random.Random, at: float) -> TableEvent:
    """Something that may happen at this table."""
    if table.started is None:
        return Pressed(at=at)
    ply = draw.choice([None, None, table.ply, table.ply - 1])
    match deed:
        case "answer":
            answer = sound_answer(table, draw)
            return Answered(at=at, answer=answer, ply=ply) if answer else Tick(at=at)
        case "roll":
            needed = wants(table).dice or Dice("d6")
            faces = tuple(draw.choice(die_faces(kind)) for kind in needed.kinds)
            return DiceGiven(at=at, faces=faces, how=draw.choice(["hand", "electronic"]), ply=ply)
        case "odd":
            return Answered(at=at, answer=odd_answer(table, draw), by="Ben", ply=ply)
        case "seen":
            return DiceSeen(at=at, reading=seen(table, draw), source="camera")
        case "look" if table.game.name != "gearhead":
            return BoardSeen(at=at, seen=looked(table, draw), source="camera")
        case "look":
            return Tick(at=at)
        case "correct":
            state = draw.choice([ply.state for ply in table.plies])
            position = draw.choice([table.game.to_text(state), "nonsense"])
            return Corrected(at=at, position=position, by="Anna")
        case "start":
            return Started(at=at, game=table.started.game, seats=seats_of(table.started.game))
    return PLAIN[deed](at, draw)


PLAIN: dict[str, Any] = {
    "press": lambda at, draw: Pressed(at=at),
    "tick": lambda at, draw: Tick(at=at),
    "fail": lambda at, draw: Failed(at=at, part="camera", why="It is gone."),
    "back": lambda at, draw: Back(at=at, part="camera"),
    "undo": lambda at, draw: Undone(at=at, by=draw.choice(["", "Ben"])),
    "accept": lambda at, draw: Accepted(at=at),
    "pause": lambda at, draw: Paused(at=at),
    "resume": lambda at, draw: Resumed(at=at),
    "abort": lambda at, draw: Aborted(at=at),
    "unattended": lambda at, draw: Unattended(at=at),
}
OFTEN = ["answer"] * 8 + ["roll"] * 4 + ["press"] * 4 + ["seen"] * 4 + ["look"] * 4 + ["resume"] * 3
DEEDS = st.sampled_from([*OFTEN, "odd", "odd", "correct", "start", *PLAIN])


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=25, deadline=None)
@given(
    deeds=st.lists(st.tuples(DEEDS, st.floats(0.0, 9.0)), min_size=30, max_size=120),
    seed=st.integers(0, 2**32),
)
def test_the_journal_of_any_evening_leads_to_the_same_table(
    game: str, deeds: list[tuple[str, float]], seed: int
) -> None:
    draw = random.Random(seed)
    at = 50.0
    written: list[Journalled] = [Started(at=at, game=game, seats=seats_of(game))]
    table = Table().after(written[0])
    plies = [table.ply]
    for deed, seconds in deeds:
        at += seconds
        event = an_event(table, deed, draw, at)
        after = table.after(event)
        if journalled(table, event, after):
            assert isinstance(event, Journalled)
            written.append(event)
        assert (after == table) is not journalled(table, event, after) or not isinstance(event, Journalled)
        if after.started is table.started:
            plies.append(after.ply)
        else:
            plies = [after.ply]
        table = after
    assert plies == sorted(plies)
    assert replay(written) == table
    check_the_record(table)


def check_the_record(table: Table) -> None:
    record = to_record(table)
    assert read_record(str(record)) == record
    assert replay_record(record)[-1] == table.state


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_to_its_end(game: str) -> None:
    draw = random.Random(7)
    table = Table().after(Started(at=0.0, game=game, seats=seats_of(game)))
    for turn in range(5000):
        if isinstance(table.state.awaits, Over):
            break
        needed = wants(table)
        assert needed.dice or needed.draw or needed.buttons
        answer = sound_answer(table, draw)
        assert answer is not None
        table = table.after(Answered(at=float(turn), answer=answer, ply=table.ply))
        assert table.refused is None
    assert table.phase is Phase.OVER
    assert wants(table).dice is None
    check_the_record(table)


def test_without_a_game_there_is_no_record() -> None:
    with pytest.raises(LookupError):
        to_record(Table())
