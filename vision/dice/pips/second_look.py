"""Looking again where the grey picture told nothing sure: in single colours, and small pictures enlarged.

Pips that are as light as their die show in a colour channel; what shimmers through a clear die, or is printed
on it in another colour, is gone in one. Pips of a few pixels have neither shape nor size until enlarged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.nets.net import second_opinion
from vision.dice.pips.blobs import Grey
from vision.dice.pips.face import Pyramid, examine
from vision.dice.pips.judge import Face, overlap
from vision.dice.pips.lattice import Guess

__all__ = ["joined", "planes"]

SMALL = 160
"""Pictures whose longer side (px) is at most this are enlarged to twice their size."""

SURE_ALONE = 0.8
"""A face that one plane alone shows must be as sure as this; below, it stays in doubt."""

SEEN = 0.05
"""A face with less confidence than this was not seen in a plane."""

GIVES_WAY = 0.2
"""A face of another value at the same place with more confidence than this is a contradiction."""

DENIED = 0.6
"""The net contradicts a face if it gives another value this chance at the same place in grey."""

TO_BE_SEEN = 20.0
"""Contrast (levels) that pips need in grey for the net to be heard there: of a bare face it knows nothing."""

SAME = 8.0
"""Planes are alike if 999 of 1,000 pixels differ by less than this (levels), the brightness apart."""

SAMPLES = 160
"""Planes are compared at so many pixels along their longer side."""


def planes(part: NDArray[np.uint8], scale: float) -> Iterator[tuple[Grey, float]]:
    """Other grey pictures of `part`, (H, W) or (H, W, 3) BGR, the most telling first, each with its scale.

    `scale`: of the picture that was looked at already; small ones come at twice this scale. Of larger ones,
    which take long, those that show nothing that others have not shown are left out.
    """
    large = 2 * scale if scale * max(part.shape[:2]) <= SMALL else scale
    if part.ndim == 3:
        grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
        blue, green, red = cv2.split(part)
        least = cv2.min(cv2.min(blue, green), red)
        if large > scale:
            for plane in (least, green, grey, blue, red):
                yield _scaled(plane, large), large
            return
        shown = [grey]
        for plane in (least, green, blue, red):
            if not any(_alike(plane, other) for other in shown):
                shown.append(plane)
                yield _scaled(plane, large), large
    elif large > scale:
        yield _scaled(part, large), large


def _alike(plane: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    """Whether two planes of a picture differ by hardly more than their brightness."""
    step = max(max(plane.shape) // SAMPLES, 1)
    off = plane[::step, ::step].astype(np.int16) - other[::step, ::step]
    return float(np.quantile(np.abs(off - np.median(off)), 0.999)) < SAME


def _scaled(plane: NDArray[np.uint8], scale: float) -> Grey:
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    resized = plane if scale == 1 else cv2.resize(plane, None, fx=scale, fy=scale, interpolation=way)
    return np.ascontiguousarray(resized, np.uint8)


def joined(faces: list[Face], found: list[Face], ratio: float, grey: Grey) -> list[Face]:
    """The faces known so far and those `found` in another plane `ratio` times as large, best first.

    A face seen in two planes stands with the better of its confidences. One that only the new plane shows
    must be very sure; and where two planes, or the net's look at the `grey` picture, tell different values
    of a die, none of them is sure.
    """
    known = list(faces)
    for new in found:
        new = replace(new, guess=new.guess.scaled(1 / ratio))
        rivals = [k for k, old in enumerate(known) if overlap(old.guess, new.guess)]
        same = [k for k in rivals if known[k].guess.value == new.guess.value and known[k].confidence > SEEN]
        against = [k for k in rivals if k not in same and known[k].confidence > GIVES_WAY]
        if against or _denied(new, grey):
            new = _doubted(new, "planes_agree")
            for k in against:
                known[k] = _doubted(known[k], "planes_agree")
        elif not same and new.confidence < SURE_ALONE:
            new = _doubted(new, "seen_twice")
        if same and known[same[0]].confidence >= new.confidence:
            continue
        known = [old for k, old in enumerate(known) if k not in rivals or k in against] + [new]
    return sorted(known, key=lambda face: -face.confidence)


def _doubted(face: Face, name: str) -> Face:
    if name in face.terms:
        return face
    return replace(face, terms={**face.terms, name: 0.4}, confidence=0.4 * face.confidence)


def _shown(guess: Guess, grey: Grey) -> bool:
    """Whether the pips of a face stand out in the grey picture, darker or lighter than it."""
    patch = Pyramid(grey).patch(guess)
    ways = (examine(patch, replace(guess, dark=dark)) for dark in (True, False))
    return any(seen is not None and seen.contrast > TO_BE_SEEN for seen in ways)


def _denied(face: Face, grey: Grey) -> bool:
    """Whether the net is sure of another value in the grey picture, where that shows the pips at all."""
    if face.confidence < GIVES_WAY or not _shown(face.guess, grey):
        return False
    x, y = face.guess.centre
    chances = second_opinion().chances(grey, [((float(x), float(y)), 4 * face.guess.unit)])[0]
    seen = int(chances.argmax())
    return seen not in (0, face.guess.value) and float(chances[seen]) > DENIED
