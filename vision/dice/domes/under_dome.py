"""Dice under a dome: what the spotter, a close look, the second opinion and the geometry say together.

The spotter looks at the whole dome first, the others only at the dice that it found. Two that agree make
sure, and one that contradicts leaves nothing sure. Whether a die leans is for spotter and close look to say:
the geometry alone cannot tell a leaning die from a slanted view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.dome import find_dome
from vision.dice.domes.doubts import FaceLevels, face_levels
from vision.dice.domes.memory import DomeMemory
from vision.dice.domes.reflections import Lamps
from vision.dice.nets.close_look import Closely
from vision.dice.nets.looks import closely, leaning, moved_odds, spotted
from vision.dice.nets.net import second_opinion
from vision.dice.nets.numeral_net import CROP, FACE, numeral_net
from vision.dice.nets.spotter import BLANK, DOT, NUMERAL, Spot, value_chances
from vision.dice.outline import outlined, spot_square, upright
from vision.dice.pips.blobs import Grey
from vision.dice.pips.judge import Face, ramp
from vision.dice.pips.lean import leans
from vision.dice.pips.place import Place, faces_at
from vision.dice.reading import Circle, DiceChoice, DiceReading, Die, Point
from vision.dice.scene import Scene, scene_of
from vision.dice.settings import ReaderSettings

__all__ = ["read_dome", "reconsidered"]

THERE = 0.35
"""A die is there from this chance of the spotter on."""

PLAIN = 0.45
"""A further die is there if both nets see it as plainly as this."""

LOOKED_AT = 1.1
"""How far from the middle of a die the geometry looks, in sides of it."""

SAYS = (0.5, 0.9)
"""From the first chance on a net speaks for a value; at the second it does so fully."""

UNTOLD_SAYS = (0.5, 0.9)
"""The same for a net that sees no die there, or one whose value cannot be told."""

UNANIMOUS = 0.8
"""Where all nets give a value more chance than this the geometry is not asked: it never contradicts then."""

UNSURE_LEAN = (0.2, 0.69)
"""Between these chances of leaning the geometry can change what is told."""

A_DIGIT, A_NUMERAL = 0.5, 0.45
"""A mark may be no pip if the net for numerals gives it the first chance of being some digit, or if spotter
and close look together give the die the second of having numerals."""

LOOKED_AT_AS_DIGIT = (1.0, 0.8)
"""The sizes of the die, in those that the spotter tells, at which the net for numerals looks at its mark."""

DOUBT_LEAVES = 0.3
"""What a lamp or faint pips that may mislead leave of the confidence, or a pip that may be a digit."""

LEANS = 0.5
"""A die leans from this chance on."""

FLAT = 0.36
"""A die lies flat up to this chance; between it and `LEANS` nothing is sure."""

SLANTED, UPRIGHT = 0.8, -0.8
"""What the geometry adds to the logarithm of the odds of leaning: if it finds the face slanted, or not."""

CLEAR = 0.3
"""How sure of a face the geometry must be to find it upright."""

UNDER = (0.22, 1.0)
"""Least and greatest width of a die under a dome, in radii of the dome."""

VERY_PLAIN = 0.92
"""No further circle is tried where a die is seen as plainly as this."""

CENTRED = (0.3, 0.45)
"""Radii of the domes tried where no rim is found, in shorter sides of the picture."""


@dataclass(frozen=True, slots=True)
class _Witnessed:
    """A die and what its witnesses say.

    `window`: the part of the scene that was looked at closely, `place` where the die is in it; `faces`: those
    of the geometry there, best first; `lean`: the chance that it leans; `lamps`: those that are known
    from earlier pops; `cleaned`: whether they were taken off the picture.
    """

    spot: Spot
    closely: Closely
    window: Scene
    place: Place
    faces: tuple[Face, ...]
    lean: float
    lamps: Lamps | None = None
    cleaned: bool = False


def read_dome(
    scene: Scene,
    dice: DiceChoice,
    settings: ReaderSettings,
    slant: float = 0.0,
    memory: DomeMemory | None = None,
    *,
    cleaned: bool = False,
) -> DiceReading | None:
    """The dice under the dome of a scene; None where the spotter finds none.

    `memory` is what is known of the same dome from earlier pops; if the picture was `cleaned` of the lamps
    that it knows, nothing is sure where it is not known whether there were any.
    """
    memory = memory or DomeMemory()
    numerals = settings.kind != "pips" and not memory.has_pips
    found, dome = _spots(scene)
    spots = [spot for spot in found if spot.chance >= THERE]
    if not spots:
        return None
    looks = [closely(scene, dome, spot) for spot in spots[: 2 if dice == "headache" else 1]]
    red = _red_die(spots, looks) if dice == "headache" else None
    pipped = [k for k in range(len(spots)) if k != red]
    if not pipped or pipped[0] >= len(looks):
        return None
    seen = _witnessed(scene, dome, spots[pipped[0]], looks[pipped[0]], settings, slant)
    seen = replace(seen, lamps=_lamps(scene, dome, seen, memory, cleaned), cleaned=cleaned)
    die = _die(seen, dice == "headache", numerals)
    more = [spots[k] for k in pipped[1:] if _plainness(spots[k]) > PLAIN]
    number = 1 + sum(float(closely(scene, dome, spot).classes[1:].max()) > PLAIN for spot in more)
    reading = _told(seen, die, settings.sure, number)
    if dice != "headache":
        return reading
    if red is None:
        return _with_red(reading, None, scene)
    lean = leaning(scene, dome, spots[red], looks[red])
    return _with_red(reading, _Red(spots[red], looks[red], lean), scene)


def reconsidered(
    reading: DiceReading, picture: NDArray[np.uint8], rim: Circle, settings: ReaderSettings, slant: float
) -> DiceReading:
    """A reading of a picture in which a dome was noticed though none was looked for, with the nets' say.

    `rim` in pixels of the picture. Where a die is told that cannot lie under that dome, the circle is
    something else, and the reading stands.
    """
    if not all(_may_lie_under(die, rim) for die in reading.dice):
        return reading
    together = read_dome(scene_of(picture, "trouble", rim, settings), "trouble", settings, slant)
    if together is None:
        return reading
    if reading.verdict != "read":
        return together if together.verdict in ("read", "cocked") else reading
    if together.verdict == "read" and together.values != reading.values:
        return replace(together, verdict="unsure", reason="pips_unclear")
    return together


def _may_lie_under(die: Die, dome: Circle) -> bool:
    """Whether a die lies inside a circle and has the size of one under such a dome."""
    x, y, w, h = die.box
    inside = np.hypot(x + w / 2 - dome.x, y + h / 2 - dome.y) < dome.r
    return bool(inside and UNDER[0] * dome.r < max(w, h) < UNDER[1] * dome.r)


def _spots(scene: Scene) -> tuple[list[Spot], Circle]:
    """The dice that the spotter sees, likeliest first, and the dome; in pixels of the scene.

    Where no rim is known the dome is held to be the circle in which the best die is seen.
    """
    if scene.rim is not None:
        return spotted(scene, scene.rim), scene.rim
    best: list[Spot] = []
    dome = Circle(0.0, 0.0, 1.0)
    for circle in _perhaps_domes(scene.grey):
        spots = spotted(scene, circle)
        if _best(spots) > _best(best):
            best, dome = spots, circle
        if _best(best) > VERY_PLAIN:
            break
    return best, dome


def _perhaps_domes(grey: Grey) -> Iterator[Circle]:
    """Circles that may be the dome where no rim is sure."""
    height, width = grey.shape
    for share in CENTRED:
        yield Circle(width / 2, height / 2, share * min(height, width))
    found = find_dome(grey)
    if found is not None:
        yield found.circle


def _best(spots: Sequence[Spot]) -> float:
    """How plain the likeliest of some dice is."""
    return _plainness(spots[0]) if spots else 0.0


def _plainness(spot: Spot) -> float:
    """How plainly a die is seen: reflected lamps may look like dice, but like none in particular."""
    return spot.chance * float(spot.classes[1:].max())


def _witnessed(
    scene: Scene, dome: Circle, spot: Spot, look: Closely, settings: ReaderSettings, slant: float
) -> _Witnessed:
    """A die that was spotted, looked at closely."""
    window = scene.window(spot.centre, LOOKED_AT * spot.side)
    x, y = np.array(spot.centre) - (np.array(window.corner) - scene.corner) * scene.scale
    middle = float(x), float(y)
    second = second_opinion().chances(window.grey, [(middle, spot.side)])[0]
    place, lean = Place(middle, spot.side, second), leaning(scene, dome, spot, look)
    if not settings.thorough and _unanimous(spot, look, second, lean):
        return _Witnessed(spot, look, window, place, (), lean)
    faces, blobs = faces_at(window, place, settings)
    if faces and leans(faces[0], blobs, slant):
        lean = moved_odds([lean], SLANTED)
    elif faces and faces[0].confidence > CLEAR:
        lean = moved_odds([lean], UPRIGHT)
    return _Witnessed(spot, look, window, place, faces, lean)


def _unanimous(spot: Spot, look: Closely, second: NDArray[np.float32], lean: float) -> bool:
    """Whether all nets are sure of the same value, and of a lean that the geometry could not change."""
    told = np.min([spot.classes[:7], look.classes[:7], second], axis=0)[1:]
    return bool(told.max() > UNANIMOUS) and not UNSURE_LEAN[0] < lean < UNSURE_LEAN[1]


def _lamps(scene: Scene, dome: Circle, seen: _Witnessed, memory: DomeMemory, cleaned: bool) -> Lamps | None:
    """The lamps known to be reflected in the dome, in pixels of the picture."""
    circle = scene.circle_in_picture(dome)
    return memory.lamps(scene.part, scene.corner, circle, *_in_picture(seen), cleaned=cleaned)


def _in_picture(seen: _Witnessed) -> tuple[Point, float]:
    """The middle of a die and its side in pixels of the picture."""
    x, y = seen.window.to_picture(np.array(seen.place.middle))
    return (float(x), float(y)), seen.place.side / seen.window.scale


def _die(seen: _Witnessed, red_die: bool, numerals: bool = True) -> Die:
    """The die as its witnesses tell it together."""
    from_afar = value_chances(seen.spot.classes, red_die, numerals=numerals)
    from_near = value_chances(seen.closely.classes, red_die, numerals=numerals)
    voices = np.zeros((4, 7))
    nets = from_afar, from_near, seen.place.second
    for voice, chances in zip(voices, nets, strict=False):
        voice[:] = [ramp(float(chance), *SAYS) for chance in chances]
    for found in seen.faces:
        voices[3, found.guess.value] = max(voices[3, found.guess.value], found.confidence)
    agreed = np.max([voices[a] * voices[b] for a, b in combinations(range(4), 2)], axis=0)[1:]
    value = int(agreed.argmax()) + 1 if agreed.any() else int(from_afar[1:].argmax()) + 1
    against = max(float(np.delete(voice[1:], value - 1).max()) for voice in voices)
    against = max(against, *(ramp(float(chances[0]), *UNTOLD_SAYS) for chances in nets))
    confidence = float(agreed[value - 1]) * (1 - against)
    if _misleads(seen, value):
        confidence *= DOUBT_LEAVES
    if value == 1 and numerals and _shows_a_digit(seen):
        confidence *= DOUBT_LEAVES
    flat = seen.lean < LEANS
    if flat:
        confidence *= ramp(seen.lean, LEANS, FLAT)
    face = next((face for face in seen.faces if face.guess.value == value), None)
    return _outlined(seen, face, value, flat, confidence)


def _misleads(seen: _Witnessed, value: int) -> bool:
    """Whether a lamp or faint pips may make another value of what a die shows."""
    levels = face_levels(seen.window, seen.place, seen.spot.turn)
    return _lamp_misleads(seen, levels, value) or (value == 1 and levels.hardly_shows_pips())


def _lamp_misleads(seen: _Witnessed, levels: FaceLevels, value: int) -> bool:
    """Whether a lamp may: one known from earlier pops, or else one that this picture seems to show."""
    known = None if seen.lamps is None else seen.lamps.mislead(value, *_in_picture(seen), seen.spot.turn)
    if known is not None:
        return known
    return seen.cleaned or levels.lamp_misleads(value)


def _shows_a_digit(seen: _Witnessed) -> bool:
    """Whether the one mark in the middle of a face may be a printed digit: a small 4 is like a pip."""
    if seen.spot.classes[NUMERAL] + seen.closely.classes[NUMERAL] > A_NUMERAL:
        return True
    spots = [
        replace(seen.spot, centre=seen.place.middle, side=size * seen.spot.side)
        for size in LOOKED_AT_AS_DIGIT
    ]
    chances = numeral_net().chances([upright(seen.window.grey, spot, CROP, FACE) for spot in spots])
    return bool(chances[:, 1:].max() > A_DIGIT)


def _outlined(seen: _Witnessed, face: Face | None, value: int, flat: bool, confidence: float) -> Die:
    """A die in pixels of the picture: its face's outline, or the square that the spotter tells."""
    if face is None:
        square = spot_square(replace(seen.spot, centre=seen.place.middle))
        return outlined(seen.window.to_picture(square), value, confidence, flat=flat)
    corners, pips = seen.window.to_picture(face.guess.corners), seen.window.to_picture(face.guess.pips)
    return outlined(corners, value, confidence, flat=flat, pips=pips)


