"""The dice reader: from a picture to what its dice show."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import in_grey
from vision.dice.dome import find_domes
from vision.dice.domes.behind_lamps import behind_lamps
from vision.dice.domes.memory import DomeMemory
from vision.dice.domes.reconsidered import borne_out, reconsidered, without_giants
from vision.dice.domes.search import NOTHING, doubted, look_elsewhere
from vision.dice.domes.under_dome import read_dome, spots_in
from vision.dice.last_look import last_look
from vision.dice.nets.net import second_opinion
from vision.dice.numerals.numerals import or_numerals
from vision.dice.outline import outlined
from vision.dice.overlooked import none_overlooked, seen_where_told
from vision.dice.pips.appeal import appealing, upheld
from vision.dice.pips.blobs import Blobs, Grey, find_blobs, stand_alone
from vision.dice.pips.face import Pyramid, frame_single
from vision.dice.pips.judge import (
    Face,
    choose,
    doubt_leftovers,
    hear,
    overlap,
    unread_bodies,
    unread_pips,
    weighed,
)
from vision.dice.pips.lamp import lamp_area
from vision.dice.pips.lattice import Guess, guess_faces, guess_singles
from vision.dice.pips.lean import leans
from vision.dice.pips.missed import pips_may_be_dice, unread_colours, unread_faces
from vision.dice.pips.red import RedDie, find_red_die
from vision.dice.pips.second_look import joined, planes
from vision.dice.reading import Circle, DiceChoice, DiceReading, Die
from vision.dice.scene import LEAST_PICTURE, Scene, scene_of
from vision.dice.settings import ReaderSettings

NUMBERS: dict[DiceChoice, tuple[int, ...]] = {"trouble": (1,), "headache": (1, 2)}
"""How many dice a game's dome has; of Headache's the one with pips counts, or both."""

CUT_OFF = 1.7
"""A face that the border cuts nearer to its centre than this (units) belongs to a die not wholly in sight."""

CLOSE_PIPS = 2.3
"""From this distance of the edges from the centre on (units) the pips of a die stand close together."""

PLAIN_EDGE = 0.3
"""The weakest of four edges that are to be believed in this."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What is seen of a scene: round spots, the faces that they allow, and those that stand, best first."""

    blobs: Blobs
    claims: list[Face]
    faces: list[Face]


