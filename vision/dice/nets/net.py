"""The second opinion: a small net that looks at one face at a time and says what it shows.

It shares nothing with the geometry of pips but the place and the size of the face to look at. It was trained
by `tools/train_dice_net.py`, and runs on OpenCV alone.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.nets import read_net

__all__ = ["CROP", "FACE", "SecondOpinion", "crop_at", "second_opinion"]

CROP = 48
"""Side of the net's picture in pixels."""

FACE = 22.0
"""Side of the die's face in it, in pixels."""


def crop_at(grey: NDArray[np.uint8], centre: tuple[float, float], side: float) -> NDArray[np.uint8]:
    """The net's picture (CROP, CROP) of a face with this centre and side in a grey picture, in pixels."""
    scale = FACE / side
    middle = (CROP - 1) / 2
    if scale < 1:
        # Shrinking by sampling alone would lose small pips: blur first, by half the step.
        reach = round(CROP / scale)
        x0, y0 = int(centre[0]) - reach, int(centre[1]) - reach
        x1, y1 = x0 + 2 * reach, y0 + 2 * reach
        left, top = max(0, x0), max(0, y0)
        window = grey[top : min(grey.shape[0], y1), left : min(grey.shape[1], x1)]
        window = cv2.GaussianBlur(window, (0, 0), 0.4 / scale)
        centre = centre[0] - left, centre[1] - top
    else:
        window = grey
    matrix = np.array(
        [[scale, 0, middle - scale * centre[0]], [0, scale, middle - scale * centre[1]]], np.float64
    )
    crop = cv2.warpAffine(
        window, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(crop, np.uint8)


class SecondOpinion:
    """The net, ready to be asked from any thread.

    Args:
        model: the net as ONNX: crops (n, 1, CROP, CROP) with mean 0 and deviation 1 to chances (n, 7).
    """

    def __init__(self, model: bytes) -> None:
        self._net = read_net(model)
        self._one_at_a_time = threading.Lock()

    def chances(
        self, grey: NDArray[np.uint8], faces: Sequence[tuple[tuple[float, float], float]]
    ) -> NDArray[np.float32]:
        """What faces with these centres and sides (px) show in a grey picture.

        Returns (n, 7): the chance that no face is there to be told (0), and of the values 1 to 6. Each face
        is looked at from two sides, and the mean is told.
        """
        if not faces:
            return np.zeros((0, 7), np.float32)
        crops = np.stack([crop_at(grey, centre, side) for centre, side in faces]).astype(np.float32)
        crops -= crops.mean(axis=(1, 2), keepdims=True)
        crops /= crops.std(axis=(1, 2), keepdims=True) + np.float32(_FLOOR)
        turned = np.concatenate([np.rot90(crops, quarter, axes=(1, 2)) for quarter in range(_TURNS)])
        with self._one_at_a_time:
            self._net.setInput(np.ascontiguousarray(turned[:, None]))
            given = self._net.forward()
        return np.asarray(given.reshape(_TURNS, len(faces), -1).mean(axis=0), np.float32)


_TURNS = 2
"""From how many sides a face is looked at: a second one catches most of what one misses, four cost double."""

_FLOOR = 4.0
"""Added to a crop's deviation, so that an even patch's noise is not blown up; the training has the same."""


@lru_cache(maxsize=1)
def second_opinion() -> SecondOpinion:
    """The net that comes with the product, loaded when first asked for."""
    return SecondOpinion(files("vision.dice.nets").joinpath("net.onnx").read_bytes())