def _told(seen: _Witnessed, die: Die, sure: float, number: int) -> DiceReading:
    """What is told of the one die with pips, `number` of them being seen."""
    if not die.flat:
        return DiceReading("cocked", (die,), None, "die_leans")
    if die.confidence < sure:
        hidden = float(seen.spot.classes[0]) > max(0.4, float(seen.spot.classes[1:].max()))
        levels = face_levels(seen.window, seen.place, seen.spot.turn)
        hidden = hidden or _lamp_misleads(seen, levels, die.value or 0)
        return DiceReading("unsure", (die,), None, "glare_on_die" if hidden else "pips_unclear")
    if number != 1:
        return DiceReading("unsure", (die,), None, "count_differs", {"expected": 1, "found": number})
    return DiceReading("read", (die,), None, "dice_read")


RED_SURE = 0.55
"""Both nets together must give this chance to the dot or to the blank face; they hardly confuse the two."""

RED_LEAST, RED_MOST = 16.0, 12.0
"""Levels of red over the face: a dot has at least the first, a blank face nowhere more than the second."""


@dataclass(frozen=True, slots=True)
class _Red:
    """The die with the red dot as the nets see it."""

    spot: Spot
    closely: Closely
    lean: float

    @property
    def dot(self) -> float:
        """The chance that the dot is up."""
        return float(self.spot.classes[DOT] + self.closely.classes[DOT]) / 2

    @property
    def blank(self) -> float:
        """The chance that a blank face is up."""
        return float(self.spot.classes[BLANK] + self.closely.classes[BLANK]) / 2


