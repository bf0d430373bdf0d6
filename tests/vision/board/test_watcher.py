"""Watching one board: what is learnt from one picture for the next."""

from __future__ import annotations

from hardware.layout import load_layout
from tests.vision.board.drawn import View, draw_board
from vision.board.reader import BoardReader
from vision.board.watcher import BoardWatcher

LAYOUT = load_layout("headache-tags")
CONES = dict(zip(list(LAYOUT.spaces)[::7], ["red", "blue", "yellow", "green"] * 9, strict=False))


def test_how_pieces_lean_is_not_learnt_from_a_board_without_any() -> None:
    """Headache begins with an empty board, and print that looks like a cone told how cones lean for good."""
    watcher, view = BoardWatcher(LAYOUT), View(tilt=20.0)
    watcher.look(draw_board(LAYOUT, {}, view))
    first = draw_board(LAYOUT, CONES, view, seed=2)
    seen, fresh = watcher.look_closely(first), BoardReader(LAYOUT).look_closely(first)
    assert seen.lean is not None and fresh.lean is not None
    assert (seen.lean.slope, seen.lean.reach) == (fresh.lean.slope, fresh.lean.reach)
    again = watcher.look_closely(draw_board(LAYOUT, CONES, view, seed=3))
    assert again.lean is seen.lean
