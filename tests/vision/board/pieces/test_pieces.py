"""Reading the pieces: drawn boards in many lights, hands, missing men; nothing is called that is not so."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from hardware.layout import Layout, load_layout
from tests.vision.board.drawn import View, draw_board, start_pieces
from vision.board.overlay import draw
from vision.board.pieces.counts import count_shift
from vision.board.place.canvas import Picture
from vision.board.place.faults import faults_of
from vision.board.place.registration import Registration
from vision.board.reader import BoardReader, Look
from vision.board.seen import EMPTY, SpaceSeen

TROUBLE = load_layout("trouble-tags")
HEADACHE = load_layout("headache-tags")
MEN = {
    "red": "RH1 RH2 T3 RF4",
    "blue": "BH1 T10 T12 BH4",
    "yellow": "YH2 T14 T0 YF1",
    "green": "GH1 GH2 GH3 T26",
}
MIDGAME = {space: colour for colour, spaces in MEN.items() for space in spaces.split()}
ON_TOP = {"red": "X0 O0.2 I5.1", "blue": "I3.1 O2.2", "yellow": "O6.1 I7.2", "green": "X4 X3 O4.3"}
CONES = {space: colour for colour, spaces in ON_TOP.items() for space in spaces.split()}


def read(layout: Layout, picture: Picture) -> Look:
    return BoardReader(layout).look_closely(picture)


def tally(look: Look, pieces: Mapping[str, str]) -> tuple[int, int]:
    """How many spaces are wrong, and how many cannot be told."""
    seen = look.seen.pieces.items()
    wrong = sum(s.sure and s.colour != pieces.get(space) for space, s in seen)
    return wrong, sum(not s.sure for _, s in seen)


@pytest.mark.parametrize(
    "view", [View(), View(tilt=22.0, turn=100.0, height=560.0), View(tilt=1.0, turn=300.0)]
)
@pytest.mark.parametrize(
    ("layout", "pieces"), [(TROUBLE, MIDGAME), (TROUBLE, start_pieces(TROUBLE)), (HEADACHE, CONES)]
)
def test_drawn_boards_are_read(layout: Layout, pieces: Mapping[str, str], view: View) -> None:
    look = read(layout, draw_board(layout, pieces, view))
    wrong, unsure = tally(look, pieces)
    assert wrong == 0
    assert unsure <= 1
    assert look.seen.reason == ("unsure" if unsure else "seen")


LIGHTS = {
    "warm": lambda p: p * np.array([0.6, 0.9, 1.1]),
    "cold": lambda p: p * np.array([1.15, 0.95, 0.7]),
    "dark": lambda p: p * 0.4,
    "half in shadow": lambda p: p * np.where(np.arange(p.shape[1])[None, :, None] < 480, 0.5, 1.0),
}


@pytest.mark.parametrize("light", LIGHTS)
def test_light_changes_are_borne(light: str) -> None:
    picture = draw_board(TROUBLE, MIDGAME).astype(np.float64)
    look = read(TROUBLE, np.asarray(np.clip(LIGHTS[light](picture), 0, 255), np.uint8))
    wrong, unsure = tally(look, MIDGAME)
    assert wrong == 0
    assert unsure <= 3


@pytest.mark.parametrize("skin", [(120, 150, 205), (150, 180, 225), (60, 85, 130), (40, 40, 45)])
@pytest.mark.parametrize("over", ["T10", "BH2", "RF2", "YH3", "T24"])
def test_what_a_hand_hides_is_not_called(skin: tuple[int, int, int], over: str) -> None:
    view = View()
    picture = draw_board(TROUBLE, MIDGAME, view)
    x, y = view.pose().pixels(np.array([TROUBLE.spaces[over]]))[0]
    cv2.circle(picture, (int(x), int(y)), 85, skin, -1)
    pieces = read(TROUBLE, picture).seen.pieces
    assert not pieces[over].sure
    assert not any(seen.sure and seen.colour != MIDGAME.get(space) for space, seen in pieces.items())


def test_a_space_outside_the_picture_is_not_called() -> None:
    layout, view = load_layout("trouble"), View(turn=0.0, shift=(-60.0, 0.0))
    picture = draw_board(layout, MIDGAME, view)[:, 200:]
    corners = [(float(x) - 200.0, float(y)) for x, y in view.pose().pixels(np.array(layout.corners))]
    seen = BoardReader(layout).look(np.ascontiguousarray(picture), corners=corners)
    assert seen.registered
    assert not any(seen.pieces[s].sure for s in ("GH1", "GH2", "GH3", "GH4"))
    assert seen.pieces["T12"].sure


def test_four_men_and_no_more() -> None:
    odds = np.full(20, -8.0)
    odds[:3] = 8.0
    odds[3] = 0.5
    assert count_shift(odds[:, None])[3, 0] > 1.5
    odds[4] = 8.0
    assert count_shift(odds[:, None])[3, 0] < -1.5
    assert np.abs(count_shift(np.zeros((6, 4)))).max() <= 2.0


def test_likelihoods_add_up() -> None:
    for seen in read(TROUBLE, draw_board(TROUBLE, MIDGAME)).seen.pieces.values():
        assert sum(seen.likelihoods.values()) == pytest.approx(1.0)
    assert SpaceSeen(None, {EMPTY: 0.9}, True).confidence == 0.9


def test_a_picture_tells_what_is_wrong_with_it() -> None:
    picture = draw_board(TROUBLE, MIDGAME)
    found = read(TROUBLE, picture).registration
    assert isinstance(found, Registration)

    def faults(changed: Picture) -> set[str]:
        return {fault.key for fault in faults_of(changed, found.pose, TROUBLE)}

    assert faults(picture) == set()
    assert faults(np.asarray(picture // 8, np.uint8)) >= {"too_dark"}
    assert faults(np.asarray(cv2.GaussianBlur(picture, (0, 0), 6), np.uint8)) == {"blurred"}
    assert faults(picture[:620]) == {"cut_off"}
    x, y = found.pose.pixels(np.zeros((1, 2)))[0]
    gleam = picture.copy()
    cv2.circle(gleam, (int(x), int(y)), 25, (255, 255, 255), -1)
    assert faults(gleam) == {"glare"}
    slanted = View(tilt=42.0, height=700.0)
    assert "too_slanted" in {
        f.key for f in faults_of(draw_board(TROUBLE, {}, slanted), slanted.pose(), TROUBLE)
    }


def test_an_overlay_is_a_picture_of_the_same_size() -> None:
    picture = draw_board(TROUBLE, MIDGAME)
    drawn = draw(picture, read(TROUBLE, picture), TROUBLE)
    assert drawn.shape == picture.shape
    assert (drawn != picture).any()
    blank = np.zeros_like(picture)
    assert (draw(blank, read(TROUBLE, blank), TROUBLE) != blank).any()
