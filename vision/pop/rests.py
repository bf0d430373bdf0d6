"""The dice at rest in a series of pictures: the first few pictures of each rest, once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.pop.watch import Motion, Watch

__all__ = ["Rest", "RestFinder", "rests"]

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Rest:
    """A time when nothing moved: when it began, in seconds, and its first pictures."""

    t: float
    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class RestFinder:
    """What is known after the pictures so far. Begin with `RestFinder()` and go on with `after`.

    Attributes:
        looks: how many pictures of a rest are kept.
        watch: moving or still.
        found: the rest that the latest picture completed; None after every other picture.
        moved: whether anything has moved at all.
    """

    looks: int = 3
    watch: Watch = field(default_factory=Watch)
    found: Rest | None = None
    moved: bool = False
    _open: Rest | None = None

    def after(self, t: float, picture: Picture) -> RestFinder:
        """The finder after one more picture: `t` seconds, `picture` (H, W) grey or (H, W, 3) BGR."""
        watch = self.watch.after(t, picture)
        now = replace(self, watch=watch, found=None)
        if watch.motion is Motion.MOVING:
            # Dice that are popped again before all looks were taken were at rest all the same.
            return replace(now, moved=True, found=self._open if self.moved else None, _open=None)
        if watch.motion is Motion.REST or (self._open is None and not self.moved):
            return replace(now, _open=Rest(t, (picture,)))
        if self._open is None or len(self._open.pictures) >= self.looks:
            return now
        looked = Rest(self._open.t, (*self._open.pictures, picture))
        if self.moved and len(looked.pictures) == self.looks:
            return replace(now, found=looked, _open=None)
        return replace(now, _open=looked)

    @property
    def unfinished(self) -> Rest | None:
        """The rest that the series ended in, if not found yet; the whole series if nothing ever moved."""
        return self._open


def rests(pictures: Iterable[tuple[float, Picture]]) -> Iterator[Rest]:
    """Every rest after a movement; a series in which nothing ever moves is one rest."""
    finder = RestFinder()
    for t, picture in pictures:
        finder = finder.after(t, picture)
        if finder.found is not None:
            yield finder.found
    if finder.unfinished is not None:
        yield finder.unfinished
