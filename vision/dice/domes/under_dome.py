"""Dice under a dome: what the spotter, a close look, the second opinion and the geometry say together.

The spotter looks at the whole dome first, the others only at the dice that it found. Two that agree make
sure, and one that contradicts leaves nothing sure. Whether a die leans is for spotter and close look to say;
a face that the geometry finds upright counts against it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.dice.dome import find_dome
from vision.dice.domes.doubts import FaceLevels, face_levels
from vision.dice.domes.memory import DomeMemory
from vision.dice.domes.red_die import RedDie, likeliest_red, with_red
from vision.dice.domes.reflections import Lamps
from vision.dice.nets.close_look import Closely
from vision.dice.nets.looks import FLAT, LEANS, closely, leaning, moved_odds, place_of, spotted
from vision.dice.nets.net import second_opinion
from vision.dice.nets.numeral_net import CROP, FACE, numeral_net
from vision.dice.nets.spotter import NUMERAL, Spot, value_chances
from vision.dice.outline import outlined, spot_square, upright
from vision.dice.pips.blobs import Grey
from vision.dice.pips.judge import Face, ramp
from vision.dice.pips.lean import leans
from vision.dice.pips.place import Place, faces_at
from vision.dice.reading import Circle, DiceChoice, DiceReading, Die, Point
from vision.dice.scene import Scene
from vision.dice.settings import ReaderSettings

__all__ = ["SMALLEST", "Looked", "read_dome", "spots_in"]

Looked = tuple[list[Spot], Circle]
"""The dice that the spotter sees in a scene, likeliest first, and the dome; in pixels of the scene."""

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

A_DIGIT, A_NUMERAL = 0.5, 0.45
"""A mark may be no pip if the net for numerals gives it the first chance of being some digit, or if spotter
and close look together give the die the second of having numerals."""

LOOKED_AT_AS_DIGIT = (1.0, 0.8)
"""The sizes of the die, in those that the spotter tells, at which the net for numerals looks at its mark."""

DOUBT_LEAVES = 0.3
"""What a lamp or faint pips that may mislead leave of the confidence, or a pip that may be a digit."""

UPRIGHT, CLEAR = -1.5, 0.3
"""What is added to the logarithm of the odds of leaning where the geometry finds the face upright, being at
least so sure of it. What looks slanted to it may be a slanted view, and tells nothing."""

UNSURE_LEAN = (FLAT, 0.8)
"""Between these chances of leaning the geometry can change what is told."""

CUT_OFF = 0.05
"""No corner of a die's top may lie so many sides outside the picture."""

SMALLEST = 10.0
"""Pixels a side of the top of a die: of a smaller one the pips are guessed."""

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
    looked: Looked | None = None,
) -> DiceReading | None:
    """The dice under the dome of a scene; None where the spotter finds none.

    `memory` is what is known of the same dome from earlier pops; if the picture was `cleaned` of the lamps
    that it knows, nothing is sure where it is not known whether there were any. `looked` is what `spots_in`
    tells of the scene, if that is known.
    """
    memory = memory or DomeMemory()
    numerals = settings.kind != "pips" and not memory.has_pips
    found, dome = looked or spots_in(scene)
    spots = [spot for spot in found if spot.chance >= THERE]
    if not spots:
        return None
    looks = [closely(scene, dome, spot) for spot in spots[: 2 if dice == "headache" else 1]]
    red = likeliest_red(spots, looks) if dice == "headache" else None
    pipped = [k for k in range(len(spots)) if k != red]
    if not pipped or pipped[0] >= len(looks):
        return None
    spot, look = spots[pipped[0]], looks[pipped[0]]
    lean = leaning(scene, dome, spot, look, two_dice=dice == "headache")
    seen = _witnessed(scene, spot, look, lean, settings, slant)
    others = [] if red is None else [spots[red]]
    seen = replace(seen, lamps=_lamps(scene, dome, seen, others, memory, cleaned), cleaned=cleaned)
    die = _die(seen, dice == "headache", numerals)
    more = [spots[k] for k in pipped[1:] if spots[k].chance * _marked(spots[k].classes) > PLAIN]
    number = 1 + sum(_marked(closely(scene, dome, spot).classes) > PLAIN for spot in more)
    reading = _told(seen, die, settings.sure, number)
    if reading.verdict == "read" and (_cut_off(scene, seen.spot) or _in_picture(seen)[1] < SMALLEST):
        reading = reading.unsure("pips_unclear")
    if dice != "headache":
        return reading
    if red is None:
        return with_red(reading, None, scene)
    lean = leaning(scene, dome, spots[red], looks[red], two_dice=True)
    return with_red(reading, RedDie(spots[red], looks[red], lean), scene)


