"""Layouts: the shipped ones load, and a faulty one is refused with every fault named at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.errors import LayoutError
from hardware.layout import load_layout, parse_layout, shipped_layouts
from hardware.spaces import colour_of, game_spaces

TROUBLE = (Path(__file__).parents[2] / "hardware/boards/trouble-tags.toml").read_text(encoding="utf-8")


def parsed(text: str) -> LayoutError:
    with pytest.raises(LayoutError) as caught:
        parse_layout(text, name="test.toml", folder=Path())
    return caught.value


def test_shipped_layouts_are_complete() -> None:
    assert shipped_layouts() == (
        "chessboard",
        "headache",
        "headache-tags",
        "kimble",
        "trouble",
        "trouble-tags",
    )
    for name in shipped_layouts():
        layout = load_layout(name)
        assert layout.name == name
        assert tuple(layout.spaces) == game_spaces(layout.game)
        assert (layout.dome is None) == (layout.game == "gearhead")
        if layout.leds is not None:
            assert sorted(layout.leds.values()) == list(range(len(layout.spaces)))


@pytest.mark.parametrize(("game", "count"), [("trouble", 60), ("headache", 48), ("gearhead", 64)])
def test_every_game_has_its_spaces(game: str, count: int) -> None:
    names = game_spaces(game)
    assert len(names) == len(set(names)) == count


def test_homes_and_finishes_have_a_colour() -> None:
    assert [colour_of(s) for s in ("BH1", "RF4", "T3", "GH2", "X1", "b1")] == [
        "blue",
        "red",
        None,
        "green",
        None,
        None,
    ]


def test_a_layout_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    (tmp_path / "top.jpg").write_bytes(b"x")
    file.write_text(
        TROUBLE + '\n[reference]\nfile = "top.jpg"\nmm_per_px = 0.3\ncentre_px = [500, 510]\n',
        encoding="utf-8",
    )
    layout = load_layout(file)
    assert layout.reference is not None
    assert layout.reference.file == tmp_path / "top.jpg"
    assert layout.tags is not None
    assert layout.tags.at[2] == (138.0, -138.0)


def test_all_faults_are_listed_at_once() -> None:
    text = TROUBLE.replace('"red", "blue"', '"red", "purple"').replace("radius = 30", "radius = -30")
    text = text.replace("T3 = ", "T99 = ").replace("DICT_4X4_50", "DICT_4X4_51").replace("height", "heigth")
    problems = parsed(text).problems
    for part in (
        "seats",
        "dome.radius = -30",
        "needs T3",
        "spaces.T99",
        "tags.family",
        "heigth is not",
        "height is missing",
    ):
        assert any(part in p for p in problems), part


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('game = "trouble"', 'game = "chess"', "game = 'chess' is not one of trouble, headache, gearhead"),
        ("[0, 108]", '[0, "108"]', "spaces.T3 = [0, '108'] is not [x, y], two numbers"),
        ("[0, 108]", "[0, nan]", "spaces.T3"),
        ("[0, 108]", "[0, 10800]", "spaces.T3 = [0.0, 10800.0] is not a point on the board"),
        (
            "[0, 108]",
            "[24, 105]",
            "spaces.T4 = [24.03, 105.29] is not at least a piece's base_radius away from T3",
        ),
        ("[150, 150]", "[-150, -150]", "corners"),
        ("T3 = 3\n", "T3 = 2\n", "leds.T3 = 2 is not an index of its own: T2 has it already"),
        ("T3 = 3\n", "T3 = true\n", "leds.T3 = True is not an index on the strip"),
        ("3 = [-138, -138]", "50 = [-138, -138]", "tags.at.50"),
        ('name = "trouble-tags"', "name = 3", "name = 3 is not a text"),
        ("[dome]", "dome = 3\n[dune]", "dome = 3 is not a table"),
    ],
)
def test_each_fault_names_key_value_and_what_is_allowed(old: str, new: str, message: str) -> None:
    assert old in TROUBLE
    assert any(message in p for p in parsed(TROUBLE.replace(old, new)).problems)


def test_headache_needs_its_stack_step() -> None:
    text = (Path(__file__).parents[2] / "hardware/boards/headache.toml").read_text(encoding="utf-8")
    error = parsed(re.sub(r"stack_step = \S+\n", "", text))
    assert error.problems == ("piece.stack_step is missing; it must be a number above 0",)


def test_a_missing_reference_picture_is_named(tmp_path: Path) -> None:
    text = TROUBLE + '\n[reference]\nfile = "gone.jpg"\nmm_per_px = 0.3\ncentre_px = [500, 510]\n'
    with pytest.raises(LayoutError, match=r"reference\.file = 'gone\.jpg' is not a file \(looked for in"):
        parse_layout(text, name="x", folder=tmp_path)


def test_what_is_no_layout_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=r"nowhere: cannot be read: .*shipped layouts are chessboard"):
        load_layout("nowhere")
    (tmp_path / "a.toml").write_text("a = [", encoding="utf-8")
    with pytest.raises(ValueError, match="is not TOML"):
        load_layout(tmp_path / "a.toml")
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LayoutError, match="not UTF-8"):
        load_layout(tmp_path / "b.toml")
