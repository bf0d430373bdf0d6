"""Weighing the evidence for guessed faces, and choosing between faces that exclude each other."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.dice.face import Evidence
from vision.dice.lattice import Guess


@dataclass(frozen=True, slots=True)
class Face:
    """A guess with what the picture says to it; `terms` are the named grounds for `confidence`, each 0..1."""

    guess: Guess
    evidence: Evidence
    terms: dict[str, float]
    confidence: float


def ramp(value: float, bad: float, good: float) -> float:
    """0 at `bad` and beyond, 1 at `good` and beyond, straight between."""
    return float(np.clip((value - bad) / (good - bad), 0.0, 1.0))


def weigh(guess: Guess, evidence: Evidence, noise: float) -> Face:
    """The confidence in one face by itself: the product of its terms; `noise` is the picture's roughness."""
    size = guess.r / guess.unit
    one = guess.value == 1
    aspect = guess.squareness if guess.value in (4, 5) else guess.pip_aspect
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
        "not_slanted": ramp(aspect, 0.55, 0.72) if guess.value > 3 else ramp(aspect, 0.6, 0.8),
    }
    if one:
        terms["outline_closed"] = ramp(evidence.edges[3], 0.0, 0.1)
    return Face(guess, evidence, terms, float(np.prod(list(terms.values()))))


def _clearness(guess: Guess, evidence: Evidence) -> float:
    """How clear the faintest pip is; a faint spot fills a lattice, a pip not found must be plain."""
    if guess.value > 3 and not guess.missing:
        return ramp(evidence.weakest, 0.2, 0.5)
    return ramp(evidence.weakest, 0.5, 0.8)


def choose(faces: list[Face]) -> list[Face]:
    """The faces that stand, best first.

    Of faces that overlap or share a pip only one stands, the one with more pips if the picture bears it out:
    pips found are seldom too many and often too few. Of faces of one die the top one stands.
    """
    sure = [face for face in faces if face.confidence >= 0.5]
    faces = [face for face in faces if not any(_part_of(face, other) for other in faces)]
    faces = [face for face in faces if not _made_of_dice(face.guess, sure)]
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


def _made_of_dice(guess: Guess, sure: list[Face]) -> bool:
    """Whether half the pips of a face are dice themselves: white dice on a dark table make a giant two."""
    inner = [face.guess for face in sure if 1.2 < guess.r / face.guess.unit < 3.5]
    return (
        2 * sum(any(np.hypot(*(pip - one.centre)) < 0.5 * guess.r for one in inner) for pip in guess.pips)
        >= guess.value
    )


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
    """How much speaks for a face being the top of its die: it is seen larger than the sides."""
    return min(face.confidence, 0.5) * face.guess.unit**2


def _settle(top: Face, side: Face) -> Face:
    """The one of two faces of a die that is the top; the upper one in the picture where both are of a size.

    A camera that stands upright sees the top of a die above its sides.
    """
    if _claim(side) < 0.5 * _claim(top):
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


def _topness(face: Face) -> float:
    """Greater for the face that is more likely the top one: seen larger."""
    return min(face.confidence, 0.5) * face.guess.unit**2


def _same_die(top: Guess, side: Guess) -> bool:
    """Whether `side` could be a side face of the die with the top `top`: it adjoins it, more slanted."""
    apart = float(np.hypot(*(top.centre - side.centre)))
    if apart > 4.6 * max(top.unit, side.unit):
        return False
    both_flat = min(top.pip_aspect, side.pip_aspect) > 0.8 and side.unit > 0.85 * top.unit
    return not both_flat
