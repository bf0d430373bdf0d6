"""Draw the pictures of the README: a table in mid-game, as the camera, the OLED and the strip have it.

python tools/draw_pictures.py docs/pictures
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from firmware_py.shows.oled import render_oled
from firmware_py.shows.png import draw_strip, enlarged_oled
from firmware_py.shows.strip import render_strip
from firmware_py.table import Table
from firmware_py.table.events import Answered, DiceGiven, Pressed, Started
from firmware_py.view import Phase, TableView, view
from firmware_py.words import Words
from hardware.layout import load_layout
from rules import Chance, Choice, Seat
from vision.dice.overlay import draw_reading
from vision.dice.reader import DiceReader
from vision.studio.board_settings import BoardStudio
from vision.studio.boards import draw_board
from vision.studio.dome import draw_dome
from vision.studio.settings import Setting, Studio

PAPER = (246, 244, 238)
INK = (40, 40, 44)
SEATS = (Seat("red", "Anna"), Seat("blue", "Ben"), Seat("yellow", "Clara"), Seat("green", "Grandpa"))
EARLIEST = 150
"""Steps of the game before the moment that is drawn."""
MOMENT = 1.2
"""Seconds on the strip's clock at which captures blink lit."""


def mid_game(seed: int) -> TableView:
    """A moment late in a random game in which somebody may capture and has a choice."""
    chance = random.Random(seed)
    table = Table().after(Started(at=0.0, game="trouble", seats=SEATS, first="red"))
    for second in range(1, 4000):
        shown, at = view(table), float(second)
        captures = any(option.captures for option in shown.options)
        late = second > EARLIEST and shown.phase is Phase.WAITING_FOR_MOVE
        if late and captures and len(shown.options) > 3:
            return shown
        waits = table.state.awaits if table.state is not None else None
        if isinstance(waits, Chance):
            table = table.after(Pressed(at=at))
            table = table.after(DiceGiven(at=at, faces=(chance.randint(1, 6),), how="electronic"))
        elif isinstance(waits, Choice):
            table = table.after(Answered(at=at, answer=chance.choice(waits.options)))
        else:
            break
    raise SystemExit(f"seed {seed}: no such moment comes; try another")


def rgb(picture: np.ndarray, width: int) -> Image.Image:
    """A BGR picture as RGB of a given width."""
    found = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    return found.resize((width, round(found.height * width / found.width)), Image.Resampling.LANCZOS)


def dome_picture(value: int, seed: int, rng: np.random.Generator) -> np.ndarray:
    """A dome whose die shows a value, with what the reader saw drawn in; BGR."""
    studio, reader = Studio(Setting.TABLE, seed), DiceReader()
    while True:
        dome = draw_dome(studio.pop(value=value, cocked=False), (640, 480), rng)
        reading = reader.read(dome, dice="trouble")
        if reading.verdict == "read":
            return draw_reading(dome, reading)


def table_picture(seed: int) -> Image.Image:
    """Board, dome, OLED and strip of one moment, with a line under each."""
    shown, layout = mid_game(seed), load_layout("trouble")
    value = shown.die.faces[0] if shown.die else 6
    rng = np.random.default_rng(seed)
    pieces = {space: tuple(map(str, stack)) for space, stack in shown.pieces.items()}
    board = draw_board(BoardStudio(Setting.TABLE, seed, layout).scene(pieces, value=value), (1280, 960), rng)
    read = dome_picture(value, seed, rng)
    oled = enlarged_oled(render_oled(shown, MOMENT, Words("en")))
    strip = draw_strip(render_strip(shown, MOMENT, layout), layout)

    sheet = Image.new("RGB", (1360, 690), PAPER)
    sheet.paste(rgb(board, 820), (20, 20))
    sheet.paste(rgb(read[40:440, 120:520], 232), (860, 20))
    sheet.paste(strip.resize((232, 232), Image.Resampling.LANCZOS), (1108, 20))
    sheet.paste(oled.resize((480, 240), Image.Resampling.LANCZOS), (860, 395))
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(18)
    for at, line in (
        ((20, 645), "What a camera over the board sees, as the umpire's own studio draws it."),
        ((860, 258), "The die, read\nthrough the dome."),
        ((1108, 258), "The strip: steady may move,\nblinking would be captured."),
        ((860, 645), "The OLED: whose turn, the die, the moves."),
    ):
        pen.text(at, line, INK, font)
    return sheet


def main() -> None:
    """Draw them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=12)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    table_picture(args.seed).save(args.folder / "table.jpg", quality=88)


if __name__ == "__main__":
    main()
