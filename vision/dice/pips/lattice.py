"""From blobs to guesses of faces: which spots could be the pips of one face, and where its lattice would lie.

The pips of a face lie on a 3 x 3 lattice of sites at -1, 0 and 1. Seen at a slant the lattice is sheared and
squeezed, and so are its pips: the mean shape of the pips tells how, and undoing it makes every face a square.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.dice.pips.blobs import Blobs, Floats

Pairs = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Guess:
    """A face that may be there.

    `value`: pips counted; `centre`: of the face (px); `across`, `along`: the step of the lattice from site 0
    to site 1 in its two directions (px vectors; for one pip only a guess of the scale); `r`: mean radius of a
    pip (px); `dark`: dark pips on a lighter face; `pips`: (value, 2) centres (px); `misfit`: root mean square
    distance of the pips from their sites (units of the lattice); `crowd`: spots of the same kind at the very
    edge of the face, where a die has none; `unlike`: how much the pips differ in size and shape (natural
    logarithm, the worst pair); `pip_aspect`: short to long axis of the mean pip; `missing`: pips that no spot
    was found for.
    """

    value: int
    centre: Floats
    across: Floats
    along: Floats
    r: float
    dark: bool
    pips: Floats
    misfit: float
    crowd: int = 0
    unlike: float = 0.0
    pip_aspect: float = 1.0
    missing: int = 0

    @property
    def frame(self) -> Floats:
        """(2, 3) matrix from lattice units to pixels."""
        return np.column_stack([self.across, self.along, self.centre])

    @property
    def unit(self) -> float:
        """The mean step of the lattice (px)."""
        return float(np.sqrt(abs(self.across[0] * self.along[1] - self.across[1] * self.along[0])))

    @property
    def squareness(self) -> float:
        """Short to long extent of the face as seen: the cosine of its slant."""
        values = np.linalg.svd(self.frame[:, :2], compute_uv=False)
        return float(values[1] / max(values[0], 1e-9))

    @property
    def upright(self) -> float:
        """How straight from above the face is seen, 1 for wholly: by its lattice, else by its pips."""
        return self.squareness if self.value in (4, 5) else self.pip_aspect

    def scaled(self, scale: float) -> Guess:
        """The same face in a picture `scale` times as large."""
        half = (scale - 1) / 2  # Pixels are squares and their centres whole numbers.
        return replace(
            self,
            centre=self.centre * scale + half,
            across=self.across * scale,
            along=self.along * scale,
            r=self.r * scale,
            pips=self.pips * scale + half,
        )

    def place(self, point: Floats) -> Floats:
        """A pixel's place in lattice units."""
        (a, c), (b, d) = self.across, self.along
        x, y = point - self.centre
        return np.asarray(np.array([d * x - b * y, a * y - c * x]) / (a * d - b * c), np.float64)

    @property
    def corners(self) -> Floats:
        """(4, 2) the corners of the face (px), taken as two steps from its centre."""
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float)
        return np.asarray(self.centre + 2 * signs @ np.stack([self.across, self.along]))


SITES: dict[int, Floats] = {
    1: np.array([(0, 0)], float),
    2: np.array([(1, 1), (-1, -1)], float),
    3: np.array([(1, 1), (0, 0), (-1, -1)], float),
    4: np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)], float),
    5: np.array([(1, 1), (1, -1), (-1, -1), (-1, 1), (0, 0)], float),
    6: np.array([(1, 1), (1, -1), (-1, -1), (-1, 1), (0, 1), (0, -1)], float),
}
"""Where the pips of each value lie; the three of a six run along the first direction."""


def guess_faces(blobs: Blobs, most_pairs: int = 1500) -> list[Guess]:
    """All faces with two to six pips that the blobs allow."""
    if not len(blobs):
        return []
    kin = _kinship(blobs)
    pairs = _pairs(blobs, kin, most_pairs)
    return _quads(blobs, kin, pairs) + _diagonals(blobs, kin, pairs)


