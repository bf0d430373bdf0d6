"""What the commands that look at boards share: their flags and the layout."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Final, TypeVar

import typer

from firmware_py.cli.crash import told_or_noted
from firmware_py.cli.inputs import Input
from firmware_py.cli.problems import UsageError
from firmware_py.errors import UmpireError
from firmware_py.words import Words
from hardware.layout import Layout, load_layout, shipped_layouts
from rules import Fact
from vision.board.place.canvas import Picture
from vision.pictures import load_picture

__all__ = [
    "BoardFlag",
    "Corners",
    "CornersFlag",
    "OverlayFlag",
    "board_layout",
    "board_reason",
    "corners_of",
    "looked_at",
    "spaces_by_colour",
]

_T = TypeVar("_T")

Corners = tuple[tuple[float, float], ...]
"""The layout's four corners in a picture, pixels: upper left, upper right, lower right, lower left."""

BoardFlag = Annotated[
    str,
    typer.Option(
        "--board",
        metavar="LAYOUT",
        help=f"A TOML file, or one that is known: {', '.join(shipped_layouts())}.",
    ),
]
CornersFlag = Annotated[
    str | None,
    typer.Option(
        "--corners",
        metavar='"x,y x,y x,y x,y"',
        help="The board's corners in the picture: upper left, upper right, lower right, lower left.",
    ),
]
OverlayFlag = Annotated[
    Path | None,
    typer.Option("--overlay", metavar="FOLDER", help="Write each picture with what was seen drawn in."),
]

_BY_HAND: Final = frozenset(
    {"bad_corners", "few_features", "few_tags", "no_means", "not_alike", "tags_disagree", "which_way"}
)
"""Reasons for which a board was not found that its corners, given by hand, would put right."""

_NUMBER: Final = r"[-+]?\d+(?:\.\d*)?|[-+]?\.\d+"
_PAIR: Final = re.compile(rf"({_NUMBER}),({_NUMBER})")


def board_layout(source: str) -> Layout:
    """The layout of a board with a dome.

    Raises:
        LayoutError: if the layout has faults.
        UmpireError: for a chessboard.
    """
    layout = load_layout(source)
    if layout.game == "gearhead":
        raise UmpireError(f"{source}: a chessboard has no dome; `umpire look` reads its counters.")
    return layout


def corners_of(text: str | None) -> Corners | None:
    """The corners that a flag gives; None without the flag.

    Raises:
        UsageError: if they are not four points.
    """
    if text is None:
        return None
    pairs = [_PAIR.fullmatch(word) for word in text.split()]
    points = tuple((float(pair[1]), float(pair[2])) for pair in pairs if pair is not None)
    if len(pairs) != 4 or len(points) != 4 or not all(math.isfinite(v) for point in points for v in point):
        raise UsageError(
            f'--corners "{text}": give four points in pixels, such as "10,12 630,9 641,470 2,466".'
        )
    return points


def looked_at(source: Input, look: Callable[[Picture], _T]) -> tuple[Picture, _T] | str:
    """A file's picture, (H, W, 3) BGR, and what `look` makes of it; in one sentence why not, where it fails.

    A file that fails in a way that nobody foresaw does not keep the others from being looked at.
    """
    if source.error is not None:
        return source.error
    try:
        picture = load_picture(source.path)
        return picture, look(picture)
    except Exception as error:
        return told_or_noted(error)


def board_reason(words: Words, key: str, facts: Mapping[str, Fact]) -> str:
    """What the catalogue says of a board by a key such as "board.reason.no_means", with the flag that
    helps."""
    said = words.say(key, facts)
    if key.removeprefix("board.reason.") not in _BY_HAND:
        return said
    corners = '--corners "x,y x,y x,y x,y"'
    return f"{said} {corners} tells where it lies: its corners in pixels, clockwise from the upper left."


def spaces_by_colour(tops: dict[str, str]) -> str:
    """Pieces for people: "red T3 T9, blue BH1"."""
    colours: dict[str, list[str]] = {}
    for space, colour in tops.items():
        colours.setdefault(colour, []).append(space)
    return ", ".join(f"{colour} {' '.join(spaces)}" for colour, spaces in colours.items())
