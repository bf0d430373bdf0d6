"""What is wrong with a picture of the board, for whoever sets the camera up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.layout import Layout
from vision.board.place.canvas import Picture, frame_of, in_picture, straighten
from vision.board.place.pose import BoardPose
from vision.board.seen import NO_FACTS, Facts

DARK: Final = 45
BRIGHT: Final = 245
"""Median grey of the board, 0..255, below and above which colours drown."""

SHARPNESS: Final = 1.3
"""By how much steeper the steepest edges are than after a blur of 1 mm: 1.4 to 3 in usable pictures, less
than this when they are blurred by more than 1 mm already."""

GLEAM: Final = 250
GLARE_SHARE: Final = 0.08
"""A dome is in glare if so much of it is white: the usual small gleams of a lamp cover 1 to 4 % of it."""

TILT_LIMIT: Final = 35.0
"""Degrees off the vertical up to which pieces are told apart for sure."""

_SCALE_MM: Final = 0.5


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: the key of its sentence in the catalogue, and what the sentence needs."""

    key: str
    facts: Facts = field(default_factory=lambda: NO_FACTS)


def faults_of(picture: Picture, pose: BoardPose, layout: Layout) -> tuple[Fault, ...]:
    """All that is wrong with a BGR picture in which the board lies at `pose`; empty if it is good."""
    frame = frame_of(layout, _SCALE_MM, margin=0.0)
    canvas = straighten(picture, pose.homography, frame)
    points = np.array([*layout.corners, *layout.spaces.values()])
    shown = in_picture(pose.pixels(points), picture.shape)
    seen = cv2.cvtColor(canvas, cv2.COLOR_BGR2GRAY)
    found: list[Fault] = []
    if not shown.all():
        found.append(Fault("cut_off", {"count": int((~shown).sum())}))
    light = float(np.median(seen))
    if light < DARK or light > BRIGHT:
        found.append(Fault("too_dark" if light < DARK else "too_bright"))
    if sharpness(np.asarray(seen, np.uint8)) < SHARPNESS:
        found.append(Fault("blurred"))
    if layout.dome is not None:
        x, y = frame.pixels(np.array([layout.dome.xy]))[0]
        rows, columns = np.mgrid[: seen.shape[0], : seen.shape[1]]
        inside = (columns - x) ** 2 + (rows - y) ** 2 <= (layout.dome.radius / _SCALE_MM) ** 2
        white = float((canvas.min(axis=2)[inside] >= GLEAM).mean())
        if white > GLARE_SHARE:
            found.append(Fault("glare", {"percent": round(100 * white)}))
    if pose.tilt > TILT_LIMIT:
        found.append(Fault("too_slanted", {"degrees": round(pose.tilt)}))
    return tuple(found)


def sharpness(grey: Picture) -> float:
    """By how much steeper the steepest edges are than in a blurred copy; 1 is a picture without any."""
    light = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 0.7)
    return _steepest(light) / max(_steepest(cv2.GaussianBlur(light, (0, 0), 1.0 / _SCALE_MM)), 1e-6)


def _steepest(light: npt.NDArray[np.floating]) -> float:
    return float(
        np.percentile(np.hypot(cv2.Sobel(light, cv2.CV_32F, 1, 0), cv2.Sobel(light, cv2.CV_32F, 0, 1)), 99)
    )
