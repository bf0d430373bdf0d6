"""When something moves in a series of pictures, and when it has come to rest: a pure state machine."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import in_grey
from vision.pop.shrink import shrunk

__all__ = ["Motion", "Watch", "WatchSettings"]

Small = NDArray[np.int16]


class Motion(Enum):
    """What a picture shows, compared with those before it."""

    QUIET = "quiet"
    """Nothing has moved since the last rest, or since the beginning."""
    MOVING = "moving"
    """Something moves, or has moved so lately that it may not have settled."""
    REST = "rest"
    """It has settled: said of one picture only, then all is quiet."""


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """The numbers that decide between moving and still.

    Attributes:
        width: pictures are shrunk to about so many pixels across; averaging takes the noise away.
        changed: a pixel has changed by more than this many of 255 grey levels.
        share: this share of all pixels must have changed. A die is about a hundredth of the picture.
        settle: seconds without change until all is at rest. A die on its edge hesitates for about 0.2 s.
    """

    width: int = 96
    changed: int = 12
    share: float = 0.0015
    settle: float = 0.35


_TO_DEVIATION = 3.08
"""The deviation of normal noise, from the mean of the smaller half of its distances."""
_SOME = 3
"""Of the pixels one in so many, across and down, tells the grain: that is quicker."""
_BEYOND = 3.0
"""Deviations of the grain within which stillness is still seen: what lies beyond is more than `share`."""
_GRAINIER = 1.03
"""The grain grows by so much a picture at most: a hand before the camera is gone sooner than a lamp."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What is known after the pictures so far. Begin with `Watch()` and go on with `after`."""

    motion: Motion = Motion.QUIET
    settings: WatchSettings = field(default_factory=WatchSettings)
    _last: Small | None = field(default=None, repr=False, compare=False)
    _grain: float | None = field(default=None, repr=False, compare=False)
    _still_since: float = 0.0
    _at: float = 0.0

    def after(self, t: float, picture: NDArray[np.uint8]) -> Watch:
        """The watch after one more picture.

        Args:
            t: seconds on any clock that does not run backwards.
            picture: (H, W) grey or (H, W, 3) BGR; another size than before begins anew.
        """
        small = self._shrunk(picture)
        if self._last is None or self._last.shape != small.shape:
            return replace(self, _last=small, _still_since=t, _at=t)
        difference = small - self._last
        # A cloud or the camera's own exposure changes all pixels alike: that is no movement.
        apart = np.abs(difference - np.int16(np.median(difference)))
        now = replace(self, _last=small, _grain=self._grain_after(apart), _at=t)
        if np.count_nonzero(apart > self.settings.changed) > self.settings.share * apart.size:
            return replace(now, motion=Motion.MOVING, _still_since=t)
        motion = Motion.QUIET
        if self.motion is Motion.MOVING:
            settled = t - self._still_since >= self.settings.settle
            motion = Motion.REST if settled else Motion.MOVING
        return replace(now, motion=motion)

    @property
    def moves(self) -> bool:
        """Whether the latest picture differs from the one before, not just from an earlier one."""
        return self.motion is Motion.MOVING and self._still_since == self._at

    @property
    def grainy(self) -> bool:
        """Whether the camera's grain is such that pictures differ though nothing moves."""
        return self._grain is not None and _BEYOND * self._grain > self.settings.changed

    def stirred(self) -> Watch:
        """The watch after something is known to have moved that was not watched."""
        return replace(self, motion=Motion.MOVING, _last=None)

    def still(self, t: float) -> float:
        """Seconds since the last change, at `t`."""
        return t - self._still_since

    def _shrunk(self, picture: NDArray[np.uint8]) -> Small:
        half = max(1, round(picture.shape[1] / self.settings.width / 2))
        return shrunk(in_grey(picture), 2 * half).astype(np.int16)

    def _grain_after(self, apart: Small) -> float:
        """The deviation of grey levels by which pixels of two pictures differ though nothing moves.

        Half of the pixels show the still board even while a hand moves over it.
        """
        some = apart[::_SOME, ::_SOME].ravel()
        half = some.size // 2
        grain = _TO_DEVIATION * float(np.partition(some, half)[: half + 1].mean())
        return grain if self._grain is None else min(grain, max(_GRAINIER * self._grain, 1.0))