class DiceReader:
    """Reads dice with pips, or with numerals where no pips can be read.

    Holds no state between pictures, so one reader may serve many threads.
    """

    def __init__(self, *, settings: ReaderSettings | None = None) -> None:
        self._settings = settings or ReaderSettings()

    def read(
        self,
        picture: NDArray[np.uint8],
        *,
        dice: DiceChoice = "any",
        expect: int | None = None,
        dome: Circle | None = None,
        slant: float = 0.0,
        memory: DomeMemory | None = None,
    ) -> DiceReading:
        """The dice of a picture, (H, W) grey or (H, W, 3) BGR.

        `dice` tells which are looked for, `expect` how many, `dome` where the dome is (px), if that is known,
        and `memory` what was seen of that dome before, by a camera that stands still.
        Any picture content is answered; a picture of another shape or type raises ValueError.
        """
        colours = picture.shape[2:] in ((), (3,))
        if picture.dtype != np.uint8 or picture.ndim not in (2, 3) or not colours:
            raise ValueError(
                f"a picture is (H, W) or (H, W, 3) of uint8, not {picture.shape} of {picture.dtype}"
            )
        if min(picture.shape[:2]) < LEAST_PICTURE:
            return DiceReading("none", (), None, "no_die")
        if expect is None and dice != "any":
            expect = 1
        if dice == "headache" or self._settings.kind != "numerals":
            reading = self._pips(picture, dice, expect, dome, slant, memory)
        else:
            reading = DiceReading("none", (), None, "no_die")
        pipped = self._settings.kind == "pips" or (memory is not None and memory.has_pips)
        if dice != "headache" and not pipped and reading.verdict not in ("read", "cocked"):
            reading = or_numerals(reading, picture, dome, self._settings, expect=expect, slant=slant)
        return reading if dice == "any" else _counted(reading, expect, NUMBERS[dice])

    def _pips(
        self,
        picture: NDArray[np.uint8],
        dice: DiceChoice,
        expect: int | None,
        dome: Circle | None,
        slant: float,
        memory: DomeMemory | None,
    ) -> DiceReading:
        """What the dice with pips show."""
        scene = scene_of(picture, dice, dome, self._settings)
        if dice != "any":
            elsewhere, looked = NOTHING, spots_in(scene)
            together = read_dome(scene, dice, self._settings, slant, memory, looked=looked)
            if dome is None and together is None:
                scene, together = self._under_another(picture, dice, scene, slant)
                looked = spots_in(scene)
            if dome is None:
                elsewhere = look_elsewhere(picture, scene, looked, search=self._settings.search)
            if elsewhere.dome is not None:
                return self._pips(picture, dice, expect, elsewhere.dome, slant, memory)
            if together is not None:
                together = behind_lamps(together, picture, scene, dice, self._settings, slant, memory)
                return doubted(together, elsewhere)
        look = self._look(scene)
        reading = self._judged(scene, look, dice, expect, slant)
        for grey, scale in planes(scene.part, scene.scale):
            if reading.verdict in ("read", "cocked"):
                break
            found = self._look(_seen_as(scene, grey, scale)).faces
            look = replace(look, faces=joined(look.faces, found, scale / scene.scale, scene.grey))
            reading = self._judged(scene, look, dice, expect, slant)
        if dice != "any":
            return borne_out(reading, picture, self._settings, slant)
        read = reading.verdict == "read"
        reading = none_overlooked(reading, picture, expect)
        if expect not in (None, 1):
            return reading
        if expect == 1:
            reading = seen_where_told(reading, picture)
        rim = None if scene.rim is None else scene.circle_in_picture(scene.rim)
        reading, giants = without_giants(reading, picture, self._settings, rim)
        if rim is not None:
            reading = reconsidered(reading, picture, rim, self._settings, slant, giants)
        if expect == 1 and not read and reading.verdict in ("none", "unsure"):
            reading = last_look(reading, scene)
        return reading

    def _under_another(
        self, picture: NDArray[np.uint8], dice: DiceChoice, scene: Scene, slant: float
    ) -> tuple[Scene, DiceReading | None]:
        """The dice under a dome that is less plain than the circle where none were found: a print, a lid.

        With the scene in which they are seen; it is the same one if there are none.
        """
        tried = None if scene.rim is None else scene.circle_in_picture(scene.rim)
        for found in find_domes(in_grey(picture)):
            circle = found.circle
            apart = tried is None or np.hypot(circle.x - tried.x, circle.y - tried.y) > tried.r / 2
            if found.sureness < self._settings.sure_dome or not apart:
                continue
            other = scene_of(picture, dice, circle, self._settings)
            if (together := read_dome(other, dice, self._settings, slant)) is not None:
                return other, together
        return scene, None

    def _judged(
        self, scene: Scene, look: _Look, dice: DiceChoice, expect: int | None, slant: float
    ) -> DiceReading:
        """The reading that the faces found so far make."""
        seen = self._seen(look.faces, scene, expect)
        red = None
        colours = scene.colours() if dice == "headache" else None
        if scene.dome is not None and colours is not None:
            red = find_red_die(colours, scene.dome, seen, slant, self._settings)
            seen = [face for face in seen if red.guess is None or not overlap(face.guess, red.guess)]
            seen = [face for face in seen if face.confidence >= self._settings.sure] or seen
        leaning = [
            scene.rim is not None and _under(face, scene.rim) and leans(face, look.blobs, slant)
            for face in seen
        ]
        missed = unread_pips(seen, look.blobs) or (expect is None and self._missed(scene, look, seen))
        reading = self._told(scene, seen, leaning, expect, missed)
        if not seen and any(_in_glare(face) for face in look.faces):
            reading = DiceReading("unsure", (), None, "glare_on_die")
        return reading if dice != "headache" else _with_red(reading, red)

    def _told(
        self, scene: Scene, seen: list[Face], leaning: list[bool], expect: int | None, missed: bool
    ) -> DiceReading:
        dice = (_die(face, scene, flat=not lean) for face, lean in zip(seen, leaning, strict=True))
        found = tuple(sorted(dice, key=lambda die: die.box[0]))
        if not found:
            return DiceReading("none", (), None, "no_die")
        if any(leaning):
            return DiceReading("cocked", found, None, "die_leans")
        if missed or min(die.confidence for die in found) < self._settings.sure:
            return DiceReading("unsure", found, None, "pips_unclear")
        if expect is not None and len(found) != expect:
            return DiceReading(
                "unsure", found, None, "count_differs", {"expected": expect, "found": len(found)}
            )
        return DiceReading("read", found, None, "dice_read")

    def _seen(self, faces: list[Face], scene: Scene, expect: int | None) -> list[Face]:
        """The faces worth telling, best first; those cut off by the border if fewer are seen."""
        seen = [face for face in faces if _within(face.guess, scene.grey, 1.2)]
        sure = [face for face in seen if face.confidence >= self._settings.sure]
        alone = expect is not None or not sure
        least = self._settings.doubted_alone if alone else self._settings.doubted
        seen = [face for face in seen if face.confidence > least]
        if sure:
            best = [face for face in sure if face.confidence >= 0.9 * sure[0].confidence]
            largest = max(best, key=lambda face: face.guess.unit)
            seen = [face for face in seen if not self._speck(face, largest)]
        if expect is not None and len(seen) > expect:
            whole = [face for face in seen if _within(face.guess, scene.grey, 2.6)]
            seen = whole if len(whole) >= expect else seen
        return seen

    def _blobs(self, scene: Scene) -> Blobs:
        """The round spots of a scene; under a dome only those of the size of its dice's pips."""
        if scene.dome is None:
            return find_blobs(scene.grey, self._settings)
        least, most = (scene.dome.r * size for size in self._settings.dome_pips)
        settings = replace(self._settings, grey_levels=self._settings.dome_levels)
        blobs = find_blobs(scene.grey, settings, least, most)
        return blobs.take(np.hypot(blobs.x - scene.dome.x, blobs.y - scene.dome.y) < scene.dome.r)

    def _look(self, scene: Scene) -> _Look:
        """All faces of a scene that the geometry allows, and those of them that stand, best first."""
        blobs, pyramid = self._blobs(scene), Pyramid(scene.grey, scene.scale)
        faces = self._examined(scene.grey, blobs, pyramid)
        faces = [face for face in faces if scene.dome is None or self._fits_dome(face.guess, scene.dome)]
        claims = [face for face in faces if face.confidence > 0.01]
        heard = self._heard(doubt_leftovers(choose(claims), blobs), pyramid)
        again = doubt_leftovers(choose(appealing(faces, heard)), blobs)
        return _Look(blobs, claims, upheld(heard, self._heard(again, pyramid)))

    def _missed(self, scene: Scene, look: _Look, seen: list[Face]) -> bool:
        """Whether a die is in sight that was not read, where any number of them may be."""
        sure = bool(seen) and min(face.confidence for face in seen) >= self._settings.sure
        return (
            unread_bodies(seen, look.blobs) > 0
            or (sure and unread_faces(seen, look.claims, scene.grey))
            or (sure and unread_colours(seen, scene.part, scene.scale))
            or any(pips_may_be_dice(face, scene.grey) for face in seen)
            or any(not _within(face.guess, scene.grey, CUT_OFF) for face in seen)
        )

    def _heard(self, faces: list[Face], pyramid: Pyramid) -> list[Face]:
        """The faces after the net has looked at those worth asking about; best first."""
        asked = [face for face in faces if face.confidence >= self._settings.worth_asking]
        places = [((float(face.guess.centre[0]), float(face.guess.centre[1])), _side(face)) for face in asked]
        chances = second_opinion().chances(pyramid.grey, places)
        lamps = [lamp_area(pyramid.patch(face.guess), face.guess) for face in asked]
        heard = map(hear, asked, chances, lamps)
        return sorted(heard, key=lambda face: -face.confidence)

    def _speck(self, face: Face, largest: Face) -> bool:
        """Whether a face is too small beside a sure one to be a die of the same picture."""
        ratio = face.guess.unit / largest.guess.unit
        faint = face.evidence.contrast < 0.6 * largest.evidence.contrast
        return ratio < 0.4 or (ratio < 0.6 and (faint or face.confidence < self._settings.sure))

    def _fits_dome(self, guess: Guess, dome: Circle) -> bool:
        low, high = self._settings.dome_units
        return low * dome.r < guess.unit < high * dome.r

    def _examined(self, grey: Grey, blobs: Blobs, pyramid: Pyramid) -> list[Face]:
        """The faces that blobs allow, weighed."""
        if len(blobs) > self._settings.many_blobs:
            blobs = blobs.take(stand_alone(blobs, grey, self._settings))
        faces = [face for guess in guess_faces(blobs) if (face := weighed(guess, pyramid)) is not None]
        sure = [face.guess for face in faces if face.confidence >= self._settings.sure]
        faces = [face for face in faces if not _made_of_dice(face.guess, sure, blobs)]
        clear = [face.guess for face in choose(faces) if face.confidence >= self._settings.sure]
        rows = [face.guess for face in faces if face.confidence > 0.25 or _well_laid(face.guess)]
        faces = [face for face in faces if not any(_is_glint(face.guess, guess) for guess in clear)]
        for single in guess_singles(blobs)[: self._settings.most_singles]:
            if any(_is_pip(single, guess) for guess in clear) or any(
                _is_glint(single, guess) for guess in rows
            ):
                continue
            framed = frame_single(pyramid.patch(single), single)
            face = None if framed is None else weighed(framed, pyramid)
            if face is not None:
                faces.append(face)
        return faces


