"""Where the board lies in its camera's picture, as `umpire calibrate` found it, kept for every evening."""

from __future__ import annotations

import json
import math
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_py.errors import DeviceError, reason_of
from hardware.errors import LayoutError
from hardware.layout import Layout, Reference, load_layout
from vision.board.chess.chess_reader import ChessReader
from vision.board.place.registration import Registration
from vision.board.watcher import BoardWatcher
from vision.errors import PictureError
from vision.pictures import load_picture

__all__ = ["BoardPlace", "calibrated", "corners_px", "load_place", "primed_watcher", "save_place"]

FILE: Final = "board.json"
PICTURE: Final = "board.png"
EMPTY_BOARD: Final = "board-empty.png"


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A board in the picture of a camera.

    Attributes:
        board: the layout, by name or file.
        game: the layout's game.
        how: by what it was found: tags, reference or corners.
        corners: the layout's four in pixels, from the upper left clockwise.
        error_px: how far off a space may be (root mean square).
        empty: mm a pixel, and the dome's centre (x, y) in pixels, of a straightened picture of the empty
            board that lies beside the file; None without one.
    """

    board: str
    game: str
    how: str
    corners: tuple[tuple[float, float], ...]
    error_px: float
    empty: tuple[float, float, float] | None = None

    def layout(self, known: Layout, folder: Path) -> Layout:
        """The layout with the means of finding it that were chosen: what has no tags is not searched for
        them."""
        if self.empty is not None:
            scale, x, y = self.empty
            return replace(known, tags=None, reference=Reference(folder / EMPTY_BOARD, scale, (x, y)))
        return replace(known, tags=None, reference=None) if self.how == "corners" else known


def save_place(
    folder: Path, place: BoardPlace, picture: NDArray[np.uint8], empty: NDArray[np.uint8] | None
) -> Path:
    """Keep a place with the picture (H, W, 3), BGR, that it was found in; returns the file.

    Raises:
        OSError: if it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / PICTURE, _png(picture))
    if empty is not None:
        _write(folder / EMPTY_BOARD, _png(empty))
    file = folder / FILE
    _write(file, json.dumps(asdict(place), indent=1).encode())
    return file


def load_place(folder: Path) -> BoardPlace | None:
    """The place kept in a folder; None where none is.

    Raises:
        DeviceError: if the file is damaged.
    """
    file = folder / FILE
    try:
        return _place(json.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise DeviceError(
            "{where}: it cannot be used ({reason}); run `umpire calibrate` again.",
            where=str(file),
            reason=reason_of(error),
        ) from error


def primed_watcher(layout: Layout, place: BoardPlace | None, folder: Path) -> BoardWatcher:
    """A watcher that knows the board from the calibration, so that it need only follow it.

    Raises:
        PictureError: if the layout's reference picture cannot be read.
    """
    if place is None:
        return BoardWatcher(layout)
    watcher = BoardWatcher(place.layout(layout, folder))
    try:
        picture = load_picture(folder / PICTURE)
    except PictureError:
        return watcher  # the tags or the print find the board without it
    watcher.find(picture, place.corners)
    return watcher


def calibrated(folder: Path, usual: Layout) -> tuple[Layout, BoardWatcher | ChessReader]:
    """The board that was calibrated last, else the usual one, and what reads it: for a `BoardEye`.

    A chessboard needs no calibration: its tags or its squares tell where it lies.

    Raises:
        DeviceError: if nothing tells where the board lies, or what was kept cannot be used.
    """
    try:
        if usual.game == "gearhead":
            return usual, ChessReader(usual)
        place = load_place(folder)
        layout = usual if place is None else load_layout(place.board)
        if place is None and layout.tags is None and layout.reference is None:
            raise DeviceError(
                "The camera over the board has not been shown the board yet: run `umpire "
                "calibrate --board {what}`, or calibrate on the page. The moves are chosen by "
                "button or page meanwhile.",
                what=layout.name,
            )
        return layout, primed_watcher(layout, place, folder)
    except (LayoutError, PictureError) as error:
        raise DeviceError("The board cannot be looked for: {reason}", reason=reason_of(error)) from error


def corners_px(layout: Layout, found: Registration) -> tuple[tuple[float, float], ...]:
    """Where the layout's corners lie in the picture."""
    pixels = found.pose.pixels(np.array(layout.corners))
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in pixels)


def _place(read: Any) -> BoardPlace:
    corners = tuple((float(x), float(y)) for x, y in read["corners"])
    empty = read.get("empty")
    scale_and_centre = None if empty is None else tuple(float(value) for value in empty)
    numbers = (*(value for corner in corners for value in corner), *(scale_and_centre or ()))
    if len(corners) != 4 or not all(map(math.isfinite, numbers)):
        raise ValueError("its corners are no four points")
    if scale_and_centre is not None and (len(scale_and_centre) != 3 or scale_and_centre[0] <= 0):
        raise ValueError("its picture of the empty board has no scale")
    return BoardPlace(
        str(read["board"]),
        str(read["game"]),
        str(read["how"]),
        corners,
        float(read["error_px"]),
        scale_and_centre,
    )


def _png(picture: NDArray[np.uint8]) -> bytes:
    return cv2.imencode(".png", picture)[1].tobytes()


def _write(file: Path, content: bytes) -> None:
    """Write a file so that a power cut leaves the old one or the new one."""
    fresh = file.with_suffix(file.suffix + ".new")
    with fresh.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(file)
