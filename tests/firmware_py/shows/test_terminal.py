"""What a terminal shows: dots, board, screen, transcript."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from rich.console import Console, ConsoleDimensions

from firmware_py.errors import DeviceError
from firmware_py.shows import screen
from firmware_py.shows.board import render_board
from firmware_py.shows.dots import braille, half_blocks, strip_dots
from firmware_py.shows.oled import render_oled
from firmware_py.shows.png import PngFolder
from firmware_py.shows.screen import OledStyle, Screen, render_screen
from firmware_py.shows.terminal import TerminalScreen
from firmware_py.shows.transcript import Transcript, told_lines
from firmware_py.table import Phase
from firmware_py.table.events import DiceGiven, Paused, Undone
from firmware_py.view import newer, view
from firmware_py.words import Words
from hardware.layout import load_layout, shipped_layouts
from rules import Toy
from tests.firmware_py.shows.moments import game, moments, moves, started

WORDS = Words()
LAYOUT = load_layout("trouble")


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_braille_shows_every_dot(width: int, height: int, seed: int) -> None:
    dots = np.random.default_rng(seed).random((height, width)) < 0.5
    lines = braille(Image.fromarray(dots))
    order = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1)]
    back = np.zeros((len(lines) * 4, len(lines[0]) * 2), bool)
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            for bit, (y, x) in enumerate(order):
                back[4 * row + y, 2 * column + x] = (ord(character) - 0x2800) >> bit & 1
    assert (back[:height, :width] == dots).all()
    assert back.sum() == dots.sum()


def test_half_blocks_show_two_dots_each() -> None:
    dots = np.array([[1, 0, 1, 0], [1, 0, 0, 1]], bool)
    assert half_blocks(Image.fromarray(dots)) == ["█ ▀▄"]


def test_the_strip_has_a_dot_a_led() -> None:
    text = strip_dots([(0, 0, 0), (255, 0, 0), (4, 2, 1), (20, 20, 20)])
    assert text.plain == "·●·●"


@pytest.mark.parametrize("board", shipped_layouts())
@pytest.mark.parametrize("rows", [12, 19, 30])
def test_every_board_shows_every_piece(board: str, rows: int) -> None:
    layout = load_layout(board)
    pieces = {
        space: ("red",) if layout.game != "gearhead" else (Toy("orbit", "N"),) for space in layout.spaces
    }
    text = render_board(replace(moments()["moves"], pieces=pieces), layout, rows, WORDS).plain
    letter = "O" if layout.game == "gearhead" else "R"
    assert text.count(letter) == len(layout.spaces)
    assert len(text.rstrip("\n").split("\n")) <= rows


def test_stacks_tell_how_high_they_are_and_moves_their_number() -> None:
    layout = load_layout("headache")
    shown = replace(moments()["moves"], pieces={"X0": ("blue", "blue", "red")})
    text = render_board(shown, layout, 20, WORDS, {"X2": "1", "X0": "2"}).plain
    assert "R2" in text
    assert "1 " in text
    assert "R3" in render_board(shown, layout, 20, WORDS).plain


@pytest.mark.parametrize("moment", list(moments()))
@pytest.mark.parametrize("size", [(130, 60), (124, 44), (80, 24), (40, 10), (10, 3)])
@pytest.mark.parametrize("oled", ["auto", "braille", "blocks", "none"])
def test_every_window_shows_something(moment: str, size: tuple[int, int], oled: OledStyle) -> None:
    screen = Screen(*size, oled=oled, notice=("a notice",), picture="die.jpg: The dome shows 4.")
    console = Console(file=io.StringIO(), width=size[0], force_terminal=True, color_system="truecolor")
    console.print(render_screen(moments()[moment], 1.0, WORDS, LAYOUT, screen))
    written = console.file.getvalue()  # type: ignore[attr-defined]
    assert "Enter" in written


def test_a_usual_window_holds_everything() -> None:
    screen = Screen(80, 24)
    console = Console(file=io.StringIO(), width=80, height=24)
    console.print(render_screen(moments()["waiting for pop"], 1.0, WORDS, LAYOUT, screen))
    assert len(console.file.getvalue().splitlines()) <= 24  # type: ignore[attr-defined]


def test_the_pass_in_place_of_a_pop_has_no_number() -> None:
    popping = next(shown for shown in game() if shown.phase is Phase.WAITING_FOR_POP and shown.may_pass)
    console = Console(file=io.StringIO(), width=80, height=24)
    console.print(render_screen(popping, 1.0, WORDS, LAYOUT, Screen(80, 24)))
    assert "p  Pass" in console.file.getvalue()  # type: ignore[attr-defined]


def test_a_window_of_another_size_is_cleared_and_keeps_its_prompt() -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=100, height=30, force_terminal=True)
    show = TerminalScreen(console, WORDS, LAYOUT, Screen(100, 30))
    show.open()
    show.show(moves(), 1.0)
    stream.truncate(0)
    console.size = ConsoleDimensions(80, 20)
    show.show(moves(), 1.25)
    assert stream.getvalue().lstrip("\0").startswith("\033[H\033[J\033[19;1H\033[J> \0337")
    stream.truncate(0)
    show.show(moves(), 1.5)
    assert "\033[J" not in stream.getvalue()


def test_the_live_screen_leaves_the_typed_line_alone() -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=100, height=30, force_terminal=True)
    show = TerminalScreen(console, WORDS, LAYOUT, Screen(100, 30))
    show.notice("too early: nothing is shown yet")
    show.open()
    stream.truncate(0)
    show.show(moves(), 1.0)
    frame = stream.getvalue().lstrip("\0")
    assert frame.startswith("\0337\033[H")
    assert frame.endswith("\0338")
    assert frame.count("\r\n") == 28
    assert show.shown is moves()
    show.picture("die.jpg: The dome shows 4.")
    assert "die.jpg" in stream.getvalue()
    show.close()
    show.close()
    assert stream.getvalue().endswith("\033[?1049l")


def test_newer_items_of_a_window() -> None:
    assert newer("", "abc") == "abc"
    assert newer("abc", "abc") == ""
    assert newer("abc", "bcde") == "de"
    assert newer("abc", "ab") == ""
    assert newer("bcd", "abc") == ""
    assert newer("abc", "xyz") == "xyz"
    assert newer("aaa", "aaa") == ""


@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=40, unique=False), st.integers(0, 40), st.integers(0, 6)
)
def test_newer_never_loses_what_follows(items: list[int], begin: int, more: int) -> None:
    numbered = list(enumerate(items))  # all different, as a rule of thumb for a log
    begin = min(begin, len(numbered))
    before = numbered[max(0, begin - 12) : begin]
    now = numbered[max(0, begin + more - 12) : begin + more]
    if len(before) == 12 and more >= 12:
        return
    assert list(newer(before, now)) == numbered[begin : begin + more][-12:]


def test_a_transcript_tells_every_happening_once() -> None:
    stream = io.StringIO()
    transcript = Transcript(stream, WORDS)
    transcript.open()
    for shown in game():
        transcript.show(shown, 0.0)
        assert transcript.shown is shown
    transcript.picture("later")
    transcript.notice("a", "b")
    transcript.close()
    lines = stream.getvalue().splitlines()
    assert lines[-2:] == ["a", "b"]
    wins = WORDS.say(game()[-1].headline.key, game()[-1].headline.facts)
    assert lines.count(wins) == 1
    moved = sum(any(say.key.endswith("event.moved") for say in shown.log[-4:]) for shown in game())
    assert moved


def test_a_second_undo_is_said_to_be_one_as_well() -> None:
    table = started()
    for face in (3, 2, 5):
        table = table.after(DiceGiven(at=1.0, faces=(face,)))
    once = table.after(Undone(at=4.0))
    twice = once.after(Undone(at=5.0))
    assert "That was taken back." in told_lines(view(table), view(once), WORDS)
    assert "That was taken back." in told_lines(view(once), view(twice), WORDS)
    rested = twice.after(Paused(at=6.0))
    assert "That was taken back." not in told_lines(view(twice), view(rested), WORDS)


def test_a_game_that_goes_on_does_not_begin_with_that_was_taken_back() -> None:
    table = started().after(DiceGiven(at=1.0, faces=(3,))).after(DiceGiven(at=2.0, faces=(2,)))
    undone = view(table.after(Undone(at=3.0)))
    assert "That was taken back." in told_lines(view(table), undone, WORDS)
    assert "That was taken back." not in told_lines(None, undone, WORDS)


def test_options_are_told_with_their_numbers() -> None:
    lines = list(told_lines(None, moves(), WORDS))
    numbers = [line.split()[0] for line in lines[-len(moves().options) :]]
    assert numbers == [str(number) for number in range(1, len(moves().options) + 1)]


def test_png_files_are_written_once_a_view(tmp_path: Path) -> None:
    show = PngFolder(tmp_path / "frames", WORDS, LAYOUT)
    show.open()
    show.show(moves(), 0.0)
    show.show(moves(), 1.0)
    show.show(moments()["over"], 1.0)
    show.close()
    names = sorted(path.name for path in (tmp_path / "frames").iterdir())
    assert names == ["0001-oled.png", "0001-strip.png", "0002-oled.png", "0002-strip.png"]
    with Image.open(tmp_path / "frames" / "0001-oled.png") as picture:
        assert picture.size == (512, 256)
        lit = np.asarray(picture.convert("L"))[1::4, 1::4] > 128
    assert (lit == np.asarray(render_oled(moves(), 0.0, WORDS), bool)).all()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DeviceError, match="the folder cannot be made"):
        PngFolder(tmp_path / "file" / "frames", WORDS, LAYOUT).open()


def test_the_way_of_a_piece_to_be_put_right_is_marked_on_the_board() -> None:
    marked = screen._numbers(moments()["astray"])
    assert marked == {"T3": "↑", "T9": "↓"}
    assert screen._numbers(moments()["put one"]) == {"RH4": "↓"}
