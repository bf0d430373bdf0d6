"""The spotter finds dice by itself, in colour and in grey, and says what it cannot tell."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice.nets.spotter import INPUT, REACH, dome_square, the_spotter, value_chances
from vision.dice.reading import Circle
from vision.studio.dome import DomeScene, DomeTruth, draw_dome, truth
from vision.studio.light import Picture
from vision.studio.settings import Setting, Studio

SIZE = (320, 240)


def pops(number: int, cocked: bool = False) -> list[tuple[Picture, DomeTruth, DomeScene]]:
    """Pops at some families' tables."""
    shown = []
    for seed in range(number):
        scene = Studio(Setting.TABLE, 300 + seed).pop(cocked=cocked)
        shown.append((draw_dome(scene, SIZE), truth(scene, SIZE), scene))
    return shown


def circle(known: DomeTruth) -> Circle:
    return Circle(*known.centre, known.radius)


def test_dice_are_found_where_they_lie() -> None:
    right = 0
    for picture, known, _ in pops(8):
        spot, die = the_spotter().look(picture, circle(known))[0], known.dice[0]
        assert np.hypot(*np.subtract(spot.centre, die.centre)) < 0.25 * die.side
        assert spot.side == pytest.approx(die.side, rel=0.3)
        right += int(value_chances(spot.classes, red_die=False).argmax()) == die.value
    assert right >= 6


def test_grey_pictures_are_looked_at_too() -> None:
    picture, known, _ = pops(1)[0]
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    spot = the_spotter().look(grey, circle(known))[0]
    assert np.hypot(*np.subtract(spot.centre, known.dice[0].centre)) < 0.3 * known.dice[0].side


def test_no_die_is_found_where_none_is() -> None:
    for _, known, scene in pops(4):
        empty = draw_dome(scene.with_dice(()), SIZE)
        assert all(spot.chance < 0.5 for spot in the_spotter().look(empty, circle(known)))


def test_a_dome_at_the_edge_of_the_picture_does_no_harm() -> None:
    picture, known, _ = pops(1)[0]
    circles = [Circle(*place, known.radius) for place in ((0.0, 0.0), (319.0, 120.0), (-500.0, 900.0))]
    circles += [Circle(*known.centre, radius) for radius in (3.0, 2000.0)]
    for one in circles:
        for spot in the_spotter().look(picture, one):
            assert 0 <= spot.chance <= 1
            assert np.isfinite([*spot.centre, spot.side]).all()


def test_the_square_shows_the_dome_in_its_middle() -> None:
    picture = np.zeros((240, 320, 3), np.uint8)
    cv2.circle(picture, (200, 90), 60, (255, 255, 255), -1)
    square, scale, corner = dome_square(picture, Circle(200.0, 90.0, 60.0))
    assert square.shape == (INPUT, INPUT, 3)
    assert scale == pytest.approx(INPUT / (2 * REACH * 60))
    assert square[INPUT // 2, INPUT // 2].min() == 255
    assert square[INPUT // 2, 2].max() < 40
    x, y = np.array(corner) + (INPUT - 1) / 2 / scale
    assert (x, y) == (pytest.approx(200, abs=1), pytest.approx(90, abs=1))
