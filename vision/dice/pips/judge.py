"""Weighing the evidence for guessed faces, and choosing between faces that exclude each other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

import numpy as np
from numpy.typing import NDArray

from vision.dice.pips.blobs import Blobs
from vision.dice.pips.face import Evidence, Pyramid, examine
from vision.dice.pips.lattice import Guess


@dataclass(frozen=True, slots=True)
class Face:
    """A guess with what the picture says to it; `terms` are the named grounds for `confidence`, each 0..1."""

    guess: Guess
    evidence: Evidence
    terms: dict[str, float]
    confidence: float

    def confidence_but(self, name: str) -> float:
        """The product of all terms but one."""
        return prod(value for term, value in self.terms.items() if term != name)


def ramp(value: float, bad: float, good: float) -> float:
    """0 at `bad` and beyond, 1 at `good` and beyond, straight between."""
    return min(max((value - bad) / (good - bad), 0.0), 1.0)


def weighed(guess: Guess, pyramid: Pyramid) -> Face | None:
    """A guess with its evidence; None where the picture bears nothing of it out."""
    evidence = examine(pyramid.patch(guess), guess)
    return None if evidence is None else weigh(guess, evidence, pyramid.noise)


def weigh(guess: Guess, evidence: Evidence, noise: float) -> Face:
    """The confidence in one face by itself: the product of its terms; `noise` is the picture's roughness."""
    size = guess.r / guess.unit
    one = guess.value == 1
    terms = {
        "pips_clear": _clearness(guess, evidence),
        "pips_alike": ramp(guess.unlike, 0.45, 0.22) if guess.value < 4 else ramp(guess.unlike, 0.9, 0.5),
        "sites_bare": ramp(evidence.free, 0.5, 0.25),
        "no_glare": ramp(evidence.glare, 0.8, 0.35),
        "face_even": ramp(evidence.uneven, 1.2, 0.8) if one else ramp(evidence.uneven, 0.9, 0.5),
        "face_bare": ramp(evidence.stray, 4.0, 2.0) if one else ramp(evidence.stray, 0.9, 0.4),
        "pip_size": min(ramp(size, 0.18, 0.26), ramp(size, 0.95 if one else 0.68, 0.85 if one else 0.6)),
        "on_lattice": ramp(guess.misfit, 0.3, 0.12),
        "no_more_rows": ramp(evidence.copy, 0.6, 0.35),
        "not_crowded": 0.0 if guess.crowd else 1.0,
        "contrast": min(ramp(evidence.contrast, 8, 20), ramp(evidence.contrast / noise, 3, 7)),
        "outline": ramp(evidence.edges[2], 0.05, 0.2) if one else ramp(evidence.edges[1], 0.05, 0.15),
        "not_slanted": ramp(guess.upright, 0.55, 0.72) if guess.value > 3 else ramp(guess.upright, 0.6, 0.8),
    }
    if one:
        terms["outline_closed"] = ramp(evidence.edges[3], 0.0, 0.1)
    return Face(guess, evidence, terms, prod(terms.values()))


def _clearness(guess: Guess, evidence: Evidence) -> float:
    """How clear the faintest pip is; a faint spot fills a lattice, a pip not found must be plain."""
    if guess.value > 3 and not guess.missing:
        return ramp(evidence.weakest, 0.2, 0.5)
    return ramp(evidence.weakest, 0.5, 0.8)


def doubt_leftovers(faces: list[Face], blobs: Blobs) -> list[Face]:
    """The faces, those doubted beside which a spot lies that is like their pips and belongs to no face.

    Glare can hide part of a die, and the pips that are left can make a smaller value; but then some are left
    over. The pips of side faces are no leftovers: they look narrower than those of the top.
    """
    return [_doubt_leftovers(face, [other.guess for other in faces], blobs) for face in faces]


