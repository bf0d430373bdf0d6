"""Looking again in single colours and enlarged, and dice in sight that were not read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.pips.face import Evidence
from vision.dice.pips.judge import Face
from vision.dice.pips.lattice import SITES, Guess
from vision.dice.pips.missed import unread_colours, unread_faces
from vision.dice.pips.second_look import SMALL, joined, planes
from vision.dice.reader import DiceReader

Table = Callable[..., NDArray[np.uint8]]
PutDie = Callable[..., None]

READER = DiceReader()
EVEN = np.full((200, 300), 128, np.uint8)


def _face(value: int, x: float, y: float, confidence: float, unit: float = 10.0) -> Face:
    """A face whose picture nobody looks at."""
    axes = np.eye(2) * unit
    centre = np.array([x, y])
    pips = SITES[value] @ axes + centre
    guess = Guess(value, centre, axes[0], axes[1], 0.4 * unit, True, pips, 0.0)
    evidence = Evidence(100.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, (1.0, 1.0, 1.0, 1.0), 2.0, 0.0)
    return Face(guess, evidence, {}, confidence)


@pytest.mark.parametrize("value", [1, 3, 4])
def test_pips_as_light_as_their_die_are_read_in_a_colour(table: Table, put_die: PutDie, value: int) -> None:
    body, pip = (160, 40, 150), (25, 105, 95)
    greys = cv2.cvtColor(np.array([[body, pip]], np.uint8), cv2.COLOR_BGR2GRAY)[0].astype(int)
    assert abs(greys[0] - greys[1]) < 12
    picture = table(colour=(200, 205, 205))
    put_die(picture, value, (150, 120), body=body, pip=pip)
    assert READER.read(picture, expect=1).values == (value,)


def test_planes_of_small_pictures_are_enlarged() -> None:
    small = np.zeros((40, SMALL, 3), np.uint8)
    assert [(grey.shape, scale) for grey, scale in planes(small, 1.0)] == [((80, 2 * SMALL), 2.0)] * 5
    large = np.random.default_rng(1).integers(0, 255, (40, SMALL + 2, 3), np.uint8)
    assert [(grey.shape, scale) for grey, scale in planes(large, 1.0)] == [((40, SMALL + 2), 1.0)] * 4
    assert [scale for _, scale in planes(small[..., 0], 1.0)] == [2.0]
    assert not list(planes(large[..., 0], 1.0))


def test_colours_that_show_nothing_new_are_not_searched_in_large_pictures() -> None:
    grain = np.random.default_rng(1).integers(0, 200, (240, 320, 1), np.uint8)
    tinted = np.repeat(grain, 3, axis=2) + np.array([30, 20, 40], np.uint8)
    assert not list(planes(tinted, 1.0))
    tinted[100:120, 100:120, 2] = 255
    assert [grey[110, 110] for grey, _ in planes(tinted, 1.0)][-1] == 255


def test_a_face_seen_in_two_planes_stands_and_one_seen_once_must_be_very_sure() -> None:
    seen = joined([_face(3, 50, 50, 0.3)], [_face(3, 100.5, 100.5, 0.7, unit=20.0)], 2.0, EVEN)
    assert [(face.guess.value, face.confidence) for face in seen] == [(3, 0.7)]
    assert seen[0].guess.centre == pytest.approx([50, 50]) and seen[0].guess.unit == pytest.approx(10)
    alone = joined([], [_face(3, 50, 50, 0.7), _face(2, 150, 50, 0.9)], 1.0, EVEN)
    assert [face.confidence for face in alone] == pytest.approx([0.9, 0.28])


def test_planes_that_disagree_leave_nothing_sure() -> None:
    faces = joined([_face(2, 50, 50, 0.4)], [_face(3, 50, 50, 0.99)], 1.0, EVEN)
    assert max(face.confidence for face in faces) < 0.5


def test_a_face_not_accounted_for_is_a_die_missed() -> None:
    seen, apart = _face(5, 60, 60, 1.0), _face(2, 200, 60, 0.95)
    assert unread_faces([seen], [seen, apart], EVEN)
    assert not unread_faces([seen], [seen, _face(2, 95, 60, 0.95)], EVEN), "a side of the die that was read"
    assert not unread_faces([seen], [seen, _face(2, 200, 60, 0.95, unit=4.0)], EVEN), "of quite another size"
    assert not unread_faces([seen], [seen, replace(apart, confidence=0.2)], EVEN)
    assert not unread_faces([], [apart], EVEN)


def test_claims_alike_that_the_net_denies_are_the_pattern_of_a_cloth() -> None:
    seen = _face(5, 60, 60, 1.0)
    claims = [_face(5, x, 60, 0.95) for x in (140, 190, 240, 290)]
    assert unread_faces([seen], [seen, *claims[:2]], EVEN)
    assert not unread_faces([seen], [seen, *claims], EVEN)


def test_a_patch_of_a_dies_colour_and_size_is_a_die_missed(table: Table, put_die: PutDie) -> None:
    picture = table()
    put_die(picture, 5, (80, 120), side=40, turn=0)
    seen = _face(5, 80, 120, 1.0)
    assert not unread_colours([seen], picture, 1.0)
    cv2.rectangle(picture, (220, 100), (260, 140), (235, 240, 240), -1)
    assert unread_colours([seen], picture, 1.0)
    cv2.rectangle(picture, (200, 60), (300, 160), (235, 240, 240), -1)
    assert not unread_colours([seen], picture, 1.0), "a sheet of paper is no die"
