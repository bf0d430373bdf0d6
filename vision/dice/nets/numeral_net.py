"""The net that looks at a face with a printed digit, trained by `tools/train_numeral_net.py`."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from vision.nets import read_net

__all__ = ["CROP", "FACE", "NumeralNet", "numeral_net"]

CROP = 32
"""Side of the net's picture in pixels."""

FACE = 24.0
"""Side of the die's face in it, in pixels; the face lies upright in the middle."""

_FLOOR = 4.0
"""Added to a crop's deviation, as in the training: an even patch's noise is not blown up."""

_TURNS = 4
"""A digit may be upright from any side of its face; what all four looks say is told as their mean."""


class NumeralNet:
    """The net, ready to be asked from any thread.

    Args:
        model: the net as ONNX: crops (n, 1, CROP, CROP) with mean 0 and deviation 1 to chances (n, 7).
    """

    def __init__(self, model: bytes) -> None:
        self._net = read_net(model)
        self._one_at_a_time = threading.Lock()

    def chances(self, faces: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """What faces (CROP, CROP) show: (n, 7), the chance that no digit can be told (0), and of 1 to 6."""
        if not faces:
            return np.zeros((0, 7), np.float32)
        crops = np.stack(faces).astype(np.float32)
        crops -= crops.mean(axis=(1, 2), keepdims=True)
        crops /= crops.std(axis=(1, 2), keepdims=True) + np.float32(_FLOOR)
        turned = np.concatenate([np.rot90(crops, quarter, axes=(1, 2)) for quarter in range(_TURNS)])
        with self._one_at_a_time:
            self._net.setInput(np.ascontiguousarray(turned[:, None]))
            given = self._net.forward()
        return np.asarray(given.reshape(_TURNS, len(faces), -1).mean(axis=0), np.float32)


@lru_cache(maxsize=1)
def numeral_net() -> NumeralNet:
    """The net that comes with the product, loaded when first asked for."""
    return NumeralNet(files("vision.dice.nets").joinpath("numerals.onnx").read_bytes())