def _kinship(blobs: Blobs) -> NDArray[np.bool_]:
    """(N, N): could be pips of one face by polarity, size and level."""
    ratio = blobs.r[:, None] / blobs.r[None, :]
    shared = np.minimum(blobs.high[:, None], blobs.high) - np.maximum(blobs.low[:, None], blobs.low)
    depth = blobs.high - blobs.low
    levels = shared > -1.5 * np.minimum(depth[:, None], depth)
    same = blobs.dark[:, None] == blobs.dark
    return np.asarray(same & (ratio < 1.7) & (ratio > 1 / 1.7) & levels)


def _pairs(blobs: Blobs, kin: NDArray[np.bool_], most: int) -> Pairs:
    """(P, 2) blobs that could be the ends of a diagonal of the lattice."""
    first, second = np.nonzero(np.triu(kin, 1))
    apart = np.hypot(blobs.x[first] - blobs.x[second], blobs.y[first] - blobs.y[second])
    mean = (blobs.r[first] + blobs.r[second]) / 2
    near = (apart > 2.6 * mean) & (apart < 16 * mean)
    first, second = first[near], second[near]
    if len(first) > most:
        depth = blobs.high - blobs.low
        keep = np.argsort(-np.minimum(depth[first], depth[second]))[:most]
        first, second = first[keep], second[keep]
    return np.column_stack([first, second])


def _flattening(blobs: Blobs, members: Floats | Pairs) -> Floats:
    """(M, 2, 2) matrices that make the mean pip of each row of `members` a disc, keeping areas."""
    shape = blobs.shape[members].mean(axis=1)
    doubt = (1.2 / np.maximum(blobs.r[members].mean(axis=1), 1.0)) ** 2
    xx, xy, yy = shape[:, 0] + doubt, shape[:, 1], shape[:, 2] + doubt
    root = np.sqrt(xx * yy - xy**2)
    xx, xy, yy = xx / root, xy / root, yy / root
    scale = 1 / np.sqrt(xx + yy + 2)
    turned = np.stack([np.stack([yy + 1, -xy], -1), np.stack([-xy, xx + 1], -1)], -2)
    return np.asarray(turned * scale[:, None, None])


def _occupants(
    blobs: Blobs, kin: NDArray[np.bool_], member: int, frame: Floats, reach: float = 1.5
) -> tuple[Floats, NDArray[np.intp]]:
    """Lattice places (K, 2) and indices of the kin of a blob that lie within a face (frame: (2, 3))."""
    inverse = np.linalg.inv(frame[:, :2])
    which = np.flatnonzero(kin[member])
    places = (np.column_stack([blobs.x[which], blobs.y[which]]) - frame[:, 2]) @ inverse.T
    inside = np.abs(places).max(axis=1) < reach
    return places[inside], which[inside]


def _others(
    blobs: Blobs, places: Floats, which: NDArray[np.intp], members: Pairs
) -> tuple[Floats, NDArray[np.intp]]:
    """The places and indices of spots that are not among the members and not in one: pips have dark cores."""
    dx, dy = blobs.x[which, None] - blobs.x[members], blobs.y[which, None] - blobs.y[members]
    apart = (np.hypot(dx, dy) > np.maximum(blobs.r[members], blobs.r[which, None])).all(axis=1)
    return places[apart], which[apart]


def _quads(blobs: Blobs, kin: NDArray[np.bool_], pairs: Pairs) -> list[Guess]:
    """Fours, fives and sixes: two diagonals that halve each other."""
    xy = np.column_stack([blobs.x, blobs.y])
    middle = xy[pairs].mean(axis=1)
    half = (xy[pairs[:, 0]] - xy[pairs[:, 1]]) / 2
    length = np.hypot(half[:, 0], half[:, 1])
    guesses = []
    for one in range(len(pairs)):
        rest = slice(one + 1, None)
        close = np.abs(middle[rest] - middle[one]).max(axis=1) < 0.25 * length[one]
        others = np.flatnonzero(close & (np.abs(np.log(length[rest] / length[one])) < 0.7)) + one + 1
        for two in others:
            members = np.concatenate([pairs[one], pairs[two]])
            if len(set(members.tolist())) == 4 and kin[members[0], members[2]]:
                guess = _quad(blobs, kin, members, half[one], half[two])
                if guess is not None:
                    guesses.append(guess)
    return guesses


