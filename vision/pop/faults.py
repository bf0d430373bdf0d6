"""What may be wrong with a camera's frames: black, white, torn, frozen, out of focus. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["FrameFault", "FrameHealth", "frame_fault"]

Picture = NDArray[np.uint8]

_DARK, _BRIGHT = 24, 232
_NEARLY_ALL = (1, 99)
"""Percentiles: a hot pixel does not make a black frame a picture."""

_FROZEN_SECONDS = 2.0
_SHARP_WIDTH = 320
_UNSHARP = 0.16
_TORN_ROWS = 0.12
_LIVE = 5.0
"""Grey levels of deviation below which a line shows nothing."""
_CANDIDATES = 3
_GOES_ON, _BROKEN = 0.9, 0.7
"""Correlations of a line with the next one: shifted, and as they are."""


class FrameFault(Enum):
    """What is wrong with a frame, in one word; GRAINY is told by a `Watch`, the others by a single frame."""

    BLACK = "black"
    WHITE = "white"
    TORN = "torn"
    UNSHARP = "unsharp"
    GRAINY = "grainy"


@dataclass(frozen=True, slots=True)
class FrameHealth:
    """Whether a camera still sends new frames. Begin with `FrameHealth()`; go on with `after`.

    `frozen` is true while the same bytes have come for 2 seconds: a sensor's noise never repeats. `repeated`
    is true of a frame with the bytes of the one before: it shows nothing new, and no rest either.
    """

    frozen: bool = False
    repeated: bool = False
    _last: Picture | None = field(default=None, repr=False, compare=False)
    _fresh: float = 0.0

    def after(self, t: float, picture: Picture) -> FrameHealth:
        """After one more frame: `t` seconds, `picture` (H, W) grey or (H, W, 3) BGR."""
        if self._last is not None and _same(picture, self._last):
            return replace(self, frozen=t - self._fresh >= _FROZEN_SECONDS, repeated=True)
        return FrameHealth(_last=picture, _fresh=t)


def frame_fault(picture: Picture) -> FrameFault | None:
    """What is wrong with one frame, (H, W) grey or (H, W, 3) BGR, if anything: some 2 ms at 640x480."""
    layer = cv2.extractChannel(picture, 1) if picture.ndim == 3 else picture
    low, high = np.percentile(picture[::8, ::8], _NEARLY_ALL)
    if high < _DARK:
        return FrameFault.BLACK
    if low > _BRIGHT:
        return FrameFault.WHITE
    if _is_torn(layer):
        return FrameFault.TORN
    return FrameFault.UNSHARP if _sharpness(layer) < _UNSHARP else None


def _same(one: Picture, other: Picture) -> bool:
    """Whether two frames have the same bytes; nearly always a few rows tell."""
    if one.shape != other.shape or not np.array_equal(one[::97], other[::97]):
        return False
    return np.array_equal(one, other)


def _is_torn(layer: Picture) -> bool:
    """Whether lines never arrived, or all of the picture jumps sideways from one line to the next."""
    columns = layer[:, ::3].astype(np.float32)
    steps = np.abs(np.diff(columns, axis=0))
    if not steps.size:
        return False
    live = columns[1:].std(axis=1) > _LIVE
    if np.count_nonzero((steps.max(axis=1) == 0) & live) > _TORN_ROWS * layer.shape[0]:
        return True
    likely = np.argsort(steps.mean(axis=1))[-_CANDIDATES:]
    return any(_slipped(columns[row], columns[row + 1]) for row in likely)


def _slipped(above: NDArray[np.float32], below: NDArray[np.float32]) -> bool:
    """Whether a line goes on well in the one below, but only shifted sideways."""
    one, two = above - above.mean(), below - below.mean()
    size = float(np.linalg.norm(one) * np.linalg.norm(two))
    if size < _LIVE**2 * one.size:
        return False
    fits = np.fft.irfft(np.fft.rfft(one).conj() * np.fft.rfft(two), one.size) / size
    return bool(fits.max() > _GOES_ON and fits[0] < _BROKEN)


def _sharpness(layer: Picture) -> float:
    """How much of a picture's contrast is in details of a few pixels, 0 to 1."""
    height, width = layer.shape
    scale = min(1.0, _SHARP_WIDTH / max(width, 1))
    size = max(1, round(scale * width)), max(1, round(scale * height))
    small = cv2.resize(layer, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    coarse = cv2.GaussianBlur(small, (0, 0), 2.0)
    fine = cv2.GaussianBlur(small, (0, 0), 0.8) - coarse
    return float(np.percentile(np.abs(fine), 99.5) / max(float(np.std(coarse)), 6.0))
