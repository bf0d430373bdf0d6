"""Where the nets are not sure whether a die leans, they look again in a mirror."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.nets import looks
from vision.dice.nets.close_look import Closely
from vision.dice.nets.spotter import Spot
from vision.dice.reading import Circle, Point
from vision.dice.scene import Scene

DOME = Circle(70.0, 50.0, 45.0)
CLASSES = np.eye(1, 10, 4, dtype=np.float32)[0]
NUMERALS = np.zeros(6, np.float32)


@dataclass
class OneSided:
    """Stands for both nets: in the mirror, where the bright half lies right, it says something else."""

    lean: float
    mirrored: float
    at: float = 60.0
    asked: int = 0

    def _says(self, picture: NDArray[np.uint8]) -> float:
        self.asked += 1
        return self.mirrored if picture[0, -1, 0] > picture[0, 0, 0] else self.lean

    def look(self, picture: NDArray[np.uint8], *where: Circle | Point | float) -> list[Spot] | Closely:
        if len(where) == 1:
            return [Spot((119.0 - self.at, 55.0), 20.0, 0.0, 0.9, CLASSES, self._says(picture))]
        return Closely(CLASSES, NUMERALS, self._says(picture))


def leaning(monkeypatch: pytest.MonkeyPatch, nets: OneSided) -> float:
    picture = np.zeros((100, 120, 3), np.uint8)
    picture[:, :60] = 200
    monkeypatch.setattr(looks, "the_spotter", lambda: nets)
    monkeypatch.setattr(looks, "close_look", lambda: nets)
    scene = Scene(picture[:, :, 0].copy(), picture, (0, 0), 1.0, DOME, DOME)
    spot = Spot((60.0, 55.0), 20.0, 0.0, 0.9, CLASSES, nets.lean)
    return looks.leaning(scene, DOME, spot, Closely(CLASSES, NUMERALS, nets.lean))


def test_what_the_mirror_shows_counts_as_much_as_the_other_close_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from_afar = looks.BELIEVED * np.log(0.3 / 0.7) + looks.LEANING
    assert leaning(monkeypatch, OneSided(0.3, 0.7)) == pytest.approx(1 / (1 + np.exp(-from_afar)))
    assert leaning(monkeypatch, OneSided(0.3, 0.95)) > leaning(monkeypatch, OneSided(0.3, 0.7))


def test_two_nets_of_one_mind_are_surer_than_each(monkeypatch: pytest.MonkeyPatch) -> None:
    assert leaning(monkeypatch, OneSided(0.8, 0.8)) > 0.9
    assert leaning(monkeypatch, OneSided(0.1, 0.1)) < 0.05


def test_nets_that_are_sure_do_not_look_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    nets = OneSided(0.01, 0.99)
    assert leaning(monkeypatch, nets) < 0.01
    assert nets.asked == 0


def test_a_piece_beside_the_dome_is_no_die(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = np.zeros((100, 120, 3), np.uint8)
    scene = Scene(picture[:, :, 0].copy(), picture, (0, 0), 1.0, DOME, DOME)
    monkeypatch.setattr(looks, "the_spotter", lambda: OneSided(0.1, 0.1, at=90.0))
    assert [spot.centre for spot in looks.spotted(scene, DOME)] == [(29.0, 55.0)]
    monkeypatch.setattr(looks, "the_spotter", lambda: OneSided(0.1, 0.1, at=98.0))
    assert looks.spotted(scene, DOME) == []


def test_what_would_lie_beside_the_picture_is_no_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dome that the border cuts: the net sees the border repeated there."""
    picture = np.zeros((100, 120, 3), np.uint8)
    scene = Scene(picture[:, :, 0].copy(), picture, (0, 0), 1.0, None, None)
    spots = [Spot((x, 50.0), 20.0, 0.0, 0.9, CLASSES, 0.1) for x in (-8.0, 8.0)]

    class Sees:
        def look(self, picture: NDArray[np.uint8], circle: Circle) -> list[Spot]:
            return spots

    monkeypatch.setattr(looks, "the_spotter", Sees)
    assert [spot.centre[0] for spot in looks.spotted(scene, Circle(0.0, 50.0, 45.0))] == [8.0]
