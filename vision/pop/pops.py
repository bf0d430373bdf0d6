"""Pops in a series of pictures, and what looks like one and is none: a pure state machine.

A pop is told by what it leaves behind: dice that lie otherwise than before, on a board that is as it was. So
a shadow that passed, a table that was nudged and a dome that was held down are none, however much moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import in_grey
from vision.dice.reading import Circle
from vision.pop.place import Change, Place, View, find_place
from vision.pop.watch import Motion, Watch, WatchSettings

__all__ = ["LIVE", "PopFinder", "PopPhase", "PopSettings", "Rest", "rests"]

Picture = NDArray[np.uint8]
RestKind = Literal["popped", "hardly_moved", "unlike", "still"]


class PopPhase(Enum):
    """Where a pop stands.

    HAND: something covers the board round the dome, such as a hand. TUMBLING: the dice are in motion.
    SETTLING: nothing has moved for a moment, too short yet to call it rest. REST: the dice lie.
    """

    QUIET = "quiet"
    HAND = "hand"
    TUMBLING = "tumbling"
    SETTLING = "settling"
    REST = "rest"


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A time when nothing moved: when it began, in seconds, and its first pictures.

    Attributes:
        kind: "popped": the dice lie otherwise than before. "hardly_moved": they were stirred, but so little
            that it may have been no pop: to be asked about. "unlike": the whole picture is another one, as
            after a lamp is switched on, or the camera was bumped. "still": nothing ever moved.
        final: there will be no more pictures of this rest; a refusal is then a refusal.
        thrown: whether the dice were seen to tumble, or a hand over the dome: else they may have slid.
    """

    t: float
    pictures: tuple[Picture, ...]
    kind: RestKind = "popped"
    final: bool = True
    thrown: bool = False


@dataclass(frozen=True, slots=True)
class PopSettings:
    """The numbers by which a pop is known.

    Attributes:
        looks: pictures of a rest before it is told.
        more_looks: how many more there are, the last of them at the earliest `patience` seconds after all
            came to rest, if the first ones could not be read; 0 for none.
        stirred, popped: shares of the dome's pixels whose form differs after the dice were stirred, or
            popped: at most 0.02 and at least 0.038 in drawn pictures.
        sound: shares of the board round the dome and of its rim that differ at most while only dice move.
        followed: the same after a bumped camera's shift was taken out; it may have turned a little too.
        covered: share of the pixels round the dome that differ while a hand is there. A man who is moved from
            beside the dome makes 0.08.
        unseen: seconds of stillness after which dice count that were not seen to leave: a hand that comes
            near may stop for a moment.
        unlike_after: seconds of stillness after which a covered board is held to be another one.
        early: whether a picture of dice that seem to lie, but may not have settled, is the first look at
            their rest once they have.
    """

    looks: int = 3
    more_looks: int = 0
    patience: float = 0.0
    stirred: float = 0.0035
    popped: float = 0.03
    sound: tuple[float, float] = (0.02, 0.08)
    followed: tuple[float, float] = (0.06, 0.16)
    covered: float = 0.15
    unseen: float = 0.35
    unlike_after: float = 3.0
    early: bool = False

    def covers(self, change: Change, *, whole: bool) -> bool:
        """Whether something lies over the board; `whole`: the place is the whole picture, without a dome."""
        return max(change.around, change.inside if whole else 0.0) > self.covered

    def sounds(self, change: Change, *, whole: bool) -> bool:
        """Whether nothing but dice differs."""
        around, rim = self.sound
        return change.around < (_DICE_OF_THE_WHOLE if whole else around) and change.rim < rim

    def tumbles(self, change: Change, *, whole: bool) -> bool:
        """Whether dice tumble, by what changed from one picture to the next."""
        return change.inside >= _FAST * self._popped(whole=whole)

    def kind(self, change: Change, *, whole: bool) -> RestKind | None:
        """What a change means for the dice; None for nothing."""
        if change.inside < (_NOISE_OF_THE_WHOLE if whole else self.stirred):
            return None
        return "hardly_moved" if change.inside < self._popped(whole=whole) else "popped"

    def _popped(self, *, whole: bool) -> float:
        return _OF_THE_WHOLE * self.popped if whole else self.popped


