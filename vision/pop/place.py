"""Where the dice are in a camera's picture, and what has changed there since an earlier look."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.dome import find_dome
from vision.dice.reading import Circle

__all__ = ["Change", "Place", "View", "find_place"]

Picture = NDArray[np.uint8]
Grey = NDArray[np.float32]

_SIDE = 96
_REACH = 1.6
"""How far the square that is looked at goes beyond the dome's middle, in radii."""

_SURE = 0.6
_SHIFTS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
_APART = np.asarray(
    np.hypot(*(np.mgrid[:_SIDE, :_SIDE] - (_SIDE - 1) / 2)) / (_SIDE / 2 / _REACH), np.float32
)
_INSIDE, _OUTSIDE = 0.93, 1.12

_STEP = 16.0
"""Grey levels by which a pixel must differ: averaging has taken nearly all the noise away."""
_DARK = 8.0
_CALMED, _NEAR = (3, 3), (9, 9)
_FLAT = 6.0
"""Grey levels of deviation below which a neighbourhood has no form to speak of."""
_FORM_STEP = 0.5


@dataclass(frozen=True, slots=True)
class Place:
    """The part of the picture that is watched for dice.

    Attributes:
        dome: the dome's rim, px; None where none was found: the dice may then be anywhere.
    """

    dome: Circle | None = None

    def view(self, picture: Picture) -> View:
        """The place in a picture, (H, W) grey or (H, W, 3) BGR."""
        bright = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
        if self.dome is None:
            small = cv2.resize(bright, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
            return View.of(np.asarray(small, np.float32), np.zeros((_SIDE, _SIDE), np.float32))
        scale = _SIDE / (2 * _REACH * self.dome.r)
        # Shrunk first: a warp takes single pixels, with all their noise.
        shrunk = cv2.resize(bright, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        corner = self.dome.x * scale - _SIDE / 2, self.dome.y * scale - _SIDE / 2
        move = np.array([[1.0, 0.0, -corner[0]], [0.0, 1.0, -corner[1]]])
        cut = cv2.warpAffine(shrunk, move, (_SIDE, _SIDE), borderMode=cv2.BORDER_REPLICATE)
        return View.of(np.asarray(cut, np.float32), _APART)


def find_place(picture: Picture) -> Place:
    """The place of the dice in a picture, (H, W) grey or (H, W, 3) BGR: inside the dome, if one is seen."""
    # A red rim on a green board is one grey: another channel tells them apart.
    layers = list(cv2.split(picture)) if picture.ndim == 3 else [picture]
    found = [dome for layer in layers if (dome := find_dome(layer)) is not None]
    best = max(found, key=lambda dome: dome.sureness, default=None)
    return Place(best.circle if best is not None and best.sureness >= _SURE else None)


@dataclass(frozen=True, slots=True)
class Change:
    """Shares of pixels, 0 to 1, that differ between two views.

    Attributes:
        inside: inside the dome, in form: a shadow changes no form.
        rim: along the dome's rim, in form: much only if the camera or the table moved, or a hand is there.
        around: on the board round the dome, in brightness: a hand there changes it.
    """

    inside: float
    rim: float
    around: float


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The watched part of a picture, (96, 96): `apart` are distances from the dome's middle in its radii."""

    grey: Grey
    form: Grey
    apart: Grey

    @staticmethod
    def of(grey: Grey, apart: Grey) -> View:
        """The view with its form: grey levels against their neighbourhood's mean, in its own deviations."""
        calm = cv2.blur(grey, _CALMED)
        mean = cv2.blur(calm, _NEAR)
        spread = np.sqrt(np.maximum(cv2.blur(calm * calm, _NEAR) - mean * mean, 0.0))
        return View(grey, np.asarray((calm - mean) / (spread + _FLAT), np.float32), apart)

    def change(self, before: View, *, steady: bool = False) -> Change:
        """What differs from an earlier view of the same place.

        A change of the light as a whole is none; nor, unless the camera is `steady`, is a jolt that shifts
        the picture by a hair.
        """
        shifts = ((0, 0),) if steady else _SHIFTS
        return min((self._differs(before, *shift) for shift in shifts), key=lambda c: c.inside + c.around)

    def _differs(self, before: View, x: int, y: int) -> Change:
        grey, form = (np.roll(layer, (y, x), axis=(0, 1)) for layer in (before.grey, before.form))
        gain = float(np.median(self.grey + _DARK) / np.median(grey + _DARK))
        brighter = np.abs(self.grey - grey * gain) > _STEP
        formed = np.abs(self.form - form) > _FORM_STEP
        formed[[0, -1], :] = formed[:, [0, -1]] = False
        inside, around = self.apart < _INSIDE, self.apart > _OUTSIDE
        rim = ~inside & ~around
        return Change(_share(formed, inside), _share(formed, rim), _share(brighter, around))


def _share(differ: NDArray[np.bool_], where: NDArray[np.bool_]) -> float:
    total = np.count_nonzero(where)
    return float(np.count_nonzero(differ & where)) / total if total else 0.0
