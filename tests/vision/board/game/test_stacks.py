"""Stacks under a slanted camera, and pieces that have fallen over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from hardware.layout import load_layout
from vision.board.game.stacks import unlike_heights
from vision.board.reader import BoardReader
from vision.board.seen import BoardSeen, Height, SpaceSeen
from vision.studio.board_settings import BoardStudio, holding
from vision.studio.boards import draw_board
from vision.studio.pieces import PlacedPiece
from vision.studio.settings import Setting

HEADACHE, TROUBLE = load_layout("headache-tags"), load_layout("trouble-tags")
STACKS: Mapping[str, tuple[str, ...]] = {
    "O0.2": ("red",),
    "O1.2": ("blue", "yellow"),
    "O2.2": ("green",),
    "O5.2": ("yellow",),
    "O6.2": ("red", "green", "blue"),
    "O7.2": ("red", "yellow", "red", "green"),
    "I3.1": ("blue",),
    "X3": ("yellow",),
}


@cache
def slanted(tilt: float) -> BoardSeen:
    """What is seen of `STACKS` under a camera so many degrees off the vertical."""
    scene = BoardStudio(Setting.TABLE, 40003, HEADACHE).scene(STACKS)
    scene = replace(scene, camera=holding(replace(scene.camera, tilt=tilt), HEADACHE))
    return BoardReader(HEADACHE).look(draw_board(scene))


@pytest.mark.parametrize("tilt", [10.0, 30.0])
def test_no_captive_passes_for_the_top_of_a_stack(tilt: float) -> None:
    seen = slanted(tilt)
    assert seen.registered
    tops = {space: stack[-1] for space, stack in STACKS.items()}
    assert not {s: one for s, one in seen.pieces.items() if one.sure and one.colour != tops.get(s)}


def test_a_slanted_camera_tells_how_high_stacks_are() -> None:
    seen = slanted(30.0)
    told = [space for space, one in seen.pieces.items() if one.height is not None]
    assert len(told) >= 4
    assert not unlike_heights(STACKS, seen)
    for space in told:
        other = {**STACKS, space: ("red", *STACKS[space])}
        assert unlike_heights(other, seen) in ({space: len(STACKS[space])}, {})
    noticed = [s for s in told if unlike_heights({**STACKS, s: ("red", *STACKS[s])}, seen)]
    assert len(noticed) >= 2


def _seen(heights: Mapping[str, float]) -> BoardSeen:
    pieces = {
        s: SpaceSeen("red", {"red": 1.0}, True, Height(mm, 2.0, 28.0, 9.0)) for s, mm in heights.items()
    }
    return BoardSeen(True, "tags", 0.5, pieces, "seen")


def test_heights_are_compared_with_each_other_and_not_with_the_camera_s_own_scale() -> None:
    stacks = {"X0": ("red",), "X1": ("blue", "red"), "X2": ("red",), "X3": ("red",)}
    right = {"X0": 28.0, "X1": 37.0, "X2": 28.0, "X3": 28.0}
    for factor in (0.7, 1.0, 1.3):
        assert not unlike_heights(stacks, _seen({s: factor * mm for s, mm in right.items()}))
        changed = {**right, "X1": 28.0}
        assert unlike_heights(stacks, _seen({s: factor * mm for s, mm in changed.items()})) == {"X1": 1}


def test_too_few_heights_tell_nothing() -> None:
    stacks = {"X0": ("red",), "X1": ("blue", "red"), "X2": ("red",)}
    assert not unlike_heights(stacks, _seen({"X0": 28.0, "X1": 28.0, "X2": 28.0}))


def test_a_history_that_most_heights_contradict_is_left_alone() -> None:
    stacks = {"X0": ("red",), "X1": ("blue", "red"), "X2": ("blue", "red"), "X3": ("red",)}
    assert not unlike_heights(stacks, _seen({"X0": 28.0, "X1": 28.0, "X2": 46.0, "X3": 28.0}))


@pytest.mark.parametrize("toward", [20.0, 200.0])
def test_a_piece_that_lies_across_a_space_does_not_stand_there(toward: float) -> None:
    studio = BoardStudio(Setting.TABLE, 7, TROUBLE)
    scene = studio.scene({"T3": ("red",), "T12": ("blue",), "RH1": ("red",), "YF2": ("yellow",)})
    x, y = TROUBLE.spaces["T20"]
    way = np.radians(toward)
    reach = 0.4 * TROUBLE.piece.height
    foot = (x - reach * float(np.cos(way)), y - reach * float(np.sin(way)), TROUBLE.piece.base_radius)
    tint = scene.placed()["T12"][0].colour
    seen = BoardReader(TROUBLE).look(
        draw_board(replace(scene, loose=(PlacedPiece(scene.look, tint, foot, 90.0, toward),)))
    )
    assert seen.pieces["T12"].sure
    assert not (seen.pieces["T20"].sure and seen.pieces["T20"].colour == "blue")
