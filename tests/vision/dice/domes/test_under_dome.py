"""Of three witnesses two that agree make sure, and one that contradicts leaves nothing sure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.domes import under_dome
from vision.dice.domes.sites import sites
from vision.dice.nets import looks
from vision.dice.nets.close_look import Closely
from vision.dice.nets.spotter import Spot
from vision.dice.reading import Circle, DiceChoice, DiceReading, Point
from vision.dice.scene import scene_of
from vision.dice.settings import ReaderSettings

DOME = Circle(160.0, 120.0, 100.0)
GREEN = np.full((240, 320, 3), (60, 110, 70), np.uint8)


def with_a_four(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture with the die of `spot` laid into it, white with black pips."""
    drawn = picture.copy()
    square = cv2.boxPoints(((160.0, 120.0), (40.0, 40.0), 10.0))
    cv2.fillPoly(drawn, [np.rint(square).astype(np.int32)], (215, 220, 222))
    for x, y in sites((160.0, 120.0), 40.0, 10.0)[1:5]:
        cv2.circle(drawn, (round(x), round(y)), 4, (20, 20, 20), -1)
    return drawn


FOUR = with_a_four(GREEN)


def sees(value: int, chance: float = 0.97, untold: float = 0.0, size: int = 10) -> NDArray[np.float32]:
    """Chances that are sure of one value; what is left is spread evenly."""
    chances = np.full(size, (1 - chance - untold) / (size - 2), np.float32)
    chances[0], chances[value] = untold, chance
    return chances


def spot(value: int, chance: float = 0.97, lean: float = 0.02, x: float = 160.0, untold: float = 0.0) -> Spot:
    """A die of 40 px a side that the spotter found, in pixels of the picture."""
    return Spot((x, 120.0), 40.0, 10.0, 0.95, sees(value, chance, untold), lean)


@dataclass
class Told:
    """Stands for both nets: what the spotter finds, and what the second opinion says."""

    spots: list[Spot]
    second: NDArray[np.float32]
    asked: list[tuple[tuple[float, float], float]] = field(default_factory=list)

    def look(self, picture: NDArray[np.uint8], dome: Circle) -> list[Spot]:
        right, down = dome.x - DOME.x, dome.y - DOME.y
        return [replace(spot, centre=(spot.centre[0] + right, spot.centre[1] + down)) for spot in self.spots]

    def chances(
        self, grey: NDArray[np.uint8], faces: list[tuple[tuple[float, float], float]]
    ) -> NDArray[np.float32]:
        self.asked += faces
        return np.repeat(self.second[None], len(faces), axis=0)


@dataclass
class Close:
    """Stands for the close look: half as sure of a value as the spotter, of leaning and dots as sure."""

    spots: list[Spot]

    def look(self, picture: NDArray[np.uint8], centre: Point, side: float, dome: Circle) -> Closely:
        spot = min(self.spots, key=lambda spot: abs(spot.centre[0] - DOME.x + dome.x - centre[0]))
        half = sees(int(spot.classes.argmax()), 0.5)
        return Closely(
            spot.classes if spot.classes[7:].max() > 0.5 else half, np.zeros(6, np.float32), spot.lean
        )


def reading(
    monkeypatch: pytest.MonkeyPatch,
    spots: list[Spot],
    second: NDArray[np.float32],
    dice: DiceChoice = "trouble",
    picture: NDArray[np.uint8] = FOUR,
) -> DiceReading | None:
    told = Told(spots, second)
    monkeypatch.setattr(looks, "the_spotter", lambda: told)
    monkeypatch.setattr(under_dome, "second_opinion", lambda: told)
    monkeypatch.setattr(looks, "close_look", lambda: Close(spots))
    monkeypatch.setattr(under_dome, "faces_at", lambda scene, place, settings: ((), None))
    scene = scene_of(picture, dice, DOME, ReaderSettings())
    return under_dome.read_dome(scene, dice, ReaderSettings())


def test_two_nets_that_agree_make_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reading(monkeypatch, [spot(4)], sees(4, size=7))
    assert found is not None and (found.verdict, found.values) == ("read", (4,))
    x, y, w, h = found.dice[0].box
    assert (x + w / 2, y + h / 2) == (pytest.approx(160, abs=2), pytest.approx(120, abs=2))


def test_one_that_contradicts_leaves_nothing_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reading(monkeypatch, [spot(4)], sees(5, size=7))
    assert found is not None and (found.verdict, found.reason) == ("unsure", "pips_unclear")


