"""What is on the sheets: corner tags, and the sheet that a camera is set up with."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from PIL import Image

from firmware_py.cli.paper.page import SIZES, Page
from firmware_py.words import Words
from hardware.layout import Layout, Tags

__all__ = ["SQUARE_MM", "calibration_sheet", "tag_sheets", "usual_tags"]

SQUARE_MM: Final = 15.0
"""The side of a square of the chessboard on the calibration sheet."""

_SQUARES: Final = (10, 7)
_MARGIN: Final = 14.0
_USUAL_FAMILY: Final = "DICT_4X4_50"
_USUAL_SIZE: Final = 20.0


def usual_tags() -> Tags:
    """Tags for a board whose layout has none yet: four of 20 mm, from the upper left clockwise."""
    return Tags(_USUAL_FAMILY, _USUAL_SIZE, dict.fromkeys(range(4), (0.0, 0.0)))


def tag_sheets(layout: Layout, paper: str, words: Words) -> list[Page]:
    """The tags of a layout, or the usual ones, each with its white rim and where it belongs."""
    tags = layout.tags or usual_tags()
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, tags.family))
    rim = tags.size / 4
    step = max(40.0, tags.size + 2 * rim + 14)
    pages: list[Page] = []
    x = y = float("inf")
    for number in sorted(tags.at):
        if x + step > _width(paper) - _MARGIN:
            x, y = _MARGIN, y + step
        if y + step > _height(paper) - 30:
            pages.append(_titled(layout, tags, paper, words))
            x, y = _MARGIN, 48.0
        cells = _cells(family, number)
        pages[-1].box(x, y, tags.size + 2 * rim, tags.size + 2 * rim, ink=None)
        pages[-1].paste(cells, x + rim, y + rim, tags.size)
        for line, text in enumerate((_corner(tags, number, words), _place(tags, number, words))):
            pages[-1].write(x, y + tags.size + 2 * rim + 1 + 4 * line, text)
        x += step
    return pages


def _cells(family: Any, number: int) -> Image.Image:
    """A tag with one dot a cell."""
    cells = family.markerSize + 2
    return Image.fromarray(np.asarray(cv2.aruco.generateImageMarker(family, number, cells), np.uint8))


def _titled(layout: Layout, tags: Tags, paper: str, words: Words) -> Page:
    page = Page(paper)
    facts = {"what": layout.name, "family": tags.family, "size": f"{tags.size:g}"}
    page.write(_MARGIN, 12, words.say("paper.sheet.tags", facts), 5)
    page.write(_MARGIN, 20, words.say("paper.sheet.tags_how"))
    page.write(_MARGIN, 25, words.say("paper.sheet.tags_place"))
    page.ruler(_MARGIN, 40, 100, words)
    return page


def _corner(tags: Tags, number: int, words: Words) -> str:
    if len(set(tags.at.values())) == 1:
        corner = ("upper_left", "upper_right", "lower_right", "lower_left")[number % 4]
    else:
        x, y = tags.at[number]
        corner = f"{'upper' if y > 0 else 'lower'}_{'left' if x < 0 else 'right'}"
    return words.say(f"paper.sheet.{corner}", {"number": number})


def _place(tags: Tags, number: int, words: Words) -> str:
    if len(set(tags.at.values())) == 1:
        return ""
    x, y = tags.at[number]
    return words.say("paper.sheet.centre", {"x": f"{x:g}", "y": f"{y:g}"})


def calibration_sheet(paper: str, words: Words) -> Page:
    """A sheet for setting a camera up: a chessboard, stars for the focus, greys for the exposure, a ruler."""
    page = Page(paper)
    page.write(_MARGIN, 12, words.say("paper.sheet.camera"), 5)
    page.write(_MARGIN, 20, words.say("paper.sheet.camera_how"))
    columns, rows = _SQUARES
    left = (_width(paper) - columns * SQUARE_MM) / 2
    for column in range(columns):
        for row in range(rows):
            if (column + row) % 2 == 0:
                page.box(left + column * SQUARE_MM, 32 + row * SQUARE_MM, SQUARE_MM, SQUARE_MM)
    for x in (45.0, _width(paper) / 2, _width(paper) - 45.0):
        for slice_ in range(18):
            page.wedge(x, 170, 24, slice_ * 20, slice_ * 20 + 10)
    for step in range(10):
        page.box(left + step * SQUARE_MM, 205, SQUARE_MM, 20, ink=round(step * 255 / 9))
    page.box(left, 205, 10 * SQUARE_MM, 20, ink=None)
    page.ruler(_MARGIN + 10, 245, 150, words)
    return page


def _width(paper: str) -> float:
    return SIZES[paper][0]


def _height(paper: str) -> float:
    return SIZES[paper][1]
