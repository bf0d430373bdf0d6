"""Hearing faces again that the geometry dropped, where nothing else stands and the net is very sure of them.

Two kinds: a face whose pips are all in their places, dropped for a logo or a line printed between them; and a
face that lost to a larger one which the net then denied.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from vision.dice.pips.judge import Face, overlap

__all__ = ["appealing", "upheld"]

PRINT = ("sites_bare", "face_even", "face_bare")
"""The doubts that print on a face makes."""

PRINTED = 0.15
"""What a printed face is worth by geometry: enough to be read only if the net is as sure as can be."""

ALL_CLEAR = 0.8
"""How clear the faintest pip of a printed face must be, and how sure a face that lost."""

ELSE_CLEAR = 0.5
"""The least confidence in a printed face that all but the print leaves."""

STANDS = 0.2
"""Beside a face with at least this confidence, one at the same place is not heard again."""


def appealing(faces: Sequence[Face], heard: Sequence[Face]) -> list[Face]:
    """Of all `faces` those to hear again; `heard` are those that were chosen, with the net's word.

    Only values from 4 on are heard again: print beside fewer pips may be more pips, or hide them. The places
    that a five or a six leaves bare make no other value when filled.
    """
    return [
        replace(face, confidence=worth)
        for face in faces
        if face.guess.value > 3 and not _settled(face, heard) and (worth := _worth(face, heard)) > 0
    ]


def _settled(face: Face, heard: Sequence[Face]) -> bool:
    """Whether a face was heard itself, or another stands at its place."""
    return any(
        other.guess is face.guess or (other.confidence > STANDS and overlap(other.guess, face.guess))
        for other in heard
    )


def _worth(face: Face, heard: Sequence[Face]) -> float:
    """The confidence by geometry with which a face is heard again; 0 if it is not."""
    rest = prod(value for term, value in face.terms.items() if term not in PRINT)
    complete = not face.guess.missing and face.evidence.weakest > ALL_CLEAR
    if face.confidence > ALL_CLEAR and any(
        _denied(other) and overlap(other.guess, face.guess) for other in heard
    ):
        return face.confidence
    if face.guess.value > 4 and complete and rest > ELSE_CLEAR:
        return max(face.confidence, PRINTED * rest)
    return 0.0


def _denied(face: Face) -> bool:
    return face.terms.get("second_opinion", 1.0) == 0.0


def upheld(heard: Sequence[Face], again: Sequence[Face]) -> list[Face]:
    """The faces after those heard `again`, of which only those stand that the net is sure of."""
    good = [face for face in again if face.terms["second_opinion"] >= 1.0]
    return sorted(
        [*good, *(old for old in heard if not any(overlap(old.guess, new.guess) for new in good))],
        key=lambda face: -face.confidence,
    )