def _doubt_leftovers(face: Face, guesses: list[Guess], blobs: Blobs) -> Face:
    guess = face.guess
    if guess.value == 6:
        return face
    offsets = np.hypot(blobs.x - guess.pips[:, :1], blobs.y - guess.pips[:, 1:])
    own = np.unique(offsets.argmin(axis=1))
    face_level = np.where(guess.dark, blobs.high, blobs.low)
    alike = (blobs.dark == guess.dark) & (np.abs(np.log(blobs.r / guess.r)) < 0.25) & ~blobs.parted
    alike &= np.abs(blobs.aspect - guess.pip_aspect) < 0.15
    alike &= np.abs(face_level - np.median(face_level[own])) < 0.3 * face.evidence.contrast
    near = alike & (np.hypot(blobs.x - guess.centre[0], blobs.y - guess.centre[1]) < 3.6 * guess.unit)
    left = [
        spot
        for spot in np.column_stack([blobs.x, blobs.y])[near]
        if all(np.abs(other.place(spot)).max() > 1.5 for other in guesses)
    ]
    if not left:
        return face
    return replace(face, terms={**face.terms, "none_left_over": 0.3}, confidence=face.confidence * 0.3)


def unread_bodies(faces: list[Face], blobs: Blobs) -> int:
    """How many spots look like whole dice of a known size, with a pip inside, and have no face.

    They are dice that were missed; only where at least one face is known can their size be told.
    """
    if not faces:
        return 0
    unit = float(np.median([face.guess.unit for face in faces]))
    depth = blobs.high - blobs.low
    bodies = np.flatnonzero((blobs.r > 1.5 * unit) & (blobs.r < 4.0 * unit) & ~blobs.parted)
    unread = 0
    for k in bodies:
        apart = np.hypot(blobs.x - blobs.x[k], blobs.y - blobs.y[k])
        pips = (blobs.dark != blobs.dark[k]) & (apart < 0.75 * blobs.r[k])
        pips &= (blobs.r > 0.1 * blobs.r[k]) & (blobs.r < 0.4 * blobs.r[k]) & (depth > 0.15 * depth[k])
        pips &= np.minimum(blobs.high, blobs.high[k] + depth[k]) > blobs.low[k]
        middle = np.array([blobs.x[k], blobs.y[k]])
        read = any(np.hypot(*(face.guess.centre - middle)) < blobs.r[k] for face in faces)
        unread += bool(pips.any()) and not read
    return unread


def unread_pips(faces: list[Face], blobs: Blobs) -> bool:
    """Whether there are plain spots larger than the pips read, at least two alike side by side, on no face.

    They are the pips of a die that could not be read, and what was read is print, cloth or glints beside it.
    """
    if not faces:
        return False
    largest = max(face.guess.r for face in faces)
    contrast = min(face.evidence.contrast for face in faces)
    plain = (blobs.high - blobs.low > 0.6 * contrast) & (blobs.aspect > 0.65) & ~blobs.parted
    spots = blobs.take(plain & (blobs.r > 1.4 * largest) & (blobs.r < 3.2 * largest))
    centres = np.column_stack([spots.x, spots.y])
    free = np.array(
        [all(np.abs(face.guess.place(c)).max() > 1.7 for face in faces) for c in centres], np.bool_
    )
    spots = spots.take(free) if len(free) else spots
    apart = np.hypot(spots.x[:, None] - spots.x, spots.y[:, None] - spots.y)
    alike = (np.abs(np.log(spots.r[:, None] / spots.r)) < 0.3) & (spots.dark[:, None] == spots.dark)
    return bool((alike & (apart > 0) & (apart < 8 * spots.r)).any())


LASTING = ("none_left_over", "uncontested", "top_clear", "no_glare", "not_crowded", "no_more_rows")
"""Doubts that the net shares: it sees a part of a die as the geometry does, and takes it for a whole one."""


def hear(face: Face, chances: NDArray[np.float32], lamp: float) -> Face:
    """The face after a second opinion: the net's chances (7,) that none is there, and of the values 1 to 6.

    A net that is sure of the same value makes up for most of what the geometry doubts, but for the lasting
    doubts; one that is not leaves nothing sure, however clear the pips are. `lamp` is the area of a reflected
    lamp that may hide a pip.
    """
    agreed = float(chances[face.guess.value])
    heard = {"second_opinion": ramp(agreed, 0.6, 0.9), "no_lamp": ramp(lamp, 1.6, 0.7)}
    doubt_left = 1 - 0.7 * ramp(agreed, 0.8, 0.95)
    lasting = prod(face.terms.get(name, 1.0) for name in LASTING)
    passing = face.confidence / max(lasting, 1e-9)
    confidence = min(passing, 1.0) ** doubt_left * lasting * prod(heard.values())
    return replace(face, terms={**face.terms, **heard}, confidence=confidence)


