"""Colours of the straightened board, freed from the light's tint, and strong in the same measure in shade
and sun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.layout import Layout
from hardware.spaces import COLOURS, colour_of
from vision.board.place.canvas import Frame, Picture
from vision.board.place.pose import FloatArray

SingleArray = npt.NDArray[np.float32]

HUES: Final[Mapping[str, float]] = MappingProxyType(
    {"red": 30.0, "yellow": 90.0, "green": 155.0, "blue": 290.0}
)
"""Where plastic of each colour lies in CIE Lab's hue, degrees, under neutral light."""

WHITE_LEVEL: Final = 0.4
"""Reflectance that the commonest track space is given; lighter things keep some room above it."""

DARK_LEVEL: Final = 20.0
"""Added to the lightness before chroma is divided by it, so that noise in black does not pass for colour."""

SAME_LOOK: Final = 3
"""The commonest look of the track spaces is the closest third: pieces and printed starts are fewer than
that."""


SAME_TINT: Final = 0.2
LIGHT_PERCENT: Final = 80
"""Spaces whose logarithmic tints differ by less are of one colour; the light is that of the lightest of
them but a few, which may mirror a lamp."""


@dataclass(frozen=True, slots=True)
class ColourCanvas:
    """The straightened board in colours: CIE `lab` (h, w, 3); `inside` tells which pixels the picture shows.

    Strength, the opponent colours, is CIE a and b over lightness: a shadow leaves it as it is. It is worked
    out where it is asked for: a canvas of it would be a large part of the memory that a look takes.
    """

    frame: Frame
    lab: SingleArray
    inside: npt.NDArray[np.bool_]

    @property
    def lightness(self) -> SingleArray:
        """Lightness (h, w), 0..100."""
        return self.lab[..., 0]

    def halved(self) -> ColourCanvas:
        """Every second pixel of every second row."""
        lab, frame = self.lab[::2, ::2], self.frame
        coarse = replace(frame, size=(lab.shape[1], lab.shape[0]), mm_per_px=2 * frame.mm_per_px)
        return ColourCanvas(coarse, lab, self.inside[::2, ::2])

    @property
    def strength(self) -> SingleArray:
        """The strength of all pixels (h, w, 2)."""
        return strength_of(self.lab)

    def strength_at(self, rows: npt.NDArray[np.int_], columns: npt.NDArray[np.int_]) -> SingleArray:
        """The strength (..., 2) of the pixels in rows and columns (...)."""
        return strength_of(self.lab[rows, columns])


@dataclass(frozen=True, slots=True)
class Shades:
    """Opponent colours `strength` (..., 2) and their `size` (...)."""

    strength: SingleArray
    size: SingleArray

    def near(self, hue: float, reach: float) -> npt.NDArray[np.bool_]:
        """Which of them (...) lie within `reach` degrees of a hue: by its cosine, for angles take long."""
        angle = np.radians(hue)
        towards = self.strength[..., 0] * np.float32(np.cos(angle))
        towards += self.strength[..., 1] * np.float32(np.sin(angle))
        return np.asarray(towards > np.float32(np.cos(np.radians(reach))) * self.size)


def shades_of(strength: SingleArray) -> Shades:
    """Opponent colours (..., 2) with their sizes."""
    return Shades(strength, np.sqrt(strength[..., 0] ** 2 + strength[..., 1] ** 2))


def strength_of(lab: SingleArray) -> SingleArray:
    """The strength (..., 2) of CIE Lab colours (..., 3)."""
    return lab[..., 1:] / (lab[..., :1] + np.float32(DARK_LEVEL))


@lru_cache(maxsize=64)
def disc(radius_px: float) -> npt.NDArray[np.int_]:
    """Whole-pixel offsets (n, 2), x and y, of a disc."""
    reach = int(np.ceil(radius_px))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    kept = x**2 + y**2 <= radius_px**2
    return np.column_stack([x[kept], y[kept]])


def around(
    centres: FloatArray, offsets: npt.NDArray[np.int_], size: tuple[int, int]
) -> tuple[npt.NDArray[np.int_], npt.NDArray[np.int_]]:
    """Rows and columns (n, m) of the pixels at offsets (m, 2) from centres (n, 2), kept inside a canvas of
    `size`."""
    at = np.round(centres).astype(int)[:, None, :] + offsets[None]
    return np.clip(at[..., 1], 0, size[1] - 1), np.clip(at[..., 0], 0, size[0] - 1)


