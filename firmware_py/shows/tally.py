"""The line at the OLED's foot in a game of points: who has how many, what is in cup and discard."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from firmware_py.shows.font import draw_text, text_width
from firmware_py.view.values import SeatView, TableView
from firmware_py.words import Words

__all__ = ["TALLY", "draw_tally", "has_tally"]

TALLY: Final = 10
"""How high the line is, px, with the dots that part it from the rest."""

_ICON: Final = 8


def has_tally(view: TableView) -> bool:
    """Whether the game is one of points."""
    return any("score" in seat.counts for seat in view.seats)


def draw_tally(image: Image.Image, view: TableView, words: Words) -> None:
    """Draw the line: "S12 N9" on the left; on the right a cup with what is in it, and a cross with what is
    discarded. A victory pile is told, in brackets, only where it is smaller than the score."""
    pen, top = ImageDraw.Draw(image), image.height - TALLY
    for x in range(0, image.width, 3):
        pen.point((x, top), fill=1)
    x = 1
    for seat in view.seats:
        x = draw_text(image, (x, top + 2), _points(seat, words), 1) + 6
    cup, gone = str(view.shared.get("cup", 0)), f"×{view.shared.get('discard', 0)}"
    draw_text(image, (image.width - text_width(gone) - 1, top + 2), gone, 1)
    left = image.width - text_width("×00") - 8 - text_width(cup)
    draw_text(image, (left, top + 2), cup, 1)
    left -= _ICON
    pen.polygon([(left, top + 2), (left + 5, top + 2), (left + 4, top + 8), (left + 1, top + 8)], fill=1)


def _points(seat: SeatView, words: Words) -> str:
    score, pile = seat.counts.get("score", 0), seat.counts.get("pile", 0)
    heap = "" if pile == score else f"({pile})"
    return f"{words.term(seat.seat.colour, 'letter')}{score}{heap}"