def _counted(reading: DiceReading, expect: int | None, numbers: tuple[int, ...]) -> DiceReading:
    """A reading of a game's dice, unsure where another number of them is expected than the game has."""
    if reading.verdict != "read" or expect is None or expect in numbers:
        return reading
    facts = {"expected": expect, "found": len(reading.dice) + (reading.red is not None)}
    return reading.unsure("count_differs", facts)


def _seen_as(scene: Scene, grey: Grey, scale: float) -> Scene:
    """The scene in another grey picture of it, perhaps at another scale."""
    larger = scale / scene.scale
    dome = scene.dome
    if dome is not None:
        dome = Circle(dome.x * larger, dome.y * larger, dome.r * larger)
    return replace(scene, grey=grey, scale=scale, dome=dome)


def _with_red(reading: DiceReading, red: RedDie | None) -> DiceReading:
    """A reading of the die with pips, with what is known of the die with the red dot."""
    if red is not None and red.leans:
        return replace(reading, verdict="cocked", reason="die_leans")
    told = None if red is None else red.red
    if told is None and reading.verdict == "read":
        return reading.unsure("red_unclear")
    return replace(reading, red=told)


def _in_glare(face: Face) -> bool:
    """Whether all that speaks against a face is a reflected lamp that may hide a pip."""
    lamp = face.terms.get("no_lamp", 1.0)
    return lamp < 0.5 and face.confidence_but("no_lamp") > 0.5


