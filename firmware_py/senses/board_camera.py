"""A camera over the board: it waits until nothing moves, and tells what stands where."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from firmware_py.errors import DeviceError
from firmware_py.senses.base import Desk
from firmware_py.senses.board_eye import BoardEye, Box
from firmware_py.senses.frames import FrameSource
from firmware_py.table import events
from firmware_py.table.events import Back, Failed, HandSeen
from firmware_py.table.wants import WantsBoard
from rules import Problem, problem_of
from vision.board.seen import BoardSeen
from vision.pop import FrameHealth, Motion, Watch

__all__ = ["BoardCamera"]

_NAP = 0.1
_PAUSE = 0.05
"""Seconds between two looks: a hand is over the board for longer."""

_AGAIN = 2.0
"""Seconds after which a board that could not be seen is looked for again, though nothing moved."""


_PATIENT = 5.0
"""The same while something moves all the time."""

_SAME = 0.02
"""A board that lies still is found elsewhere from one look to the next by so much of its own width."""


@dataclass(slots=True)
class _Evening:
    """What one run of the camera knows: of movement, of the camera's health, and of its last look."""

    watch: Watch = field(default_factory=Watch)
    health: FrameHealth = field(default_factory=FrameHealth)
    over: bool = False
    looked_for: WantsBoard | None = None
    blind_since: float | None = None
    trouble: str = ""
    box: Box | None = None

    def watch_over(self, box: Box | None, at: float, picture: NDArray[np.uint8]) -> None:
        """What moves matters within this box only, anywhere if there is none; the watch begins anew with this
        picture, unless the board lies where it lay."""
        if box is not None and self.box is not None:
            slack = _SAME * (self.box[2] - self.box[0])
            if all(abs(now - then) <= slack for now, then in zip(box, self.box, strict=True)):
                return
        if box != self.box:
            self.box = box
            self.watch = Watch().after(at, self.watched(picture))

    def watched(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The part of a picture in which movement matters."""
        left, top, right, bottom = self.box or (0, 0, picture.shape[1], picture.shape[0])
        return picture[top:bottom, left:right]

    def is_due(self, wanted: WantsBoard, at: float) -> bool:
        """Whether the still board is to be looked at."""
        again = self.blind_since is not None and at - self.blind_since >= _AGAIN
        return self.over or again or wanted != self.looked_for


class BoardCamera:
    """Tells a hand over the board, and once it has gone the board itself.

    The board is looked at after every movement, and whenever the table expects another board than before.

    Args:
        source: a live source of pictures.
        eye: reads the board, and finds it again when the camera was knocked.
        recorded: the pictures are a recording or drawn, and may stand quite still.
    """

    def __init__(self, source: FrameSource, eye: BoardEye, *, recorded: bool = False) -> None:
        self.name = "board camera"
        self._source, self.eye, self.recorded = source, eye, recorded
        self._told_lost = False

    def run(self, desk: Desk) -> None:
        """Watch and tell.

        Raises:
            DeviceError: when the camera is not there, was lost or sends one picture for ever.
        """
        try:
            self._run(desk)
        except Exception:
            self._tell_lost(desk)
            raise

    def _run(self, desk: Desk) -> None:
        self._source.open()
        desk.ready()
        evening = _Evening()
        while desk.wait(0.0):
            wanted = desk.wants().board
            if wanted is None and not self.eye.is_watched(desk.now()):
                desk.wait(_NAP)
                continue
            frame = self._source.read()
            if frame is None:
                raise DeviceError("{camera}: there are no more pictures.", camera=self._source.name)
            self._check(evening, desk.now(), frame.picture)
            self.eye.newest = frame.picture
            if wanted is not None and self._knows(wanted, evening, desk):
                self._watch(evening, wanted, frame.picture, desk)
            desk.wait(_PAUSE)

    def _knows(self, wanted: WantsBoard, evening: _Evening, desk: Desk) -> bool:
        """Whether the camera was set up for the board that is played on; it is told when that changes."""
        try:
            self.eye.begin()
            self.eye.check_board(wanted)
            why = Problem("")
        except DeviceError as error:
            why = problem_of(error)
        if why != evening.trouble:
            evening.trouble = why
            at = desk.now()
            desk.post(Failed(at=at, part=self.name, why=why) if why else Back(at=at, part=self.name))
        if why:
            self._tell_lost(desk)
        return not why

    def _tell_lost(self, desk: Desk) -> None:
        """Once until the board is looked at again: nobody can be held to what is seen no more."""
        if not self._told_lost and desk.wants().board is not None:
            lost = BoardSeen(False, None, 0.0, {}, "not_found")
            desk.post(events.BoardSeen(at=desk.now(), seen=lost, source=self.name))
            self._told_lost = True

    def _check(self, evening: _Evening, at: float, picture: NDArray[np.uint8]) -> None:
        """Raises DeviceError when the camera sends one and the same picture."""
        if self.recorded:
            return
        evening.health = evening.health.after(at, picture)
        if evening.health.frozen:
            raise DeviceError(
                "{camera}: it has sent the same picture for 2 s; plug it in anew.", camera=self._source.name
            )

    def _watch(self, evening: _Evening, wanted: WantsBoard, picture: NDArray[np.uint8], desk: Desk) -> None:
        evening.watch = evening.watch.after(desk.now(), evening.watched(picture))
        if evening.watch.motion is Motion.MOVING:
            if not evening.over:
                desk.post(HandSeen(at=desk.now(), over=True))
            evening.over = True
            self._find_meanwhile(evening, picture, desk.now())
        elif evening.is_due(wanted, desk.now()) or self.eye.calibrated_anew():
            evening.over, evening.looked_for = False, wanted
            seen, self._told_lost = self.eye.look(picture), False
            evening.blind_since = None if seen.registered else desk.now()
            box = self.eye.box(*picture.shape[1::-1]) if seen.registered else None
            evening.watch_over(box, desk.now(), picture)
            desk.post(events.BoardSeen(at=desk.now(), seen=seen, source=self.name))
            desk.post(HandSeen(at=desk.now(), over=False))

    def _find_meanwhile(self, evening: _Evening, picture: NDArray[np.uint8], at: float) -> None:
        """Look for a board that is lost though something moves: it may do so beside the board for ever."""
        if evening.blind_since is None or at - evening.blind_since < _PATIENT:
            return
        found = self.eye.look(picture).registered
        evening.blind_since = None if found else at
        evening.watch_over(self.eye.box(*picture.shape[1::-1]) if found else None, at, picture)

    def close(self) -> None:
        """Release the camera."""
        self._source.close()
