"""The counters and the board, measured in the PDF that goes to the printer."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from firmware_py.cli.app import main
from firmware_py.cli.paper.board_sheets import LEFT, pieces_of
from firmware_py.cli.paper.page import SIZES
from hardware.counters import FACES, FAMILY, Face, plan_of_counters
from hardware.layout import load_layout

CHESSBOARD = load_layout("chessboard")
HALF = 2
"""Sheets are looked at in half their size, 150 dots an inch: it is quicker, and fine enough."""


def sheets(file: Path) -> Iterator[tuple[np.ndarray, float]]:
    """Each page's picture in grey, and how many mm a pixel of it takes on the paper."""
    data = file.read_bytes()
    boxes = re.findall(rb"MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", data)
    pictures = [m.start() for m in re.finditer(rb"\xff\xd8\xff", data)]
    assert len(boxes) == len(pictures)
    for (width, _), start in zip(boxes, pictures, strict=True):
        grey = Image.open(io.BytesIO(data[start:])).convert("L")
        small = grey.resize((grey.width // HALF, grey.height // HALF), Image.Resampling.BOX)
        yield np.asarray(small), float(width) / 72 * 25.4 / small.width


def markers(grey: np.ndarray) -> list[tuple[int, np.ndarray]]:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, FAMILY))
    corners, ids, _ = cv2.aruco.ArucoDetector(family, parameters).detectMarkers(grey)
    names = [] if ids is None else [int(i) for i in ids.ravel()]
    return [(name, corner.reshape(4, 2)) for name, corner in zip(names, corners, strict=True)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheets_hold_every_counter_upright_and_in_true_size(paper: str, tmp_path: Path) -> None:
    file = tmp_path / "counters.pdf"
    assert main(["print", "counters", str(file), "--paper", paper]) == 0
    plan = plan_of_counters(CHESSBOARD)
    found: Counter[Face] = Counter()
    for grey, mm in sheets(file):
        assert (grey.shape[1] * mm, grey.shape[0] * mm) == pytest.approx(SIZES[paper], abs=0.5)
        seen = markers(grey)
        for name, corners in seen:
            found[FACES[name]] += 1
            sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1) * mm
            assert np.abs(sides - plan.marker).max() < 0.25
            upright = corners[1] - corners[0]
            assert abs(upright[1]) < 2 < upright[0]
        columns = sorted({round(float(corners[0][0]) * mm, 1) for _, corners in seen})
        gaps = [b - a for a, b in pairwise(columns) if b - a > 1]
        assert gaps == pytest.approx([plan.side] * len(gaps), abs=0.3)
    assert found.pop(Face("small_fry")) >= 24
    assert dict(found) == {face: 6 for face in FACES.values() if face.kind != "small_fry"}


def test_the_ruler_is_as_long_as_it_says(tmp_path: Path) -> None:
    file = tmp_path / "counters.pdf"
    assert main(["print", "counters", str(file)]) == 0
    grey, mm = next(iter(sheets(file)))
    foot = grey[-round(20 / mm) :] < 128
    longest = max((np.flatnonzero(row) for row in foot), key=len)
    assert (longest[-1] - longest[0] + 1) * mm == pytest.approx(100, abs=0.4)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_boards_sheets_make_the_whole_board(paper: str, tmp_path: Path) -> None:
    file = tmp_path / "board.pdf"
    assert main(["print", "board", str(file), "--paper", paper]) == 0
    pieces = pieces_of(CHESSBOARD, paper)
    assert sum(piece.width * piece.height for piece in pieces) == pytest.approx(450 * 450)
    assert CHESSBOARD.tags is not None
    found = []
    for grey, mm in sheets(file):
        for name, corners in markers(grey):
            sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1) * mm
            assert np.abs(sides - CHESSBOARD.tags.size).max() < 0.25
            found.append(name)
    assert sorted(found) == sorted(CHESSBOARD.tags.at)


def test_squares_have_their_size_on_paper(tmp_path: Path) -> None:
    file = tmp_path / "board.pdf"
    assert main(["print", "board", str(file)]) == 0
    grey, mm = next(iter(sheets(file)))
    row = grey[round((25 + 50) / mm)].astype(int)
    edges = np.flatnonzero(np.abs(np.diff(row)) > 25) * mm
    for place in (84, 134):
        assert np.abs(edges - (place + LEFT - 9)).min() < 0.3


def test_counters_are_for_chessboards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "counters", str(tmp_path / "x.pdf"), "--board", "trouble"]) == 1
    assert "chessboard" in capsys.readouterr().err
