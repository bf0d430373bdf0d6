"""Finding the dome: its rim is a circle whose edge goes from light to dark, or dark to light, all round."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import shrunk
from vision.dice.pips.blobs import Grey
from vision.dice.reading import Circle

SEARCH_WIDTH = 192
"""The picture is searched at this size (px, its longer side): the rim is large, and the search is slow."""

_ANGLES = np.linspace(0, 2 * np.pi, 72, endpoint=False)
_RADII = np.arange(0.84, 1.2, 0.02)
_COSINES = np.outer(_RADII, np.cos(_ANGLES)).astype(np.float32)
_SINES = np.outer(_RADII, np.sin(_ANGLES)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Dome:
    """A circle that may be a dome's rim; `sureness` is the share of it that has an edge of one sign."""

    circle: Circle
    sureness: float


def find_dome(grey: Grey) -> Dome | None:
    """The most rim-like circle of a grey picture (H, W), if there is any; see `find_domes`."""
    return next(iter(find_domes(grey)), None)


def find_domes(grey: Grey) -> list[Dome]:
    """The circles of a grey picture (H, W), most rim-like first, radii 0.14 to 0.55 of its shorter side."""
    scale = SEARCH_WIDTH / max(grey.shape)
    width, height = round(scale * grey.shape[1]), round(scale * grey.shape[0])
    if min(width, height) < 24:
        return []
    small = shrunk(grey, width, height)
    small = cv2.GaussianBlur(small, (5, 5), 0)
    least, most = int(0.14 * min(small.shape)), int(0.55 * min(small.shape))
    circles = cv2.HoughCircles(
        small, cv2.HOUGH_GRADIENT, 2, 8, param1=80, param2=35, minRadius=least, maxRadius=most
    )
    if circles is None:
        return []
    found = circles.reshape(-1, circles.shape[-1])[:6].tolist()
    domes = [_measured(small, circle[0], circle[1], circle[2], scale) for circle in found]
    return sorted(domes, key=lambda dome: -dome.sureness)


def _measured(small: NDArray[np.uint8], x: float, y: float, r: float, scale: float) -> Dome:
    """The circle drawn to where its edge is most of one sign, and how much of it has that edge."""
    columns, rows = np.float32(r) * _COSINES + np.float32(x), np.float32(r) * _SINES + np.float32(y)
    inside = (
        (columns > -0.5) & (rows > -0.5) & (columns < small.shape[1] - 0.5) & (rows < small.shape[0] - 0.5)
    )
    levels = cv2.remap(small, columns, rows, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    step = levels[2:].astype(np.int16) - levels[:-2]
    least = max(7.0, 1.2 * float(np.median(np.abs(step))))
    known = (inside[2:] & inside[:-2])[1:-1]
    rising = np.maximum(np.maximum(step[:-2], step[1:-1]), step[2:]) > least
    falling = np.minimum(np.minimum(step[:-2], step[1:-1]), step[2:]) < -least
    share = np.maximum((rising & known).mean(axis=1), (falling & known).mean(axis=1))
    best = int(share.argmax())
    radius = r * float(_RADII[2 + best])
    return Dome(Circle(float(x) / scale, float(y) / scale, radius / scale), float(share[best]))
