"""Whether a piece stands on a space that is printed in its own colour: a second opinion, free of strength
alone.

Two small nets weigh how a space stands out of the board (`relief`) and how it looks beside its
like. The first compares it with the flattest and the steepest spaces of its colour in the same picture; the
second also with those of which the first was certain. `tools/fit_standing.py` fits them to drawn boards. What
they say, and what a close look says (`vision.board.pieces.close_ups`), are added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from hardware.spaces import COLOURS
from vision.board.pieces.evidence import MIDDLE_SPOT, Evidence, median_of
from vision.board.pieces.relief import Relief
from vision.board.place.pose import FloatArray

WEIGHTS: Final = Path(__file__).with_name("standing.npz")

CERTAIN: Final = 3.5
"""Log-odds from which the first net's word on a space serves to judge others by."""

PLAIN_LEAD: Final = 3.0
"""Spaces of no colour show how pieces and empty spaces look here if their best state leads by so much."""

TRUST: Final = 0.375
CLOSE_TRUST: Final = 0.375
"""The nets know drawn boards only: their log-odds, and those of the close look, count so much on others. They
look at the same space, and are wrong together more often than by chance."""

MOST: Final = 6.0
"""No more log-odds than this are believed."""

SLOPE_FLOOR: Final = 0.005
USUAL_SLOPE: Final = 0.15
USUAL_FLATNESS: Final = 0.012
USUAL_EVEN: Final = 0.9
USUAL_STEP: Final = 0.02
"""What pieces' and empty spaces' relief is taken to be where the picture shows too few of them."""

FAR: Final = 0.6
"""Looks that differ by this share of a colour's strength are as different as can be."""

LIKE: Final = 3
LIKE_LEAST: Final = 3
LIKE_FIT: Final = -8.0
"""A space is compared with so many of the others of its colour, at most half of them, if at least so many
are plain to see: their print, or a piece of its colour, explains them with this log-likelihood."""

INPUTS: Final = (26, 32)
"""So many numbers the two nets weigh."""

Net = tuple[FloatArray, FloatArray, FloatArray, FloatArray]
"""Weights (inputs, hidden) and offsets (hidden,), and those of the one output: (hidden,), ()."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of n spaces: the colour each is `printed` in, its `relief`, the evidence of `SPOTS`,
    how far tops lean in base radii (n,), the log-likelihoods (n, 5) by colours alone, which spaces no hand
    covers (n,), as far as that is known, and the log-odds (n,) that a piece stands there by a close look, 0
    where none was taken."""

    printed: Sequence[str | None]
    relief: Relief
    spots: Sequence[Evidence]
    lean: FloatArray
    fits: FloatArray
    open: npt.NDArray[np.bool_]
    close: FloatArray

    @property
    def own(self) -> npt.NDArray[np.int_]:
        """The column of `fits` of the colour that a space is printed in, -1 for none."""
        return np.array([-1 if p is None else COLOURS.index(p) for p in self.printed])


def own_odds(known: Standing) -> FloatArray:
    """The log-odds (n,) that a piece of the print's colour stands there, against none; nan for other
    spaces."""
    first, second = nets()
    alone = inputs_alone(known)
    certain = run(first, alone)
    beside = run(second, inputs_beside(known, alone, certain))
    odds = np.clip(TRUST * beside, -MOST, MOST) + np.clip(CLOSE_TRUST * known.close, -MOST, MOST)
    return np.where(known.own >= 0, np.clip(odds, -MOST, MOST), np.nan)


def settled(fits: FloatArray, known: Standing, odds: FloatArray) -> FloatArray:
    """Log-likelihoods (n, 5) in which own piece and empty differ by the odds (n,), nan for none known.

    How well the two together fit, beside other colours, stays as the colours say.
    """
    new = fits.copy()
    for i in np.flatnonzero(~np.isnan(odds)):
        own = known.own[i]
        best = max(fits[i, own], fits[i, -1])
        new[i, own] = best - np.logaddexp(0.0, -odds[i])
        new[i, -1] = best - np.logaddexp(0.0, odds[i])
    return new


