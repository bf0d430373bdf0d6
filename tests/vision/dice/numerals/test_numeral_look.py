"""Printed numerals by the nets: two that agree read one, and what looks like a pip to them is none."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.nets.close_look import Closely
from vision.dice.nets.spotter import NUMERAL, Spot
from vision.dice.numerals import numeral_look as looking
from vision.dice.numerals.numeral_look import NumeralLook, heard, in_glare, numeral_look, shows_numeral
from vision.dice.reading import Circle, DiceReading, Die
from vision.dice.scene import Scene
from vision.studio.dome import draw_dome, truth
from vision.studio.settings import Setting, Studio

NOTHING = DiceReading("none", (), None, "no_die")
SQUARE = np.array([[40.0, 40.0], [60.0, 40.0], [60.0, 60.0], [40.0, 60.0]])


def look(value: int = 5, agreed: float = 1.0, against: float = 0.0, lean: float = 0.1) -> NumeralLook:
    return NumeralLook(SQUARE, value, agreed, against, lean)


def by_strokes(value: int, shift: float = 0.0) -> DiceReading:
    """A numeral read by its strokes at the place of the look, or so far from it."""
    outline = tuple((float(x), float(y)) for x, y in SQUARE + shift)
    return DiceReading(
        "read", (Die(value, True, 0.9, (40, 40, 20, 20), "numeral", outline),), None, "dice_read"
    )


def test_two_nets_that_agree_read_what_the_strokes_do_not_tell() -> None:
    reading = heard(NOTHING, look(), 0.5)
    assert (reading.verdict, reading.values, reading.dice[0].kind) == ("read", (5,), "numeral")


@pytest.mark.parametrize("doubted", [look(agreed=0.3), look(against=0.8), look(lean=0.5)])
def test_nets_that_are_not_sure_read_nothing(doubted: NumeralLook) -> None:
    assert heard(NOTHING, doubted, 0.5) is NOTHING


def test_a_leaning_die_is_told_as_such() -> None:
    assert heard(by_strokes(5), look(lean=0.9), 0.5).verdict == "cocked"


def test_nets_that_see_another_digit_leave_nothing_sure() -> None:
    assert heard(by_strokes(2), look(5), 0.5).reason == "numeral_unclear"
    assert heard(by_strokes(5, 30.0), look(5), 0.5).reason == "numeral_unclear"


def test_a_numeral_that_may_lean_is_not_read_by_its_strokes() -> None:
    assert heard(by_strokes(5), look(5, lean=0.5), 0.5).reason == "numeral_unclear"


def test_two_numerals_are_not_one_die() -> None:
    both = replace(by_strokes(5), verdict="unsure", dice=2 * by_strokes(5).dice)
    assert heard(both, look(5), 0.5) is both


def test_strokes_and_nets_that_agree_are_read() -> None:
    assert heard(by_strokes(5), look(5), 0.5) == by_strokes(5)
    assert heard(by_strokes(5), None, 0.5) == by_strokes(5)


@dataclass
class Nets:
    """Stand for spotter and close look: how much each holds a die for one with numerals.

    `whole` is what the close look says of a die that is larger than the square of 20 px read by its strokes.
    """

    afar: float
    near: float
    whole: float | None = None

    def _classes(self, chance: float) -> NDArray[np.float32]:
        classes = np.zeros(10, np.float32)
        classes[NUMERAL], classes[1] = chance, 1 - chance
        return classes

    def spots(self, picture: NDArray[np.uint8], dome: Circle) -> list[Spot]:
        side = 20.0 if self.whole is None else 40.0
        return [Spot((50.0, 50.0), side, 0.0, 0.9, self._classes(self.afar), 0.1)]

    def look(self, picture: NDArray[np.uint8], centre: object, side: float, dome: Circle) -> Closely:
        near = self.near if self.whole is None or side < 30 else self.whole
        return Closely(self._classes(near), np.zeros(6, np.float32), 0.1)


@pytest.mark.parametrize(
    ("nets", "shows"),
    [
        (Nets(0.9, 0.9), True),
        (Nets(0.03, 0.8), False),
        (Nets(0.9, 0.2), False),
        (Nets(0.4, 0.9, whole=0.9), True),
        (Nets(0.4, 0.9, whole=0.04), False),
    ],
)
def test_a_glint_in_a_pip_is_no_digit(monkeypatch: pytest.MonkeyPatch, nets: Nets, shows: bool) -> None:
    monkeypatch.setattr(looking, "the_spotter", lambda: type("S", (), {"look": staticmethod(nets.spots)}))
    monkeypatch.setattr(looking, "close_look", lambda: nets)
    picture = np.zeros((100, 100, 3), np.uint8)
    assert shows_numeral(picture, by_strokes(4).dice[0], None) is shows


@pytest.mark.parametrize(("face", "wide", "glared"), [(120, 10, True), (120, 2, False), (225, 10, False)])
def test_a_lamp_on_the_face_may_leave_a_one_of_a_four(face: int, wide: int, glared: bool) -> None:
    picture = np.full((100, 100, 3), face, np.uint8)
    picture[45 : 45 + wide, 45 : 45 + wide] = 250
    assert in_glare(picture, by_strokes(1).dice[0]) is glared


def test_a_drawn_numeral_is_seen_where_it_lies() -> None:
    scene = Studio(Setting.TABLE, 3).pop(5, numerals=True, cocked=False)
    picture, known = draw_dome(scene), truth(scene)
    circle = Circle(known.centre[0], known.centre[1], known.radius)
    seen = numeral_look(Scene(picture[:, :, 1].copy(), picture, (0, 0), 1.0, circle, circle))
    assert seen is not None
    off = np.hypot(*(seen.outline.mean(axis=0) - np.mean(known.dice[0].quad, axis=0)))
    assert off < 0.2 * np.linalg.norm(seen.outline[0] - seen.outline[1])


def test_pips_are_no_numeral() -> None:
    scene = Studio(Setting.TABLE, 3).pop(5, cocked=False)
    picture, known = draw_dome(scene), truth(scene)
    circle = Circle(known.centre[0], known.centre[1], known.radius)
    assert numeral_look(Scene(picture[:, :, 1].copy(), picture, (0, 0), 1.0, circle, circle)) is None
