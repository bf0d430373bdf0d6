"""Setting the camera over the board up from a phone: who may, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from firmware_py.errors import DeviceError
from firmware_py.senses.board_setup import SetupLook
from tests.firmware_py.web.conftest import Served
from vision.board.place.faults import Fault
from vision.board.seen import SpaceSeen

PATHS = ("/calibrate/look", "/calibrate/save")
SQUARE = [[10, 10], [90, 10], [90, 90], [10, 90]]


class Setup:
    """A camera that sees a grey board."""

    def __init__(self) -> None:
        self.newest: NDArray[np.uint8] | None = np.full((100, 120, 3), 90, np.uint8)
        self.kept: list[Any] = []
        self.finds, self.broken = True, False

    def picture(self, at: float) -> NDArray[np.uint8] | None:
        return self.newest

    def look(self, picture: NDArray[np.uint8], corners: Sequence[tuple[float, float]] | None) -> SetupLook:
        if self.broken:
            raise DeviceError("The layout is gone.")
        if corners is None:
            return SetupLook((120, 100), "no_means")
        seen = SpaceSeen("red", {"red": 1.0}, True)
        return SetupLook(
            (120, 100), "seen", {"count": 1}, "corners", tuple(corners), 1.2, 600.0, 7.4,
            {"T0": (20.0, 30.0)}, {"T0": seen}, (Fault("blurred"),),
        )  # fmt: skip

    def save(self, picture: NDArray[np.uint8], corners: Sequence[tuple[float, float]] | None) -> bool:
        self.kept.append(corners)
        return self.finds


@pytest.fixture
def setup() -> Setup:
    return Setup()


@pytest.fixture
def table(tmp_path: Path, setup: Setup) -> Served:
    return Served(tmp_path, setup=setup)


@pytest.fixture
def token(table: Served) -> str:
    table.phones.add("Anna", "t" * 43, 1.0)
    return "t" * 43


@pytest.mark.parametrize("path", PATHS)
def test_only_paired_phones_see_and_set_anything_up(
    table: Served, token: str, setup: Setup, path: str
) -> None:
    assert table.call("POST", path, {"corners": SQUARE}).status == 403
    assert (
        table.call("POST", path, {"corners": SQUARE}, token=token, origin="http://evil.example").status == 403
    )
    assert table.call("GET", "/calibrate/board.jpg").json["refused"] == "not_paired"
    assert setup.kept == []
    shown = table.call("GET", "/calibrate/board.jpg", token=token)
    assert shown.body[:2] == b"\xff\xd8"


def test_what_is_seen_is_told_in_words(table: Served, token: str) -> None:
    told = table.call("POST", "/calibrate/look", {"corners": SQUARE}, token=token).json
    assert told["found"]
    assert told["spaces"]["T0"] == {"at": [20.0, 30.0], "colour": "red", "sure": True}
    assert any("blurred" in sentence for sentence in told["says"])
    assert any("600 mm" in sentence for sentence in told["says"])
    lost = table.call("POST", "/calibrate/look", {"corners": None}, token=token).json
    assert not lost["found"]
    assert "four corners" in lost["says"][0]


def test_it_is_kept_where_the_board_is_found(table: Served, token: str, setup: Setup) -> None:
    assert table.call("POST", "/calibrate/save", {"corners": SQUARE}, token=token).json["saved"]
    assert setup.kept[-1] == ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0))
    setup.finds = False
    answer = table.call("POST", "/calibrate/save", {"corners": SQUARE}, token=token)
    assert (answer.status, answer.json["refused"]) == (422, "no_board")


@pytest.mark.parametrize(
    "corners", [[], "abcd", [[1, 2]] * 3, [[1, 2, 3]] * 4, [[1e9, 0]] * 4, [["x", 1]] * 4, 7, [[None, 1]] * 4]
)
def test_corners_that_are_none(table: Served, token: str, corners: object) -> None:
    answer = table.call("POST", "/calibrate/look", {"corners": corners}, token=token)
    assert (answer.status, answer.json["refused"]) == (400, "not_understood")


def test_what_cannot_be_done_is_said(table: Served, token: str, setup: Setup, tmp_path: Path) -> None:
    setup.broken = True
    answer = table.call("POST", "/calibrate/look", {"corners": SQUARE}, token=token)
    assert "The layout is gone." in answer.json["say"]
    setup.newest = None
    assert table.call("POST", "/calibrate/look", {}, token=token).json["refused"] == "no_picture"
    without = Served(tmp_path)
    assert without.call("POST", "/calibrate/look", {}, token=token).json["refused"] == "no_board_camera"
    assert without.state["calibrates"] is False
    assert table.state["calibrates"] is True
