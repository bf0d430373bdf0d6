"""The last picture of the dome, kept in memory only, with what was read in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.dice.reading import DiceReading

__all__ = ["Photo", "as_jpeg", "take"]

_LARGEST: Final = 640
_QUALITY: Final = 80
_BRIGHT: Final = (98.0, 235.0)
"""This percentile of what is shown becomes this level: the dome's camera takes its pictures dark."""
_MOST_GAIN: Final = 2.5


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture as JPEG, its width and height, and what was read in it."""

    jpeg: bytes
    size: tuple[int, int]
    verdict: str
    dice: tuple[dict[str, Any], ...]

    @property
    def told(self) -> dict[str, Any]:
        """What the page draws over the picture; boxes are x, y, width, height in its pixels."""
        return {"size": self.size, "verdict": self.verdict, "dice": self.dice}


def as_jpeg(picture: NDArray[np.uint8]) -> bytes:
    """A picture, (H, W) grey or (H, W, 3) BGR, as JPEG, in its own size."""
    import cv2

    return bytes(cv2.imencode(".jpg", _lightened(picture), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes())


def take(picture: NDArray[np.uint8], reading: DiceReading) -> Photo:
    """A picture, (H, W) grey or (H, W, 3) BGR, made small enough for a phone."""
    import cv2

    height, width = picture.shape[:2]
    scale = min(1.0, _LARGEST / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if scale < 1.0 else picture
    _, jpeg = cv2.imencode(".jpg", _lightened(small), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    dice = tuple(
        {
            "value": die.value,
            "flat": die.flat,
            "confidence": round(die.confidence, 3),
            "box": [round(edge * scale) for edge in die.box],
        }
        for die in reading.dice
    )
    return Photo(jpeg.tobytes(), size, reading.verdict, dice)


def _lightened(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture as bright as people like it, if it is dark."""
    import cv2

    percentile, level = _BRIGHT
    gain = min(level / max(float(np.percentile(picture, percentile)), 1.0), _MOST_GAIN)
    return picture if gain <= 1.0 else np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)
