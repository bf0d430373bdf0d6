"""A die on an open table that the geometry could not read is read where all three nets are of one mind."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice import last_look as looking
from vision.dice.last_look import last_look
from vision.dice.nets.close_look import Closely
from vision.dice.nets.spotter import Spot
from vision.dice.reading import Circle, DiceReading, Die
from vision.dice.scene import Scene

GREY = np.full((80, 100), 90, np.uint8)
SCENE = Scene(GREY, GREY, (7.0, 5.0), 1.0, None, None)
NOTHING = DiceReading("none", (), None, "no_die")


def sees(value: int, chance: float) -> NDArray[np.float32]:
    """Chances (10,) with one value's given, and the rest spread evenly."""
    chances = np.full(10, (1 - chance) / 9, np.float32)
    chances[value] = chance
    return chances


@dataclass
class Nets:
    """Stand for all three: what each says."""

    spots: list[Spot]
    near: NDArray[np.float32]
    second: NDArray[np.float32]

    def spotted(self, scene: Scene, dome: Circle) -> list[Spot]:
        return self.spots

    def closely(self, scene: Scene, dome: Circle, spot: Spot) -> Closely:
        return Closely(self.near, np.zeros(6, np.float32), 0.3)

    def chances(self, grey: NDArray[np.uint8], faces: object) -> NDArray[np.float32]:
        return self.second[None, :7]


def told(monkeypatch: pytest.MonkeyPatch, nets: Nets, before: DiceReading = NOTHING) -> DiceReading:
    monkeypatch.setattr(looking, "spotted", nets.spotted)
    monkeypatch.setattr(looking, "closely", nets.closely)
    monkeypatch.setattr(looking, "second_opinion", lambda: nets)
    return last_look(before, SCENE)


def spot(value: int, chance: float = 0.95) -> Spot:
    return Spot((50.0, 40.0), 30.0, 0.0, 0.9, sees(value, chance), 0.2)


def test_three_that_agree_make_a_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    reading = told(monkeypatch, Nets([spot(4)], sees(4, 0.9), sees(4, 0.85)))
    assert reading.verdict == "read" and reading.values == (4,)
    assert reading.dice[0].confidence == pytest.approx(0.85)
    assert reading.dice[0].box == (42, 30, 30, 30)


@pytest.mark.parametrize(("near", "second"), [(0.9, 0.65), (0.65, 0.9)])
def test_two_that_agree_are_not_enough(monkeypatch: pytest.MonkeyPatch, near: float, second: float) -> None:
    assert told(monkeypatch, Nets([spot(4)], sees(4, near), sees(4, second))) is NOTHING


def test_a_net_of_another_mind_leaves_it_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, Nets([spot(4)], sees(4, 0.95), sees(5, 0.95))) is NOTHING


def test_a_doubted_face_of_another_value_still_objects(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doubted = replace(NOTHING, verdict="unsure", dice=(Die(2, True, 0.4, (40, 30, 20, 20)),))
    nets = Nets([spot(4)], sees(4, 0.9), sees(4, 0.9))
    assert told(monkeypatch, nets, doubted) is doubted


def test_nothing_is_read_beside_a_second_die(monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(spot(2), centre=(15.0, 15.0), chance=0.6)
    assert told(monkeypatch, Nets([spot(4), other], sees(4, 0.9), sees(4, 0.9))) is NOTHING


def test_two_faces_of_the_same_value_are_not_one_die(monkeypatch: pytest.MonkeyPatch) -> None:
    both = (Die(4, True, 0.9, (40, 30, 20, 20)), Die(4, True, 0.9, (70, 30, 20, 20)))
    differ = replace(NOTHING, verdict="unsure", dice=both, reason="count_differs")
    assert told(monkeypatch, Nets([spot(4)], sees(4, 0.9), sees(4, 0.9)), differ) is differ


def test_nothing_is_read_where_no_die_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, Nets([], sees(4, 0.9), sees(4, 0.9))) is NOTHING
    assert told(monkeypatch, Nets([spot(0)], sees(0, 0.9), sees(0, 0.9))) is NOTHING
