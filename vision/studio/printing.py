"""The print of a board, straight from above: circles, tracks, panels, words, corner tags."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from hardware.layout import Layout
from hardware.spaces import COLOURS, area_of, colour_of
from vision.errors import SceneError
from vision.studio.geometry import Floats
from vision.studio.light import Picture
from vision.studio.stage import Stage

Rgb = tuple[int, int, int]

_TEAM: tuple[Rgb, Rgb, Rgb, Rgb] = ((200, 34, 40), (34, 74, 176), (232, 190, 44), (30, 128, 72))
_MEN: tuple[Rgb, Rgb, Rgb, Rgb] = ((206, 24, 30), (24, 66, 190), (240, 196, 30), (22, 136, 66))
_FINE = 2


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """How a board is printed; colours are sRGB.

    ground: the board. ink: lines and marks. blank: spaces of nobody. teams: red, blue, yellow, green.
    men: the colours of the pieces. pale: how much of its colour a team's printed space has, 0-1. panel:
    filled wedges between the lanes, or None. word: what stands on them. line: mm, of the track and
    outlines, 0 for none. marks: dots, numbers and arrows in spaces. spot: radius of a space over that of
    a piece. cup: height in mm of clear cups round the spaces, 0 for none. cut: mm cut off the corners.
    thick: mm of the board. cloth: the table; weave: how rough it looks, 0-1. stage: the dome in the
    middle, its radius being the layout's.
    """

    ground: Rgb = (222, 216, 204)
    ink: Rgb = (36, 36, 40)
    blank: Rgb = (240, 238, 230)
    teams: tuple[Rgb, Rgb, Rgb, Rgb] = _TEAM
    men: tuple[Rgb, Rgb, Rgb, Rgb] = _MEN
    pale: float = 0.8
    panel: Rgb | None = None
    word: str = "POP"
    line: float = 1.2
    marks: bool = True
    spot: float = 1.3
    cup: float = 0.0
    cut: float = 0.0
    thick: float = 12.0
    cloth: Rgb = (120, 92, 70)
    weave: float = 0.4
    stage: Stage = field(default_factory=Stage)
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What of a layout is printed, as plain tuples that can be remembered by."""

    game: str
    seats: tuple[str, ...]
    corners: tuple[tuple[float, float], ...]
    spaces: tuple[tuple[str, tuple[float, float]], ...]
    piece_radius: float
    dome_radius: float
    tags: tuple[tuple[int, tuple[float, float]], ...] = ()
    tag_family: str = ""
    tag_size: float = 0.0

    @property
    def reach(self) -> float:
        """Half the side in mm of the square round the dome that holds the board."""
        return max(abs(v) for corner in self.corners for v in corner)


def plan_of(layout: Layout) -> Plan:
    """The plan of a Trouble or Headache board; SceneError for one without a dome in its middle."""
    if layout.dome is None or layout.game not in ("trouble", "headache"):
        raise SceneError(
            f"layout {layout.name!r}: game {layout.game!r}: the studio draws boards with a dome only"
        )
    if layout.dome.xy != (0, 0):
        raise SceneError(f"layout {layout.name!r}: dome.xy {layout.dome.xy}: it must be the origin, [0, 0]")
    tags = tuple(sorted(layout.tags.at.items())) if layout.tags else ()
    return Plan(
        layout.game,
        tuple(layout.seats),
        tuple(layout.corners),
        tuple(layout.spaces.items()),
        layout.piece.base_radius,
        layout.dome.radius,
        tags,
        layout.tags.family if layout.tags else "",
        layout.tags.size if layout.tags else 0.0,
    )