def choose(faces: list[Face]) -> list[Face]:
    """The faces that stand, best first.

    Of faces that overlap or share a pip only one stands, the one with more pips if the picture bears it out:
    pips found are seldom too many and often too few. Of faces of one die the top one stands.
    """
    faces = [face for face in faces if not any(_part_of(face, other) for other in faces)]
    chosen: list[Face] = []
    for face in sorted(faces, key=_standing, reverse=True):
        rivals = [k for k, other in enumerate(chosen) if overlap(face.guess, other.guess)]
        if not rivals:
            chosen.append(face)
        for k in rivals:
            chosen[k] = _contested(chosen[k], face)
    return _tops(chosen)


def _standing(face: Face) -> float:
    """Ranks faces that exclude each other: by confidence, and by how many pips are in their places."""
    return float(np.sqrt(face.confidence)) * (1 + 0.25 * face.guess.value)


def _contested(winner: Face, loser: Face) -> Face:
    """The winner, doubted if it has few pips and the loser, with a pip in common, is nearly as good."""
    if winner.guess.value > 3 or not _share_pip(winner.guess, loser.guess):
        return winner
    doubt = ramp(loser.confidence / max(winner.confidence, 1e-6), 0.9, 0.3)
    return replace(winner, terms={**winner.terms, "uncontested": doubt}, confidence=winner.confidence * doubt)


def _same_kind(one: Guess, two: Guess) -> bool:
    """Whether the pips of two faces are of one polarity and of a size."""
    return one.dark == two.dark and 0.5 < one.r / two.r < 2.0


def _share_pip(one: Guess, two: Guess) -> bool:
    if not _same_kind(one, two):
        return False
    apart = np.hypot(*(one.pips[:, None, :] - two.pips[None]).transpose(2, 0, 1))
    return bool(apart.min() < 0.7 * min(one.r, two.r))


def _part_of(face: Face, other: Face) -> bool:
    """Whether all pips of a face belong to another that has more and is not out of the question."""
    if (
        face.guess.value >= other.guess.value
        or other.confidence < 0.25
        or not _same_kind(face.guess, other.guess)
    ):
        return False
    apart = np.hypot(*(face.guess.pips[:, None, :] - other.guess.pips[None]).transpose(2, 0, 1))
    return bool(apart.min(axis=1).max() < 0.7 * min(face.guess.r, other.guess.r))


def _tops(faces: list[Face]) -> list[Face]:
    """Of the faces that belong to one die only the top one, doubted if another has nearly as good a claim."""
    kept: list[Face] = []
    for face in sorted(faces, key=lambda face: -_claim(face)):
        rivals = [k for k, other in enumerate(kept) if _same_die(other.guess, face.guess)]
        if not rivals:
            kept.append(face)
        for k in rivals:
            kept[k] = _settle(kept[k], face)
    return sorted(kept, key=lambda face: -face.confidence)


def _claim(face: Face) -> float:
    """How much speaks for a face being the top of its die: it is seen larger than the sides.

    A face does not lose its place to a side by a doubt which value it has.
    """
    return min(face.confidence_but("uncontested"), 0.5) * face.guess.unit**2


def _settle(top: Face, side: Face) -> Face:
    """The one of two faces of a die that is the top; the upper one in the picture where both are of a size.

    A camera that stands upright sees the top of a die above its sides.
    """
    if side.confidence_but("uncontested") < 0.5 or _claim(side) < 0.5 * _claim(top):
        return top
    rise = float(side.guess.centre[1] - top.guess.centre[1]) / top.guess.unit
    if rise < -1.5:
        top, side = side, top
    doubt = ramp(abs(rise), 0.8, 2.0)
    return replace(top, terms={**top.terms, "top_clear": doubt}, confidence=top.confidence * doubt)


def overlap(one: Guess, two: Guess) -> bool:
    """Whether two faces share a pip, or the centre of one lies in the other."""
    if _share_pip(one, two):
        return True
    return bool(np.abs(one.place(two.centre)).max() < 1.7 or np.abs(two.place(one.centre)).max() < 1.7)


def _same_die(top: Guess, side: Guess) -> bool:
    """Whether `side` could be a side face of the die with the top `top`: it adjoins it, more slanted."""
    apart = float(np.hypot(*(top.centre - side.centre)))
    if apart > 2.4 * (top.unit + side.unit) or not 0.5 < side.unit / top.unit < 1.1:
        return False
    both_flat = min(top.upright, side.upright) > 0.8 and side.unit > 0.8 * top.unit
    return not both_flat
