"""What lies around the spaces: pieces and prints end where the board begins, hands and sleeves go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.board.pieces.colours import ColourCanvas, around, disc, turn_between
from vision.board.pieces.evidence import Evidence
from vision.board.pieces.levels import FAINT, HUE_REACH, Level
from vision.board.place.pose import FloatArray

RING: Final = 12
RING_REACH: Final = 2.2
CLEAR_REACH: Final = 1.5
"""A space's surroundings: so many points, so many base radii away, each at least so many from any other
space."""

ALIKE_SHARE: Final = 0.6
"""If so much of a space's surroundings looks as the space itself does, it has no edge."""

ALIKE: Final = 0.3
ALIKE_LIGHT: Final = 0.15
"""Looks are alike if colours differ by less than this share of their strength, lightness by less than this
share."""

OTHER: Final = 0.1
OTHER_LIGHT: Final = 0.5
"""The bare board looks otherwise than usual if its opponent colours differ by more than this, or the
logarithm of its lightness does, which half shadows leave within."""

UNEVEN: Final = 0.35
"""If so much of the bare board looks otherwise than its commonest look, it is printed all over and tells
nothing."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Points (n, RING) around places: their opponent colours (..., 2), lightness, and which lie clear of
    other spaces."""

    strength: FloatArray
    lightness: FloatArray
    clear: npt.NDArray[np.bool_]


def around_places(
    colours: ColourCanvas, places: FloatArray, spaces: FloatArray, radius: float
) -> Surroundings:
    """The surroundings of places (n, 2) that belong to spaces (n, 2), both mm, of a base radius in mm."""
    angles = np.arange(RING) * 2 * np.pi / RING
    ring = RING_REACH * radius * np.column_stack([np.cos(angles), np.sin(angles)])
    points = (places[:, None] + ring[None]).reshape(-1, 2)
    gaps = np.hypot(points[:, :1] - spaces[:, 0], points[:, 1:] - spaces[:, 1])
    gaps[np.arange(len(points)), np.repeat(np.arange(len(spaces)), RING)] = np.inf
    rows, columns = around(colours.frame.pixels(points), disc(1.0), colours.frame.size)
    shown = colours.inside[rows, columns].all(axis=1)
    clear = (gaps.min(axis=1) > CLEAR_REACH * radius) & shown
    strength = colours.strength_at(rows, columns).mean(axis=1).reshape(-1, RING, 2)
    lightness = colours.lab[rows, columns, 0].mean(axis=1).reshape(-1, RING)
    return Surroundings(
        np.asarray(strength, np.float64), np.asarray(lightness, np.float64), clear.reshape(-1, RING)
    )


def without_edge(seen: Evidence, nearby: Surroundings, levels: Mapping[str, Level]) -> npt.NDArray[np.bool_]:
    """Which of n coloured spots go on into their surroundings, in colours that the board itself does not
    have."""
    off = np.linalg.norm(nearby.strength - seen.strength[:, None], axis=2)
    darker = np.abs(np.log(np.maximum(nearby.lightness, 1.0) / np.maximum(seen.lightness, 1.0)[:, None]))
    alike = (off < ALIKE * seen.size[:, None]) & (darker < ALIKE_LIGHT)
    found = (seen.size > FAINT) & (_share(alike, nearby.clear) >= ALIKE_SHARE)
    for level in levels.values():
        if level.as_ground:
            found &= np.abs(turn_between(seen.hue, level.hue)) > HUE_REACH
    return np.asarray(found)


def covered(nearby: Surroundings) -> npt.NDArray[np.bool_]:
    """Which of n spaces have something else around them than the bare board, where that is of one colour."""
    usual = np.median(nearby.strength[nearby.clear], axis=0)
    light = float(np.median(nearby.lightness[nearby.clear]))
    off = np.linalg.norm(nearby.strength - usual, axis=2) > OTHER
    off |= np.abs(np.log(np.maximum(nearby.lightness, 1.0) / max(light, 1.0))) > OTHER_LIGHT
    if off[nearby.clear].mean() > UNEVEN:
        return np.zeros(len(off), bool)
    return np.asarray(_share(off, nearby.clear) >= ALIKE_SHARE)


def _share(found: npt.NDArray[np.bool_], clear: npt.NDArray[np.bool_]) -> FloatArray:
    """The share of the clear points that were found, (n,); 0 where too few are clear."""
    count = clear.sum(axis=1)
    return np.where(count >= RING // 3, (found & clear).sum(axis=1) / np.maximum(count, 1), 0.0)
