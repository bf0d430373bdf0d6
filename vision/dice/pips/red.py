"""Headache's second die: five blank faces, and one with a red dot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.pips.blobs import Blobs, Grey, find_blobs
from vision.dice.pips.face import BlankEvidence, Pyramid, examine, examine_blank, frame_single
from vision.dice.pips.judge import Face, ramp, weigh
from vision.dice.pips.lattice import Guess, guess_singles
from vision.dice.pips.lean import leans
from vision.dice.reading import Circle
from vision.dice.settings import ReaderSettings

Colours = NDArray[np.uint8]

LEAST_HALF = 1.5
"""Half the side of the die is at least this many radii of its dot."""


@dataclass(frozen=True, slots=True)
class RedDie:
    """What is known of the die with the red dot.

    `red`: the dot is up, or is not, or None if that is not sure; `leans`: the die does not lie flat; `guess`:
    its face in the scene, if it is seen.
    """

    red: bool | None
    leans: bool
    guess: Guess | None


def find_red_die(
    colours: Colours, dome: Circle, pips: list[Face], slant: float, settings: ReaderSettings
) -> RedDie:
    """The die with the red dot under a dome, beside the faces with pips; colours: (H, W, 3) BGR."""
    without_red = np.minimum(colours[..., 0], colours[..., 1])
    redness = cv2.subtract(colours[..., 2], cv2.max(colours[..., 0], colours[..., 1]))
    least, most = 0.02 * dome.r, 0.16 * dome.r
    blobs = find_blobs(without_red, settings, least, most)
    blobs = blobs.take(np.hypot(blobs.x - dome.x, blobs.y - dome.y) < dome.r)
    dot = _best_dot(without_red, redness, blobs, dome)
    if dot is not None and dot.confidence > 0.1:
        tilted = leans(dot, blobs, slant)
        return RedDie(True if dot.confidence >= settings.sure and not tilted else None, tilted, dot.guess)
    blank = _best_blank(colours, redness, dome, pips, settings)
    return RedDie(None if blank is None else False, False, blank)


def _best_dot(without_red: Grey, redness: Grey, blobs: Blobs, dome: Circle) -> Face | None:
    """The red spot that most looks like the dot on a die; it need not be sure."""
    pyramid, red = Pyramid(without_red), Pyramid(redness)
    best: Face | None = None
    for spot in guess_singles(blobs.take(blobs.dark)):
        framed = frame_single(pyramid.patch(spot), spot, LEAST_HALF)
        if framed is None or not 0.05 < framed.unit / dome.r < 0.24:
            continue
        evidence = examine(pyramid.patch(framed), framed)
        colour = examine(red.patch(framed), replace(framed, dark=False))
        if evidence is None or colour is None:
            continue
        face = _as_dot(weigh(framed, evidence, pyramid.noise), colour.contrast)
        if best is None or face.confidence > best.confidence:
            best = face
    return best


def _as_dot(face: Face, redness: float) -> Face:
    """A face with one spot weighed as the dot, which may be so large that it covers most sites."""
    size = face.guess.r / face.guess.unit
    kept = ("contrast", "outline", "outline_closed", "not_slanted", "face_even", "pips_clear")
    terms = {name: face.terms[name] for name in kept}
    terms["red"] = ramp(redness, 12, 30)
    terms["dot_size"] = min(ramp(size, 0.25, 0.4), ramp(size, 1.5, 1.3))
    return replace(face, terms=terms, confidence=prod(terms.values()))


def _best_blank(
    colours: Colours, redness: Grey, dome: Circle, pips: list[Face], settings: ReaderSettings
) -> Guess | None:
    """The blank face that is surely one: as large as the other, even, with four edges, nothing red on it."""
    if len(pips) != 1:
        return None
    unit, other = pips[0].guess.unit, pips[0].guess
    found: list[tuple[float, Guess]] = []
    for channel in (cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY), colours[..., 0], colours[..., 2]):
        channel = np.ascontiguousarray(channel)
        bodies = find_blobs(channel, settings, 1.5 * unit, 3.3 * unit)
        pyramid, red = Pyramid(channel), Pyramid(redness)
        for k in range(len(bodies)):
            centre = np.array([bodies.x[k], bodies.y[k]])
            inside = np.hypot(centre[0] - dome.x, centre[1] - dome.y) < dome.r
            if not inside or np.abs(other.place(centre)).max() < 2.6:
                continue
            axes = np.eye(2) * unit
            guess = Guess(1, centre, axes[0], axes[1], 0.4 * unit, bool(bodies.dark[k]), centre[None], 0.0)
            blank = examine_blank(pyramid.patch(guess), red.patch(guess))
            if blank is not None:
                found.append((_blankness(blank), guess))
    if not found:
        return None
    sureness, guess = max(found, key=lambda item: item[0])
    return guess if sureness >= settings.sure else None


def _blankness(blank: BlankEvidence) -> float:
    """How surely a face is blank: the product of its grounds."""
    return (
        ramp(blank.edges[3], 0.15, 0.35)
        * ramp(blank.uneven, 0.6, 0.3)
        * ramp(blank.red, 14, 6)
        * ramp(blank.contrast, 8, 20)
    )
