"""Setting the camera over the board up again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.board_place import BoardPlace, calibrated, corners_px, load_place, save_place
from firmware_py.senses.board_setup import BoardSetup
from hardware.layout import load_layout
from vision.board.place.canvas import frame_of, straighten
from vision.board.place.registration import Registrar, Registration

LAYOUT = load_layout("trouble")


@pytest.fixture
def board() -> DrawnBoard:
    """A board without tags."""
    return DrawnBoard(LAYOUT, seed=8)


def keep_photo(folder: Path, picture: NDArray[np.uint8], corners: list[tuple[float, float]]) -> None:
    """Calibrate with a photo of the empty board, as `umpire calibrate --reference` does."""
    found = Registrar(LAYOUT).find(picture, corners)
    assert isinstance(found, Registration)
    frame = frame_of(LAYOUT, 0.5, margin=0.0)
    x, y = (float(value) for value in frame.pixels(np.zeros((1, 2)))[0])
    place = BoardPlace("trouble", "trouble", "reference", corners_px(LAYOUT, found), 1.0, (0.5, x, y))
    save_place(folder, place, picture, straighten(picture, found.pose.homography, frame))


def test_a_board_known_by_its_photo_is_found_on_the_page_and_keeps_the_photo(
    board: DrawnBoard, tmp_path: Path
) -> None:
    keep_photo(tmp_path, board.picture(), [(float(x), float(y)) for x, y in board.corners()])
    setup = BoardSetup(BoardEye(lambda: calibrated(tmp_path, LAYOUT)), "trouble", tmp_path)
    board.knock()
    picture = board.picture()
    look = setup.look(picture, None)
    assert (look.how, len(look.spaces)) == ("reference", len(LAYOUT.spaces))
    assert setup.save(picture, None)
    kept = load_place(tmp_path)
    assert kept is not None and kept.empty is not None
    assert kept.layout(LAYOUT, tmp_path).reference is not None


def test_corners_that_are_pointed_at_take_the_place_of_the_photo(board: DrawnBoard, tmp_path: Path) -> None:
    corners = [(float(x), float(y)) for x, y in board.corners()]
    keep_photo(tmp_path, board.picture(), corners)
    setup = BoardSetup(BoardEye(lambda: calibrated(tmp_path, LAYOUT)), "trouble", tmp_path)
    assert setup.save(board.picture(), corners)
    kept = load_place(tmp_path)
    assert kept is not None
    assert (kept.how, kept.empty) == ("corners", None)
