"""What was drawn from a real cup is shown to a camera."""

from __future__ import annotations

import random

import numpy as np
import pytest

from firmware_py.errors import DeviceError
from firmware_py.senses.aided import AidedDome, button_of
from firmware_py.senses.cup import HELD, PUZZLED, CupCamera, Showing
from firmware_py.senses.cup_drawn import DrawnCup
from firmware_py.senses.dicebox import ElectronicDice, readable
from firmware_py.senses.dome import PressedDome
from firmware_py.senses.frames import Frame
from firmware_py.senses.switch import VirtualSwitch
from firmware_py.table import Wants
from firmware_py.table.events import CounterSeen, DiceGiven, Pressed
from hardware.counters import FACES, plan_of_counters
from hardware.layout import load_layout
from rules import Cup, Dice
from rules.gearhead.board import KINDS
from tests.firmware_py.senses.desk import FakeDesk
from vision.board.chess.shown import Shown

PLAN = plan_of_counters(load_layout("chessboard"))
DRAWING = Wants(draw=Cup(dict.fromkeys(KINDS, 6)))
BARE, HAND = np.full((24, 32), 90.0), np.full((24, 32), 90.0)
HAND[:12, :16] = 200.0


def told(*looks: tuple[float, Shown, np.ndarray]) -> list[Shown]:
    """What is told of these looks, each at its second."""
    showing, found = Showing(), []
    for at, shown, outline in looks:
        showing = showing.after(at, shown, outline)
        if showing.told is not None:
            found.append(showing.told)
    return found


def test_a_counter_is_told_once_it_is_held_for_a_moment() -> None:
    orbit = Shown("orbit")
    assert told((0.0, Shown(), BARE), (0.1, orbit, HAND)) == []
    assert told((0.0, Shown(), BARE), (0.1, orbit, HAND), (0.2 + HELD, orbit, HAND)) == [orbit]


def test_a_counter_that_was_there_before_was_not_drawn_now() -> None:
    orbit = Shown("orbit")
    looks = [(at / 10, orbit, HAND) for at in range(20)]
    assert told(*looks) == []
    taken_away = [(2.0, Shown(), BARE), (2.1, orbit, HAND), (2.5, orbit, HAND)]
    assert told(*looks, *taken_away) == [orbit]


def test_two_readings_that_differ_are_none() -> None:
    looks = [(at / 10, Shown("orbit" if at % 2 else "handy"), HAND) for at in range(1, 20)]
    assert told((0.0, Shown(), BARE), *looks) == []


@pytest.mark.parametrize("shown", [Shown(None, True), Shown()])
def test_what_cannot_be_made_out_is_asked_for_again(shown: Shown) -> None:
    looks = [(at / 10, shown, HAND) for at in range(1, 40)]
    assert told((0.0, Shown(), BARE), *looks) == [Shown(None, True)]
    assert told((0.0, Shown(), BARE), *looks[: int(10 * PUZZLED) - 1]) == []


def test_an_empty_picture_asks_for_nothing() -> None:
    assert told(*((at / 10, Shown(), BARE) for at in range(100))) == []


class Hands:
    """A drawn cup, and the table behind it."""

    def __init__(self, slips: float) -> None:
        self.ply, self.asked = 0, False
        self.cup = DrawnCup(PLAN, lambda: self.ply, lambda: self.asked, seed=3, slips=slips)
        self.desk = FakeDesk(DRAWING, enough=1)

    def draws(self, kind: str) -> CounterSeen:
        """The next thing that is told after a counter was held up."""
        self.desk = FakeDesk(DRAWING, enough=1)
        self.cup.show(kind)
        CupCamera(self.cup).run(self.desk)
        (event,) = self.desk.posted
        assert isinstance(event, CounterSeen)
        return event


def test_every_counter_that_is_drawn_is_drawn_as_a_picture_and_read() -> None:
    hands = Hands(slips=0.0)
    for kind in {face.kind for face in FACES.values()}:
        assert hands.draws(kind).kind == kind
        hands.ply += 1


def test_a_thumb_on_the_marker_is_told_and_then_taken_away() -> None:
    hands = Hands(slips=1.0)
    assert hands.draws("orbit").kind is None
    hands.asked = True
    assert hands.draws("orbit").kind == "orbit"


def test_what_lies_on_the_board_is_not_shown() -> None:
    hands = Hands(slips=0.0)
    desk = FakeDesk(DRAWING, enough=1, most=10)
    hands.cup.show("orbit")
    CupCamera(hands.cup, lambda: 60.0).run(desk)
    assert desk.posted == []
    CupCamera(hands.cup, lambda: None).run(FakeDesk(DRAWING, enough=1, most=60))
    assert desk.posted == []


def test_a_camera_that_ends_is_told() -> None:
    class Ended(DrawnCup):
        def read(self) -> Frame:
            return None  # type: ignore[return-value]

    source = Ended(PLAN, lambda: 0, lambda: False, seed=1)
    with pytest.raises(DeviceError, match="by hand"):
        CupCamera(source).run(FakeDesk(DRAWING))


def pressed() -> PressedDome:
    bits = random.Random(1).getrandbits
    return PressedDome(
        ElectronicDice(bits),
        VirtualSwitch(random.Random(1)),
        seconds=0.0,
        bits=bits,
        heeds=lambda wants: wants.draw is not None or (wants.dice is not None and not readable(wants.dice)),
    )


@pytest.mark.parametrize(
    ("wants", "events"),
    [
        (Wants(dice=Dice("d6")), []),
        (Wants(dice=Dice("d3")), []),
        (Wants(dice=Dice("d8")), [Pressed, DiceGiven]),
        (Wants(dice=Dice("d8", "d8")), [Pressed, DiceGiven]),
    ],
)
def test_a_press_rolls_only_what_no_camera_can_read(wants: Wants, events: list[type]) -> None:
    camera, button = pressed(), pressed()
    dome = AidedDome(camera, button, lambda: wants)
    dome.press(1.0)
    desk = FakeDesk(wants, enough=4, most=8)
    button.run(desk)
    assert [type(event) for event in desk.posted] == events
    assert button_of(dome) is dome
    assert button_of(None) is None
