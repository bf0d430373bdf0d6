"""Pictures that commands write: overlays into a folder, sheets into a file."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from firmware_py.errors import UmpireError, reason_of

__all__ = ["OverlayFolder", "save_picture"]


class OverlayFolder:
    """A folder for the overlays of one run: two input files of one name get two names here."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._taken: set[Path] = set()

    def write(self, file: str, drawn: NDArray[np.uint8], moment: str = "") -> None:
        """Write an overlay (H, W, 3), BGR, named after the input file and, of a video, the moment.

        Raises:
            UmpireError: if it cannot be written.
        """
        stem = Path(file).stem + moment
        names = (self._folder / f"{stem}{'' if number == 1 else f'-{number}'}.png" for number in count(1))
        name = next(name for name in names if name not in self._taken)
        self._taken.add(name)
        save_picture(Image.fromarray(cv2.cvtColor(drawn, cv2.COLOR_BGR2RGB)), name)


def save_picture(picture: Image.Image, path: Path) -> None:
    """Write a picture, in the format that the name's end says (PNG where it says none).

    Raises:
        UmpireError: if it cannot be written.
    """
    known = Image.registered_extensions()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        picture.save(path, format=known.get(path.suffix.lower(), "PNG"))
    except (OSError, KeyError) as error:
        raise UmpireError(f"{path}: the picture cannot be written: {reason_of(error)}.") from error
