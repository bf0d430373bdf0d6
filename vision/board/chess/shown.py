"""A counter that somebody has drawn from the cup and shows to a camera."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np

from hardware.counters import FACES, FAMILY
from vision.board.chess.markers import CELLS, agrees, white_cells
from vision.board.place.canvas import Picture
from vision.board.place.pose import FloatArray
from vision.board.place.tags import sharpened

__all__ = ["Shown", "outline_of", "read_shown", "something_new"]

LEAST_PX: Final = 6.0
"""A cell of the marker must be so large, pixels, where nothing is known of what lies in the background."""

LARGER: Final = 2.0
"""A counter is shown if it is so many times as large as any of another kind in the picture."""

MENDED: Final = 0.6
"""A marker that is found only by mending so many of the bits that its family can mend is there, but which one
it is is not plain."""

_SMALL: Final = (32, 24)
_LEVELS: Final = 20.0
_CHANGED: Final = 0.05


@dataclass(frozen=True, slots=True)
class Shown:
    """What is held into a picture.

    Attributes:
        kind: the kind of the one counter; None if there is none, or it is not plain which.
        doubtful: something like a counter is there, but it is not plain which.
    """

    kind: str | None = None
    doubtful: bool = False


def read_shown(picture: Picture, least: float = LEAST_PX) -> Shown:
    """The counter that is held into a BGR picture, any way round.

    Args:
        picture: (H, W, 3).
        least: how many pixels a cell of its marker takes at least: what lies on a board farther off is not
            shown.
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    sizes: dict[str, float] = {}
    doubtful = False
    for number, pixels in _markers(grey):
        cell = float(np.sqrt(cv2.contourArea(pixels.astype(np.float32)))) / CELLS
        face = FACES.get(number)
        if cell < least:
            continue
        if face is not None and agrees(grey, pixels, white_cells(_family(), number)):
            sizes[face.kind] = max(cell, sizes.get(face.kind, 0.0))
        else:
            doubtful = True
    ranked = sorted(sizes.items(), key=lambda item: -item[1])
    if not ranked:
        return Shown(None, doubtful)
    if len(ranked) > 1 and ranked[0][1] < LARGER * ranked[1][1]:
        return Shown(None, True)
    return Shown(ranked[0][0])


def outline_of(picture: Picture) -> FloatArray:
    """What a BGR picture shows in rough, (24, 32): to know later whether something came into it."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, _SMALL, interpolation=cv2.INTER_AREA), np.float64)


def something_new(before: FloatArray, now: FloatArray) -> bool:
    """Whether something came into a picture or left it, by its rough form; all of it being lighter is
    nothing."""
    change = now - before
    return bool(np.mean(np.abs(change - np.median(change)) > _LEVELS) > _CHANGED)


def _markers(grey: Picture) -> Iterator[tuple[int, FloatArray]]:
    """Every marker of the family, with its corners (4, 2) in pixels; some twice."""
    for looked_at in (grey, sharpened(grey)):
        corners, ids, _ = _detector().detectMarkers(looked_at)
        for number, corner in zip([] if ids is None else ids.ravel(), corners, strict=True):
            yield int(number), corner.reshape(4, 2).astype(np.float64)


@lru_cache(maxsize=1)
def _family() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, FAMILY))


@lru_cache(maxsize=1)
def _detector() -> Any:
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = MENDED
    parameters.maxErroneousBitsInBorderRate = 0.2
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.3
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(_family(), parameters)
