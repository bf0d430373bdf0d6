"""Pictures made small by whole blocks of pixels, which takes their noise away and is quick."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["shrunk"]

Picture = NDArray[np.uint8]


def shrunk(grey: Picture, block: int) -> Picture:
    """A grey picture (H, W) with one pixel for each whole block of `block` by `block`, their mean.

    OpenCV halves a picture many times as fast as it thirds one: so the even part of a block comes first.
    """
    while block > 1:
        step = 2 if block % 2 == 0 else block
        across, down = max(1, grey.shape[1] // step), max(1, grey.shape[0] // step)
        whole = grey[: max(1, down * step), : max(1, across * step)]
        grey = np.asarray(cv2.resize(whole, (across, down), interpolation=cv2.INTER_AREA), np.uint8)
        block //= step
    return grey
