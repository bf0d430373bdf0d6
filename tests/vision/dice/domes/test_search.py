"""A dome that is small in the picture of a whole board is found by the die in it and the rim round that."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.layout import load_layout
from vision.dice import reader
from vision.dice.dome import Dome
from vision.dice.domes import search
from vision.dice.domes.search import NOTHING, Elsewhere, doubted, look_elsewhere
from vision.dice.domes.under_dome import spots_in
from vision.dice.reader import DiceReader
from vision.dice.reading import Circle, DiceReading, Verdict
from vision.dice.scene import scene_of
from vision.dice.settings import ReaderSettings
from vision.studio.board_settings import BoardStudio
from vision.studio.board_truth import truth_of_board
from vision.studio.boards import draw_board
from vision.studio.settings import Setting

SETTINGS = ReaderSettings()
BOARDS = (("trouble-tags", 6), ("trouble", 6))
"""Layouts of boards with and without printed tags, and seeds whose dice lie plainly flat."""
TAGS_LIKE_DICE = (1, 11)
"""Seeds of boards whose tags were told as the die, a five."""

Board = tuple[NDArray[np.uint8], tuple[float, float, float]]


@lru_cache
def board(layout: str, seed: int, value: int | None) -> Board:
    """A board's picture and its dome (x, y, radius), with no die under it for no value."""
    studio = BoardStudio(Setting.TABLE, seed, load_layout(layout))
    scene = studio.scene({"RH1": ["red"], "T4": ["red"], "BH1": ["blue"], "T17": ["green"]}, value=value)
    if value is None:
        scene = replace(scene, dice=())
    return draw_board(scene, rng=np.random.default_rng(seed)), truth_of_board(scene).dome


def elsewhere_in(picture: NDArray[np.uint8], *, search: bool) -> Elsewhere:
    scene = scene_of(picture, "trouble", None, SETTINGS)
    return look_elsewhere(picture, scene, spots_in(scene), search=search)


@pytest.mark.parametrize(("layout", "seed"), BOARDS)
def test_the_die_on_a_whole_board_is_read_though_nobody_tells_where_the_dome_is(
    layout: str, seed: int
) -> None:
    picture, (x, y, radius) = board(layout, seed, 4)
    elsewhere = elsewhere_in(picture, search=True)
    assert elsewhere.dome is not None and elsewhere.plainness > 0.8
    assert np.hypot(elsewhere.dome.x - x, elsewhere.dome.y - y) < 0.2 * radius
    assert elsewhere.dome.r == pytest.approx(radius, rel=0.3)
    reading = DiceReader().read(picture, dice="trouble")
    assert (reading.verdict, reading.values) == ("read", (4,))


def test_a_sharper_edge_under_which_no_die_is_seen_is_not_the_rim(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, (x, y, radius) = board("trouble", 6, 4)
    rim, print_ = Circle(x, y, radius), Circle(x + 3 * radius, y, radius)
    monkeypatch.setattr(search, "_rims", lambda *_: [Dome(print_, 0.9), Dome(rim, 0.7)])
    elsewhere = elsewhere_in(picture, search=True)
    assert elsewhere.dome == rim


@pytest.mark.parametrize(("layout", "seed"), BOARDS)
def test_where_no_die_is_no_tag_and_no_man_is_read_as_one(layout: str, seed: int) -> None:
    picture, _ = board(layout, seed, None)
    assert DiceReader().read(picture, dice="trouble").verdict != "read"


@pytest.mark.parametrize("search", [True, False])
@pytest.mark.parametrize("seed", TAGS_LIKE_DICE)
def test_a_tag_or_a_man_is_not_told_as_the_die(seed: int, search: bool) -> None:
    picture, _ = board("trouble-tags", seed, 5)
    reading = DiceReader(settings=ReaderSettings(search=search)).read(picture, dice="trouble")
    assert reading.verdict != "read" or reading.values == (5,)


def test_what_is_doubted_stays_so_without_the_lamps_that_a_camera_remembers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read_without_lamps(reading: DiceReading, *_: object) -> DiceReading:
        return replace(reading, verdict="read", reason="dice_read")

    monkeypatch.setattr(reader, "behind_lamps", read_without_lamps)
    picture, _ = board("trouble-tags", TAGS_LIKE_DICE[0], 5)
    told = DiceReader(settings=ReaderSettings(search=False)).read(picture, dice="trouble")
    assert told.verdict == "unsure"


@pytest.mark.parametrize("shape", [(16, 2000), (240, 900), (60, 80)])
def test_a_long_or_tiny_picture_is_not_searched_for_minutes(
    shape: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    monkeypatch.setattr(search, "spots_everywhere", lambda _, *sides: asked.extend(sides) or [])
    picture = np.random.default_rng(3).integers(0, 256, (*shape, 3), dtype=np.uint8)
    elsewhere = elsewhere_in(picture, search=True)
    assert elsewhere.dome is None and not asked


def test_a_plain_picture_shows_neither_die_nor_dome() -> None:
    picture = np.full((240, 320, 3), 90, np.uint8)
    assert elsewhere_in(picture, search=True) == NOTHING
    unsought = elsewhere_in(picture, search=False)
    assert unsought.dome is None and unsought.plainness > 0


@pytest.mark.parametrize(
    ("verdict", "elsewhere", "after"),
    [
        ("read", 0.0, "read"),
        ("read", 0.5, "unsure"),
        ("cocked", 0.5, "cocked"),
        ("cocked", 0.9, "unsure"),
        ("none", 0.9, "none"),
    ],
)
def test_what_is_less_like_a_die_than_something_elsewhere_is_doubted(
    verdict: Verdict, elsewhere: float, after: str
) -> None:
    told = doubted(DiceReading(verdict, (), None, "dice_read"), Elsewhere(None, elsewhere))
    assert told.verdict == after
