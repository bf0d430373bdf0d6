"""A real cup: the counter that somebody has drawn is shown to a camera, and read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from firmware_py.errors import DeviceError
from firmware_py.senses.base import Desk
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.frames import Frame, FrameSource
from firmware_py.table.events import CounterSeen
from vision.board.chess.shown import LEAST_PX, Shown, outline_of, read_shown, something_new
from vision.board.place.pose import FloatArray

__all__ = ["CupCamera", "EyeFrames", "Showing"]

_NAP = 0.1
_PAUSE = 0.12
"""Seconds between two looks."""

HELD: Final = 0.25
"""Seconds for which a counter must be read alike, in two pictures at least."""

PUZZLED: Final = 2.5
"""Seconds for which something is held up that cannot be made out, until it is asked for again."""


@dataclass(frozen=True, slots=True)
class Showing:
    """What was shown since a draw is awaited. A value: `after` gives the next one.

    Attributes:
        empty: what the picture showed in rough when the draw was first awaited, or when it was asked again.
        clear: no counter has been in the picture since: what was there before was not drawn now.
        kind, since: the counter that is read, and the second from which on.
        puzzled: the second from which on something is there that is no counter for sure; None if nothing is.
        told: what is to be told of it: a counter, or one that cannot be made out; None for nothing.
    """

    empty: FloatArray | None = None
    clear: bool = False
    kind: str | None = None
    since: float = 0.0
    puzzled: float | None = None
    told: Shown | None = None

    def after(self, at: float, shown: Shown, outline: FloatArray) -> Showing:
        """What it is after one more picture, taken at `at` seconds."""
        empty = outline if self.empty is None else self.empty
        if shown.kind is not None and self.clear:
            if shown.kind != self.kind:
                return replace(self, empty=empty, kind=shown.kind, since=at, puzzled=None, told=None)
            if at - self.since >= HELD:
                return Showing(told=shown)
            return replace(self, told=None)
        there = shown.kind is not None or shown.doubtful or something_new(empty, outline)
        clear = self.clear or (shown.kind is None and not shown.doubtful)
        if not there:
            return Showing(empty, clear)
        puzzled = at if self.puzzled is None else self.puzzled
        if at - puzzled >= PUZZLED:
            return Showing(outline, clear, told=Shown(None, True))
        return Showing(empty, clear, puzzled=puzzled)


class CupCamera:
    """Reads the counter that is held up to a camera while a draw from the cup is awaited.

    Args:
        source: a live source of pictures.
        least: how many pixels a cell of the counter's marker takes at least, so that none of those that lie
            on the board is taken for it; None while that is not known: nothing is read then.
    """

    def __init__(self, source: FrameSource, least: Callable[[], float | None] = lambda: LEAST_PX) -> None:
        self.name = "cup camera"
        self._source, self._least = source, least

    def run(self, desk: Desk) -> None:
        """Watch, and tell what is shown.

        Raises:
            DeviceError: when the camera is not there or was lost.
        """
        self._source.open()
        desk.ready()
        showing, last = Showing(), None
        while desk.wait(0.0):
            if desk.wants().draw is None:
                showing = Showing()
                desk.wait(_NAP)
                continue
            frame = self._source.read()
            if frame is None:
                raise DeviceError(
                    "{camera}: there are no more pictures; enter by hand what is drawn.",
                    camera=self._source.name,
                )
            least = self._least()
            if frame.picture is not last and least is not None:
                last = frame.picture
                showing = showing.after(desk.now(), read_shown(last, least), outline_of(last))
                if showing.told is not None:
                    desk.post(CounterSeen(at=desk.now(), kind=showing.told.kind, source=self.name))
            desk.wait(_PAUSE)

    def close(self) -> None:
        """Release the camera."""
        self._source.close()


class EyeFrames:
    """The pictures that the camera over the board takes anyway, as a source of their own.

    Args:
        eye: has the newest picture.
        wait: sleeps for some seconds.
    """

    live = True

    def __init__(self, eye: BoardEye, wait: Callable[[float], None]) -> None:
        self.name = "board camera"
        self._eye, self._wait = eye, wait
        self._last: NDArray[np.uint8] | None = None

    def open(self) -> None:
        """The camera over the board opens it."""

    def read(self) -> Frame:
        """The newest picture, waited for if it has been given before.

        Raises:
            DeviceError: if none comes.
        """
        for _ in range(_LOOKS):
            newest = self._eye.newest
            if newest is not None and newest is not self._last:
                self._last = newest
                return Frame(newest)
            self._wait(_NAP)
        raise DeviceError("The camera over the board gives no pictures: enter by hand what is drawn.")

    def close(self) -> None:
        """The camera over the board closes it."""


_LOOKS: Final = 40
"""How often a new picture is looked for."""
