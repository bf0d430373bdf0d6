"""Where the dice are in a camera's picture, and what has changed there since an earlier look."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import in_colours, in_grey
from vision.dice.dome import find_dome
from vision.dice.reading import Circle
from vision.pop.shrink import shrunk

__all__ = ["Change", "Place", "View", "find_place"]

Picture = NDArray[np.uint8]
Grey = NDArray[np.float32]

_SIDE = 96
_REACH = 1.6
"""How far the square that is looked at goes beyond the dome's middle, in radii."""

_SURE = 0.6
_SHIFTS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
_INSIDE, _OUTSIDE = 0.93, 1.12

_STEP = 16.0
"""Grey levels by which a pixel must differ: averaging has taken nearly all the noise away."""
_DARK = 8.0
_CALMED, _NEAR = (3, 3), (9, 9)
_FLAT = 6.0
"""Grey levels of deviation below which a neighbourhood has no form to speak of."""
_FORM_STEP = 0.5

_LIKE = 0.25
"""How well two views must fit after a shift, 0 to 1: a hand in one of them leaves 0.1."""
_FAR = 14.0
"""Greatest shift of a view that is followed, in its pixels."""


@dataclass(frozen=True, slots=True)
class Place:
    """The part of the picture that is watched for dice.

    Attributes:
        dome: the dome's rim, px; None where none was found: the dice may then be anywhere.
    """

    dome: Circle | None = None

    def view(self, picture: Picture) -> View:
        """The place in a picture, (H, W) grey or (H, W, 3) BGR."""
        if self.dome is None:
            small = shrunk(in_grey(picture), max(1, min(picture.shape[:2]) // _SIDE))
            return View.of(cv2.resize(small, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA), _WHOLE, 1.0)
        reach = _REACH * self.dome.r
        left, top = max(int(self.dome.x - reach), 0), max(int(self.dome.y - reach), 0)
        part = picture[top : int(self.dome.y + reach) + 1, left : int(self.dome.x + reach) + 1]
        if not part.size:
            return Place().view(picture)
        # Shrunk by whole blocks first: a warp takes single pixels, with all their noise.
        block = max(1, int(2 * reach / _SIDE))
        part = shrunk(in_grey(part), block)
        scale = _SIDE / (2 * reach) * block
        middle = (np.array([self.dome.x - left, self.dome.y - top]) + 0.5) / block - 0.5
        shift = _MIDDLE - scale * middle
        move = np.array([[scale, 0.0, shift[0]], [0.0, scale, shift[1]]])
        cut = cv2.warpAffine(part, move, (_SIDE, _SIDE), borderMode=cv2.BORDER_REPLICATE)
        return View.of(cut, _ROUND, scale / block)


def find_place(picture: Picture) -> Place:
    """The place of the dice in a picture, (H, W) grey or (H, W, 3) BGR: inside the dome, if one is seen."""
    found = [dome for layer in in_colours(picture) if (dome := find_dome(layer)) is not None]
    best = max(found, key=lambda dome: dome.sureness, default=None)
    return Place(best.circle if best is not None and best.sureness >= _SURE else None)


@dataclass(frozen=True, slots=True)
class Change:
    """Shares of pixels, 0 to 1, that differ between two views.

    Attributes:
        inside: inside the dome, in form: a shadow changes no form.
        rim: along the dome's rim, in form: much only if the camera or the table moved, or a hand is there.
        around: on the board round the dome, in brightness: a hand there changes it. Without a dome, anywhere.
    """

    inside: float
    rim: float
    around: float


@dataclass(frozen=True, slots=True)
class Jolt:
    """The camera or the table was moved: by how much, px of the picture, and what differs besides."""

    shift: tuple[float, float]
    change: Change

    @property
    def far(self) -> float:
        """How far, px of the picture."""
        return float(np.hypot(*self.shift))


@dataclass(frozen=True, slots=True, eq=False)
class _Zones:
    """Which pixels (96, 96) of a view lie inside the dome, along its rim, and on the board round it."""

    inside: NDArray[np.bool_]
    rim: NDArray[np.bool_]
    around: NDArray[np.bool_]


_MIDDLE = (_SIDE - 1) / 2
_APART = np.hypot(*(np.mgrid[:_SIDE, :_SIDE] - _MIDDLE)) / (_SIDE / 2 / _REACH)
_ROUND = _Zones(_APART < _INSIDE, (_APART >= _INSIDE) & (_APART <= _OUTSIDE), _APART > _OUTSIDE)
_ALL = np.ones((_SIDE, _SIDE), np.bool_)
_WHOLE = _Zones(_ALL, ~_ALL, _ALL)
"""Without a dome the dice may lie anywhere, and so may a hand."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The watched part of a picture, (96, 96), in brightness and in form.

    `level`: its median brightness; `scale`: its pixels to a pixel of the picture.
    """

    grey: Grey
    form: Grey
    level: float
    zones: _Zones
    scale: float = 1.0

    @staticmethod
    def of(grey: Picture, zones: _Zones, scale: float) -> View:
        """The view with its form: grey levels against their neighbourhood's mean, in its own deviations."""
        bright = grey.astype(np.float32)
        calm = cv2.blur(bright, _CALMED)
        mean = cv2.blur(calm, _NEAR)
        spread = cv2.sqrt(cv2.max(cv2.blur(calm * calm, _NEAR) - mean * mean, 0.0))
        form = (calm - mean) / (spread + np.float32(_FLAT))
        return View(bright, np.asarray(form, np.float32), float(np.median(grey)), zones, scale)

    def change(self, before: View, *, steady: bool = False) -> Change:
        """What differs from an earlier view of the same place.

        A change of the light as a whole is none; nor, unless the camera is `steady`, is a jolt that shifts
        the picture by a hair.
        """
        shifts = ((0, 0),) if steady else _SHIFTS
        return min((self._differs(before, *shift) for shift in shifts), key=lambda c: c.inside + c.around)

    def jolt(self, before: View) -> Jolt | None:
        """How all of an earlier view must be shifted to lie on this one; None where no one shift does it."""
        (x, y), likeness = cv2.phaseCorrelate(before.form, self.form)
        if likeness < _LIKE or np.hypot(x, y) > _FAR:
            return None
        move = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
        # What was out of sight before is held to be as it was.
        known = cv2.warpAffine(np.ones_like(self.grey), move, (_SIDE, _SIDE)) > 0.99
        grey, form = (
            np.where(known, cv2.warpAffine(old, move, (_SIDE, _SIDE)), new)
            for old, new in ((before.grey, self.grey), (before.form, self.form))
        )
        shifted = View(grey, form, before.level, before.zones)
        return Jolt((x / self.scale, y / self.scale), self.change(shifted, steady=True))

    def _differs(self, before: View, x: int, y: int) -> Change:
        grey, form = before.grey, before.form
        if x or y:
            grey, form = (np.roll(layer, (y, x), axis=(0, 1)) for layer in (grey, form))
        gain = np.float32((self.level + _DARK) / (before.level + _DARK))
        brighter = cv2.absdiff(self.grey, grey * gain) > _STEP
        formed = cv2.absdiff(self.form, form) > _FORM_STEP
        formed[[0, -1], :] = formed[:, [0, -1]] = False
        zones = self.zones
        return Change(_share(formed, zones.inside), _share(formed, zones.rim), _share(brighter, zones.around))


def _share(differ: NDArray[np.bool_], where: NDArray[np.bool_]) -> float:
    total = np.count_nonzero(where)
    return np.count_nonzero(differ & where) / total if total else 0.0