def owner_of(space: str, seats: tuple[str, ...]) -> str | None:
    """The colour in which a space is printed: homes, finishes and starts; None for the rest."""
    if (colour := colour_of(space)) is not None:
        return colour
    step = {"T": 7, "X": 2}.get(space[0])
    if step is None or int(space[1:]) % step:
        return None
    return seats[int(space[1:]) // step % len(seats)]


@lru_cache(maxsize=4)
def board_print(plan: Plan, style: BoardStyle, scale: float) -> Picture:
    """The print (n, n, 3) BGR sRGB, the dome's centre in the middle, scale pixels a mm, reach mm each way."""
    pen = _Pen(plan, style, scale * _FINE)
    pen.panels()
    pen.track()
    for name, at in plan.spaces:
        pen.space(name, at)
    for number, at in plan.tags:
        pen.tag(number, at)
    side = pen.image.size[0] // _FINE
    rgb = np.asarray(pen.image.resize((side, side), Image.Resampling.BOX), np.uint8)
    return np.ascontiguousarray(rgb[..., ::-1])


@lru_cache(maxsize=1)
def _linear() -> Floats:
    share = np.arange(256) / 255
    return np.asarray(np.where(share > 0.04045, ((share + 0.055) / 1.055) ** 2.4, share / 12.92), np.float32)


def linear(picture: Picture) -> Floats:
    """Linear light of an sRGB picture (IEC 61966-2-1)."""
    return _linear()[picture]


def shape_of(plan: Plan, style: BoardStyle) -> list[tuple[float, float]]:
    """The board's outline in mm, its corners cut where the style says so."""
    if style.cut <= 0:
        return list(plan.corners)
    outline: list[tuple[float, float]] = []
    corners = np.array(plan.corners)
    for k, corner in enumerate(corners):
        for other in (corners[k - 1], corners[(k + 1) % 4]):
            x, y = corner + (other - corner) / np.linalg.norm(other - corner) * style.cut
            outline.append((float(x), float(y)))
    return outline


class _Pen:
    """Draws a plan on a PIL image in mm."""

    def __init__(self, plan: Plan, style: BoardStyle, scale: float) -> None:
        self.plan, self.style, self.scale = plan, style, scale
        side = _FINE * 2 * int(plan.reach * scale / _FINE)
        self.image = Image.new("RGB", (side, side), style.ground)
        self.draw = ImageDraw.Draw(self.image)
        self.middle = side / 2 - 0.5

    def px(self, x: float, y: float) -> tuple[float, float]:
        return self.middle + x * self.scale, self.middle - y * self.scale

    def disc(self, at: tuple[float, float], radius: float, fill: Rgb, outline: float = 0.0) -> None:
        x, y = self.px(*at)
        if outline > 0:
            wide = (radius + outline) * self.scale
            self.draw.ellipse((x - wide, y - wide, x + wide, y + wide), fill=self.style.ink)
        r = radius * self.scale
        self.draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def colour(self, team: str) -> Rgb:
        """A team's printed colour, mixed with the ground."""
        full, ground, share = self.style.teams[COLOURS.index(team)], self.style.ground, self.style.pale
        red, green, blue = (round(share * f + (1 - share) * g) for f, g in zip(full, ground, strict=True))
        return red, green, blue

    def panels(self) -> None:
        """Wedges with a word between the lanes."""
        if self.style.panel is None:
            return
        name = "T" if self.plan.game == "trouble" else "I"
        near = min(float(np.hypot(*at)) for space, at in self.plan.spaces if space.startswith(name))
        spaces = dict(self.plan.spaces)
        start = spaces["T0" if self.plan.game == "trouble" else "X0"]
        first = float(np.degrees(np.arctan2(start[1], start[0]))) - 45
        inner, outer = self.plan.dome_radius * 1.35, near - 1.6 * self.plan.piece_radius * self.style.spot
        for k in range(4):
            turned = first - 90 * k
            self._panel(turned, inner, outer)

    def _panel(self, turned: float, inner: float, outer: float) -> None:
        way = np.radians(turned + np.array([-20, -27, 27, 20, 0]))
        reach = np.array([inner, outer * 0.95, outer * 0.95, inner, inner])
        corners = [
            self.px(float(r * np.cos(a)), float(r * np.sin(a))) for r, a in zip(reach, way, strict=True)
        ]
        self.draw.polygon(
            corners, fill=self.style.panel, outline=self.style.teams[2], width=max(1, round(self.scale * 2))
        )
        height = (outer - inner) * 0.5
        self.text(self.style.word, turned, (inner + outer * 0.95) / 2, height, (250, 250, 248))

    def text(self, word: str, turned: float, reach: float, height: float, colour: Rgb) -> None:
        """A word that reads with its foot towards the outside, its middle at a reach (mm) from the dome."""
        font = ImageFont.load_default(size=max(6.0, height * self.scale))
        box = self.draw.textbbox((0, 0), word, font)
        stamp = Image.new("L", (int(box[2] + 4), int(box[3] + 4)), 0)
        ImageDraw.Draw(stamp).text((2, 2), word, 255, font)
        stamp = stamp.rotate(turned + 90, expand=True, resample=Image.Resampling.BILINEAR)
        way = np.radians(turned)
        x, y = self.px(float(reach * np.cos(way)), float(reach * np.sin(way)))
        self.image.paste(colour, (round(x - stamp.width / 2), round(y - stamp.height / 2)), stamp)

    def track(self) -> None:
        """The line that joins the spaces."""
        spaces = dict(self.plan.spaces)
        loops = [[f"T{k}" for k in range(28)]]
        if self.plan.game == "headache":
            outer = [n for k in range(8) for n in (f"X{k}", f"O{k}.1", f"O{k}.2", f"O{k}.3")]
            loops = [outer, [n for k in range(8) for n in (f"X{k}", f"I{k}.1", f"I{k}.2")]]
        width = round(self.style.line * self.scale)
        for loop in loops if width > 0 else []:
            points = [self.px(*spaces[name]) for name in (*loop, loop[0])]
            self.draw.line(points, fill=self.style.ink, width=width, joint="curve")

    def space(self, name: str, at: tuple[float, float]) -> None:
        """A printed circle with its mark."""
        owner, style = owner_of(name, self.plan.seats), self.style
        start = owner is not None and area_of(name) == "track"
        tight = self.plan.game == "trouble" and owner is not None and not start
        radius = self.plan.piece_radius * (1.12 if tight else style.spot * (1.2 if start else 1.0))
        fill = style.blank if owner is None else self.colour(owner)
        self.disc(at, radius, fill, style.line * 0.5)
        if not style.marks:
            return
        if name[0] == "X":
            self._cross(at, radius * 0.5)
        elif tight and area_of(name) == "finish":
            self._digit(name[2:], at, radius)
        elif self.plan.game == "trouble":
            self.disc(at, radius * 0.22, style.ink)

    def _cross(self, at: tuple[float, float], arm: float) -> None:
        width = max(1, round(0.9 * self.scale))
        for sign in (-1, 1):
            ends = [self.px(at[0] - arm, at[1] - sign * arm), self.px(at[0] + arm, at[1] + sign * arm)]
            self.draw.line(ends, fill=self.style.ink, width=width)

    def _digit(self, digit: str, at: tuple[float, float], radius: float) -> None:
        turned = float(np.degrees(np.arctan2(at[1], at[0])))
        self.text(digit, turned, float(np.hypot(*at)), radius * 1.2, self.style.ink)

    def tag(self, number: int, at: tuple[float, float]) -> None:
        """An upright ArUco tag in its white margin; its black square keeps the layout's size exactly."""
        dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.plan.tag_family))
        cells = dictionary.markerSize + 2
        code = cv2.aruco.generateImageMarker(dictionary, number, cells)
        cell = self.plan.tag_size / cells
        left, top = at[0] - self.plan.tag_size / 2, at[1] + self.plan.tag_size / 2
        self._square(left - cell, top + cell, cell * (cells + 2), (248, 248, 246))
        self._square(left, top, self.plan.tag_size, (24, 24, 26))
        for row, column in zip(*np.nonzero(code), strict=True):
            self._square(left + float(column) * cell, top - float(row) * cell, cell, (248, 248, 246))

    def _square(self, left: float, top: float, side: float, colour: Rgb) -> None:
        (x0, y0), (x1, y1) = self.px(left, top), self.px(left + side, top - side)
        self.draw.rectangle((round(x0 + 0.5), round(y0 + 0.5), round(x1 - 0.5), round(y1 - 0.5)), fill=colour)
