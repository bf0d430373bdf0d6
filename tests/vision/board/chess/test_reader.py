"""Chessboards as the studio draws them: what is read is right, and what cannot be told is unsure."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from hardware.counters import FACES
from hardware.layout import load_layout
from rules import Toy
from vision.board.chess.chess_reader import ChessReader
from vision.board.chess.squares import SquareFinder
from vision.board.place.pose import pose_from_homography
from vision.board.seen import BoardSeen, labelled_toy, toy_label
from vision.errors import PictureError
from vision.studio.chess_scene import ChessScene, PlacedCounter, draw_chessboard, seen_shares, toys_of
from vision.studio.chess_settings import ChessStudio, any_toys

LAYOUT = load_layout("chessboard")
SIZE = (1000, 750)
EVERY_FACE = {
    space: Toy(face.kind, "NS"[number % 2], face.flipped)
    for number, (space, face) in enumerate(zip(list(LAYOUT.spaces)[3:60:4], FACES.values(), strict=False))
}


@lru_cache
def family() -> ChessScene:
    return ChessStudio(LAYOUT, 4, varied=False).scene(EVERY_FACE)


def read(scene: ChessScene, size: tuple[int, int] = SIZE) -> BoardSeen:
    return ChessReader(LAYOUT).look(draw_chessboard(scene, size))


def toys(seen: BoardSeen) -> dict[str, Toy]:
    return {space: labelled_toy(label) for space, label in seen.tops.items()}


def placed(toy: Toy, x: float, y: float, turned: float = 0.0) -> ChessScene:
    return replace(family(), counters=(PlacedCounter(toy, (x, y), turned),))


def test_every_face_is_read_both_ways() -> None:
    seen = read(family())
    assert toys(seen) == EVERY_FACE
    assert seen.unsure == ()


@pytest.mark.parametrize("seed", [1, 2])
def test_any_board_in_any_light_is_read_right(seed: int) -> None:
    rng, studio = np.random.default_rng(seed), ChessStudio(LAYOUT, seed)
    scene = studio.scene(any_toys(rng, tuple(LAYOUT.spaces), 20))
    scene = studio.shaded(scene) if seed % 2 else studio.hand_over(scene, "d4")
    seen = read(scene)
    truth, shares = toys_of(scene), seen_shares(scene, SIZE)
    for space, one in seen.pieces.items():
        if one.sure:
            assert (None if one.colour is None else labelled_toy(one.colour)) == truth.get(space)
    assert sum(shares[space] > 0.99 for space in seen.unsure) <= 5


def test_a_board_without_tags_is_found_by_its_squares() -> None:
    bare = replace(family(), style=replace(family().style, tags=False))
    seen = read(bare)
    assert seen.how == "squares"
    assert toys(seen) == EVERY_FACE


def test_a_board_that_was_found_never_fits_one_square_off() -> None:
    """The kinds of its crossings alternate; a board that nobody has found yet may be dark or light at a1."""
    picture = draw_chessboard(family(), SIZE)
    finder, found = SquareFinder(LAYOUT), ChessReader(LAYOUT).look_closely(picture).registration
    assert found is not None
    points = np.array(list(LAYOUT.spaces.values()))
    one_off, _ = cv2.findHomography(points, found.pose.pixels(points + np.array((finder.pitch, 0.0))))
    shifted = replace(found, pose=pose_from_homography(one_off, picture.shape))
    assert SquareFinder(LAYOUT).refined(picture, shifted) is not None
    assert finder.refined(picture, found) is not None
    assert finder.refined(picture, shifted) is None


def test_a_counter_between_two_squares_is_unsure() -> None:
    seen = read(placed(Toy("handy", "N"), -2.0, 25.0))
    assert seen.tops == {}
    assert {"d5", "e5"} <= set(seen.unsure)


def test_a_counter_that_lies_sideways_is_unsure() -> None:
    seen = read(placed(Toy("handy", "N"), 25.0, 25.0, turned=75.0))
    assert seen.tops == {}
    assert seen.unsure == ("e5",)


def test_a_counter_half_covered_is_unsure() -> None:
    picture = draw_chessboard(placed(Toy("handy", "N"), 25.0, 25.0), SIZE)
    reader = ChessReader(LAYOUT)
    found = reader.look_closely(picture).registration
    assert found is not None
    paper = found.pose.pixels(np.array([(15.0, 50.0), (60.0, 50.0), (60.0, 0.0), (15.0, 0.0)]))
    cv2.fillConvexPoly(picture, np.rint(paper).astype(np.int32), (90, 120, 150))
    seen = reader.look(picture)
    assert "e5" in seen.unsure
    assert seen.tops == {}


def test_two_counters_on_one_square_are_unsure() -> None:
    two = (PlacedCounter(Toy("orbit", "N"), (25.0, 34.0)), PlacedCounter(Toy("handy", "S"), (25.0, 12.0)))
    assert "e5" not in read(replace(family(), counters=two)).tops


def test_a_counter_that_cannot_be_read_is_no_bare_square() -> None:
    scene = family()
    poor = replace(scene, sensor=replace(scene.sensor, blur=6.0))
    seen = read(poor)
    assert all(EVERY_FACE.get(s) == t for s, t in toys(seen).items())
    assert all(not seen.registered or space in seen.tops or space in seen.unsure for space in EVERY_FACE)


def test_a_picture_without_a_board_is_refused() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (600, 800, 3), np.uint8)
    seen = ChessReader(LAYOUT).look(noise)
    assert not seen.registered
    assert seen.pieces == {}


@pytest.mark.parametrize("size", [(1, 1), (2, 300), (300, 2), (9, 640), (14, 1000), (5000, 1)])
def test_a_picture_too_narrow_for_a_crossing_is_refused(size: tuple[int, int]) -> None:
    strip = np.random.default_rng(1).integers(0, 255, (*size, 3), np.uint8)
    assert not ChessReader(LAYOUT).look(strip).registered


def test_labels_hold_all_that_a_camera_sees() -> None:
    for toy in (Toy("ziggy", "N", flipped=True), Toy("zap_bot", "S")):
        assert labelled_toy(toy_label(toy)) == toy


def test_corner_tags_that_are_counters_are_refused() -> None:
    tags = LAYOUT.tags
    assert tags is not None
    wrong = replace(LAYOUT, tags=replace(tags, at={4: (0.0, 0.0), 5: (10.0, 0.0)}))
    with pytest.raises(PictureError, match="4, 5"):
        ChessReader(wrong)