def test_one_alone_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    unsure = np.full(7, 1 / 7, np.float32)
    found = reading(monkeypatch, [spot(4)], unsure)
    assert found is not None and found.verdict == "unsure"


def test_a_die_that_leans_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reading(monkeypatch, [spot(4, lean=0.9)], sees(4, size=7))
    assert found is not None and (found.verdict, found.reason) == ("cocked", "die_leans")
    assert not found.dice[0].flat


def test_a_die_that_may_lean_is_not_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reading(monkeypatch, [spot(4, lean=0.33)], sees(4, size=7))
    assert found is not None and found.verdict == "unsure"


@pytest.mark.parametrize(("width", "verdict"), [(190, "read"), (176, "unsure")])
def test_a_die_that_the_border_cuts_is_not_read(
    width: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its top ends at 183: where the picture ends before, the nets see its border repeated."""
    found = reading(monkeypatch, [spot(4)], sees(4, size=7), picture=FOUR[:, :width].copy())
    assert found is not None and found.verdict == verdict


def test_what_glare_hides_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reading(monkeypatch, [spot(4, 0.2, untold=0.7)], sees(4, 0.4, size=7))
    assert found is not None and (found.verdict, found.reason) == ("unsure", "glare_on_die")


@pytest.mark.parametrize(("value", "verdict"), [(2, "unsure"), (4, "unsure"), (5, "unsure"), (6, "read")])
def test_a_lamp_in_the_middle_may_hide_a_pip(
    value: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = GREEN.copy()
    picture[114:127, 154:167] = 255
    found = reading(monkeypatch, [spot(value)], sees(value, size=7), picture=picture)
    assert found is not None and found.verdict == verdict
    assert (found.reason == "glare_on_die") == (verdict == "unsure")


def test_a_yellow_lamp_on_a_white_die_may_hide_a_pip_too(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = GREEN.copy()
    picture[100:141, 140:181] = 224
    picture[114:127, 154:167] = (203, 223, 229)
    found = reading(monkeypatch, [spot(2)], sees(2, size=7), picture=picture)
    assert found is not None and (found.verdict, found.reason) == ("unsure", "glare_on_die")


@pytest.mark.parametrize(("level", "verdict"), [(255, "unsure"), (20, "read")])
def test_a_white_lamp_among_dark_pips_is_none_of_them(
    level: int, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = GREEN.copy()
    picture[100:141, 140:181] = (190, 200, 205)
    for x, y in ((149, 109), (171, 131)):
        cv2.circle(picture, (x, y), 5, (20, 20, 20), -1)
    cv2.circle(picture, (160, 120), 5, (level, level, level), -1)
    found = reading(monkeypatch, [spot(3)], sees(3, size=7), picture=picture)
    assert found is not None and found.verdict == verdict
    assert (found.reason == "glare_on_die") == (verdict == "unsure")


@pytest.mark.parametrize("drawn", ["a small 4", "a pip"])
def test_a_small_digit_is_no_pip(drawn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = GREEN.copy()
    picture[100:141, 140:181] = (120, 40, 60)
    if drawn == "a pip":
        picture[114:127, 154:167] = 240
    else:
        cv2.putText(picture, "4", (153, 128), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (240, 240, 240), 2, cv2.LINE_AA)
    found = reading(monkeypatch, [spot(1)], sees(1, size=7), picture=picture)
    assert found is not None and (found.verdict == "read") == (drawn == "a pip")


def test_two_dice_where_one_belongs_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reading(monkeypatch, [spot(4), spot(2, x=100.0)], sees(4, size=7))
    assert found is not None and (found.verdict, found.reason) == ("unsure", "count_differs")
    assert found.facts == {"expected": 1, "found": 2}


def test_where_nothing_is_spotted_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reading(monkeypatch, [], sees(4, size=7)) is None


@pytest.mark.parametrize(("kind", "red"), [(7, False), (8, True)])
def test_the_red_dot_takes_the_spotter_and_the_colour(
    kind: int, red: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = FOUR.copy()
    picture[100:140, 80:120] = (225, 230, 230)
    picture[112:128, 92:108] = (40, 40, 200) if red else (225, 230, 230)
    two = [spot(4), spot(kind, x=100.0)]
    found = reading(monkeypatch, two, sees(4, size=7), "headache", picture)
    assert found is not None and (found.verdict, found.values, found.red) == ("read", (4,), red)
    picture[112:128, 92:108] = (225, 230, 230) if red else (40, 40, 200)
    found = reading(monkeypatch, two, sees(4, size=7), "headache", picture)
    assert found is not None and (found.verdict, found.reason, found.red) == ("unsure", "red_unclear", None)
