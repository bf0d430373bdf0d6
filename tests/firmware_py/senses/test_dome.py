"""The dome as a sense: pressed, drawn, read."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from firmware_py.errors import DeviceError
from firmware_py.senses.dicebox import ElectronicDice, PhotographedDice
from firmware_py.senses.dome import DrawnDome, PressedDome
from firmware_py.senses.frames import Frame
from firmware_py.senses.switch import VirtualSwitch
from firmware_py.table import Wants
from firmware_py.table.events import Answered, DiceGiven, DiceSeen, Pressed
from rules import Cup, Dice, Drawn
from tests.firmware_py.senses.desk import FakeDesk
from vision.dice.domes.memory import DomeMemory
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading


def dome(box: ElectronicDice | PhotographedDice, seconds: float = 0.5) -> PressedDome:
    return PressedDome(
        box, VirtualSwitch(random.Random(1)), seconds=seconds, bits=random.Random(1).getrandbits
    )


def test_a_press_bounces_but_rolls_once() -> None:
    sense, desk = dome(ElectronicDice(random.Random(1).getrandbits)), FakeDesk(enough=4, most=8)
    sense.press(1.0)
    sense.run(desk)
    assert [type(event) for event in desk.posted] == [Pressed, DiceGiven]
    given = desk.posted[1]
    assert isinstance(given, DiceGiven)
    assert given.how == "electronic"
    assert given.faces[0] in range(1, 7)
    assert given.at > desk.posted[0].at


def test_the_vision_reads_what_was_drawn() -> None:
    seen: list[tuple[Frame, DiceReading]] = []
    box = PhotographedDice(
        DrawnDome(seed=4), DiceReader(), lambda frame, reading: seen.append((frame, reading))
    )
    sense, desk = dome(box), FakeDesk(enough=2)
    sense.press(1.0)
    sense.run(desk)
    event = desk.posted[1]
    assert isinstance(event, DiceSeen)
    assert event.source == "virtual dome"
    assert event.picture is None
    ((frame, reading),) = seen
    assert frame.picture.shape == (480, 640, 3)
    assert event.reading is reading


class RemindedReader(DiceReader):
    """Keeps what it is told of earlier pops."""

    def __init__(self) -> None:
        super().__init__()
        self.memories: list[DomeMemory | None] = []

    def read(self, picture: NDArray[np.uint8], **how: Any) -> DiceReading:
        self.memories.append(how.get("memory"))
        return super().read(picture, **how)


def test_what_was_seen_of_the_dome_is_remembered_from_pop_to_pop() -> None:
    reader = RemindedReader()
    box = PhotographedDice(DrawnDome(seed=4), reader)
    box.open()
    for _ in range(12):
        box.roll(Dice("d6"), lambda: 0.0)
    first, *_, last = reader.memories
    assert first is not None
    assert not first.has_pips
    assert last is not None
    assert last.has_pips


def test_the_same_seed_throws_the_same() -> None:
    one, two, other = DrawnDome(7), DrawnDome(7), DrawnDome(8)
    two.open()
    for _ in range(2):
        picture = one.read().picture
        assert np.array_equal(picture, two.read().picture)
        assert not np.array_equal(picture, other.read().picture)


def test_a_press_draws_from_the_cup_when_that_is_wanted() -> None:
    desk = FakeDesk(Wants(draw=Cup({"orbit": 1})))
    sense = dome(ElectronicDice())
    sense.press(1.0)
    sense.run(desk)
    (event,) = desk.posted
    assert isinstance(event, Answered)
    assert event.answer == Drawn("orbit")


def test_a_press_means_nothing_when_nothing_is_wanted() -> None:
    sense, desk = dome(ElectronicDice()), FakeDesk(most=10)
    desk.wanted = Wants()
    sense.press(1.0)
    sense.run(desk)
    assert desk.posted == []


def test_dice_that_no_camera_reads_are_told() -> None:
    sense, desk = (
        dome(PhotographedDice(DrawnDome(1), DiceReader())),
        FakeDesk(Wants(dice=Dice("d8")), enough=9),
    )
    sense.press(1.0)
    with pytest.raises(DeviceError, match="cannot read d8"):
        sense.run(desk)
    sense.close()


class Ended:
    """A source that has no more pictures."""

    name, live = "ended", False

    def open(self) -> None: ...

    def read(self) -> None:
        return None

    def close(self) -> None: ...


def test_a_source_without_pictures_is_lost() -> None:
    now: Callable[[], float] = lambda: 1.0  # noqa: E731
    with pytest.raises(DeviceError, match="no more pictures"):
        PhotographedDice(Ended(), DiceReader()).roll(Dice("d6"), now)


def test_a_second_press_while_the_dice_roll_uses_up_no_turn_of_the_next_player() -> None:
    sense, desk = dome(ElectronicDice()), FakeDesk(enough=4, most=12)
    desk_wait = desk.wait

    def wait(seconds: float) -> bool:
        if seconds:
            sense.press(1.3)  # the dice have rolled for a third of a second
        return desk_wait(seconds)

    desk.wait = wait  # type: ignore[method-assign]
    sense.press(1.0)
    sense.run(desk)
    assert [type(event) for event in desk.posted] == [Pressed, DiceGiven]
