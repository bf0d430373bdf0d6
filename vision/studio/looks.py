"""What a die looks like: sizes and colours, and the pictures of its six faces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import cv2
import numpy as np

from vision.errors import SceneError
from vision.studio.geometry import Floats
from vision.studio.light import Colour, srgb
from vision.studio.numerals import NumeralFont, numeral_face

Kind: TypeAlias = Literal["pips", "numeral", "red"]

_CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
_SIDES = ((-1, 0), (1, 0))
_IVORY = srgb(238, 234, 224)
_INK = srgb(22, 22, 24)


@dataclass(frozen=True, slots=True)
class DieLook:
    """A die's make.

    kind: "pips"; "numeral" (printed digits); "red" (Headache's second die: five blank faces, one dot on face
    1). size: mm a side. rounding: mm radius of edges and corners. pip_radius, spread: mm, spread being how
    far the outer pips lie from the middle. one_radius, one_colour: the single pip's own, where it differs.
    gloss: 0-1. dent: how deep the pips are drilled, 0-1. wear: share of the paint gone, 0-1. clear: how much
    of what lies behind shines through the body, 0-1. left_handed: 1, 2, 3 run clockwise. turned: the faces 2,
    3 and 6 lie the other way. stroke, font: boldness (0-1) and type of a numeral. underlined: whether its 6
    is. seed: of its scratches.
    """

    kind: Kind = "pips"
    body: Colour = _IVORY
    pip: Colour = _INK
    size: float = 14.0
    rounding: float = 1.5
    pip_radius: float = 1.35
    spread: float = 3.6
    one_radius: float | None = None
    one_colour: Colour | None = None
    gloss: float = 0.35
    dent: float = 0.4
    wear: float = 0.0
    clear: float = 0.0
    left_handed: bool = False
    turned: bool = False
    stroke: float = 0.4
    font: NumeralFont = "type"
    underlined: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse sizes that make no die (SceneError)."""
        if not (self.size > 0 and 0 <= self.rounding < self.size / 2 and self.pip_radius > 0):
            raise SceneError(
                f"die of {self.size} mm with rounding {self.rounding} and pips of {self.pip_radius}: "
                "sizes must be positive and the rounding below half a side"
            )


def pip_places(value: int, turned: bool = False) -> tuple[tuple[float, float], ...]:
    """Where the pips of a face lie, -1..1 across and up, 1 being the spread."""
    pairs: tuple[tuple[float, float], ...] = ()
    if value in (2, 3):
        pairs = _CORNERS[2:] if turned else _CORNERS[:2]
    elif value in (4, 5, 6):
        pairs = _CORNERS
    if value == 6:
        pairs += ((0, -1), (0, 1)) if turned else _SIDES
    return pairs + (((0, 0),) if value % 2 else ())


@lru_cache(maxsize=256)
def atlas_of(look: DieLook, cell: int) -> Floats:
    """The six faces side by side, 1 to 6: (cell, 6 cell, 6).

    The numbers are the colour, the dents' slopes across and up, and how inky the point is.
    """
    faces = [_face(look, value, cell) for value in range(1, 7)]
    return np.ascontiguousarray(np.hstack([np.dstack(face) for face in faces]))


def _face(look: DieLook, value: int, cell: int) -> tuple[Floats, Floats, Floats]:
    rng = np.random.default_rng((look.seed, value))
    dirt = cv2.GaussianBlur(rng.standard_normal((cell, cell)).astype(np.float32), (0, 0), cell / 16)
    dirt *= 0.02 / max(float(dirt.std()), 1e-6)
    colours = np.array(look.body, np.float32) * (1 + dirt[..., None])
    if look.kind == "numeral":
        height = min(0.6, look.spread / look.size * 1.7)
        ink = numeral_face(value, cell, height, look.font, look.stroke, look.underlined)
        slopes = np.zeros((cell, cell, 2), np.float32)
        paint = look.pip
    else:
        ink, slopes = _pips(look, value, cell)
        lone = value == 1 and look.one_colour is not None
        paint = look.one_colour if lone and look.one_colour is not None else look.pip
    if look.wear > 0:
        scratches = cv2.GaussianBlur(rng.standard_normal((cell, cell)).astype(np.float32), (0, 0), cell / 40)
        worn = scratches / scratches.std() > np.float32(2.2 - 2.4 * look.wear)
        ink = ink * (1 - 0.85 * cv2.GaussianBlur(worn.astype(np.float32), (0, 0), cell / 120))
    ink3 = ink[..., None]
    painted = np.asarray(colours * (1 - ink3) + np.array(paint, np.float32) * ink3, np.float32)
    return painted, slopes, ink3


def _pips(look: DieLook, value: int, cell: int) -> tuple[Floats, Floats]:
    """How inky each point of a face is (0-1), and how its pips' bowls slope."""
    ink = np.zeros((cell, cell), np.float32)
    slopes = np.zeros((cell, cell, 2), np.float32)
    if look.kind == "red" and value != 1:
        return ink, slopes
    across = (np.arange(cell, dtype=np.float32) + 0.5) / cell * look.size - look.size / 2
    radius = look.one_radius if value == 1 and look.one_radius is not None else look.pip_radius
    for a, b in pip_places(value, look.turned):
        dx = (across - a * look.spread)[None, :]
        dy = (-across - b * look.spread)[:, None]
        reach = np.sqrt(dx * dx + dy * dy) / radius
        edge = np.clip((1 - reach) * radius * cell / look.size + 0.5, 0, 1)
        ink = np.maximum(ink, edge)
        slopes[..., 0] -= edge * dx / radius * look.dent
        slopes[..., 1] -= edge * dy / radius * look.dent
    return ink, slopes
