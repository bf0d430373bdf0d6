"""Counters: their markers, and their drawings."""

from __future__ import annotations

import pytest

from hardware.art import drawing, drawing_names, parse_drawing
from hardware.counters import FACES, Face, colour_of_kind, plan_of_counters
from hardware.errors import ArtError
from hardware.layout import load_layout
from rules.gearhead.board import RULE


def test_every_kind_has_a_face_and_ziggy_two() -> None:
    faces = list(FACES.values())
    assert faces == [*map(Face, RULE), Face("ziggy", flipped=True)]
    for face in faces:
        assert len(drawing(face.art).shapes) > 5
        assert max(colour_of_kind(face.kind)) <= 255


def test_no_face_has_the_number_of_a_corner_tag() -> None:
    tags = load_layout("chessboard").tags
    assert tags is not None
    assert not set(tags.at) & set(FACES)


def test_markers_lie_on_their_counters_with_white_round_them() -> None:
    plan = plan_of_counters(load_layout("chessboard"))
    x, y = plan.marker_at
    for edge in (plan.side / 2 - abs(x) - plan.marker / 2, plan.side / 2 - abs(y) - plan.marker / 2):
        assert edge >= plan.marker / 6


@pytest.mark.parametrize("name", drawing_names())
def test_every_drawing_lies_within_its_sheet(name: str) -> None:
    art = drawing(name)
    for shape in art.shapes:
        for x, y in shape.points:
            assert -3 <= x <= art.size[0] + 3
            assert -3 <= y <= art.size[1] + 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<svg", "cannot be drawn"),
        ('<svg viewBox="0 0 9 9"><text/></svg>', "<text>"),
        ('<svg viewBox="0 0 9 9"><circle cx="1" cy="1" r="1" fill="red"/></svg>', "'red'"),
        ('<svg viewBox="0 0 9 9"><circle cx="1" r="1"/></svg>', "cy"),
    ],
)
def test_a_drawing_that_cannot_be_drawn_is_refused(text: str, why: str) -> None:
    with pytest.raises(ArtError, match=why):
        parse_drawing(text, "mine")


def test_a_drawing_that_is_not_there_is_named() -> None:
    with pytest.raises(ArtError, match="nobody"):
        drawing("nobody")
