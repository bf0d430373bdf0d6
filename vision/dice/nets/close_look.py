"""A close look at one die under a dome: does it lie flat, and what does it show?

A small net that sees the die in colour with its sides, turned so that the dome's middle is above it, and
beside it the whole dome turned the same way: where the die lies in it and how the dome's outline looks tell
how the camera looks at the die. It was trained by `tools/train_close_look.py` on drawn pictures, and runs on
OpenCV alone.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import quickly_shrunk
from vision.dice.nets.spotter import NUMERAL
from vision.dice.reading import Circle, Point
from vision.nets import read_net

__all__ = ["CLOSE", "FACE", "CloseLook", "Closely", "close_look", "turned"]

CLOSE = 64
"""Side of both of the net's pictures, in pixels."""

FACE = 26.0
"""Side of the die's top in its own picture, in pixels."""

REACH = 1.15
"""How many radii of the dome the other picture shows to each side of its centre."""

FLOOR = 8.0
"""Added to a picture's deviation, so that an even one's noise is not blown up; the training has the same."""

HALF_DIAGONAL = 0.71
"""Of a square, in sides of it, and a little more."""

_LEAN = NUMERAL + 6
"""Which of the net's numbers tells the lean; those before tell the classes, each numeral one of its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Closely:
    """What the close look tells.

    `classes` (10,) are those of a `Spot`, `numerals` (6,) the chances of the numerals 1 to 6 that its last
    one is made of, and `lean` the chance that the die leans.
    """

    classes: NDArray[np.float32]
    numerals: NDArray[np.float32]
    lean: float


def turned(picture: NDArray[np.uint8], centre: Point, scale: float, toward: Point) -> NDArray[np.uint8]:
    """A picture (CLOSE, CLOSE, 3) round a place, at a scale, turned so that another place is above it."""
    right, down = toward[0] - centre[0], toward[1] - centre[1]
    angle = float(np.arctan2(right, -down)) if np.hypot(right, down) > 1 else 0.0
    middle, step = np.array(centre), np.ones(2)
    if scale < 1:
        # Sampling alone would make noise of fine grain: shrink the part that is seen at any turn first.
        # Shrinking by a whole number is far cheaper than by any other; turning does the rest.
        shrink = int(1 / scale) if scale < 0.5 else 1 / scale
        picture, first = _seen_at_any_turn(picture, middle, CLOSE / scale, int(shrink))
        size = [max(round(length / shrink), 1) for length in picture.shape[1::-1]]
        step = np.array(picture.shape[1::-1]) / size
        picture = quickly_shrunk(picture, *size)
        middle = (middle - first + 0.5) / step - 0.5
    cosine, sine = scale * np.cos(angle), scale * np.sin(angle)
    turn = np.array([[cosine, sine], [-sine, cosine]]) * step
    matrix = np.column_stack([turn, (CLOSE - 1) / 2 - turn @ middle])
    shown = cv2.warpAffine(
        picture, matrix, (CLOSE, CLOSE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cv2.cvtColor(shown, cv2.COLOR_GRAY2BGR) if shown.ndim == 2 else shown, np.uint8)


def _seen_at_any_turn(
    picture: NDArray[np.uint8], middle: NDArray[np.float64], side: float, whole: int
) -> tuple[NDArray[np.uint8], NDArray[np.int_]]:
    """The part of a picture that a square round a place may show however it is turned, and its first pixel.

    Its sides are multiples of a `whole` number if they can be.
    """
    size = np.array(picture.shape[1::-1])
    reach = HALF_DIAGONAL * side + whole
    first = np.clip(np.floor(middle - reach), 0, size - 1).astype(int)
    last = np.clip(np.ceil(middle + reach), first, size - 1).astype(int)
    width, height = ((last - first + 1) // whole).clip(1) * whole
    return picture[first[1] : first[1] + height, first[0] : first[0] + width], first


class CloseLook:
    """The net, ready to be asked from any thread.

    Args:
        model: the net as ONNX: (n, 6, CLOSE, CLOSE), die and dome with mean 0 and deviation 1, to (n, 19).
    """

    def __init__(self, model: bytes) -> None:
        self._net = read_net(model)
        self._one_at_a_time = threading.Lock()

    def look(self, picture: NDArray[np.uint8], centre: Point, side: float, dome: Circle) -> Closely:
        """A die with this middle and side (px) under a dome of a grey or BGR picture."""
        middle = (dome.x, dome.y)
        die = turned(picture, centre, FACE / side, middle)
        above = (2 * dome.x - centre[0], 2 * dome.y - centre[1])
        whole = turned(picture, middle, CLOSE / (2 * REACH * dome.r), above)
        shown = np.stack([die, whole]).astype(np.float32)
        shown -= shown.mean(axis=(1, 2, 3), keepdims=True)
        shown /= shown.std(axis=(1, 2, 3), keepdims=True) + np.float32(FLOOR)
        stacked = shown.transpose(0, 3, 1, 2).reshape(1, 6, CLOSE, CLOSE)
        with self._one_at_a_time:
            self._net.setInput(np.ascontiguousarray(stacked))
            told = np.asarray(self._net.forward()[0], np.float32)
        shares = np.exp(told[:_LEAN] - told[:_LEAN].max())
        shares = shares / shares.sum()
        classes = np.append(shares[:NUMERAL], shares[NUMERAL:].sum())
        lean = float(1 / (1 + np.exp(-told[_LEAN])))
        return Closely(np.asarray(classes, np.float32), np.asarray(shares[NUMERAL:], np.float32), lean)


@lru_cache(maxsize=1)
def close_look() -> CloseLook:
    """The net that comes with the product, loaded when first asked for."""
    return CloseLook(files("vision.dice.nets").joinpath("close_look.onnx").read_bytes())
