"""The red die of Headache has as many dots as the players say (H-A15), whoever throws it for them."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import firmware_py.senses.dome as dome_module
from firmware_py.senses.chance import roll
from firmware_py.senses.dicebox import ElectronicDice
from firmware_py.senses.dome import DrawnDome, PressedDome
from firmware_py.senses.switch import VirtualSwitch
from firmware_py.table import Table, Wants, wants
from firmware_py.table.events import Answered, DiceGiven, Started
from rules import Choice, Dice, Seat
from tests.firmware_py.senses.desk import FakeDesk
from vision.studio.settings import Setting, Studio

SEATS = (Seat("red", "Anna"), Seat("yellow", "Ben"))


def headache(options: str) -> Table:
    """A game that waits for its first pop."""
    return Table().after(Started(at=1.0, game="headache", seats=SEATS, options=options))


@pytest.mark.parametrize("red_faces", [1, 2, 5])
def test_the_dot_of_an_electronic_red_die_is_not_always_one_in_six(red_faces: int) -> None:
    both = Dice("d6", "red", red_faces=red_faces)
    answers = ([pips, side] for pips in range(6) for side in range(6))
    thrown = [roll(both, lambda _, answer=answer: answer.pop(0)) for answer in answers]
    assert sum(red for _, red in thrown) == 6 * red_faces
    assert {pips for pips, red in thrown if red} == set(range(1, 7))


@pytest.mark.parametrize(("options", "red_faces"), [("", 1), ("red_faces=4", 4)])
def test_the_table_tells_how_many_dots_before_a_pop_and_before_a_move(options: str, red_faces: int) -> None:
    table = headache(options)
    while not isinstance(table.state.awaits, Choice):
        assert wants(table).dice == Dice("d6", "red", red_faces=red_faces)
        table = table.after(DiceGiven(at=2.0, faces=(1 + table.ply % 6, 0)))
    assert wants(table).dice == Dice("d6", "red", red_faces=red_faces)
    table = table.after(Answered(at=3.0, ply=table.ply, answer=table.state.awaits.options[0]))
    assert wants(table).dice == Dice("d6", "red", red_faces=red_faces)


def test_a_press_at_a_table_with_five_dots_rolls_five() -> None:
    desk = FakeDesk(wants(headache("red_faces=5")), enough=2)
    dome = PressedDome(
        ElectronicDice(lambda _: 4), VirtualSwitch(random.Random(1)), seconds=0.0, bits=lambda _: 0
    )
    dome.press(1.0)
    dome.run(desk)
    assert isinstance(given := desk.posted[1], DiceGiven)
    assert given.faces == (5, 1)


@pytest.mark.parametrize("red_faces", [1, 5])
def test_a_drawn_red_die_has_as_many_dots(red_faces: int) -> None:
    studio = Studio(Setting.TABLE, 6)
    tops = [studio.pop(game="headache", cocked=False, red_faces=red_faces).dice[1].top for _ in range(360)]
    assert abs(tops.count(1) - 60 * red_faces) < 4 * 7.1


def test_the_virtual_dome_throws_what_the_table_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    scenes: list[Any] = []

    def seen(scene: Any, **how: Any) -> np.ndarray[Any, Any]:
        scenes.append(scene)
        return np.zeros((4, 4, 3), np.uint8)

    monkeypatch.setattr(dome_module, "draw_dome", seen)
    dome = DrawnDome(3, "headache", wants=lambda: Wants(dice=Dice("d6", "red", red_faces=5)))
    for _ in range(60):
        dome.read()
    assert sum(scene.dice[1].top == 1 for scene in scenes) > 35
