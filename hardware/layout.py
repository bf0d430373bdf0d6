"""Board layouts: where everything on a board lies, in millimetres.

A layout is a TOML file. All lengths are millimetres from the dome's centre, x to the right, y up, as one
looks down on the board. `load_layout` is strict and names every fault of a file at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

from hardware.errors import LayoutError
from hardware.reading import Table

Point = tuple[float, float]
"""x and y in mm."""


@dataclass(frozen=True, slots=True)
class Dome:
    """The Pop-O-Matic dome: centre and inner radius, mm."""

    xy: Point
    radius: float


@dataclass(frozen=True, slots=True)
class PieceSize:
    """A peg or cone, mm: radius at its foot, height over the board, how much each captive lifts a cone."""

    base_radius: float
    height: float
    stack_step: float = 0.0


@dataclass(frozen=True, slots=True)
class Tags:
    """ArUco tags, upright as the layout is: id -> centre in mm; `size` is the edge of the black square."""

    family: str
    size: float
    at: Mapping[int, Point]


@dataclass(frozen=True, slots=True)
class Reference:
    """A straight-down picture of the empty board: its scale, and where the dome's centre lies in it."""

    file: Path
    mm_per_px: float
    centre_px: Point


@dataclass(frozen=True, slots=True)
class Layout:
    """One board.

    `corners` are upper left, upper right, lower right, lower left. `seats` go clockwise, the first starts at
    T0 or X0. `dome` is None on a chessboard, whose seats are "south" and "north".
    """

    name: str
    game: str
    seats: tuple[str, ...]
    size_mm: Point
    corners: tuple[Point, Point, Point, Point]
    dome: Dome | None
    piece: PieceSize
    spaces: Mapping[str, Point]
    tags: Tags | None = None
    reference: Reference | None = None
    leds: Mapping[str, int] | None = None


_SHIPPED: Final = "boards"


def shipped_layouts() -> tuple[str, ...]:
    """The names of the layouts that come with the product, sorted."""
    folder = resources.files("hardware").joinpath(_SHIPPED)
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))


@lru_cache
def layouts_of(game: str) -> tuple[Layout, ...]:
    """The shipped layouts of a game, the usual one first: that of the game's name, if there is one."""
    names = sorted(shipped_layouts(), key=lambda name: name != game)
    return tuple(layout for layout in map(load_layout, names) if layout.game == game)


def load_layout(source: str | Path) -> Layout:
    """Read a layout from a file, or a shipped one by its name.

    Raises LayoutError naming every fault: a file unreadable or no TOML; wrong, missing, unknown keys.
    """
    if isinstance(source, str) and source in shipped_layouts():
        text = resources.files("hardware").joinpath(_SHIPPED, f"{source}.toml").read_text(encoding="utf-8")
        return parse_layout(text, name=f"{source!r} (shipped)", folder=Path())
    path = Path(source)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it is not UTF-8 text"
        known = ", ".join(shipped_layouts())
        raise LayoutError(str(source), [f"cannot be read: {why}; shipped layouts are {known}"]) from error
    return parse_layout(text, name=str(path), folder=path.parent)


def parse_layout(text: str, *, name: str, folder: Path) -> Layout:
    """Make a layout of TOML text; `name` is used in errors, and paths inside are relative to `folder`.

    Raises LayoutError naming every fault.
    """
    try:
        table = Table(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise LayoutError(name, [f"is not TOML: {error}"]) from error
    layout = _read_layout(table, folder)
    if table.problems or layout is None:
        raise LayoutError(name, table.problems)
    return layout


def _read_layout(table: Table, folder: Path) -> Layout | None:
    game = table.game("game")
    layout = Layout(
        name=table.text("name"),
        game=game,
        seats=table.seats("seats", game),
        size_mm=table.point("size_mm", positive=True),
        corners=table.corners("corners"),
        dome=_read_dome(table, game),
        piece=_read_piece(table, game),
        spaces=table.spaces("spaces", game),
        tags=_read_tags(table),
        reference=_read_reference(table, folder),
        leds=table.leds("leds", game),
    )
    table.nothing_else()
    if not table.problems:
        _check_extent(table, layout)
    return None if table.problems else layout


def _read_dome(table: Table, game: str) -> Dome | None:
    part = table.part("dome", needed=game != "gearhead")
    if part is None:
        return None
    dome = Dome(part.point("xy"), part.number("radius", positive=True))
    part.nothing_else()
    return dome


def _read_piece(table: Table, game: str) -> PieceSize:
    part = table.part("piece", needed=True)
    if part is None:
        return PieceSize(0.0, 0.0)
    radius, height = part.number("base_radius", positive=True), part.number("height", positive=True)
    if game == "headache" or part.has("stack_step"):
        step = part.number("stack_step", positive=game == "headache")
    else:
        step = 0.0
    part.nothing_else()
    return PieceSize(radius, height, step)


def _read_tags(table: Table) -> Tags | None:
    part = table.part("tags", needed=False)
    if part is None:
        return None
    family = part.tag_family("family")
    tags = Tags(family, part.number("size", positive=True), part.tag_places("at", family))
    part.nothing_else()
    return tags


def _read_reference(table: Table, folder: Path) -> Reference | None:
    part = table.part("reference", needed=False)
    if part is None:
        return None
    file = part.file("file", folder)
    reference = Reference(file, part.number("mm_per_px", positive=True), part.point("centre_px"))
    part.nothing_else()
    return reference


def _check_extent(table: Table, layout: Layout) -> None:
    """Catch wrong units and points typed wrong: two spaces in one place, spaces far off the board."""
    xs, ys = zip(*layout.corners, strict=True)
    slack_x, slack_y = (max(xs) - min(xs)) / 4, (max(ys) - min(ys)) / 4
    seen: list[tuple[str, Point]] = []
    for space, (x, y) in layout.spaces.items():
        if not (min(xs) - slack_x <= x <= max(xs) + slack_x and min(ys) - slack_y <= y <= max(ys) + slack_y):
            table.fault(f"spaces.{space}", [x, y], "a point on the board, in mm from the dome's centre")
        for other, (ox, oy) in seen:
            if (x - ox) ** 2 + (y - oy) ** 2 < layout.piece.base_radius**2:
                table.fault(f"spaces.{space}", [x, y], f"at least a piece's base_radius away from {other}")
        seen.append((space, (x, y)))
