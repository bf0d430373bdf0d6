"""Headache's second die under a dome: blank, but for one face with a red dot.

Both nets of the dome and the redness itself must tell the dot, or a blank face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.dice.nets.close_look import Closely
from vision.dice.nets.looks import FLAT, LEANS, place_of
from vision.dice.nets.spotter import BLANK, DOT, Spot
from vision.dice.pips.blobs import Grey
from vision.dice.reading import DiceReading
from vision.dice.scene import Scene

__all__ = ["RedDie", "likeliest_red", "with_red"]

DOT_SURE, BLANK_SURE, NO_DOT = 0.55, 0.4, 0.05
"""Both nets together must give the first chance to the dot, or the second to a blank face and at most the
third to the dot; they hardly confuse the two, but may take a blank face for one that glare hides."""

LIKELY = 0.3
"""A die is the one with the dot if both nets together give this chance to dot or blank face."""

RED_LEAST, RED_MOST = 16.0, 12.0
"""Levels of red over the face: a dot has at least the first, a blank face nowhere more than the second."""


@dataclass(frozen=True, slots=True)
class RedDie:
    """The die with the red dot as the nets see it."""

    spot: Spot
    closely: Closely
    lean: float

    @property
    def dot(self) -> float:
        """The chance that the dot is up."""
        return float(self.spot.classes[DOT] + self.closely.classes[DOT]) / 2

    @property
    def blank(self) -> float:
        """The chance that a blank face is up."""
        return float(self.spot.classes[BLANK] + self.closely.classes[BLANK]) / 2


def likeliest_red(spots: Sequence[Spot], looks: Sequence[Closely]) -> int | None:
    """Which of the dice looked at closely is the one with the red dot: it looks most like it, if any does."""
    both = [RedDie(spot, look, 0.0) for spot, look in zip(spots, looks, strict=False)]
    likely = [one.blank + one.dot for one in both]
    best = int(np.argmax(likely))
    return best if likely[best] > LIKELY else None


def with_red(reading: DiceReading, red: RedDie | None, scene: Scene) -> DiceReading:
    """A reading of the die with pips, with what is known of the die with the red dot."""
    if red is not None:
        (x, y), side = place_of(scene, red.spot)
        reading = replace(
            reading, beside=((round(x - side / 2), round(y - side / 2), round(side), round(side)),)
        )
        if red.lean >= LEANS:
            return replace(reading, verdict="cocked", reason="die_leans")
    told = None
    if red is not None and scene.part.ndim == 3 and red.lean <= FLAT:
        middle, most = _redness(scene, red.spot)
        if red.dot >= DOT_SURE and middle >= RED_LEAST:
            told = True
        elif red.blank >= BLANK_SURE and red.dot <= NO_DOT and most <= RED_MOST:
            told = False
    if told is None and reading.verdict == "read":
        return reading.unsure("red_unclear")
    return replace(reading, red=told)


def _redness(scene: Scene, spot: Spot) -> tuple[float, float]:
    """How much redder than the face its middle is, and its reddest place."""
    colours = scene.window(spot.centre, 0.6 * spot.side).part
    red: Grey = cv2.subtract(colours[..., 2], cv2.max(colours[..., 0], colours[..., 1]))
    smooth = cv2.blur(red, (3, 3)).astype(np.float32)
    height, width = smooth.shape
    rows, columns = np.mgrid[0:height, 0:width]
    side = spot.side / scene.scale
    away = np.hypot(columns - (width - 1) / 2, rows - (height - 1) / 2) / side
    ring = smooth[(away > 0.32) & (away < 0.46)]
    if not ring.size:
        return 0.0, np.inf
    face = float(np.median(ring))
    return float(np.median(smooth[away < 0.1])) - face, float(smooth[away < 0.4].max()) - face
