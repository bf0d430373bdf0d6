"""Dice with printed numerals: from the dome's part of a picture to what they show.

Two looks that share only the place of the face must agree: the net in `numeral_net`, and the outline of the
glyph in `shapes`. A face is a square with exactly one glyph in its middle.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import in_grey
from vision.dice.dome import find_dome
from vision.dice.nets.numeral_net import CROP, numeral_net
from vision.dice.nets.numeral_net import FACE as NET_FACE
from vision.dice.numerals.glyphs import NumeralFace, find_glyphs, frame_glyph
from vision.dice.numerals.numeral_look import heard, in_glare, numeral_look, shows_numeral
from vision.dice.numerals.shapes import FACE, SIDE, Shape, bears_out, shape_of
from vision.dice.outline import outlined
from vision.dice.pips.judge import ramp
from vision.dice.reading import Circle, DiceReading, Die
from vision.dice.scene import scene_of
from vision.dice.settings import ReaderSettings

__all__ = ["or_numerals", "read_numerals"]

Grey = NDArray[np.uint8]

_RADIUS = 120.0
"""A dome is looked at with at most this radius (px)."""

_HEIGHTS = (0.13, 0.42)
"""Least and greatest height of a digit, in radii of the dome."""

_OPEN_HEIGHTS = (0.06, 0.6)
"""The same in shorter sides of a picture without a dome."""

_OPEN_SIDE = 320.0
"""Such a picture's shorter side is at most this long (px)."""

_SQUARE = 0.86
"""Least squareness of a flat face seen from straight above: at 30 degrees it is 0.87."""

_SIDE_SHARE = 0.5
"""A side that is seen this large beside the top, by area, is the side of a die that leans."""

