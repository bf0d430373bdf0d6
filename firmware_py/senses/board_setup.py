"""Setting the camera over the board up: what it sees with the layout laid over it, and keeping that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from firmware_py.errors import DeviceError, reason_of
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.board_place import BoardPlace, corners_px, load_place, save_place
from hardware.errors import LayoutError
from hardware.layout import Layout, load_layout
from vision.board.place.faults import Fault, faults_of
from vision.board.place.registration import Registration, space_points
from vision.board.reader import BoardReader
from vision.board.seen import NO_FACTS, Facts, SpaceSeen
from vision.errors import PictureError

__all__ = ["BoardSetup", "SetupLook"]

Corners = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class SetupLook:
    """The board in one picture.

    Attributes:
        size: the picture's width and height, pixels.
        reason, facts: what the look tells, a key of the catalogue's board.reason.
        how: by what the board was found; None if it was not.
        corners: the layout's four in pixels, from the upper left clockwise; empty if it was not found.
        error_px: how far off a space may be.
        height_mm, tilt: of the camera over the board, and its degrees off the vertical.
        spaces: where each space is, pixels.
        seen: what stands on each.
        faults: what is wrong with the picture.
    """

    size: tuple[int, int]
    reason: str
    facts: Facts = field(default_factory=lambda: NO_FACTS)
    how: str | None = None
    corners: tuple[tuple[float, float], ...] = ()
    error_px: float = 0.0
    height_mm: float = 0.0
    tilt: float = 0.0
    spaces: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    seen: Mapping[str, SpaceSeen] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


class BoardSetup:
    """The camera over the board, as somebody sets it up. Not for several threads at once.

    Args:
        eye: has the camera's pictures, and is told what was kept.
        board: the board that is played on, by name or file.
        folder: where the calibration is kept.
    """

    def __init__(self, eye: BoardEye, board: str, folder: Path) -> None:
        self._eye, self._usual, self._folder = eye, board, folder

    def picture(self, at: float) -> NDArray[np.uint8] | None:
        """The newest picture (H, W, 3), BGR, at `at` monotonic seconds; None until the camera gives one."""
        self._eye.watch(at)
        return self._eye.newest

    def look(self, picture: NDArray[np.uint8], corners: Corners | None) -> SetupLook:
        """The board in a picture, by the photo of the empty board that it was calibrated with, by the
        layout's own means, or where its corners are pointed at.

        Raises:
            DeviceError: if the layout cannot be used.
        """
        place, _, layout = self._board()
        reader = self._reader(place, layout, corners)
        size = picture.shape[1], picture.shape[0]
        look = reader.look_closely(picture, corners=corners)
        found = look.registration
        if found is None:
            return SetupLook(size, look.seen.reason, look.seen.facts)
        pixels = found.pose.pixels(space_points(layout))
        spaces = {name: (float(x), float(y)) for name, (x, y) in zip(layout.spaces, pixels, strict=True)}
        return SetupLook(
            size,
            look.seen.reason,
            look.seen.facts,
            found.how,
            corners_px(layout, found),
            found.error_px,
            float(found.pose.camera[2]),
            found.pose.tilt,
            spaces,
            look.seen.pieces,
            faults_of(picture, found.pose, layout),
        )

    def save(self, picture: NDArray[np.uint8], corners: Corners | None) -> bool:
        """Keep where the board is in a picture, and follow it from there; False if it cannot be found.

        A photo of the empty board is kept too, unless corners are pointed at instead.

        Raises:
            DeviceError: if it cannot be kept.
        """
        known, board, layout = self._board()
        found = self._reader(known, layout, corners).registrar.find(picture, corners)
        if not isinstance(found, Registration):
            return False
        empty = known.empty if known is not None and corners is None else None
        place = BoardPlace(board, layout.game, found.how, corners_px(layout, found), found.error_px, empty)
        try:
            save_place(self._folder, place, picture, None)
        except OSError as error:
            raise DeviceError(
                "{where}: the calibration cannot be kept: {reason}.",
                where=str(self._folder),
                reason=reason_of(error),
            ) from error
        self._eye.recalibrate()
        return True

    def _board(self) -> tuple[BoardPlace | None, str, Layout]:
        """What was calibrated last, if anything, and its board, else the one that is played on."""
        place = load_place(self._folder)
        board = self._usual if place is None else place.board
        try:
            return place, board, load_layout(board)
        except LayoutError as error:
            raise DeviceError("The board cannot be looked for: {reason}", reason=reason_of(error)) from error

    def _reader(self, place: BoardPlace | None, layout: Layout, corners: Corners | None) -> BoardReader:
        """What finds the board; corners that are pointed at go before tags and print."""
        if corners is not None:
            layout = replace(layout, tags=None, reference=None)
        elif place is not None and place.empty is not None:
            layout = place.layout(layout, self._folder)
        try:
            return BoardReader(layout)
        except PictureError as error:
            raise DeviceError("The board cannot be looked for: {reason}", reason=reason_of(error)) from error