def _under(face: Face, rim: Circle) -> bool:
    """Whether a face lies inside a circle and has the size of a die under such a dome."""
    x, y = face.guess.centre
    return bool(np.hypot(x - rim.x, y - rim.y) < rim.r and 0.04 < face.guess.unit / rim.r < 0.3)


def _side(face: Face) -> float:
    """The side of a face (px): four units, more where its pips stand closer and all edges are plain."""
    plain = face.evidence.edges[3] > PLAIN_EDGE and face.evidence.half > CLOSE_PIPS
    return (2 * face.evidence.half if plain else 4) * face.guess.unit


def _is_pip(single: Guess, guess: Guess) -> bool:
    """Whether a spot lies on a face and looks like its pips."""
    alike = single.dark == guess.dark and 0.5 < single.r / guess.r < 2.0
    return alike and bool(np.abs(guess.place(single.centre)).max() < 1.45)


def _well_laid(guess: Guess) -> bool:
    """Whether the places of the pips alone speak for a face, whatever the light on it."""
    return guess.value > 3 and guess.misfit < 0.15 and not guess.missing


def _made_of_dice(guess: Guess, sure: list[Guess], blobs: Blobs) -> bool:
    """Whether the pips of a face are dice themselves: white dice on a dark table can make a giant two.

    Then one of them is filled by a sure face, or each has a spot in its very middle, where glints seldom are.
    """
    for inner in sure:
        off = float(np.hypot(*(guess.pips - inner.centre).T).min())
        if off < 0.35 * guess.r and 1.9 < guess.r / inner.unit < 3.2:
            return True
    spots = (blobs.dark != guess.dark) & (blobs.r > 0.12 * guess.r) & (blobs.r < 0.45 * guess.r)
    apart = np.hypot(blobs.x[spots] - guess.pips[:, :1], blobs.y[spots] - guess.pips[:, 1:])
    return bool(spots.any() and (apart.min(axis=1) < 0.2 * guess.r).all())


def _is_glint(single: Guess, guess: Guess) -> bool:
    """Whether a spot lies in a pip of a face and is of the other polarity: a reflection in it."""
    return single.dark != guess.dark and single.r < 0.75 * guess.r and _in_a_pip(single, guess)


def _in_a_pip(inner: Guess, guess: Guess) -> bool:
    """Whether the centre of one face lies in a pip of another."""
    return bool(np.hypot(*(guess.pips - inner.centre).T).min() < 0.9 * guess.r)


def _within(guess: Guess, grey: Grey, reach: float) -> bool:
    """Whether the face lies in the picture as far as `reach` units from its centre."""
    corners = guess.centre + reach / 2 * (guess.corners - guess.centre)
    return bool((corners >= 0).all() and (corners < np.array(grey.shape[::-1])).all())


def _die(face: Face, scene: Scene, flat: bool) -> Die:
    """A face as a die in pixels of the whole picture."""
    corners, pips = scene.to_picture(face.guess.corners), scene.to_picture(face.guess.pips)
    return outlined(corners, face.guess.value, face.confidence, flat=flat, pips=pips)
