"""Whether a die under the dome leans: from above, a flat one shows a square top and hides its sides."""

from __future__ import annotations

import numpy as np

from vision.dice.pips.blobs import Blobs
from vision.dice.pips.judge import Face

LATTICE_SQUARE = 0.93
"""Least squareness of the lattice of a flat four or five seen from straight above."""

PIPS_ROUND = 0.89
"""Least aspect of the mean pip of a flat die seen from straight above."""

SMALL = 3.9
"""Smaller pips (radius, px) are measured so roughly that both limits are lowered by `ROUGHLY`."""

ROUGHLY = 0.1

MOST_SLANT = 12.0
"""A camera that looks from further aside (degrees) sees the sides of flat dice too."""


def leans(face: Face, blobs: Blobs, slant: float = 0.0) -> bool:
    """Whether a face belongs to a die that leans on the dome's wall or on another die.

    `slant`: how far from straight above the camera looks (degrees). The top of a leaning die is
    foreshortened, and the pips of a side come in sight; at 25 degrees the first is hardly more than the error
    of measurement, so that either is taken as enough.
    """
    guess = face.guess
    by_lattice = guess.value in (4, 5) and not guess.missing
    least = LATTICE_SQUARE if by_lattice else PIPS_ROUND
    if guess.r < SMALL:
        least -= ROUGHLY
    slanted = (guess.squareness if by_lattice else guess.pip_aspect) < least * np.cos(np.radians(slant))
    return bool(slanted or (slant < MOST_SLANT and _side_pips(face, blobs) > 0))


def _side_pips(face: Face, blobs: Blobs) -> int:
    """How many spots beside the face are like its pips, seen narrower."""
    guess = face.guess
    inverse = np.linalg.inv(guess.frame[:, :2])
    places = (np.column_stack([blobs.x, blobs.y]) - guess.centre) @ inverse.T
    out = np.abs(places).max(axis=1)
    sized = (blobs.r > 0.3 * guess.r) & (blobs.r < 1.15 * guess.r) & (blobs.dark == guess.dark)
    plain = blobs.high - blobs.low > 0.3 * face.evidence.contrast
    narrow = blobs.aspect < guess.pip_aspect - 0.1
    return int(np.count_nonzero((out > 1.9) & (out < 3.7) & sized & plain & narrow))