def spots_in(scene: Scene) -> Looked:
    """The dice that the spotter sees in a scene, and the dome.

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
    return spots[0].plainness if spots else 0.0


def _marked(classes: NDArray[np.float32]) -> float:
    """The chance of the likeliest value of a die: what looks blank may be a reflected window."""
    return float(max(classes[1:7].max(), classes[NUMERAL]))


def _witnessed(
    scene: Scene, spot: Spot, look: Closely, lean: float, settings: ReaderSettings, slant: float
) -> _Witnessed:
    """A die that was spotted, looked at closely; `lean` is the chance of it by both nets."""
    window = scene.window(spot.centre, LOOKED_AT * spot.side)
    x, y = np.array(spot.centre) - (np.array(window.corner) - scene.corner) * scene.scale
    middle = float(x), float(y)
    second = second_opinion().chances(window.grey, [(middle, spot.side)])[0]
    place = Place(middle, spot.side, second)
    if not settings.thorough and _unanimous(spot, look, second, lean):
        return _Witnessed(spot, look, window, place, (), lean)
    faces, blobs = faces_at(window, place, settings)
    if faces and faces[0].confidence > CLEAR and not leans(faces[0], blobs, slant):
        lean = moved_odds(lean, UPRIGHT)
    return _Witnessed(spot, look, window, place, faces, lean)


def _unanimous(spot: Spot, look: Closely, second: NDArray[np.float32], lean: float) -> bool:
    """Whether all nets are sure of the same value, and of a lean that the geometry could not change."""
    told = np.min([spot.classes[:7], look.classes[:7], second], axis=0)[1:]
    return bool(told.max() > UNANIMOUS) and not UNSURE_LEAN[0] < lean < UNSURE_LEAN[1]


def _lamps(
    scene: Scene,
    dome: Circle,
    seen: _Witnessed,
    others: Sequence[Spot],
    memory: DomeMemory,
    cleaned: bool,
) -> Lamps | None:
    """The lamps known to be reflected in the dome, in pixels of the picture; `others` are dice, too."""
    circle = scene.circle_in_picture(dome)
    dice = [_in_picture(seen), *(place_of(scene, spot) for spot in others)]
    return memory.lamps(scene.part, scene.corner, circle, dice, cleaned=cleaned)


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
    marked = value == 1 and _shows_a_digit(seen) if numerals else _has_a_numeral(seen)
    confidence *= DOUBT_LEAVES ** (_misleads(seen, value) + marked)
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
    if known or (known is None and seen.cleaned):
        return True
    # A lamp that is new, or a glint of the die's own, is in no memory.
    return levels.lamp_misleads(value)


def _has_a_numeral(seen: _Witnessed) -> bool:
    """Whether both nets see a printed numeral, though none is to be: the die may be another one."""
    return bool(min(seen.spot.classes[NUMERAL], seen.closely.classes[NUMERAL]) > SAYS[0])


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


def _cut_off(scene: Scene, spot: Spot) -> bool:
    """Whether a die's top is not wholly in the picture."""
    corners, (height, width) = spot_square(spot), scene.grey.shape
    beyond = max(-corners.min(), *(corners.max(axis=0) - (width - 1, height - 1)))
    return bool(beyond > CUT_OFF * spot.side)
