"""A camera over a whole table: a drawn board whose pieces and dice the test moves, filmed by a camera."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_py.errors import DeviceError
from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.senses.frames import Frame

__all__ = ["FilmedTable"]

Picture = NDArray[np.uint8]

HAND_FRAMES = 6
"""Pictures for which a hand stays at either place: hands take their time, and a busy machine skips some."""


class FilmedTable:
    """A live source. What happens is drawn beforehand, so that pictures come at a camera's pace.

    Attributes:
        absent, lost, slow, frozen, covered: faults, while they are true.
    """

    name, live = "filmed table", True

    def __init__(self, board: DrawnBoard, fps: float = 30.0) -> None:
        self.board, self._every = board, 1 / fps
        self._lock = threading.Lock()
        self._still = board.picture()
        self._coming: deque[Picture] = deque()
        self._grain = np.random.default_rng(1).integers(0, 5, (4, *self._still.shape), np.uint8)
        self._count = 0
        self.absent = self.lost = self.slow = self.frozen = self.covered = False

    def open(self) -> None:
        if self.absent:
            raise DeviceError("There is no camera number 7.")

    def read(self) -> Frame:
        time.sleep(self._every)
        while self.slow:
            time.sleep(self._every)
        if self.lost:
            raise DeviceError("Camera number 7 gives no more pictures; was it unplugged?")
        with self._lock:
            if self._coming:
                self._still = self._coming.popleft()
            picture = self._still
        if self.covered:
            picture = np.full_like(picture, 9)
        if not self.frozen:
            self._count += 1
        now = time.monotonic()
        return Frame(cv2.add(picture, self._grain[self._count % 4]), "", now, now)

    def close(self) -> None: ...

    def _film(self, pictures: Sequence[Picture]) -> None:
        with self._lock:
            self._coming.extend(pictures)

    def pop(self, value: int) -> None:
        """The dome is pressed; the die tumbles for a moment and shows a value."""
        tumbling = []
        for other in (1, 2, 5, 3, 6, 4):
            self.board.pop(other)
            tumbling.append(self.board.picture())
        self.board.pop(value)
        self._film([*tumbling, self.board.picture()])

    def move(self, origin: str, target: str, *, hand: str | None = None) -> None:
        """A hand comes, moves whatever stands on a space to another, and goes."""
        before = self.board.picture(hand=hand or origin)
        pieces = dict(self.board.pieces)
        pieces[target] = pieces.pop(origin)
        self.board.pieces = pieces
        after = self.board.picture(hand=hand or target)
        self._film([before] * HAND_FRAMES + [after] * HAND_FRAMES + [self.board.picture()])

    def knock(self) -> None:
        """Somebody knocks at the camera."""
        self.board.knock()
        self._film([self.board.picture()])
