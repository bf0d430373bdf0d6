"""Frames as a bad cable, a covered lens or a sleeping driver makes them."""

from __future__ import annotations

from enum import Enum

import cv2
import numpy as np

from vision.studio.light import Picture


class Fault(Enum):
    """What may be wrong with a frame. FROZEN: the bytes of the frame before once more."""

    BLACK = "black"
    WHITE = "white"
    TORN = "torn"
    FROZEN = "frozen"
    UNSHARP = "unsharp"


def spoil(frame: Picture, before: Picture, fault: Fault, rng: np.random.Generator) -> Picture:
    """A frame (h, w, 3) with a fault; `before` is the frame before it, of the same size."""
    if fault is Fault.FROZEN:
        return before.copy()
    if fault is Fault.UNSHARP:
        return np.asarray(
            cv2.GaussianBlur(frame, (0, 0), frame.shape[1] * float(rng.uniform(0.012, 0.03))), np.uint8
        )
    if fault is Fault.TORN:
        return _torn(frame, before, rng)
    level = 3 if fault is Fault.BLACK else 252
    return np.clip(level + rng.normal(0, 1.2, frame.shape), 0, 255).astype(np.uint8)


def _torn(frame: Picture, before: Picture, rng: np.random.Generator) -> Picture:
    """Above a line the new frame; below it the one before, slipped sideways, or lines that never arrived."""
    height, width = frame.shape[:2]
    line = int(height * rng.uniform(0.25, 0.75))
    torn = frame.copy()
    if rng.random() < 0.5:
        torn[line:] = np.roll(before[line:], int(width * rng.uniform(0.1, 0.5)), axis=1)
    else:
        torn[line:] = frame[line - 1][None]
    return torn