@lru_cache(maxsize=1)
def nets() -> tuple[Net, Net]:
    """The two nets that come with the project."""
    with np.load(WEIGHTS) as file:
        one, two = ([np.asarray(file[f"{part}{k}"], np.float64) for k in range(4)] for part in ("a", "b"))
    return (one[0], one[1], one[2], one[3]), (two[0], two[1], two[2], two[3])


def run(net: Net, inputs: FloatArray) -> FloatArray:
    """The log-odds (n,) of inputs (n, m)."""
    return np.asarray(np.tanh(inputs @ net[0] + net[1]) @ net[2] + net[3])


def _plain(known: Standing) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which spaces of no colour plainly hold a piece, and which plainly none."""
    ranked = np.sort(known.fits, axis=1)
    clear = (known.own < 0) & (ranked[:, -1] - ranked[:, -2] > PLAIN_LEAD)
    empty = known.fits.argmax(axis=1) == known.fits.shape[1] - 1
    return clear & ~empty, clear & empty


def inputs_alone(known: Standing) -> FloatArray:
    """What the first net weighs, (n, `INPUTS[0]`)."""
    relief, foot, top = known.relief, known.spots[0], known.spots[-1]
    men, bare = _plain(known)
    slope = np.log(relief.slope + SLOPE_FLOOR)
    steep = float(np.median(slope[men])) if men.sum() >= 2 else np.log(USUAL_SLOPE)
    flat = float(np.percentile(slope[bare], 75)) if bare.sum() >= 3 else np.log(USUAL_FLATNESS)
    even = float(np.median(relief.even[bare])) if bare.sum() >= 3 else USUAL_EVEN
    step = float(np.median(np.abs(relief.step[bare]))) if bare.sum() >= 3 else USUAL_STEP
    as_men = np.clip(slope - steep, -4.0, 1.5)
    size = np.maximum(foot.size, 0.1)
    turn = np.minimum(np.linalg.norm(foot.strength - top.strength, axis=1) / size, 1.5)
    lighter = np.log(np.maximum(top.lightness, 1.0) / np.maximum(foot.lightness, 1.0))
    row, own = np.arange(len(size)), known.own
    by_colour = np.where(own >= 0, known.fits[row, own] - known.fits[:, -1], 0.0)
    n = len(size)
    own_look = [
        as_men,
        as_men**2,
        np.clip(slope - flat, -2.0, 4.0),
        10 * np.minimum(np.abs(relief.step), 0.2),
        relief.even,
        relief.even**2,
        relief.over,
        relief.due,
        relief.due * (relief.over - 0.5),
        np.clip(by_colour, -6.0, 6.0) / 3,
        np.full(n, even),
        np.full(n, min(10 * step, 2.0)),
        turn,
        np.clip(lighter, -0.8, 0.8),
        np.minimum(known.lean, 2.5),
        foot.size,
        np.minimum(top.size, 1.2),
    ]
    return np.column_stack([*own_look, _among_like(known, slope)])


def _fit_to_compare(known: Standing) -> npt.NDArray[np.bool_]:
    """Which spaces show their print or a piece of its colour well enough for others to be compared with
    them."""
    row, own = np.arange(len(known.open)), known.own
    either = np.maximum(known.fits[row, own], known.fits[:, -1])
    best = either >= known.fits.max(axis=1)
    return np.asarray(known.open & (own >= 0) & best & (either > LIKE_FIT))


def _among_like(known: Standing, slope: FloatArray) -> FloatArray:
    """How each space compares with the flattest of the others printed in its colour (colour, light, slope,
    evenness, middle against edge), with the steepest (colour, slope), how far those two are apart, and
    whether there are enough: (n, 9).

    `slope` (n,) is the logarithm of the relief's.
    """
    foot, body = known.spots[0], known.spots[MIDDLE_SPOT]
    even, step = known.relief.even, np.abs(known.relief.step)
    flat, steep = _extremes(known, slope)
    size = _usual_size(known)
    low, high = median_of(slope, flat), median_of(slope, steep)
    looks = [
        5 * np.minimum(_gaps(foot, flat, size), FAR),
        5 * np.clip(_lighter(foot, flat), -FAR, FAR),
        np.clip(slope - low, -2.0, 4.0),
        2 * (even - median_of(even, flat)),
        10 * np.clip(step - median_of(step, flat), -0.2, 0.2),
        5 * np.minimum(_gaps(body, steep, size), FAR),
        np.clip(slope - high, -4.0, 2.0),
        np.clip(high - low, 0.0, 4.0),
        np.ones(len(slope)),
    ]
    return np.column_stack(looks) * flat.any(axis=1, keepdims=True)


def _extremes(known: Standing, slope: FloatArray) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which others (n, n) of its colour each space is compared with: the flattest, and the steepest."""
    like = _alike(known)
    others = like & _fit_to_compare(known) & ~np.eye(len(slope), dtype=bool)
    total = others.sum(axis=1)
    enough = (like.sum(axis=1) > LIKE_LEAST) & (total >= LIKE_LEAST)
    count = np.where(enough, np.minimum(LIKE, total // 2), 0)
    rank = np.where(others, slope, np.inf).argsort(axis=1).argsort(axis=1)
    return others & (rank < count[:, None]), others & (rank >= (total - count)[:, None])


def _alike(known: Standing) -> npt.NDArray[np.bool_]:
    """Which spaces (n, n) are printed in one colour with each space."""
    own = known.own
    return np.asarray((own[:, None] == own) & (own >= 0))


def _usual_size(known: Standing) -> FloatArray:
    """How strong the colour that each space is printed in looks at the feet, (n,)."""
    return np.maximum(median_of(known.spots[0].size, _alike(known)), 0.1)


def _gaps(seen: Evidence, others: npt.NDArray[np.bool_], size: FloatArray) -> FloatArray:
    """How far each space's colour is from the median of others' (n, n), in shares of `size` (n,)."""
    middle = np.column_stack([median_of(seen.strength[:, k], others) for k in range(2)])
    return np.asarray(np.linalg.norm(seen.strength - middle, axis=1) / size)


def _lighter(seen: Evidence, others: npt.NDArray[np.bool_]) -> FloatArray:
    """By how much each space is lighter than the median of others (n, n): a logarithm (n,)."""
    usual = median_of(seen.lightness, others)
    return np.asarray(np.log(np.maximum(seen.lightness, 1.0) / np.maximum(usual, 1.0)))


def inputs_beside(known: Standing, alone: FloatArray, odds: FloatArray) -> FloatArray:
    """What the second net weighs, (n, `INPUTS[1]`): the first's, and how like its colour's sure ones a
    space is: how far it is from the empty ones (colour, light, known), from the pieces (colour, known), and
    which of the two are nearer."""
    foot, body = known.spots[0], known.spots[MIDDLE_SPOT]
    men, _ = _plain(known)
    like, own = _alike(known) & _fit_to_compare(known), known.own
    elsewhere = (own >= 0)[:, None] & (known.fits.argmax(axis=1) == own[:, None]) & men & known.open
    away = ~np.eye(len(odds), dtype=bool)
    empty, full = like & (odds < -CERTAIN) & away, ((like & (odds > CERTAIN)) | elsewhere) & away
    size = _usual_size(known)
    bare, men_seen = empty.sum(axis=1) >= 2, full.sum(axis=1) >= 2
    nearer = np.clip(_gaps(body, empty, size) - _gaps(body, full, size), -FAR, FAR)
    beside = [
        np.where(bare, 5 * np.minimum(_gaps(foot, empty, size), FAR), 0.0),
        np.where(bare, 5 * np.minimum(np.abs(_lighter(foot, empty)), FAR), 0.0),
        bare,
        np.where(men_seen, 5 * np.minimum(_gaps(body, full, size), FAR), 0.0),
        men_seen,
        np.where(bare & men_seen, 5 * nearer, 0.0),
    ]
    return np.column_stack([alone, *beside])
