"""A printed numeral under a dome as the nets see it, which need not find the digit's strokes.

The close look tells the digit in colour and with the die's sides, the net for numerals in grey and upright,
and the shape of what is inked must be that of a digit: two of them that agree read it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import prod

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.domes.doubts import LAMP
from vision.dice.nets.close_look import close_look
from vision.dice.nets.looks import closely, leaning, spotted
from vision.dice.nets.numeral_net import CROP, numeral_net
from vision.dice.nets.numeral_net import FACE as NET_FACE
from vision.dice.nets.spotter import NUMERAL, the_spotter
from vision.dice.numerals.shapes import FACE, SIDE, bears_out, shape_of
from vision.dice.outline import outlined, spot_square, upright
from vision.dice.pips.judge import ramp
from vision.dice.reading import Circle, DiceReading, Die
from vision.dice.scene import Scene

__all__ = ["NumeralLook", "heard", "in_glare", "numeral_look", "shows_numeral"]

LIKELY = 0.5
"""A die has numerals if spotter and close look together give it this chance."""

BORNE_OUT = 0.4
"""What is read by its strokes is a numeral only if the close look gives that at least this chance."""

NOT_DENIED = 0.2
"""And a spotter that sees a die there must give it at least this chance."""

LAMP_SHARE, LIGHT_FACE = 0.14, 210
"""A lamp counts if it covers more than this share of a face that is not lighter than the second level."""

SMALLEST = 20.0
"""Pixels a side: a smaller die with a digit is like a pip with a glint in it."""

NO_DOME = 2.2
"""Radius of the circle that is held to be a dome round a die in the open, in its sides."""

RIVALS, RIVAL = {5: 6, 6: 5}, 0.15
"""Digits that blur makes alike: neither net may give the other one more than this chance."""

SAYS = (0.6, 0.97)
"""From the first chance on a net speaks for a digit; at the second it does so fully."""

FLAT, LEANS = 0.4, 0.7
"""A die lies flat up to the first chance of leaning, and leans from the second on."""


@dataclass(frozen=True, slots=True)
class NumeralLook:
    """What the nets see: the die in pixels of the picture, its digit and how sure two are of it, its lean.

    `against` is how much any of them speaks for another digit, or for none that could be told.
    """

    outline: NDArray[np.float64]
    value: int
    agreed: float
    against: float
    lean: float

    @property
    def confidence(self) -> float:
        """How sure the digit is."""
        return self.agreed * (1 - self.against) if self.lean <= FLAT else 0.0

    def die(self) -> Die:
        """The die that is seen."""
        return outlined(self.outline, self.value, self.confidence, flat=self.lean < LEANS, kind="numeral")


def numeral_look(scene: Scene) -> NumeralLook | None:
    """The likeliest die under the dome of a scene, if it has numerals."""
    if scene.rim is None or not (spots := spotted(scene, scene.rim)):
        return None
    spot = spots[0]
    look = closely(scene, scene.rim, spot)
    if (spot.classes[NUMERAL] + look.classes[NUMERAL]) / 2 < LIKELY:
        return None
    from_near = np.append(1 - look.numerals.sum(), look.numerals)
    in_grey = numeral_net().chances([upright(scene.grey, spot, CROP, NET_FACE)])[0]
    voices = np.array([[ramp(float(chance), *SAYS) for chance in net] for net in (from_near, in_grey)])
    voices = np.vstack([voices, _by_shape(upright(scene.grey, spot, SIDE, FACE))])
    agreed = np.max([voices[a] * voices[b] for a, b in combinations(range(3), 2)], axis=0)[1:]
    value = int((agreed if agreed.any() else in_grey[1:]).argmax()) + 1
    rival = RIVALS.get(value, 0)
    rivalled = rival and max(from_near[rival], in_grey[rival]) > RIVAL
    return NumeralLook(
        outline=scene.to_picture(spot_square(spot)),
        value=value,
        agreed=float(agreed[value - 1]),
        against=1.0 if rivalled else float(np.delete(voices, value, axis=1).max()),
        lean=leaning(scene, scene.rim, spot, look),
    )


def _by_shape(face: NDArray[np.uint8]) -> NDArray[np.float64]:
    """How far the shape on an upright face (SIDE, SIDE) bears out each digit: (7,), the first 0."""
    voice = np.zeros(7)
    for dark in (True, False):
        shape = shape_of(face, dark)
        if shape is not None:
            borne_out = prod(bears_out(shape, shape.value).values())
            voice[shape.value] = max(voice[shape.value], borne_out)
    return voice


def heard(reading: DiceReading, look: NumeralLook | None, sure: float) -> DiceReading:
    """A reading of printed numerals by their strokes, with the nets' say."""
    if look is None or reading.verdict == "cocked":
        return reading
    die = look.die()
    if look.lean >= LEANS:
        return DiceReading("cocked", (die,), None, "die_leans")
    if reading.verdict == "read":
        told = reading.dice[0]
        other = told.value != look.value and look.agreed > 0
        elsewhere = float(np.hypot(*(np.mean(told.outline, axis=0) - look.outline.mean(axis=0))))
        apart = elsewhere > float(np.linalg.norm(look.outline[0] - look.outline[1])) / 2
        if other or apart or look.lean > FLAT:
            return reading.unsure("numeral_unclear")
        return reading
    if die.confidence < sure or len(reading.dice) > 1 or any(one.value != die.value for one in reading.dice):
        return reading
    return DiceReading("read", (die,), None, "dice_read")


def in_glare(picture: NDArray[np.uint8], die: Die) -> bool:
    """Whether a lamp covers much of a die's face in a picture (H, W[, 3]): what it leaves of a 4 is a 1."""
    corners = np.rint(np.array(die.outline)).astype(np.int32)
    left, top, width, height = cv2.boundingRect(corners)
    left, top = max(left, 0), max(top, 0)
    part = picture[top : top + height, left : left + width]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, corners - (left, top), 1)
    levels = (part if part.ndim == 2 else part.min(axis=2))[mask > 0]
    if not levels.size or np.median(levels) > LIGHT_FACE:
        return False
    return bool((levels > LAMP).mean() > LAMP_SHARE)


def shows_numeral(picture: NDArray[np.uint8], die: Die, dome: Circle | None) -> bool:
    """Whether a die told as one with a numeral looks like that at all, in a picture (H, W[, 3])."""
    corners = np.array(die.outline)
    x, y = (float(number) for number in corners.mean(axis=0))
    side = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    dome = dome or Circle(x, y - side / 2, NO_DOME * side)
    spots = the_spotter().look(picture, dome)
    here = [spot for spot in spots if np.hypot(spot.centre[0] - x, spot.centre[1] - y) < side / 2]
    if not here or side < SMALLEST:
        return False
    # The spotter's square may be another: what is a digit from very near may be a pip on the whole die.
    squares = [((x, y), side), *((spot.centre, spot.side) for spot in here)]
    looks = [close_look().look(picture, *square, dome) for square in squares]
    return all(look.classes[NUMERAL] > BORNE_OUT for look in looks) and all(
        spot.classes[NUMERAL] > NOT_DENIED for spot in here
    )