def _red_die(spots: Sequence[Spot], looks: Sequence[Closely]) -> int | None:
    """Which of the dice looked at closely is the one with the red dot: it looks most like it, if any does."""
    both = [_Red(spot, look, 0.0) for spot, look in zip(spots, looks, strict=False)]
    likely = [one.blank + one.dot for one in both]
    best = int(np.argmax(likely))
    return best if likely[best] > 0.4 else None


def _with_red(reading: DiceReading, red: _Red | None, scene: Scene) -> DiceReading:
    """A reading of the die with pips, with what is known of the die with the red dot."""
    if red is not None and red.lean >= LEANS:
        return replace(reading, verdict="cocked", reason="die_leans")
    told = None
    if red is not None and scene.part.ndim == 3 and red.lean <= FLAT:
        middle, most = _redness(scene, red.spot)
        if red.dot >= RED_SURE and middle >= RED_LEAST:
            told = True
        elif red.blank >= RED_SURE and most <= RED_MOST:
            told = False
    if told is None and reading.verdict == "read":
        return replace(reading, verdict="unsure", reason="red_unclear")
    return replace(reading, red=told)


def _redness(scene: Scene, spot: Spot) -> tuple[float, float]:
    """How much redder than the face its middle is, and its reddest place."""
    colours = scene.window(spot.centre, 0.6 * spot.side).part
    red: Grey = cv2.subtract(colours[..., 2], cv2.max(colours[..., 0], colours[..., 1]))
    smooth = cv2.blur(red, (3, 3)).astype(np.float32)
    height, width = smooth.shape
    rows, columns = np.mgrid[0:height, 0:width]
    side = spot.side / scene.scale
    away = np.hypot(columns - (width - 1) / 2, rows - (height - 1) / 2) / side
    ring = smooth[(away > 0.32) & (away < 0.46)]
    if not ring.size:
        return 0.0, np.inf
    face = float(np.median(ring))
    return float(np.median(smooth[away < 0.1])) - face, float(smooth[away < 0.4].max()) - face