def _quad(blobs: Blobs, kin: NDArray[np.bool_], members: Pairs, one: Floats, two: Floats) -> Guess | None:
    """The face with the four `members` as corner pips, `one` and `two` half diagonals, if it is one."""
    xy = np.column_stack([blobs.x, blobs.y])
    across, along = (one + two) / 2, (one - two) / 2
    flatten = _flattening(blobs, members[None, :])[0]
    wide, tall = flatten @ across, flatten @ along
    ratio = float(np.hypot(*wide) / max(np.hypot(*tall), 1e-6))
    shear = abs(float(wide @ tall)) / float(np.hypot(*wide) * np.hypot(*tall) + 1e-9)
    if not 1 / 2.2 < ratio < 2.2 or shear > 0.35:
        return None
    centre = xy[members].mean(axis=0)
    places, which = _occupants(blobs, kin, int(members[0]), np.column_stack([across, along, centre]), 1.4)
    places, which = _others(blobs, places, which, members)
    if not len(places):
        value = 4
    elif len(places) == 1 and np.hypot(*places[0]) < 0.35:
        value = 5
    elif _at(places, ((0, 1), (0, -1))):
        value = 6
    elif _at(places, ((1, 0), (-1, 0))):
        value, across, along, ratio = 6, along, across, 1 / ratio
    else:
        return None
    if not (0.75 < ratio < 1.34 if value < 6 else 0.65 < ratio < 2.0):
        return None
    return _fitted(
        blobs, kin, value, np.concatenate([members, which]), np.column_stack([across, along, centre])
    )


def _at(places: Floats, sites: tuple[tuple[int, int], ...]) -> bool:
    """Whether all places lie at these sites, each at another; one of the sites may be empty."""
    apart = np.hypot(*(places[:, None, :] - np.array(sites, float)[None]).transpose(2, 0, 1))
    nearest = apart.argmin(axis=1)
    return bool(apart.min(axis=1).max() < 0.4 and len(set(nearest.tolist())) == len(places) >= len(sites) - 1)


def _fitted(
    blobs: Blobs, kin: NDArray[np.bool_], value: int, which: NDArray[np.intp], frame: Floats
) -> Guess | None:
    """The guess with its frame fitted to the pips found by least squares; one may have been missed."""
    pips = np.column_stack([blobs.x[which], blobs.y[which]])
    sites = SITES[value]
    places = (pips - frame[:, 2]) @ np.linalg.inv(frame[:, :2]).T
    to_site = np.hypot(*(places[:, None, :] - sites[None]).transpose(2, 0, 1)).argmin(axis=1)
    if len(set(to_site.tolist())) != len(which) or len(which) < value - 1:
        return None
    if value >= 4:
        design = np.column_stack([sites[to_site], np.ones(len(which))])
        frame = np.linalg.lstsq(design, pips, rcond=None)[0].T
    places = (pips - frame[:, 2]) @ np.linalg.inv(frame[:, :2]).T
    misfit = float(np.sqrt(((places - sites[to_site]) ** 2).sum(axis=1).mean()))
    at_sites = sites @ frame[:, :2].T + frame[:, 2]
    at_sites[to_site] = pips
    return Guess(
        value,
        frame[:, 2],
        frame[:, 0],
        frame[:, 1],
        float(blobs.r[which].mean()),
        bool(blobs.dark[which[0]]),
        at_sites,
        misfit,
        _crowd(blobs, kin, which, frame),
        _unlikeness(blobs, which),
        _mean_aspect(blobs, which),
        value - len(which),
    )


