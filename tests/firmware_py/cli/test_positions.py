"""The position with which a followed game begins: JSON, or the line that `position` prints at the table."""

from __future__ import annotations

import json
import random
import re
from inspect import cleandoc
from pathlib import Path

import pytest

from firmware_py.cli.follow import follow
from firmware_py.cli.help_pages import unwrapped
from firmware_py.cli.positions import read_start
from firmware_py.errors import UmpireError
from hardware.layout import load_layout
from rules import Choice, Over, Seat, State, game
from vision.board.game.turns import stacks_of

TABLES = {
    "trouble": ("trouble-tags", (Seat("red", "Anna Lee"), Seat("yellow", "Ben"))),
    "headache": ("headache", (Seat("red", "Anna Lee"), Seat("blue", "Ben"))),
    "gearhead": ("chessboard", (Seat("south", "Anna Lee"), Seat("north", "Ben"))),
}
OTHER_BOARD = (
    'trouble board=blue,red,yellow,green seats=red:"A",yellow:"B" men=red:H,H,H,H;yellow:H,H,H,H '
    "turn=red awaits=pop:turn"
)
FRESH = {"turn", "again", "repeat", "enter", "draw", "place", "act"}


def states(name: str) -> list[State]:
    """What a random game goes through."""
    board, seats = TABLES[name]
    rng = random.Random(3)
    found = [game(name).new(seats, board=load_layout(board).seats)]
    while len(found) < 150 and not isinstance(awaits := found[-1].awaits, Over):
        ways = awaits.options if isinstance(awaits, Choice) else [answer for answer, _ in awaits.outcomes]
        found.append(found[-1].after(rng.choice(ways))[0])
    return found


@pytest.mark.parametrize("name", list(TABLES))
def test_the_line_that_position_prints_is_taken_where_a_turn_begins(name: str, tmp_path: Path) -> None:
    layout, file = load_layout(TABLES[name][0]), tmp_path / "start.txt"
    taken = 0
    for state in states(name):
        file.write_text(game(name).to_text(state) + "\n")
        if not isinstance(state.awaits, Over) and state.awaits.why in FRESH:
            assert read_start(file, layout) == state
            taken += 1
        else:
            with pytest.raises(UmpireError, match="no turn begins in it"):
                read_start(file, layout)
    assert taken > 10


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("headache board=yellow,blue,red,green", "is one of headache"),
        ("trouble board=red,blue", "Trouble"),
        ("", "no JSON"),
        ("troubles", "no JSON"),
        (OTHER_BOARD, "the seats there are red,blue,yellow,green"),
    ],
)
def test_a_line_that_does_not_fit_is_told(line: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "start.txt"
    file.write_text(line)
    with pytest.raises(UmpireError, match=says) as told:
        read_start(file, load_layout("trouble-tags"))
    assert str(told.value).startswith(f"{file}: this is no position to start from: ")


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "start.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UmpireError, match="not UTF-8"):
        read_start(tmp_path / "start.txt", load_layout("trouble-tags"))


def test_the_example_of_the_help_is_taken(tmp_path: Path) -> None:
    [example] = re.findall(r"(\{.*\})\.", unwrapped(cleandoc(follow.__doc__ or "")))
    (tmp_path / "start.json").write_text(example)
    assert read_start(tmp_path / "start.json", load_layout("trouble-tags")).pieces["T3"] == ("red",)


def test_men_whom_nobody_plays_may_stand_in_their_homes(tmp_path: Path) -> None:
    seats, file = ["red", "blue", "yellow", "green"], tmp_path / "start.json"
    men = {"red": [3, "H", "H", "H"], "yellow": ["H", "H", "H", "H"]}
    position = {"seats": seats, "players": ["red", "yellow"], "men": men, "turn": "red"}
    pieces = {"T3": ["red"]} | {f"RH{n}": ["red"] for n in (1, 2, 3)}
    pieces |= {f"{colour[0].upper()}H{n}": [colour] for colour in ("yellow", "blue") for n in (1, 2, 3, 4)}
    file.write_text(json.dumps({"game": "trouble", "position": position, "pieces": pieces}))
    assert stacks_of(read_start(file, load_layout("trouble-tags")))["T3"] == ("red",)
    for astray in ({"BH2": ["green"]}, {"T9": ["blue"]}, {"BF1": ["blue"]}):
        file.write_text(json.dumps({"game": "trouble", "position": position, "pieces": pieces | astray}))
        with pytest.raises(UmpireError, match=f"look at {next(iter(astray))[:2]}"):
            read_start(file, load_layout("trouble-tags"))
