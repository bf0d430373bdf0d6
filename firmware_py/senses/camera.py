"""A camera that sees everything: it notices by itself when the dice roll and when they have come to rest."""

from __future__ import annotations

import threading

from firmware_py.errors import DeviceError
from firmware_py.senses.base import Desk
from firmware_py.senses.dicebox import Told, dice_choice
from firmware_py.senses.frames import Frame, FrameSource
from firmware_py.table.events import DiceSeen, Pressed
from firmware_py.table.wants import Wants
from rules import PASS
from vision.dice.reader import DiceReader
from vision.pop import Motion, Rest, RestFinder, agree

__all__ = ["WatchedDome"]

_NAP = 0.1
_PAUSE = 0.02
"""Seconds between two looks at a camera that gives pictures faster than the eye."""


class WatchedDome:
    """The dome under a live source. A pop is a movement; the dice are read in the first pictures of the rest.

    Args:
        source: where the pictures come from.
        reader: reads the dice.
        told: is told each picture that was read.
        patient: the source is a recording: it stands still while the table waits for a move, not for dice.
        switched: the dome has a switch: `press` and `release` tell when it goes down and comes up. While it
            is down nothing counts that is seen, and a rest counts only if something moved after it came up.
    """

    def __init__(
        self,
        source: FrameSource,
        reader: DiceReader,
        told: Told | None = None,
        *,
        patient: bool = False,
        switched: bool = False,
    ) -> None:
        self.name = source.name
        self._source, self._reader, self._told = source, reader, told
        self._patient, self._switched = patient, switched
        self._asked = threading.Event()
        self._up_since = float("-inf")

    def press(self, at: float) -> None:
        """Read the dice as they lie now, although nothing was seen to move; with a switch: it went down."""
        del at
        if self._switched:
            self._up_since = float("inf")
        self._asked.set()

    def release(self, at: float) -> None:
        """The switch of the dome came up at `at` monotonic seconds."""
        self._up_since = at

    def run(self, desk: Desk) -> None:
        """Watch, and tell what was popped.

        Raises:
            DeviceError: when the source is not there, was lost or has ended, or cannot do the dice wanted.
        """
        self._source.open()
        desk.ready()
        finder, rolling = RestFinder(), False
        while desk.wait(0.0):
            wants = desk.wants()
            if wants.dice is None or (self._patient and _choosing(wants)):
                desk.wait(_NAP)
                continue
            frame = self._source.read()
            if frame is None:
                raise DeviceError(f"{self.name}: the video has ended; enter the dice by hand.")
            if self._switched and self._held_down(desk, frame):
                finder, rolling = RestFinder(), True
                continue
            finder = finder.after(desk.now() if frame.t is None else frame.t, frame.picture)
            if finder.watch.motion is Motion.MOVING and not rolling:
                desk.post(Pressed(at=desk.now()))
                rolling = True
            found = finder.found or self._asked_for(finder, frame, desk, rolling)
            if found is not None:
                self._tell(desk, wants, found, frame.name)
                rolling = finder.watch.motion is Motion.MOVING
            if not self._patient:
                desk.wait(_PAUSE)

    def _held_down(self, desk: Desk, frame: Frame) -> bool:
        """Whether the dome was down when the picture was taken, or went down since the last look."""
        popped = self._asked.is_set()
        self._asked.clear()
        if popped:
            desk.post(Pressed(at=desk.now()))
        taken = desk.now() if frame.taken is None else frame.taken
        return popped or taken <= self._up_since

    def _asked_for(self, finder: RestFinder, frame: Frame, desk: Desk, rolling: bool) -> Rest | None:
        if rolling or finder.watch.motion is not Motion.QUIET or not self._asked.is_set():
            return None
        self._asked.clear()
        desk.post(Pressed(at=desk.now()))
        return Rest(frame.t or 0.0, (frame.picture,))

    def _tell(self, desk: Desk, wants: Wants, found: Rest, name: str) -> None:
        if wants.dice is None:
            return
        choice = dice_choice(wants.dice)
        reading = agree([self._reader.read(picture, dice=choice) for picture in found.pictures])
        if self._told:
            self._told(Frame(found.pictures[0], name, found.t), reading)
        desk.post(DiceSeen(at=desk.now(), reading=reading, source=self.name))

    def close(self) -> None:
        """Release the source."""
        self._source.close()


def _choosing(wants: Wants) -> bool:
    return any(answer != PASS for answer in wants.buttons)
