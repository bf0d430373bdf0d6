"""Print or piece of the same colour, by what a space looks like from near: a small convolutional net's word.

It sees shapes that `relief` beside it has no number for: a mark, a rim, a head that leans over. Colours
are turned and scaled so that those of all players look alike, and spaces so that tops lean upward. The net is
trained by `tools/train_close_ups.py` on boards that `tools/draw_close_ups.py` draws, and runs on OpenCV
alone.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.pieces.colours import ColourCanvas, SingleArray, strength_of
from vision.board.pieces.levels import Level
from vision.board.place.pose import FloatArray
from vision.nets import read_net

SIDE: Final = 28
REACH: Final = 1.7
"""A close-up is so many pixels across, and reaches so many base radii to each side of its middle."""

ALONG: Final = 0.4
FARTHEST: Final = 0.5
"""Its middle lies so far on the way from foot to top, but no more than so many base radii from the foot."""

BLACK: Final = 8.0
"""Added to lightness before its logarithm is taken, so that noise in black does not count."""

MIDDLE: Final = slice(8, 20)
"""Lightness is told against the median of these rows and columns."""

LIGHTEST: Final = 1.5
STRONGEST: Final = 2.0
USUAL: Final = 0.6
"""No more is told of a pixel's lightness, and of its strength in shares of the plastic's, which is about so
much in print and piece."""

LEAN_MOST: Final = 3.0
"""Tops do not lean farther, in base radii, for all that the net knows."""


def close_ups(
    colours: ColourCanvas,
    spaces: FloatArray,
    offsets: FloatArray,
    radius: float,
    taken: npt.NDArray[np.int32],
    asked: npt.NDArray[np.int_],
    levels: Sequence[Level],
) -> SingleArray:
    """What the net sees of spaces `asked` (m,) of all (n, 2), mm, whose tops are seen `offsets` (n, 2), mm,
    off them: (m, 5, SIDE, SIDE).

    `taken` (h, w) names the piece that is seen at each pixel, or -1, `levels` (m) the colour that each is
    printed in. Channels: lightness, strength of that colour, strength across it, other pieces (1 or 0), and
    how far tops lean.
    """
    away = np.linalg.norm(offsets[asked], axis=1, keepdims=True)
    up = np.where(away > 1e-6, offsets[asked] / np.maximum(away, 1e-6), (0.0, 1.0))
    middle = spaces[asked] + np.minimum(ALONG * away, FARTHEST * radius) * up
    steps = REACH * radius * np.linspace(-1.0, 1.0, SIDE)
    right = np.column_stack([up[:, 1], -up[:, 0]])
    across, along = steps[None, :, None] * right[:, None], -steps[None, :, None] * up[:, None]
    places = middle[:, None, None] + across[:, None] + along[:, :, None]
    pixels = colours.frame.pixels(places.reshape(-1, 2)).astype(np.float32).reshape(-1, SIDE, 2)
    lab = cv2.remap(colours.lab, pixels, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = _normalised(np.asarray(lab, np.float32).reshape(-1, SIDE, SIDE, 3), levels)
    width, height = colours.frame.size
    columns, rows = np.round(pixels.reshape(-1, SIDE, SIDE, 2)).astype(int).transpose(3, 0, 1, 2)
    held = taken[np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)]
    others = (held >= 0) & (held != asked[:, None, None])
    lean = np.broadcast_to(np.minimum(away / radius, LEAN_MOST)[..., None] / LEAN_MOST, held.shape)
    return np.stack([*seen, others, lean], axis=1).astype(np.float32)


def _normalised(lab: SingleArray, levels: Sequence[Level]) -> tuple[SingleArray, SingleArray, SingleArray]:
    """Lightness, strength and strength across (m, SIDE, SIDE) of CIE Lab close-ups (m, SIDE, SIDE, 3)."""
    light = np.log(lab[..., 0] + np.float32(BLACK))
    light -= np.median(light[:, MIDDLE, MIDDLE], axis=(1, 2), keepdims=True)
    strength = strength_of(lab)
    hues = np.radians(np.array([level.hue for level in levels], np.float32))[:, None, None]
    full = np.array([level.piece for level in levels], np.float32)[:, None, None]
    own = (strength[..., 0] * np.cos(hues) + strength[..., 1] * np.sin(hues)) / full
    across = (strength[..., 1] * np.cos(hues) - strength[..., 0] * np.sin(hues)) / full
    return (
        np.asarray(np.clip(light, -LIGHTEST, LIGHTEST)),
        np.asarray(np.clip(own, -1.0, STRONGEST) - USUAL),
        np.asarray(np.clip(across, -1.0, 1.0)),
    )


class CloseUpNet:
    """The net, ready to be asked from any thread.

    Args:
        model: the net as ONNX: close-ups (m, 5, SIDE, SIDE) to log-odds (m, 1).
    """

    def __init__(self, model: bytes) -> None:
        self._net = read_net(model)
        self._one_at_a_time = threading.Lock()

    def odds(self, seen: SingleArray) -> FloatArray:
        """The log-odds (m,) that a piece stands there, of close-ups (m, 5, SIDE, SIDE)."""
        if not len(seen):
            return np.zeros(0)
        with self._one_at_a_time:
            self._net.setInput(seen)
            given = self._net.forward()
        return np.asarray(given, np.float64).reshape(-1)


@lru_cache(maxsize=1)
def close_up_net() -> CloseUpNet:
    """The net that comes with the product, loaded when first asked for."""
    return CloseUpNet(files("vision.board.pieces").joinpath("close_ups.onnx").read_bytes())