_DOUBTED = 0.08
_RIM = 0.6
"""A circle is a dome's rim if an edge of one sign runs along this share of it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Numeral:
    """A face with a digit on it: what it shows, how sure that is, and how sure the net alone is."""

    face: NumeralFace
    value: int
    confidence: float
    seen: float

    @property
    def area(self) -> float:
        """Of the face, px squared."""
        return 4 * float(np.linalg.norm(self.face.across) * np.linalg.norm(self.face.down))


def or_numerals(
    reading: DiceReading,
    picture: NDArray[np.uint8],
    dome: Circle | None,
    settings: ReaderSettings,
    *,
    expect: int | None = None,
    slant: float = 0.0,
) -> DiceReading:
    """The reading of the pips in a picture, or that of printed numerals where no pips could be read.

    `dome` is where the dome is (px), if that is known; the other arguments are those of `read_numerals`.
    """
    if dome is None:
        found = find_dome(in_grey(picture))
        dome = found.circle if found is not None and found.sureness >= _RIM else None
    numerals = read_numerals(picture, dome, sure=settings.sure, expect=expect, slant=slant)
    if numerals.verdict == "read" and not all(shows_numeral(picture, die, dome) for die in numerals.dice):
        return reading
    if dome is not None and expect in (None, 1):
        look = numeral_look(scene_of(picture, "trouble", dome, settings))
        numerals = heard(numerals, look, settings.sure)
    if numerals.verdict == "read" and any(in_glare(picture, die) for die in numerals.dice):
        numerals = numerals.unsure("glare_on_die")
    if settings.kind == "numerals" or numerals.verdict in ("read", "cocked"):
        return numerals
    return reading


def read_numerals(
    picture: NDArray[np.uint8],
    dome: Circle | None,
    *,
    sure: float,
    expect: int | None = None,
    slant: float = 0.0,
) -> DiceReading:
    """The dice with printed numerals in a picture, (H, W) grey or (H, W, 3) BGR.

    Args:
        picture: all of it, or the part with the dome.
        dome: where the dome is (px); None for dice on an open table.
        sure: the confidence from which on a die is read.
        expect: how many dice there are, if that is known.
        slant: how far from straight above the camera looks (degrees).
    """
    part, corner, scale, heights = _part(in_grey(picture), dome)
    if min(part.shape) < FACE:
        return DiceReading("none", (), None, "no_die")
    faces = [face for glyph in find_glyphs(part, heights) if (face := frame_glyph(part, glyph)) is not None]
    if dome is not None:
        middle = (np.array([dome.x, dome.y]) - corner) * scale
        faces = [face for face in faces if np.hypot(*(face.centre - middle)) < scale * dome.r]
    numerals = _weighed(part, faces)
    tops, leaning = _tops(numerals, slant)
    dice = tuple(
        sorted(
            (_die(top, leans, corner, scale) for top, leans in zip(tops, leaning, strict=True)),
            key=lambda die: die.box[0],
        )
    )
    return _told(dice, sure, expect)


def _told(dice: tuple[Die, ...], sure: float, expect: int | None) -> DiceReading:
    if not dice:
        return DiceReading("none", (), None, "no_die")
    if any(not die.flat for die in dice):
        return DiceReading("cocked", dice, None, "die_leans")
    if min(die.confidence for die in dice) < sure:
        return DiceReading("unsure", dice, None, "numeral_unclear")
    if expect is not None and len(dice) != expect:
        facts = {"expected": expect, "found": len(dice)}
        return DiceReading("unsure", dice, None, "count_differs", facts)
    return DiceReading("read", dice, None, "dice_read")


def _part(grey: Grey, dome: Circle | None) -> tuple[Grey, NDArray[np.float64], float, tuple[float, float]]:
    """What is searched of a picture, its corner (px), its scale, and the heights of glyphs there (px)."""
    corner, part = np.zeros(2), grey
    if dome is None:
        scale = min(1.0, _OPEN_SIDE / min(grey.shape))
        size = scale * min(grey.shape)
        heights = _OPEN_HEIGHTS[0] * size, _OPEN_HEIGHTS[1] * size
    else:
        corner = np.maximum(np.floor([dome.x - 1.1 * dome.r, dome.y - 1.1 * dome.r]), 0.0)
        left, top = corner.astype(int)
        part = grey[top : int(dome.y + 1.1 * dome.r) + 1, left : int(dome.x + 1.1 * dome.r) + 1]
        scale = min(1.0, _RADIUS / dome.r)
        heights = _HEIGHTS[0] * scale * dome.r, _HEIGHTS[1] * scale * dome.r
    if scale < 1.0:
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(part), corner, scale, heights


def _weighed(grey: Grey, faces: list[NumeralFace]) -> list[_Numeral]:
    """The faces on which a digit may stand, most likely first."""
    chances = numeral_net().chances([face.upright(grey, CROP, NET_FACE) for face in faces])
    found = []
    for face, chance in zip(faces, chances, strict=True):
        value = int(chance[1:].argmax()) + 1
        if chance[value] < 0.3 or face.edges[1] < 0.05:
            continue
        shape = shape_of(face.upright(grey, SIDE, FACE), face.glyph.dark)
        if shape is not None:
            terms = _terms(face, float(chance[value]), value, shape)
            found.append(_Numeral(face, value, float(prod(terms.values())), float(chance[value])))
    found.sort(key=lambda one: -one.confidence - 0.01 * one.seen)
    kept: list[_Numeral] = []
    for one in found:
        if not any(_inside(one.face, other.face) for other in kept):
            kept.append(one)
    return kept


def _terms(face: NumeralFace, chance: float, value: int, shape: Shape) -> dict[str, float]:
    """The named grounds for believing that a face shows a value, each 0 to 1."""
    return {
        "net": ramp(chance, 0.6, 0.9),
        **bears_out(shape, value),
        "outline": min(ramp(face.edges[0], 0.02, 0.1), ramp(face.edges[1], 0.08, 0.2)),
        "contrast": ramp(face.glyph.contrast, 8, 18),
    }


def _inside(one: NumeralFace, other: NumeralFace) -> bool:
    """Whether two faces are one: the middle of either lies well inside the other."""
    return bool(np.hypot(*(one.centre - other.centre)) < 0.4 * max(one.side, other.side))


def _tops(numerals: list[_Numeral], slant: float) -> tuple[list[_Numeral], list[bool]]:
    """Of the faces of each die the top one, and whether it leans."""
    tops: list[_Numeral] = []
    leaning: list[bool] = []
    for one in sorted(
        (n for n in numerals if n.confidence > _DOUBTED or n.seen > 0.8), key=lambda n: -n.area
    ):
        beside = [
            k
            for k, top in enumerate(tops)
            if np.hypot(*(one.face.centre - top.face.centre)) < 0.75 * (one.face.side + top.face.side)
        ]
        if not beside:
            tops.append(one)
            leaning.append(one.face.squareness < _SQUARE * np.cos(np.radians(slant)))
        for k in beside:
            leaning[k] = leaning[k] or one.area > _SIDE_SHARE * tops[k].area
    pairs = [
        (top, lean) for top, lean in zip(tops, leaning, strict=True) if top.confidence > _DOUBTED or lean
    ]
    return [top for top, _ in pairs], [lean for _, lean in pairs]


def _die(top: _Numeral, leans: bool, corner: NDArray[np.float64], scale: float) -> Die:
    """A face as a die in pixels of the whole picture."""
    corners = top.face.corners / scale + corner
    return outlined(corners, top.value, min(top.confidence, 1.0), flat=not leans, kind="numeral")
