"""A camera over the board: it waits until nothing moves, and tells what stands where."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from firmware_py.errors import DeviceError
from firmware_py.senses.base import Desk
from firmware_py.senses.frames import FrameSource
from firmware_py.table import events
from firmware_py.table.events import HandSeen
from firmware_py.table.wants import WantsBoard
from rules import Pieces
from vision.board.moves import homes_alike
from vision.board.seen import BoardSeen
from vision.board.watcher import BoardWatcher
from vision.pop import Motion, Watch

__all__ = ["BoardCamera", "BoardReading"]

_NAP = 0.1
_PAUSE = 0.05
"""Seconds between two looks: a hand is over the board for longer."""


class BoardReading:
    """Reads one board again and again, with what is known of it.

    The state of a game counts the men of a home and does not know their holes: those are remembered from
    look to look.
    """

    def __init__(self, watcher: BoardWatcher) -> None:
        self._watcher = watcher
        self._last: BoardSeen | None = None

    def look(self, picture: NDArray[np.uint8], expected: Pieces) -> BoardSeen:
        """What a picture (H, W, 3), BGR, shows of a board that should stand as `expected`."""
        tops = {space: str(stack[-1]) for space, stack in expected.items() if stack}
        if self._last is not None:
            for group in homes_alike(self._last.pieces):
                tops = _in_their_holes(tops, group, self._last)
        seen = self._watcher.look(picture, history=tops)
        if seen.registered:
            self._last = seen
        return seen


def _in_their_holes(tops: dict[str, str], group: Sequence[str], last: BoardSeen) -> dict[str, str]:
    """The men of one home, as many as the state has, in the holes where they were seen last."""
    men = [tops[space] for space in group if space in tops]
    if not men:
        return tops
    likeliest = sorted(group, key=lambda space: -last.pieces[space].likelihoods.get(men[0], 0.0))
    others = {space: top for space, top in tops.items() if space not in group}
    return others | dict(zip(likeliest, men, strict=False))


class BoardCamera:
    """Tells a hand over the board, and once it has gone the board itself.

    The board is looked at after every movement, and whenever the table expects another board than before.

    Args:
        source: a live source of pictures.
        watcher: reads the board, and finds it again when the camera was knocked.
    """

    def __init__(self, source: FrameSource, watcher: BoardWatcher) -> None:
        self.name = "board camera"
        self._source, self._reading = source, BoardReading(watcher)

    def run(self, desk: Desk) -> None:
        """Watch and tell.

        Raises:
            DeviceError: when the camera is not there or was lost.
        """
        self._source.open()
        desk.ready()
        watch, over = Watch(), False
        looked_for: WantsBoard | None = None
        while desk.wait(0.0):
            wanted = desk.wants().board
            if wanted is None:
                desk.wait(_NAP)
                continue
            frame = self._source.read()
            if frame is None:
                raise DeviceError(f"{self._source.name}: there are no more pictures.")
            watch = watch.after(desk.now(), frame.picture)
            if watch.motion is Motion.MOVING:
                if not over:
                    desk.post(HandSeen(at=desk.now(), over=True))
                over = True
            elif over or wanted != looked_for:
                over, looked_for = False, wanted
                seen = self._reading.look(frame.picture, wanted.expected)
                desk.post(events.BoardSeen(at=desk.now(), seen=seen, source=self.name))
                desk.post(HandSeen(at=desk.now(), over=False))
            desk.wait(_PAUSE)

    def close(self) -> None:
        """Release the camera."""
        self._source.close()
