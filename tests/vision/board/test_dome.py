"""The dice under a board's dome: what all pictures of a camera show together of its lamps is remembered."""

from __future__ import annotations

import cv2

from hardware.layout import load_layout
from tests.vision.board.drawn import View, draw_board
from tests.vision.board.game.told_dice import ToldDice
from vision.board.dome import DomeWatcher, dome_circle
from vision.board.place.canvas import Picture
from vision.board.place.registration import Registration
from vision.board.watcher import BoardWatcher

LAYOUT = load_layout("trouble-tags")


def with_lamp() -> tuple[Picture, Registration]:
    """A board with a lamp in its dome, and where it lies."""
    picture = draw_board(LAYOUT, {}, View(tilt=5.0))
    place = BoardWatcher(LAYOUT).find(picture)
    assert isinstance(place, Registration)
    dome = dome_circle(LAYOUT, place)
    assert dome is not None
    cv2.circle(picture, (round(dome.x), round(dome.y)), round(0.9 * dome.r), (60, 60, 60), -1)
    cv2.circle(picture, (round(dome.x + dome.r / 2), round(dome.y)), 6, (255, 255, 255), -1)
    return picture, place


def test_a_picture_that_was_looked_through_first_counts_once_among_those_that_tell_the_lamps() -> None:
    picture, place = with_lamp()
    dome = dome_circle(LAYOUT, place)
    assert dome is not None
    lamp = round(dome.x + dome.r / 2), round(dome.y)
    # Somebody leans over the board in the first picture, so that the lamp is not reflected.
    pictures = [picture.copy() for _ in range(3)]
    cv2.circle(pictures[0], lamp, 8, (60, 60, 60), -1)
    reader = ToldDice([1] * 6)
    watcher = DomeWatcher(LAYOUT, reader)
    for one in pictures:
        watcher.foresee(one, place)
    for one in pictures:
        watcher.read(one, place)
    for memory in reader.memories[3:]:
        lamps = memory.lamps(picture, (0, 0), dome, [(lamp, 30.0)])
        assert lamps is not None
        assert lamps.mislead(2, lamp, 30.0, 0.0) is True


def test_the_lamps_of_the_pictures_so_far_are_known() -> None:
    picture, place = with_lamp()
    reader = ToldDice([1, 2, 3, 4])
    watcher = DomeWatcher(LAYOUT, reader)
    for _ in range(4):
        watcher.read(picture, place)
    dome = dome_circle(LAYOUT, place)
    assert dome is not None
    # The lamp lies on the middle of such a die: whether it is a pip or hides one cannot be told.
    middle, side = (dome.x + dome.r / 2, dome.y), 30.0
    known = [memory.lamps(picture, (0, 0), dome, [(middle, side)]) for memory in reader.memories]
    assert known[:3] == [None] * 3
    assert known[3] is not None
    assert known[3].mislead(2, middle, side, 0.0) is True
    assert known[3].mislead(6, middle, side, 0.0) is False
