"""The geometry of pips at one place, where a die is known to be: cheap, since little is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.pips.blobs import Blobs, find_blobs
from vision.dice.pips.face import Pyramid, frame_single
from vision.dice.pips.judge import Face, choose, doubt_leftovers, hear, weighed
from vision.dice.pips.lamp import lamp_area
from vision.dice.pips.lattice import Guess, guess_faces, guess_singles
from vision.dice.reading import Point
from vision.dice.scene import Scene
from vision.dice.settings import ReaderSettings

__all__ = ["Place", "faces_at"]

SAME_PLACE = 0.45
"""How far the middle of a face may lie from where a die was spotted, in sides of it."""

SAME_SIZE = 1.7
"""By which factor at most their sizes may differ."""

PIPS = (0.03, 0.35)
"""Least and greatest radius of a pip, in sides of the die."""

PLAIN = 0.25
"""Beside a face with more than one pip and more confidence than this no single pip is looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a die was spotted in a scene: the middle of its top, its side (px); the second opinion (7,)."""

    middle: Point
    side: float
    second: NDArray[np.float32]

    def holds(self, guess: Guess) -> bool:
        """Whether a face may be the top of the die."""
        return self._near(guess) and 1 / SAME_SIZE < 4 * guess.unit / self.side < SAME_SIZE

    def holds_pip(self, single: Guess) -> bool:
        """Whether a spot may be the one pip of the die."""
        return self._near(single) and PIPS[0] < single.r / self.side < PIPS[1]

    def _near(self, guess: Guess) -> bool:
        apart = np.hypot(guess.centre[0] - self.middle[0], guess.centre[1] - self.middle[1])
        return bool(apart < SAME_PLACE * self.side)


def faces_at(scene: Scene, place: Place, settings: ReaderSettings) -> tuple[tuple[Face, ...], Blobs]:
    """The faces at a place of a scene that stand, best first, and the spots of the scene."""
    least, most = (share * place.side for share in PIPS)
    blobs = find_blobs(scene.grey, replace(settings, grey_levels=settings.dome_levels), least, most)
    pyramid = Pyramid(scene.grey)
    faces = [
        face
        for guess in guess_faces(blobs)
        if place.holds(guess) and (face := weighed(guess, pyramid)) is not None
    ]
    if not any(face.confidence > PLAIN for face in faces):
        faces += _singles(blobs, place, pyramid)
    standing = doubt_leftovers(choose([face for face in faces if face.confidence > 0.01]), blobs)
    asked = (face for face in standing if face.confidence >= settings.worth_asking)
    heard = [hear(face, place.second, lamp_area(pyramid.patch(face.guess), face.guess)) for face in asked]
    return tuple(sorted(heard, key=lambda face: -face.confidence)), blobs


def _singles(blobs: Blobs, place: Place, pyramid: Pyramid) -> Iterator[Face]:
    """The single pips of the place, each with the square round it as its face."""
    for single in guess_singles(blobs):
        if not place.holds_pip(single):
            continue
        framed = frame_single(pyramid.patch(single), single)
        face = None if framed is None or not place.holds(framed) else weighed(framed, pyramid)
        if face is not None:
            yield face
