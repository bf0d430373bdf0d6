"""Bots at the table: they act when it is their turn, and leave people's turns to people."""

from __future__ import annotations

import random

import pytest

from firmware_py.senses.player import Player, bot_at_turn, everybody
from firmware_py.table import Phase, Table
from firmware_py.table.events import DiceGiven, Failed, Pressed, Started, TableEvent
from firmware_py.table.wants import Wants, wants
from rules import Chance, Rolled, Seat

PEOPLE = (Seat("red", "Anna"), Seat("yellow", "bot-random"))


class Room:
    """A desk with the table behind it; the dome throws as soon as it is pressed."""

    parts = ("dome",)

    def __init__(self, seats: tuple[Seat, ...], game: str = "trouble", acts: int = 300) -> None:
        self.table = Table().after(Started(at=0.0, game=game, seats=seats))
        self._rng, self._left, self._clock = random.Random(5), acts, 0.0
        self.by: list[str] = []
        self.pressed = 0

    def post(self, event: TableEvent) -> None:
        self.by.append(getattr(event, "by", ""))
        self.table = self.table.after(event)

    def press(self, at: float) -> None:
        self.pressed += 1
        waits = self.table.state.awaits
        assert isinstance(waits, Chance)
        rolled = self._rng.choice(waits.outcomes)[0]
        assert isinstance(rolled, Rolled)
        self.table = self.table.after(DiceGiven(at=at, faces=rolled.faces))

    def now(self) -> float:
        return self._clock

    def wants(self) -> Wants:
        return wants(self.table)

    def wait(self, seconds: float) -> bool:
        self._clock += seconds
        self._left -= 1
        return self._left > 0

    def ready(self) -> None:
        """Nothing hangs on it."""


@pytest.mark.parametrize("game", ["trouble", "headache"])
def test_bots_play_a_game_to_its_end_and_stop(game: str) -> None:
    room = Room((Seat("red", "bot"), Seat("yellow", "bot-random")), game, acts=1_000_000)
    ended: list[str | None] = []
    Player(lambda: room.table, everybody, room, rng=random.Random(1), seconds=0.0, done=ended.append).run(
        room
    )
    assert room.table.phase is Phase.OVER
    assert ended == [None]
    assert set(room.by) == {"bot", "bot-random"}


def test_a_persons_turn_is_left_to_the_person() -> None:
    room = Room(PEOPLE)
    while bot_at_turn(room.table) is not None:
        room.press(0.0)
    before = room.table
    Player(lambda: room.table, bot_at_turn, room, rng=random.Random(1), seconds=0.1).run(room)
    assert room.table == before
    assert bot_at_turn(room.table) is None


def test_people_pop_for_a_bot_whose_dome_it_cannot_press() -> None:
    room = Room((Seat("red", "bot"), Seat("yellow", "bot-random")))
    Player(lambda: room.table, bot_at_turn, None, rng=random.Random(1), seconds=0.1).run(room)
    assert room.pressed == 0
    assert room.table.phase is Phase.WAITING_FOR_POP


def test_nobody_is_at_turn_before_a_game() -> None:
    assert bot_at_turn(Table()) is None


class BrokenDome(Room):
    """A table whose dice fail after each press, and work again a moment later."""

    parts = ("camera", "button")

    def press(self, at: float) -> None:
        self.pressed += 1
        self.table = self.table.after(Pressed(at=at)).after(Failed(at=at, part="button", why="no such die"))


def test_dice_that_fail_while_they_roll_end_a_game_that_nobody_watches() -> None:
    room = BrokenDome((Seat("red", "Anna"), Seat("yellow", "Ben")))
    ended: list[str | None] = []
    Player(lambda: room.table, everybody, room, rng=random.Random(1), seconds=0.0, done=ended.append).run(
        room
    )
    assert room.table.phase is Phase.ROLLING
    assert ended == ["no such die"]
    assert room.pressed == 1
