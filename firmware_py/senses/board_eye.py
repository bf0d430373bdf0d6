"""What is known of one board in the pictures of one camera: for the referee, the dice, the calibration."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from firmware_py.errors import DeviceError
from firmware_py.senses.dome_spot import DomeSpot
from firmware_py.table.wants import WantsBoard
from hardware.layout import Layout
from vision.board.dome import dome_circle
from vision.board.place.registration import Registration
from vision.board.seen import BoardSeen

if TYPE_CHECKING:
    from vision.board.chess.chess_reader import ChessReader
    from vision.board.watcher import BoardWatcher

__all__ = ["BoardEye", "Box"]

_WATCHED = 5.0
"""Seconds for which pictures are taken after somebody asked for one."""


_ROOM = 0.03
"""How far beyond the board something that moves is still taken for a hand over it, in the board's lengths."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, pixels."""


class BoardEye:
    """One board under one camera. The readings are shared by the threads that ask for them.

    Args:
        known: makes a reader of the board as it was calibrated last, and the layout that it reads; it may
            raise DeviceError saying what is missing.
    """

    def __init__(self, known: Callable[[], tuple[Layout, BoardWatcher | ChessReader]]) -> None:
        self._known = known
        self._lock = threading.Lock()
        self._watcher: BoardWatcher | ChessReader | None = None
        self._found: Registration | None = None
        self._layout: Layout | None = None
        self._anew = False
        self.newest: NDArray[np.uint8] | None = None
        """The newest picture, for whoever sets the camera up."""
        self._watched_until = float("-inf")

    @property
    def layout(self) -> Layout | None:
        """The board that is looked for; None before the first `begin`."""
        return self._layout

    @property
    def found(self) -> Registration | None:
        """Where the board was when it was last seen; None before that."""
        return self._found

    def box(self, width: int, height: int) -> Box | None:
        """The board's place in pictures of this size, with a little room; None if it was not seen yet."""
        if self._layout is None or self._found is None:
            return None
        every = np.array([*self._layout.corners, *self._layout.spaces.values()])
        pixels = self._found.pose.pixels(every)
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        room = _ROOM * (high - low)
        (left, top), (right, bottom) = (low - room).tolist(), (high + room).tolist()
        box = max(0, int(left)), max(0, int(top)), min(width, int(right)), min(height, int(bottom))
        return box if box[0] < box[2] and box[1] < box[3] else None

    def watch(self, at: float) -> None:
        """Somebody looks at the pictures at `at` monotonic seconds, though the table may not need them."""
        self._watched_until = at + _WATCHED

    def is_watched(self, at: float) -> bool:
        """Whether somebody looks at the pictures."""
        return at < self._watched_until

    def begin(self) -> None:
        """Take the board as it was calibrated last.

        Raises:
            DeviceError: if it was not calibrated and cannot be found without that.
        """
        with self._lock:
            if self._watcher is None:
                self._layout, self._watcher = self._known()

    def recalibrate(self) -> None:
        """Take the board as it was calibrated just now.

        Raises:
            DeviceError: see `begin`.
        """
        layout, watcher = self._known()
        with self._lock:
            self._layout, self._watcher, self._found, self._anew = layout, watcher, None, True

    def calibrated_anew(self) -> bool:
        """Whether the board was calibrated since this was asked last."""
        anew, self._anew = self._anew, False
        return anew

    def check_board(self, wanted: WantsBoard) -> None:
        """See that the table plays on the board that the camera was set up for.

        Raises:
            DeviceError: if it does not.
        """
        layout = self._layout
        if layout is None or (wanted.game, wanted.seats) in ((layout.game, layout.seats), ("", ())):
            return
        if wanted.game == layout.game and not wanted.seats:
            return
        raise DeviceError(
            "The camera over the board was set up for {what} ({game}), and another board is "
            "played on: name it as table.board, or run `umpire calibrate` with the other. The "
            "moves are chosen by button or page meanwhile.",
            what=layout.name,
            game=layout.game,
        )

    def look(self, picture: NDArray[np.uint8]) -> BoardSeen:
        """What a picture (H, W, 3), BGR, shows of the board."""
        with self._lock:
            assert self._watcher is not None, "begin() comes first"
            look = self._watcher.look_closely(picture)
            self._found = look.registration or self._found
            return look.seen

    def dome(self) -> DomeSpot | None:
        """Where the dome was when the board was last seen; None before that, and on a board without one."""
        return None if self._layout is None else _spot(self._layout, self._found)

    def dome_in(self, picture: NDArray[np.uint8]) -> DomeSpot | None:
        """Where the dome is in a picture (H, W, 3), BGR; None where the board cannot be seen in it.

        Raises:
            DeviceError: see `begin`.
        """
        self.begin()
        with self._lock:
            assert self._watcher is not None
            assert self._layout is not None
            found = self._watcher.find(picture)
            return _spot(self._layout, found if isinstance(found, Registration) else None)


def _spot(layout: Layout, found: Registration | None) -> DomeSpot | None:
    circle = None if found is None else dome_circle(layout, found)
    return None if circle is None or found is None else DomeSpot(circle, found.pose.tilt)