_OF_THE_WHOLE = 0.2
"""How large a dome is at most in a picture in which none was found."""

_NOISE_OF_THE_WHOLE = 0.0035
"""Share of a whole picture that noise may change."""

_DICE_OF_THE_WHOLE = 0.05
"""Share of a whole picture that dice cover at most, where they lay and where they lie."""

LIVE = PopSettings(looks=2, more_looks=2, patience=0.5, early=True)
"""For a camera at the table: dice that are clear to see are told within 0.15 s of their rest, at 30 pictures
a second; what is refused gets a second chance, for a die on its edge falls within 0.2 s."""

_LIVE_SETTLE = 0.09
_CLEARLY = 2
"""Dice are seen to leave, or a hand to be there, in so many pictures in a row: half a picture may show a
shadow's edge, and one a knock."""
_FAST = 0.5
"""Dice that tumble change so much of the share that tells a pop, from each picture to the next."""


@dataclass(frozen=True, slots=True)
class PopFinder:
    """What is known after the pictures so far. Begin with `PopFinder()` and go on with `after`.

    Attributes:
        settings: the numbers.
        watch: moving or still.
        place: where the dice are.
        phase: where a pop stands.
        left: whether the dice were clearly seen to leave their place since the last rest.
        found: the rest that the latest picture completed; None after every other picture.
        moved: whether anything has moved at all.
        known: whether the place was given, and is not to be looked for.
        settling: the first picture since the dice seem to lie: a look at them if they do not move again.
        handled: whether something came over the board since the last rest.
    """

    settings: PopSettings = field(default_factory=PopSettings)
    watch: Watch = field(default_factory=Watch)
    place: Place = field(default_factory=Place)
    phase: PopPhase = PopPhase.QUIET
    left: bool = False
    found: Rest | None = None
    moved: bool = False
    known: bool = False
    settling: Picture | None = None
    handled: bool = False
    _before: View | None = None
    _latest: View | None = None
    _earlier: tuple[Place, View] | None = None
    _shape: tuple[int, ...] = ()
    _open: Rest | None = None
    _told: bool = False
    _tumbles: int = 0
    _covered: int = 0

    @staticmethod
    def live(dome: Circle | None = None) -> PopFinder:
        """A finder for a camera at the table: quick where the dice are clear to see.

        `dome` is where the dome is, if that is known; it is then not looked for.
        """
        finder = PopFinder(LIVE, Watch(settings=WatchSettings(settle=_LIVE_SETTLE)))
        return finder if dome is None else replace(finder, place=Place(dome), known=True)

    def after(self, t: float, picture: Picture) -> PopFinder:
        """The finder after one more picture: `t` seconds, `picture` (H, W) grey or (H, W, 3) BGR."""
        if self._before is None or self._shape != picture.shape:
            place = self.place if self.known else find_place(picture)
            return replace(
                self,
                watch=self.watch.after(t, picture),
                place=place,
                phase=PopPhase.QUIET,
                left=False,
                found=None,
                _before=place.view(picture),
                _earlier=None,
                _shape=picture.shape,
                _open=Rest(t, (picture,), "still"),
            )
        grey = in_grey(picture)
        now = replace(self, watch=self.watch.after(t, grey), found=None)
        if now.watch.motion is Motion.MOVING:
            return now._moving(t, picture, grey)
        if now.watch.motion is Motion.REST:
            return now._rested(t, picture)
        return now._looked(t, picture)

    def accepted(self) -> PopFinder:
        """The finder after its `found` was read: no more looks are needed, later ones are compared to it."""
        rest = self.found or self._open
        return self if rest is None else self._settled(rest.pictures[-1])

    def pressed(self) -> PopFinder:
        """The finder after a switch told that the dome went down: the next rest counts, moved or not."""
        watch = self.watch.stirred()
        return replace(self, watch=watch, left=True, moved=True, settling=None, _open=None, _told=False)

    def answered(self) -> PopFinder:
        """The finder after something was told of dice that never came to rest: they are not told anew."""
        return replace(self, left=False, handled=False, settling=None, _tumbles=0, _covered=0)

    @property
    def idle(self) -> bool:
        """Whether nothing moves and nothing is waited for: pictures need not come quickly."""
        return self.phase is PopPhase.QUIET and self.watch.motion is not Motion.MOVING

    @property
    def unfinished(self) -> Rest | None:
        """The rest that the series ended in, if not found yet; the whole series if nothing ever moved."""
        return None if self._told else self._open

    # -- what follows --------------------------------------------------------------------------------

    def _moving(self, t: float, picture: Picture, grey: Picture) -> PopFinder:
        cut_short = self._cut_short(t)
        if cut_short is None:
            return replace(self, moved=True, _open=None)._moving_on(picture, grey)
        return replace(self._settled(cut_short.pictures[-1]), found=cut_short)._moving_on(picture, grey)

    def _cut_short(self, t: float) -> Rest | None:
        """The rest of dice that are popped again before all looks were taken; None if they hardly lay.

        Of dice that stood still in one picture only a slow camera knows too little: they are asked about. If
        it was but for a moment, they may have stood on an edge.
        """
        rest = self._open
        if not self.moved or rest is None or rest.kind != "popped":
            return None
        if len(rest.pictures) > 1:
            return replace(rest, final=True) if self.left or self._told else None
        return replace(rest, kind="hardly_moved", final=True) if t - rest.t > self.settings.unseen else None

    def _moving_on(self, picture: Picture, grey: Picture) -> PopFinder:
        assert self._before is not None
        view, whole, settings = self.place.view(grey), self.place.dome is None, self.settings
        change, latest = view.change(self._before, steady=True), self._latest
        now = replace(self, _latest=view)
        if settings.covers(change, whole=whole):
            covered = 0 if self._jolted(view) else self._covered + 1
            handled = self.handled or covered >= _CLEARLY
            return replace(
                now, phase=PopPhase.HAND, handled=handled, settling=None, _tumbles=0, _covered=covered
            )
        now = replace(now, _covered=0)
        if not self.watch.moves:
            early = self.settling
            if early is None and self.left and settings.early:
                early = picture
            return replace(now, phase=PopPhase.SETTLING, settling=early)
        popped = settings.kind(change, whole=whole) == "popped"
        if not popped or not settings.sounds(change, whole=whole) or (not self.left and self._jolted(view)):
            return replace(now, settling=None, _tumbles=0)
        fast = latest is not None and settings.tumbles(view.change(latest, steady=True), whole=whole)
        tumbles = self._tumbles + 1 if fast else 0
        left = self.left or tumbles >= _CLEARLY
        return replace(now, phase=PopPhase.TUMBLING, left=left, settling=None, _tumbles=tumbles)

    def _jolted(self, view: View) -> bool:
        """Whether all that differs is that the table or the camera shakes."""
        assert self._before is not None
        jolt, whole = view.jolt(self._before), self.place.dome is None
        if jolt is None or self.settings.covers(jolt.change, whole=whole):
            return False
        return self.settings.kind(jolt.change, whole=whole) != "popped"

    def _rested(self, t: float, picture: Picture) -> PopFinder:
        """The first picture of a rest: what has changed since the rest before."""
        grey = in_grey(picture)
        if (uncovered := self._uncovered(grey)) is not None:
            return uncovered._rested(t, picture)
        change = self._change(grey)
        sound = self.settings.sounds(change, whole=self.place.dome is None)
        if self.place.dome is not None and not sound:
            followed = self._followed(t, picture, grey, self.place.dome)
            if followed is not None:
                return followed
        return self._judged(t, picture, change, sound=sound)

    def _uncovered(self, grey: Picture) -> PopFinder | None:
        """The finder that compares with the dice from before the board was covered, once it no longer is."""
        if self._earlier is None:
            return None
        place, before = self._earlier
        if not self.settings.sounds(place.view(grey).change(before), whole=place.dome is None):
            return None
        return replace(self, place=place, handled=True, _before=before, _earlier=None)

    def _followed(self, t: float, picture: Picture, grey: Picture, dome: Circle) -> PopFinder | None:
        """The finder with the dome where it lies after the camera or the board was moved a little."""
        assert self._before is not None
        jolt = self.place.view(grey).jolt(self._before)
        around, rim = self.settings.followed
        if jolt is None or jolt.change.around > around or jolt.change.rim > rim:
            return None
        place = Place(Circle(dome.x + jolt.shift[0], dome.y + jolt.shift[1], dome.r))
        return replace(self, place=place)._judged(t, picture, jolt.change, sound=True)

    def _judged(self, t: float, picture: Picture, change: Change, *, sound: bool) -> PopFinder:
        whole, early = self.place.dome is None, self.settling
        now = replace(self, settling=None, _told=False)
        kind = self.settings.kind(change, whole=whole)
        pointed_at = kind is not None and not sound and not self.left
        if pointed_at or self.settings.covers(change, whole=whole):
            return replace(now, phase=PopPhase.HAND, _open=Rest(t, (picture,), "unlike"))
        if kind is None and not self.left:
            view = self.place.view(picture)
            return replace(now, phase=PopPhase.QUIET, handled=False, _open=None, _before=view)
        phase, thrown = PopPhase.REST if kind == "popped" else PopPhase.SETTLING, self.left or self.handled
        if kind == "popped" and early is not None:
            rest = Rest(t, (early, picture), kind, final=False, thrown=thrown)
            told = rest if self.settings.looks == len(rest.pictures) else None
            return replace(now, phase=phase, _open=rest, found=told, _told=told is not None)
        rest = Rest(t, (picture,), kind or "hardly_moved", final=False, thrown=thrown)
        return replace(now, phase=phase, _open=rest)

    def _looked(self, t: float, picture: Picture) -> PopFinder:
        """A picture of a rest; also of one that was told and could not be read."""
        rest = self._open
        if rest is None:
            return self
        if rest.kind == "hardly_moved":
            return self._hardly_moved(t, picture)
        number, still = len(rest.pictures), self.watch.still(t)
        if rest.kind == "popped" and not self.left and still < self.settings.unseen:
            return self
        if number < self.settings.looks or (self._told and still >= self.settings.patience):
            rest = replace(rest, pictures=(*rest.pictures, picture))
            number += 1
        now = replace(self, _open=rest)
        if rest.kind == "still" or number < self.settings.looks:
            return now
        if rest.kind == "unlike":
            return now._another() if still >= self.settings.unlike_after else now
        most = self.settings.looks + self.settings.more_looks
        if number == most:
            return replace(now._settled(picture), found=replace(rest, final=True))
        return now if self._told else replace(now, found=rest, _told=True)

    def _hardly_moved(self, t: float, picture: Picture) -> PopFinder:
        """Dice that lie nearly as before: told after a longer look, for a table may sway on slowly."""
        if self.watch.still(t) < self.settings.unseen:
            return self
        now = self._rested(t, picture)
        if now._open is None or now._open.kind != "hardly_moved":
            return now
        return replace(self._settled(picture), found=replace(now._open, final=True))

    def _another(self) -> PopFinder:
        """Everything looks otherwise, and stays so: the dome is looked for anew."""
        assert self._open is not None and self._before is not None
        picture = self._open.pictures[-1]
        place = self.place if self.known else find_place(picture)
        earlier = self._earlier or (self.place, self._before)
        settled = replace(self, place=place)._settled(picture)
        return replace(settled, found=self._open, _earlier=earlier)

    def _settled(self, picture: Picture) -> PopFinder:
        """Compare from now on with this picture."""
        place = find_place(picture) if self.place.dome is None else self.place
        return replace(
            self,
            place=place,
            phase=PopPhase.QUIET,
            left=False,
            settling=None,
            handled=False,
            _before=place.view(picture),
            _earlier=None,
            _open=None,
            _told=False,
            _tumbles=0,
            _covered=0,
        )

    def _change(self, picture: Picture) -> Change:
        assert self._before is not None
        return self.place.view(picture).change(self._before)


def rests(pictures: Iterable[tuple[float, Picture]]) -> Iterator[Rest]:
    """Every rest after a pop; a series in which nothing ever moves is one rest."""
    finder = PopFinder()
    for t, picture in pictures:
        finder = finder.after(t, picture)
        if finder.found is not None and finder.found.kind != "hardly_moved":
            yield finder.found
    if finder.unfinished is not None:
        yield finder.unfinished
