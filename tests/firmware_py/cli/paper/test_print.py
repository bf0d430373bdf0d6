"""Sheets: what a camera sees on them, in millimetres."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_py.cli.app import main
from firmware_py.cli.paper.board_sheets import board_sheets
from firmware_py.cli.paper.counter_sheets import counter_sheets
from firmware_py.cli.paper.page import DPI, SIZES
from firmware_py.cli.paper.sheets import SQUARE_MM, calibration_sheet, tag_sheets
from firmware_py.words import LANGUAGES, Language, Words
from hardware.layout import load_layout
from vision.board.place.tags import TagFinder

MM = 25.4 / DPI


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("board", ["trouble-tags", "headache-tags", "trouble"])
def test_every_tag_is_found_in_its_size(board: str, paper: str) -> None:
    layout = load_layout(board)
    pages = tag_sheets(layout, paper, Words())
    tags = layout.tags
    size = tags.size if tags else 20.0
    family = tags.family if tags else "DICT_4X4_50"
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, family)))
    found: list[int] = []
    for page in pages:
        corners, ids, _ = detector.detectMarkers(np.asarray(page.image))
        found += [int(i) for i in np.ravel(ids)]
        for corner in corners:
            sides = np.linalg.norm(np.diff(corner.reshape(4, 2), axis=0), axis=1) * MM
            assert np.abs(sides - size).max() < 0.3
    assert sorted(found) == sorted(tags.at if tags else range(4))


def test_the_board_reader_finds_the_printed_tags() -> None:
    layout = load_layout("trouble-tags")
    assert layout.tags is not None
    points, _ = TagFinder(layout.tags).find(np.asarray(tag_sheets(layout, "a4", Words())[0].image))
    assert len(points) == 4 * len(layout.tags.at)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_chessboard_of_the_camera_sheet_is_found_in_its_size(paper: str) -> None:
    small = cv2.resize(
        np.asarray(calibration_sheet(paper, Words()).image),
        None,
        fx=0.25,
        fy=0.25,
        interpolation=cv2.INTER_AREA,
    )
    good, corners = cv2.findChessboardCorners(small, (9, 6))
    assert good
    points = corners.reshape(-1, 2)
    assert np.linalg.norm(points[8] - points[0]) * MM * 4 == pytest.approx(8 * SQUARE_MM, abs=0.5)


@pytest.mark.parametrize(
    ("flags", "paper"), [(["tags"], "a4"), (["calibration"], "a4"), (["tags", "--paper", "letter"], "letter")]
)
def test_the_pdf_has_the_size_of_the_paper(flags: list[str], paper: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    assert main(["print", *flags, str(file)]) == 0
    data = file.read_bytes()
    assert data.startswith(b"%PDF")
    box = re.search(rb"MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", data)
    assert box is not None
    for points, mm in zip(box.groups(), SIZES[paper], strict=True):
        assert float(points) / 72 * 25.4 == pytest.approx(mm, abs=0.2)


def test_what_cannot_be_written_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "tags", str(tmp_path / "none/sheet.pdf")]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert main(["print", "tags", str(tmp_path / "x.pdf"), "--board", "nonesuch"]) in (1, 2)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_fits_its_sheet_in_every_language(language: Language, paper: str) -> None:
    """What is written stays clear of the right edge, so that no printer cuts it off."""
    words = Words(language, strict=True)
    board = load_layout("chessboard")
    pages = [*tag_sheets(load_layout("trouble-tags"), paper, words), calibration_sheet(paper, words)]
    pages += [counter_sheets(board, paper, words)[-1], board_sheets(board, paper, words)[0]]
    for page in pages:
        grey = np.asarray(page.image.convert("L"))
        edge = grey[:, -round(4 / MM) :]
        assert edge.min() > 250


@pytest.mark.parametrize("sheet", ["tags", "calibration"])
def test_a_sheet_without_a_file_named_is_called_after_itself(
    sheet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", sheet]) == 0
    assert (tmp_path / f"{sheet}.pdf").read_bytes().startswith(b"%PDF")