def _mean_aspect(blobs: Blobs, which: NDArray[np.intp]) -> float:
    """Short to long axis of the mean pip."""
    xx, xy, yy = blobs.shape[which].mean(axis=0)
    spread = float(np.hypot(xx - yy, 2 * xy))
    return float(np.sqrt((xx + yy - spread) / (xx + yy + spread)))


def _unlikeness(blobs: Blobs, which: NDArray[np.intp]) -> float:
    """The greatest difference among pips: of the logarithms of their radii, or of their shapes."""
    sizes = float(np.ptp(np.log(blobs.r[which])))
    return max(sizes, 0.5 * float(np.ptp(blobs.shape[which], axis=0).max()))


def _crowd(blobs: Blobs, kin: NDArray[np.bool_], which: NDArray[np.intp], frame: Floats) -> int:
    """How many spots like the pips in size and shape lie within the face or across its edge."""
    _, around = _occupants(blobs, kin, int(which[0]), frame, 1.9)
    around = around[~blobs.parted[around]]
    others = _others(blobs, np.empty((len(around), 2)), around, which)[1]
    alike = np.abs(blobs.shape[others] - blobs.shape[which].mean(axis=0)).max(axis=1, initial=0.0) < 0.4
    return int(np.count_nonzero(alike))


TURN = np.array([[1.0, 1.0], [-1.0, 1.0]]) / 2
"""From half a diagonal to a step along a side of the square."""


def _diagonals(blobs: Blobs, kin: NDArray[np.bool_], pairs: Pairs) -> list[Guess]:
    """Twos and threes: a pair with nothing else of its kind on the face, but perhaps in the middle."""
    if not len(pairs):
        return []
    xy = np.column_stack([blobs.x, blobs.y])
    flatten = _flattening(blobs, pairs)
    half = np.einsum("pij,pj->pi", flatten, (xy[pairs[:, 0]] - xy[pairs[:, 1]]) / 2)
    unflatten = np.linalg.inv(flatten)
    guesses = []
    for pair, h, back in zip(pairs, half, unflatten, strict=True):
        frame = np.column_stack([back @ (TURN @ h), back @ (TURN.T @ h), xy[pair].mean(axis=0)])
        r = blobs.r[pair].mean() / np.sqrt(abs(np.linalg.det(frame[:, :2])))
        if not 0.17 < r < 0.68:
            continue
        places, which = _occupants(blobs, kin, int(pair[0]), frame)
        places, which = _others(blobs, places, which, pair)
        guesses += _from_diagonal(blobs, kin, np.concatenate([pair, which]), places, frame)
    return guesses


def _from_diagonal(
    blobs: Blobs, kin: NDArray[np.bool_], members: Pairs, more: Floats, frame: Floats
) -> list[Guess]:
    """Faces with two pips at the ends of a diagonal and `more` pips at these places of the lattice."""
    values = []
    if not len(more):
        values = [2]
    elif len(more) == 1 and np.hypot(*more[0]) < 0.35:
        values = [3]
    elif len(more) == 1 and _at(more, ((1, -1), (-1, 1))):
        values = [4]
    elif len(more) == 2 and np.hypot(*more.T).min() < 0.35 and np.hypot(*more.T).max() > 1.0:
        values = [5]
    guesses = (_fitted(blobs, kin, value, members, frame) for value in values)
    return [guess for guess in guesses if guess is not None]


def guess_singles(blobs: Blobs) -> list[Guess]:
    """Ones: every blob seen by itself; whether a face lies around it is for others to tell."""
    if not len(blobs):
        return []
    unflatten = np.linalg.inv(_flattening(blobs, np.arange(len(blobs))[:, None]))
    guesses = []
    for k in np.flatnonzero(~blobs.parted):
        centre = np.array([blobs.x[k], blobs.y[k]])
        across, along = (unflatten[k] * blobs.r[k] * 3.2).T
        aspect, r = float(blobs.aspect[k]), float(blobs.r[k])
        guesses.append(
            Guess(1, centre, across, along, r, bool(blobs.dark[k]), centre[None], 0.0, pip_aspect=aspect)
        )
    return guesses
