"""A camera that sees everything: it notices by itself when the dice roll and when they have come to rest."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from firmware_py.errors import DeviceError
from firmware_py.senses.base import Desk
from firmware_py.senses.dicebox import Told, dice_choice, readable
from firmware_py.senses.dome_spot import NOWHERE, DomeSpot, FindsDome
from firmware_py.senses.frames import Frame, FrameSource
from firmware_py.table.dice import faces_of
from firmware_py.table.events import DiceSeen, Pressed
from firmware_py.table.wants import Wants
from rules import PASS, Dice
from vision.dice.domes.memory import DomeMemory
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading
from vision.pop import (
    FrameFault,
    FrameHealth,
    Lying,
    Motion,
    PopFinder,
    Rest,
    agree,
    frame_fault,
    with_glare,
)

__all__ = ["WatchedDome"]

_NAP = 0.1
_PAUSE = 0.02
"""Seconds between two looks at a camera that gives pictures faster than the eye."""
_IDLE = 0.09
"""The same while nothing happens."""
_RESTLESS = 3.0
"""Seconds without a moment's stillness after which the pictures themselves are doubted: a bad cable makes
them flicker, and nobody could see dice roll or lie in those."""
_WISH = 3.0
"""Seconds for which dice are awaited that were asked for: those that lie still only later are others."""
_SAME_POP = 1.0
"""Seconds after dice were read in which who asks for them only repeats what the camera saw by itself."""
_SPRING = 2.0
"""Seconds for which the spring of a dome that comes up throws the dice."""
_LOOKED_AT = 2.0
"""Seconds of stillness after which dice that nobody has read yet are looked at: a camera has settled then."""
_NEVER_STILL = (FrameFault.BLACK, FrameFault.WHITE, FrameFault.TORN, FrameFault.GRAINY)
_REMEMBERED = 4
"""Pictures of a rest whose readings are kept."""
_NO_BOARD = DiceReading("unsure", (), None, "no_board")
_HARDLY = DiceReading("unsure", (), None, "hardly_moved")


class WatchedDome:
    """The dome under a live source. A pop is told by what it does to the dice, which are read at rest.

    `Pressed` is told as soon as the dice are seen to leave their place, `DiceSeen` once they lie still: after
    two pictures that read alike, or half a second later with why the dice cannot be read. The first one is
    read while it is not yet sure that they lie, and forgotten if they move again.

    Args:
        source: where the pictures come from.
        reader: reads the dice.
        told: is told each picture that was read.
        patient: the source is a recording: it stands still while the table waits for a move, not for dice.
        switched: the dome has a switch: `press` and `release` tell when it goes down and comes up. While it
            is down nothing counts that is seen; once it came up, the next rest does.
        recorded: the pictures may stand quite still, as a camera's never do; so they do if it is `patient`.
        where: where the dome is in pictures of a whole board; None for a camera that sees the dome alone.
    """

    def __init__(
        self,
        source: FrameSource,
        reader: DiceReader,
        told: Told | None = None,
        *,
        patient: bool = False,
        switched: bool = False,
        recorded: bool = False,
        where: FindsDome | None = None,
    ) -> None:
        self.name = source.name
        self.parts: tuple[str, ...] = (self.name,)
        self._source, self._reader, self._told = source, reader, told
        self._patient, self._switched, self._recorded = patient, switched, recorded or patient
        self._where, self._spot = where, NOWHERE
        self._readings: list[tuple[NDArray[np.uint8], DiceReading]] = []
        self._asked = threading.Event()
        self._asked_since: float | None = None
        self._asked_look: NDArray[np.uint8] | None = None
        self._read_at = float("-inf")
        self._ran = False
        self._up_since = self._nobodys_until = float("-inf")
        self._rolling = False
        self._calm_at = float("inf")
        self._last: DiceReading | None = None
        self._lying: Lying | None = None
        self._memory = DomeMemory()

    def press(self, at: float) -> None:
        """Read the dice as they lie now, although nothing was seen to move; with a switch: it went down."""
        del at
        if self._switched:
            self._up_since, self._nobodys_until = float("inf"), float("-inf")
        self._asked.set()

    def release(self, at: float) -> None:
        """The switch of the dome came up at `at` monotonic seconds.

        If no `press` told that it went down, it was held for something else, such as to begin a game: the
        dice that it throws now are no roll.
        """
        if self._up_since != float("inf"):
            self._nobodys_until = at + _SPRING
        self._up_since = at

    def takes(self, wants: Wants) -> bool:
        """Whether a press means something now: dice are wanted that it can read."""
        return readable(wants.dice)

    def run(self, desk: Desk) -> None:
        """Watch, and tell what was popped. Dice that no camera can read are left to others.

        Raises:
            DeviceError: when the source is not there, was lost or has ended, or cannot do the dice wanted.
        """
        again, self._ran = self._ran, True
        self._source.open()
        if again:
            self._forget_wish()  # whoever asked while the camera was away has entered the dice by hand
        desk.ready()
        finder, health, held, away = self._anew(PopFinder.live()), FrameHealth(), False, False
        while desk.wait(0.0):
            wants = desk.wants()
            if not readable(wants.dice) or (self._patient and _choosing(wants)):
                if not readable(wants.dice):
                    away = True
                    self._forget_wish()
                desk.wait(_NAP)
                continue
            if desk.now() < self._nobodys_until:
                away = True
                desk.wait(_NAP)
                continue
            if away and not self._patient:
                # Whatever was popped meanwhile was popped for something else: a dome is a button, too.
                known = finder.place.dome if finder.known else None
                finder, away, held = self._anew(PopFinder.live(known)), False, False
            frame = self._source.read()
            if frame is None:
                raise DeviceError("{camera}: the video has ended; enter the dice by hand.", camera=self.name)
            if self._where is not None:
                cut = self._cut(frame, finder, self._where(), desk)
                if cut is None:
                    continue
                frame, finder = cut
            if self._switched and self._held_down(desk, frame):
                held = True
                continue
            if held:
                finder, held = finder.pressed(), False
            health = health.after(desk.now(), frame.picture)
            if health.frozen and not self._recorded:
                raise DeviceError(
                    "{camera}: it has sent the same picture for 2 s; plug it in anew.", camera=self.name
                )
            if health.repeated and not self._recorded:
                # Nothing new: dice that a stuck camera saw in mid-air, or lying, are not at rest for that.
                desk.wait(_PAUSE)
                continue
            finder = self._after(frame, finder, wants, desk)
            if not self._patient:
                desk.wait(_IDLE if finder.idle and not self._rolling else _PAUSE)

    def _anew(self, finder: PopFinder) -> PopFinder:
        """A finder that knows of no pop: what was told of the dice before says nothing of those it sees."""
        self._rolling, self._last, self._lying, self._readings = False, None, None, []
        return finder

    def _after(self, frame: Frame, finder: PopFinder, wants: Wants, desk: Desk) -> PopFinder:
        """The finder after one more picture, once everything is told that it completes."""
        t = desk.now() if frame.t is None else frame.t
        finder = finder.after(t, frame.picture)
        if finder.watch.motion is not Motion.MOVING and not self._rolling:
            self._calm_at = desk.now()
        if finder.left:
            self._pressed(desk)
        if finder.found is not None:
            return self._deal_with(finder.found, finder, wants, frame, desk)
        if finder.unfinished is not None and finder.unfinished.kind == "popped":
            self._read_once(finder.unfinished.pictures[-1], finder, wants)
        elif finder.settling is not None:
            self._read_once(finder.settling, finder, wants)
        elif (lying := self._asked_for(frame, finder, desk.now())) is not None:
            self._pressed(desk)
            reading = self._look(lying, finder, wants)
            if reading.verdict == "read" and self._known(reading, wants):
                reading = _HARDLY  # nothing was seen to move: these may well be the dice of the last pop
            self._tell(desk, reading, Frame(frame.picture, frame.name, frame.t), finder)
        elif desk.now() - self._calm_at > _RESTLESS and (self._rolling or not _choosing(wants)):
            fault = frame_fault(frame.picture)
            if fault not in _NEVER_STILL and finder.watch.grainy:
                fault = FrameFault.GRAINY
            if fault in _NEVER_STILL:
                self._doubt(fault, frame, finder, desk)
                return finder.answered()
        elif self._lying is None and finder.idle and finder.watch.still(t) > _LOOKED_AT:
            self._lying = Lying(self._read_once(frame.picture, finder, wants), finder.place.dome)
        return finder

    def _doubt(self, fault: FrameFault, frame: Frame, finder: PopFinder, desk: Desk) -> None:
        """Name the fault of pictures that never stand still, whether or not somebody popped meanwhile."""
        known = None if self._rolling else (self._last, self._lying)
        self._pressed(desk)
        reading = DiceReading("unsure", (), None, f"frame_{fault.value}")
        self._tell(desk, reading, Frame(frame.picture, frame.name, frame.t), finder)
        self._calm_at = float("inf")
        if known is not None:
            self._last, self._lying = known  # nobody was seen to pop: what lay there may lie there still

    def _cut(
        self, frame: Frame, finder: PopFinder, spot: DomeSpot | None, desk: Desk
    ) -> tuple[Frame, PopFinder] | None:
        """The dome's part of a picture of the whole board; None while the board cannot be seen."""
        if spot is None:
            if self._asked.is_set():
                self._forget_wish()
                self._pressed(desk)
                self._tell(desk, _NO_BOARD, frame, finder)
            desk.wait(_NAP)
            return None
        if not self._spot.is_near(spot):
            # The camera was set up or knocked: dice that lie there are no new ones, and lamps lie elsewhere.
            self._spot, finder = spot, self._anew(PopFinder.live(spot.cut(frame.picture)[1]))
            self._memory, self._asked_look = self._memory.moved(), None
        return replace(frame, picture=self._spot.cut(frame.picture)[0]), finder

    def _held_down(self, desk: Desk, frame: Frame) -> bool:
        """Whether the dome was down when the picture was taken, or went down since the last look."""
        popped = self._asked.is_set()
        self._forget_wish()
        if popped:
            self._rolling = False  # also told of a dome that is pressed again before its dice were read
            self._pressed(desk)
        taken = desk.now() if frame.taken is None else frame.taken
        return popped or taken <= self._up_since

    def _asked_for(self, frame: Frame, finder: PopFinder, now: float) -> Rest | None:
        """The dice as they lie, in two pictures without motion, if somebody asked to read them.

        A wish is for the dice of that moment: it is forgotten if the dice were or are told anyhow, or do not
        lie still soon.
        """
        if not self._asked.is_set():
            return None
        if self._asked_since is None:
            self._asked_since = now
        told = self._rolling or (not self._patient and now - self._read_at < _SAME_POP)
        if told or now - self._asked_since > _WISH:
            self._forget_wish()
            return None
        first, self._asked_look = self._asked_look, frame.picture if finder.idle else None
        if first is None or self._asked_look is None:
            return None
        self._forget_wish()
        return Rest(frame.t or 0.0, (first, frame.picture))

    def _forget_wish(self) -> None:
        self._asked.clear()
        self._asked_since, self._asked_look = None, None

    def _deal_with(self, rest: Rest, finder: PopFinder, wants: Wants, frame: Frame, desk: Desk) -> PopFinder:
        """Read the dice of a rest, and tell them unless a closer look is to follow, or nothing was popped."""
        reading = _HARDLY if rest.kind == "hardly_moved" else self._look(rest, finder, wants)
        if reading.verdict != "read" and not rest.final:
            return finder
        now = Lying(reading, finder.place.dome)
        told = self._told_of(rest, now, wants)
        if told is not None:
            self._pressed(desk)
            self._tell(desk, told, Frame(rest.pictures[0], frame.name, rest.t), finder)
        if told is None or told is _HARDLY:
            self._lying = now if reading.verdict == "read" else None
        return finder if rest.final else finder.accepted()

    def _told_of(self, rest: Rest, now: Lying, wants: Wants) -> DiceReading | None:
        """What is told of a rest; None if nothing was popped.

        A finger that points at the die, a shadow and a lamp change the picture, too. Dice that lie as they
        lay are none that were popped, but that the table may still wait for them since they were refused.
        """
        before, reading = self._lying, now.reading
        awaited = before is not None and before.reading.verdict != "read" and wants.unread
        slid = rest.kind == "popped" and not rest.thrown
        if before is None and reading.verdict == "read" and slid:
            return _HARDLY  # nobody knows what lay there
        if before is not None and reading.verdict == "read" and not awaited:
            same = self._known(reading, wants) or reading.values == before.reading.values
            if before.stayed(now):
                if same:
                    return _HARDLY if self._rolling else None
                if self._switched or not self._rolling:
                    return _HARDLY  # seen to turn they would be others, but nobody saw that
            elif slid and (same or before.reading.verdict != "read"):
                return _HARDLY
        if rest.kind == "unlike" and not self._rolling and not self._new(now, wants):
            return None
        return reading

    def _new(self, now: Lying, wants: Wants) -> bool:
        """Whether these are surely other dice than those read last, or entered by hand since."""
        reading, last = now.reading, self._last
        if reading.verdict != "read" or last is None:
            return False
        if self._known(reading, wants):
            return self._lying is not None and self._lying.went(now)
        return last.verdict == "read" or wants.unread

    def _known(self, reading: DiceReading, wants: Wants) -> bool:
        """Whether dice that could be read show what was told last, or what the table took last."""
        last, dice = self._last, wants.dice
        shown = (reading.verdict, reading.values, reading.red)
        if last is not None and shown == (last.verdict, last.values, last.red):
            return True
        return wants.lying is not None and dice is not None and faces_of(reading, dice.kinds) == wants.lying

    def _look(self, rest: Rest, finder: PopFinder, wants: Wants) -> DiceReading:
        fault = frame_fault(rest.pictures[-1])
        if fault is not None:
            return DiceReading("unsure", (), None, f"frame_{fault.value}")
        reading = agree([self._read_once(picture, finder, wants) for picture in rest.pictures])
        return with_glare(reading, rest.pictures[-1], finder.place.dome)

    def _read_once(self, picture: NDArray[np.uint8], finder: PopFinder, wants: Wants) -> DiceReading:
        """What a picture of a rest shows. The first is read while the next one is awaited."""
        known = next((reading for seen, reading in self._readings if seen is picture), None)
        if known is None:
            choice = dice_choice(wants.dice or Dice("d6"))
            slant = self._spot.slant if self._where is not None else 0.0
            known = self._reader.read(
                picture, dice=choice, dome=finder.place.dome, slant=slant, memory=self._memory
            )
            self._readings = [*self._readings[-_REMEMBERED:], (picture, known)]
        return known

    def _pressed(self, desk: Desk) -> None:
        if not self._switched:
            self._forget_wish()  # a switch tells of a pop of its own
        if not self._rolling:
            self._rolling, self._calm_at = True, desk.now()
            desk.post(Pressed(at=desk.now()))

    def _tell(self, desk: Desk, reading: DiceReading, frame: Frame, finder: PopFinder) -> None:
        if finder.place.dome is not None:
            self._memory = self._memory.after(frame.picture, finder.place.dome, reading)
        if not self._switched:
            self._forget_wish()
        self._rolling, self._readings = False, []
        if reading is not _HARDLY:
            self._last, self._lying = reading, Lying(reading, finder.place.dome)
        self._read_at = desk.now() if reading.verdict == "read" else float("-inf")
        desk.post(DiceSeen(at=desk.now(), reading=reading, source=self.name))
        if self._told:
            self._told(frame, reading)

    def close(self) -> None:
        """Release the source."""
        self._source.close()


def _choosing(wants: Wants) -> bool:
    return any(answer != PASS for answer in wants.buttons)
