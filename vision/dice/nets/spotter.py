"""The spotter: a small net that looks at a whole dome in colour and finds the dice in it by itself.

It shares nothing with the geometry of pips, and only its way of learning with the second opinion: it sees
colours, the sides of the dice, the dome's outline and the lamps reflected in it, and so tells leaning dice
from slanted views. It was trained by `tools/train_spotter.py` on drawn pictures, and runs on OpenCV alone.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import cut_square, quickly_shrunk
from vision.dice.reading import Circle, Point
from vision.nets import read_net

__all__ = [
    "BLANK",
    "DOT",
    "INPUT",
    "NUMERAL",
    "REACH",
    "Spot",
    "Spotter",
    "dome_square",
    "the_spotter",
    "value_chances",
]

INPUT = 128
"""Side of the net's picture in pixels."""

REACH = 1.15
"""How many radii of the dome it shows to each side of its centre."""

STRIDE = 8
"""Pixels of the net's picture to a cell of its maps."""

TYPICAL_SIDE = 24.0
"""A die's side in the net's picture (px): sizes are told as the logarithm of the ratio to it."""

FLOOR = 8.0
"""Added to a picture's deviation, so that an even one's noise is not blown up; the training has the same."""

LEAST_CHANCE = 0.15
"""Places with a smaller chance of a die are not told."""

APART = 0.6
"""Of places nearer to each other than this share of a side only the likelier is told."""

SOME_CHANCE = 0.3
"""A net that gives all else less than this says little of it."""

BLANK, DOT, NUMERAL = 7, 8, 9
"""Classes beside the values 1 to 6."""

_CLASSES = slice(1, 11)
_LEAN, _SHAPE = 11, slice(12, 17)


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A die that the spotter found, in pixels of the picture it was shown.

    `chance`: that a die is there. `classes` (10,): the chances that what it shows cannot be told, of the pips
    1 to 6, and that it shows a blank face, a red dot, a numeral. `lean`: the chance that it leans. `turn`: of
    its top's edges against the picture's, degrees, -45 to 45.
    """

    centre: Point
    side: float
    turn: float
    chance: float
    classes: NDArray[np.float32]
    lean: float

    @property
    def plainness(self) -> float:
        """How plainly the die is seen: reflected lamps may look like dice, but like none in particular."""
        return self.chance * float(self.classes[1:].max())

    @property
    def shows_pips(self) -> bool:
        """Whether the likeliest value is one of pips: prints look like numerals, blank faces and red dots."""
        return int(self.classes[1:].argmax()) + 1 < BLANK


def value_chances(
    classes: NDArray[np.float32], red_die: bool, *, numerals: bool = True
) -> NDArray[np.float32]:
    """The chances (7,) of no value to be told (0) and of the values 1 to 6; `classes` as those of a `Spot`.

    Where no die with a red dot is in play, a red dot is a one; where no `numerals` are, what is like one is
    anything else that it is like.
    """
    told = classes[:7].copy()
    if not red_die:
        told[1] += classes[DOT]
    if not numerals:
        told /= max(1.0 - float(classes[NUMERAL]), SOME_CHANCE)
    told[0] = max(0.0, 1.0 - float(told[1:].sum()))
    return told


def dome_square(picture: NDArray[np.uint8], dome: Circle) -> tuple[NDArray[np.uint8], float, Point]:
    """The net's picture (INPUT, INPUT, 3) of a dome in a grey or BGR picture; its scale and its corner.

    A place p of it lies at corner + p / scale of the picture; what lies outside the picture repeats its edge.
    """
    side = 2 * max(round(REACH * dome.r), 1)
    window, (left, top) = cut_square(picture, (dome.x, dome.y), side)
    if side > INPUT:
        square = quickly_shrunk(window, INPUT, INPUT)
    else:
        square = np.asarray(cv2.resize(window, (INPUT, INPUT), interpolation=cv2.INTER_LINEAR), np.uint8)
    if square.ndim == 2:
        square = np.asarray(cv2.cvtColor(square, cv2.COLOR_GRAY2BGR), np.uint8)
    scale = INPUT / side
    # The square's first pixel has its centre half a pixel of its own from the corner of the window.
    inward = (1 / scale - 1) / 2
    return square, scale, (left + inward, top + inward)


class Spotter:
    """The net, ready to be asked from any thread.

    Args:
        model: the net as ONNX: pictures (n, 3, INPUT, INPUT), mean 0 and deviation 1, to maps (n, 20, c, c).
    """

    def __init__(self, model: bytes) -> None:
        self._net = read_net(model)
        self._one_at_a_time = threading.Lock()

    def look(self, picture: NDArray[np.uint8], dome: Circle) -> list[Spot]:
        """The dice under a dome of a grey or BGR picture, likeliest first."""
        square, scale, corner = dome_square(picture, dome)
        maps = self._maps(square)
        chances = 1 / (1 + np.exp(-maps[0]))
        peaks = (chances >= cv2.dilate(chances, np.ones((3, 3), np.uint8))) & (chances > LEAST_CHANCE)
        found: list[Spot] = []
        for row, column in sorted(np.argwhere(peaks).tolist(), key=lambda cell: -float(chances[tuple(cell)])):
            spot = _spot(maps, chances, row, column, scale, corner)
            if all(np.hypot(*np.subtract(spot.centre, other.centre)) > APART * other.side for other in found):
                found.append(spot)
        return found

    def _maps(self, square: NDArray[np.uint8]) -> NDArray[np.float32]:
        shown = square.astype(np.float32)
        shown -= shown.mean()
        shown /= shown.std() + np.float32(FLOOR)
        with self._one_at_a_time:
            self._net.setInput(np.ascontiguousarray(shown.transpose(2, 0, 1)[None]))
            return np.asarray(self._net.forward()[0], np.float32)


def _spot(
    maps: NDArray[np.float32],
    chances: NDArray[np.float32],
    row: int,
    column: int,
    scale: float,
    corner: Point,
) -> Spot:
    """What the maps say round a cell: the cells of the same die next to it have a say by their chance."""
    rows = slice(max(row - 1, 0), row + 2)
    columns = slice(max(column - 1, 0), column + 2)
    weights = chances[rows, columns] * (chances[rows, columns] > 0.3 * chances[row, column])
    weights = weights / weights.sum()
    logits = maps[_CLASSES, rows, columns]
    logits = logits - logits.max(axis=0)
    shares = np.exp(logits) / np.exp(logits).sum(axis=0)
    right, down, size, cosine, sine = (float((weights * part).sum()) for part in maps[_SHAPE, rows, columns])
    across = (weights * np.arange(maps.shape[2])[columns][None, :]).sum()
    along = (weights * np.arange(maps.shape[1])[rows][:, None]).sum()
    x, y = STRIDE * (across + right) + (STRIDE - 1) / 2, STRIDE * (along + down) + (STRIDE - 1) / 2
    return Spot(
        centre=(corner[0] + float(x) / scale, corner[1] + float(y) / scale),
        side=TYPICAL_SIDE * float(np.exp(size)) / scale,
        turn=float(np.degrees(np.arctan2(sine, cosine))) / 4,
        chance=float(chances[row, column]),
        classes=np.asarray((weights * shares).sum(axis=(1, 2)), np.float32),
        lean=float((weights / (1 + np.exp(-maps[_LEAN, rows, columns]))).sum()),
    )


@lru_cache(maxsize=1)
def the_spotter() -> Spotter:
    """The net that comes with the product, loaded when first asked for."""
    return Spotter(files("vision.dice.nets").joinpath("spotter.onnx").read_bytes())