def plain_spaces(layout: Layout) -> list[str]:
    """Spaces that are printed alike and in no player's colour: the track without the starts."""
    starts = set(start_spaces(layout).values())
    return [s for s in layout.spaces if s not in starts and colour_of(s) is None]


def start_spaces(layout: Layout) -> dict[str, str]:
    """Colour -> its START, for the games that have one."""
    letter, step = {"trouble": ("T", 7), "headache": ("X", 2)}.get(layout.game, ("", 0))
    return {c: f"{letter}{step * k}" for k, c in enumerate(layout.seats)} if letter else {}


def printed_colours(layout: Layout) -> dict[str, str]:
    """Space -> the colour that it may be printed in: homes, finishes and starts."""
    own = {s: c for s in layout.spaces if (c := colour_of(s)) is not None}
    return own | {s: c for c, s in start_spaces(layout).items()}


def neutral_light(canvas: Picture, inside: npt.NDArray[np.bool_], layout: Layout, frame: Frame) -> FloatArray:
    """Linear BGR (3,) of the commonest look among the plain track spaces, which is taken as white or grey."""
    spaces = np.array([layout.spaces[s] for s in plain_spaces(layout)])
    rows, columns = around(
        frame.pixels(spaces), disc(0.5 * layout.piece.base_radius / frame.mm_per_px), frame.size
    )
    shown = inside[rows, columns].all(axis=1)
    if not shown.any():
        return np.ones(3)
    rgb = np.median(_linear(canvas[rows[shown], columns[shown]]), axis=1)
    logs = np.log(rgb)
    tint = np.column_stack([logs[:, 0] - logs[:, 1], logs[:, 2] - logs[:, 1]])
    near = np.linalg.norm(tint[:, None] - tint[None], axis=2)
    count = max(len(tint) // SAME_LOOK, 1)
    middle = int(np.sort(near, axis=1)[:, count - 1].argmin())
    common = logs[np.argsort(near[middle])[:count]]
    # In half shadow the commonest look may be the dark half's; the light half must not be cut off as too
    # bright.
    alike = logs[near[middle] <= SAME_TINT]
    level = np.percentile(alike.mean(axis=1), LIGHT_PERCENT) - common.mean(axis=1)
    return np.asarray(np.exp(np.median(common + level[:, None], axis=0)))


def _linear(values: npt.NDArray[np.uint8] | FloatArray) -> FloatArray:
    """sRGB bytes to linear light, never quite 0."""
    return np.asarray(((values / 255.0 + 0.055) / 1.055) ** 2.4)


def balanced(canvas: Picture, inside: npt.NDArray[np.bool_], layout: Layout, frame: Frame) -> ColourCanvas:
    """The colours of a straightened board (BGR)."""
    white = neutral_light(canvas, inside, layout, frame)
    steps = _linear(np.arange(256.0)) * WHITE_LEVEL
    tables = np.clip(1.055 * np.clip(steps[:, None] / white, 0.0, 1.0) ** (1 / 2.4) - 0.055, 0.0, 1.0)
    table = tables.astype(np.float32).reshape(1, 256, 3)
    # The light has no name here, for it is as large as its colours, and memory is short on a small Pi.
    lab = np.asarray(cv2.cvtColor(cv2.LUT(canvas, table), cv2.COLOR_BGR2LAB), np.float32)
    return ColourCanvas(frame, lab, inside)


def hue_of(strength: npt.NDArray[np.floating]) -> FloatArray:
    """Hue in degrees, 0..360, of opponent colours (..., 2)."""
    return np.asarray(np.degrees(np.arctan2(strength[..., 1], strength[..., 0])) % 360.0, np.float64)


def turn_between(hue: FloatArray | float, other: FloatArray | float) -> FloatArray:
    """The signed angle from one hue to another, -180..180 degrees."""
    return np.asarray((np.asarray(hue) - other + 180.0) % 360.0 - 180.0)


__all__ = [
    "COLOURS",
    "HUES",
    "ColourCanvas",
    "Shades",
    "around",
    "balanced",
    "disc",
    "hue_of",
    "plain_spaces",
    "printed_colours",
    "shades_of",
    "start_spaces",
    "strength_of",
    "turn_between",
]
