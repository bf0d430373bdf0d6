"""A counter that somebody has drawn from the cup and shows to a camera."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np

from hardware.counters import FACES, FAMILY
from vision.board.canvas import Picture
from vision.board.markers import CELLS, agrees, white_cells
from vision.board.tags import sharpened

__all__ = ["read_shown"]

LEAST_PX: Final = 4.0
"""A cell of the marker must be so large, pixels: what lies on the board in the background is not shown."""

LARGER: Final = 2.0
"""A counter is shown if it is so many times as large as any of another kind in the picture."""


def read_shown(picture: Picture) -> str | None:
    """The kind of the one counter that is held into a BGR picture; None if there is none, or which one is
    meant is not plain. It may be held any way round."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    family, detector = _detector()
    sizes: dict[str, float] = {}
    for looked_at in (grey, sharpened(grey)):
        corners, ids, _ = detector.detectMarkers(looked_at)
        for number, corner in zip([] if ids is None else ids.ravel(), corners, strict=True):
            pixels = corner.reshape(4, 2).astype(np.float64)
            cell = float(np.sqrt(cv2.contourArea(corner.reshape(4, 2)))) / CELLS
            face = FACES.get(int(number))
            if face is not None and agrees(grey, pixels, white_cells(family, int(number))):
                sizes[face.kind] = max(cell, sizes.get(face.kind, 0.0))
    ranked = sorted(sizes.items(), key=lambda item: -item[1])
    if not ranked or ranked[0][1] < LEAST_PX:
        return None
    if len(ranked) > 1 and ranked[0][1] < LARGER * ranked[1][1]:
        return None
    return ranked[0][0]


@lru_cache(maxsize=1)
def _detector() -> tuple[Any, Any]:
    """The family of the markers, and what finds them."""
    family = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, FAMILY))
    parameters = cv2.aruco.DetectorParameters()
    parameters.errorCorrectionRate = 0.0
    parameters.maxErroneousBitsInBorderRate = 0.1
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.3
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return family, cv2.aruco.ArucoDetector(family, parameters)
