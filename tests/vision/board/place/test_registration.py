"""Finding the board: by tags, by print, by corners; and refusing rather than guessing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.layout import Layout, Reference, load_layout
from tests.vision.board.drawn import SIZE, View, draw_board, start_pieces
from vision.board.place.features import FeatureMap
from vision.board.place.registration import Refused, Registrar, Registration, space_points
from vision.board.watcher import BoardWatcher
from vision.errors import PictureError

TAGGED = load_layout("trouble-tags")
PLAIN = load_layout("trouble")
PIECES = start_pieces(PLAIN)


def error_of(found: Registration | Refused, view: View, layout: Layout) -> float:
    assert isinstance(found, Registration), found
    spaces = space_points(layout)
    return float(np.linalg.norm(found.pose.pixels(spaces) - view.pose().pixels(spaces), axis=1).mean())


def corners_of(view: View, layout: Layout) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in view.pose().pixels(np.array(layout.corners))]


@pytest.mark.parametrize(
    "view", [View(), View(tilt=30.0, turn=200.0, height=620.0), View(tilt=0.0, turn=90.0)]
)
def test_tags_give_the_pose_and_its_error(view: View) -> None:
    found = Registrar(TAGGED).find(draw_board(TAGGED, PIECES, view))
    assert error_of(found, view, TAGGED) < 1.0
    assert isinstance(found, Registration)
    assert found.how == "tags"
    assert found.error_px < 1.0


def test_two_tags_are_enough_and_one_is_not() -> None:
    view = View(turn=0.0)
    picture = draw_board(TAGGED, PIECES, view)
    pixels = view.pose().pixels(np.array(list(((TAGGED.tags and TAGGED.tags.at) or {}).values())))
    for x, y in pixels[:2]:
        cv2.circle(picture, (int(x), int(y)), 40, (60, 60, 60), -1)
    found = Registrar(TAGGED).find(picture)
    assert error_of(found, view, TAGGED) < 5.0
    assert isinstance(found, Registration)
    assert found.error_px > 0.5
    x, y = pixels[2]
    cv2.circle(picture, (int(x), int(y)), 40, (60, 60, 60), -1)
    assert Registrar(TAGGED).find(picture) == Refused("few_tags", {"seen": 1, "needed": 2})


def test_a_tag_out_of_place_is_noticed() -> None:
    assert TAGGED.tags is not None
    wrong = replace(TAGGED, tags=replace(TAGGED.tags, at={0: (138.0, 138.0), 1: (-138.0, 138.0)}))
    found = Registrar(wrong).find(draw_board(TAGGED, PIECES))
    assert isinstance(found, Refused)


def test_corners_given_by_hand() -> None:
    view = View()
    picture = draw_board(PLAIN, PIECES, view)
    found = Registrar(PLAIN).find(picture, corners_of(view, PLAIN))
    assert error_of(found, view, PLAIN) < 0.1
    assert Registrar(PLAIN).find(picture) == Refused("no_means")
    one, two, three, four = corners_of(view, PLAIN)
    for mixed in ([four, three, two, one], [one, two, four, three], [(9.0 * k, 7.0 * k) for k in range(4)]):
        assert Registrar(PLAIN).find(picture, mixed) == Refused("bad_corners")
    far = [(x + 900.0, y) for x, y in corners_of(view, PLAIN)]
    outside = Registrar(PLAIN).find(picture, far)
    assert isinstance(outside, Refused)
    assert outside.reason == "outside"
    tiny = [(x / 8, y / 8) for x, y in corners_of(view, PLAIN)]
    small = Registrar(PLAIN).find(picture, tiny)
    assert isinstance(small, Refused)
    assert small.reason == "too_small"


@pytest.fixture
def with_reference(tmp_path: Path) -> Layout:
    """The plain board with a straight-down picture of it, empty."""
    above = View(height=850.0, tilt=0.0, turn=0.0)
    file = tmp_path / "empty.png"
    cv2.imwrite(str(file), draw_board(PLAIN, {}, above))
    x, y = above.pose().pixels(np.zeros((1, 2)))[0]
    return replace(PLAIN, reference=Reference(file, 1.0, (float(x), float(y))))


@pytest.mark.parametrize(
    "view", [View(), View(tilt=20.0, turn=130.0), View(tilt=33.0, turn=250.0, height=560.0, focal=900.0)]
)
def test_the_print_gives_the_pose(with_reference: Layout, view: View) -> None:
    found = Registrar(with_reference).find(draw_board(PLAIN, PIECES, view))
    assert error_of(found, view, with_reference) < 2.0
    assert isinstance(found, Registration)
    assert found.how == "reference"
    assert found.error_px < 2.0


def test_no_board_is_refused(with_reference: Layout) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
    empty = np.full((SIZE[1], SIZE[0], 3), 127, np.uint8)
    for picture in (noise, empty):
        assert isinstance(Registrar(with_reference).find(picture), Refused)
        assert isinstance(Registrar(TAGGED).find(picture), Refused)


def test_a_board_that_is_alike_from_all_sides_is_told_by_colours_or_refused() -> None:
    view = View(height=850.0, tilt=0.0, turn=0.0)
    grey = cv2.cvtColor(cv2.cvtColor(draw_board(PLAIN, {}, view), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    known = FeatureMap(np.asarray(grey, np.uint8), view.pose().homography, PLAIN)
    assert known.locate(np.asarray(grey, np.uint8)) in ("which_way", "not_alike")


def test_a_missing_reference_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(b"no picture")
    layout = replace(PLAIN, reference=Reference(tmp_path / "x.png", 0.3, (500.0, 500.0)))
    with pytest.raises(PictureError, match=r"x\.png"):
        Registrar(layout)


def test_a_bumped_camera_is_followed_and_an_absent_board_refused() -> None:
    watcher = BoardWatcher(PLAIN)
    first = View()
    assert isinstance(watcher.find(draw_board(PLAIN, PIECES, first), corners_of(first, PLAIN)), Registration)
    for view in (
        View(shift=(3.0, -2.0), turn=10.6),
        View(shift=(14.0, 8.0), turn=14.0, tilt=9.0),
        View(turn=70.0),
    ):
        found = watcher.find(draw_board(PLAIN, PIECES, view, seed=int(view.turn)))
        assert error_of(found, view, PLAIN) < 2.0
        assert isinstance(found, Registration)
        assert found.how == "corners"
        assert found.error_px > 0.0
    assert isinstance(watcher.find(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)), Refused)
    back = watcher.find(draw_board(PLAIN, PIECES, first))
    assert error_of(back, first, PLAIN) < 2.0


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_board_turned_by_quarters_is_not_followed_as_if_it_lay_as_before(quarters: int) -> None:
    """Its lines are the same to the eye of the follower, who finds all points in each other's places."""
    before, after = View(turn=0.0), View(turn=90.0 * quarters)
    watcher = BoardWatcher(PLAIN)
    watcher.find(draw_board(PLAIN, PIECES, before), corners_of(before, PLAIN))
    picture = draw_board(PLAIN, PIECES, after, seed=3)
    for _ in range(2):
        assert error_of(watcher.find(picture), after, PLAIN) < 2.0


def test_tags_hidden_by_a_hand_are_made_up_for_by_following() -> None:
    watcher = BoardWatcher(TAGGED)
    view = View(turn=0.0)
    picture = draw_board(TAGGED, PIECES, view)
    assert isinstance(watcher.find(picture), Registration)
    assert TAGGED.tags is not None
    for x, y in view.pose().pixels(np.array(list(TAGGED.tags.at.values())))[:3]:
        cv2.circle(picture, (int(x), int(y)), 45, (130, 150, 200), -1)
    assert error_of(watcher.find(picture), view, TAGGED) < 1.5
