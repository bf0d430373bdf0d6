"""Round spots in a grey picture: the candidates for pips.

The picture is cut at many grey levels. A pip is a hole or an island that stays nearly the same over several
of them, so that its contrast is measured against its own surroundings and never against a fixed level.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.settings import ReaderSettings

Grey = NDArray[np.uint8]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Blobs:
    """N blobs, one element of each array a blob.

    `x`, `y`: centres (px); `r`: radius of the disc of the same area (px); `shape`: (N, 3) the normalised
    second moments (xx, xy, yy) of determinant 1; `aspect`: short to long axis; `dark`: darker than what
    surrounds it;
    `parted`: taken from a row of spots that touch; `low`, `high`: the lowest and highest grey level at which
    it stands out.
    """

    x: Floats
    y: Floats
    r: Floats
    shape: Floats
    aspect: Floats
    dark: NDArray[np.bool_]
    parted: NDArray[np.bool_]
    low: Floats
    high: Floats

    def __len__(self) -> int:
        return len(self.x)

    def take(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> Blobs:
        """The blobs of an index or mask."""
        return Blobs(*(getattr(self, name)[which] for name in self.__slots__))


MOST_LEVELS = 32
"""Levels cut at most, also where few pixels spread over many levels."""


def find_blobs(
    grey: Grey, settings: ReaderSettings, least_radius: float = 0.0, most_radius: float = np.inf
) -> Blobs:
    """All round spots of a grey picture (H, W), dark and light ones, of radii (px) between two limits."""
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    # The steps divide the levels of nearly all pixels; the ends reach on to a small die on a large table.
    low, dark, light, high = np.percentile(smooth[::3, ::3], (0.05, 0.5, 99.5, 99.95))
    step = max((light - dark) / (settings.grey_levels + 1), (high - low) / MOST_LEVELS, 2.0)
    sizes = (max(pi * (least_radius - 0.5) ** 2, settings.least_area), pi * (most_radius + 1) ** 2)
    cuts = [_cut(smooth, float(level), sizes, settings) for level in np.arange(low + step / 2, high, step)]
    rows = np.array([row for cut in cuts for row in cut], np.float64)
    if not len(rows):
        none = np.empty(0)
        return Blobs(none, none, none, np.empty((0, 3)), none, none > 0, none > 0, none, none)
    xx, xy, yy = rows[:, 5], rows[:, 6], rows[:, 7]
    spread = np.hypot(xx - yy, 2 * xy)
    aspect = np.sqrt(np.maximum(xx + yy - spread, 1e-9) / np.maximum(xx + yy + spread, 1e-9))
    rows = np.column_stack([rows, aspect])[aspect >= settings.least_aspect]
    return _without_doubles(_merged(rows, _chains(rows, step), step), settings.least_steps * step)


Row = tuple[float, ...]


def _cut(smooth: Grey, level: float, sizes: tuple[float, float], settings: ReaderSettings) -> list[Row]:
    """The round contours at one grey level: rows of level, kind, x, y, area, xx, xy, yy.

    The kind is 0 for light, 1 for dark spots, and 2 more for spots parted from others.
    """
    _, binary = cv2.threshold(smooth, level, 255, cv2.THRESH_BINARY)
    contours, _ = cv2.findContours(binary, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    rows: list[Row] = []
    for contour in contours:
        if len(contour) < 5:
            continue
        area = cv2.contourArea(contour, True)
        size = abs(area)
        if size < sizes[0] or size > sizes[1]:
            continue
        around = cv2.arcLength(contour, True)
        roundness = 4 * pi * size / (around * around)
        if roundness < settings.roundness:
            if size > settings.least_touching and roundness > 0.24:
                rows += _parted(contour, level, area)
            continue
        m = cv2.moments(contour)
        mass = m["m00"]
        spread = m["mu20"] / mass, m["mu11"] / mass, m["mu02"] / mass
        rows.append((level, float(area > 0), m["m10"] / mass, m["m01"] / mass, size, *spread))
    return rows


def _parted(contour: NDArray[np.int32], level: float, area: float) -> list[Row]:
    """The discs of a contour that looks like two or three touching in a row: the pips of some sixes."""
    (x, y), (w, h), angle = cv2.minAreaRect(contour)
    long, short = max(w, h), min(w, h)
    number = round(long / max(short, 1.0))
    if number not in (2, 3) or abs(long / short - number) > 0.45 or abs(area) < 0.68 * long * short:
        return []
    turn = np.deg2rad(angle if w >= h else angle + 90)
    step = (long - short) / (number - 1)
    places = step * (np.arange(number) - (number - 1) / 2)
    size, second = pi * short**2 / 4, short**2 / 16
    return [
        (level, 2.0 + (area > 0), x + at * np.cos(turn), y + at * np.sin(turn), size, second, 0.0, second)
        for at in places
    ]


def _chains(rows: Floats, step: float) -> NDArray[np.intp]:
    """A number for each row, the same for the cuts of one blob at neighbouring levels."""
    labels = np.arange(len(rows))
    starts = np.flatnonzero(np.diff(rows[:, 0], prepend=-1.0))
    bounds = [*starts.tolist(), len(rows)]
    for k in range(1, len(starts)):
        if rows[bounds[k], 0] - rows[bounds[k - 1], 0] > 1.5 * step:
            continue
        before, now = np.arange(bounds[k - 1], bounds[k]), np.arange(bounds[k], bounds[k + 1])
        new, old, near = _links(rows, now, before)
        order = np.argsort(-near, kind="stable")
        labels[new[order]] = labels[old[order]]
    return labels


MOST_COMPARED = 20_000
"""More pairs of cuts than this are compared in parts: a carpet has thousands of spots at every level."""

Links = tuple[NDArray[np.intp], NDArray[np.intp], Floats]


def _links(rows: Floats, now: NDArray[np.intp], before: NDArray[np.intp]) -> Links:
    """Rows of two neighbouring levels that are cuts of one blob, and how far apart (in radii, squared)."""
    reach = 0.6 * float(np.sqrt(rows[now, 4].max(initial=0.0) / pi))
    if len(now) * len(before) > MOST_COMPARED and np.ptp(rows[now, 2]) > 4 * reach + 40:
        middle = float(rows[now, 2].min() + rows[now, 2].max()) / 2
        left = rows[now, 2] <= middle
        first = _links(rows, now[left], before[rows[before, 2] <= middle + reach])
        second = _links(rows, now[~left], before[rows[before, 2] > middle - reach])
        new, old, near = (np.concatenate(pair) for pair in zip(first, second, strict=True))
        return new, old, near
    a, b = rows[now][:, None], rows[before][None]
    ratio = a[..., 4] / b[..., 4]
    near = (
        ((a[..., 2] - b[..., 2]) ** 2 + (a[..., 3] - b[..., 3]) ** 2) * pi / np.minimum(a[..., 4], b[..., 4])
    )
    fits = (near < 0.36) & (ratio < 2.9) & (ratio > 1 / 2.9) & (a[..., 1] == b[..., 1])
    new, old = np.nonzero(fits)
    return now[new], before[old], near[new, old]


def _merged(rows: Floats, labels: NDArray[np.intp], step: float) -> Blobs:
    """One blob for each chain of cuts, in the shape that it has half way up its edge."""
    order = np.lexsort((rows[:, 0], labels))
    rows, labels = rows[order], labels[order]
    starts = np.flatnonzero(np.diff(labels, prepend=-1))
    counts = np.diff(np.append(starts, len(labels)))
    low, high = rows[starts, 0] - step / 2, rows[starts + counts - 1, 0] + step / 2
    middle = rows[starts + counts // 2]
    dark, parted = middle[:, 1] % 2 > 0, middle[:, 1] > 1
    shape = (
        middle[:, 5:8] / np.sqrt(np.maximum(middle[:, 5] * middle[:, 7] - middle[:, 6] ** 2, 1e-9))[:, None]
    )
    r = np.maximum(np.sqrt(middle[:, 4] / pi) + np.where(dark, -0.5, 0.5), 0.8)
    return Blobs(middle[:, 2], middle[:, 3], r, shape, middle[:, 8], dark, parted, low, high)


def _without_doubles(blobs: Blobs, least: float) -> Blobs:
    """The blobs that stand out by `least` levels; of concentric ones (a pip and its rim) the deepest.

    A spot parted from others gives way to any spot that was seen by itself.
    """
    depth = blobs.high - blobs.low
    order = np.argsort(blobs.parted * 1000.0 - depth)
    blobs = blobs.take(order[depth[order] >= least])
    apart = np.hypot(blobs.x[:, None] - blobs.x, blobs.y[:, None] - blobs.y)
    ratio = np.abs(np.log(blobs.r[:, None] / blobs.r))
    double = (apart < 0.6 * np.minimum(blobs.r[:, None], blobs.r)) & (ratio < 0.7)
    double |= (apart < np.maximum(blobs.r[:, None], blobs.r)) & (ratio < 1.0) & blobs.parted[:, None]
    double &= blobs.dark[:, None] == blobs.dark
    kept = np.asarray(~np.tril(double, -1).any(axis=1))
    return blobs.take(kept)


_RING = np.linspace(0, 2 * pi, 16, endpoint=False)


def stand_alone(blobs: Blobs, smooth: Grey, settings: ReaderSettings) -> NDArray[np.bool_]:
    """Which blobs lie on even ground: the ring at 1.8 radii round them is nearly of one level."""
    x = blobs.x[:, None] + 1.8 * blobs.r[:, None] * np.cos(_RING)
    y = blobs.y[:, None] + 1.8 * blobs.r[:, None] * np.sin(_RING)
    columns = np.clip(np.rint(x), 0, smooth.shape[1] - 1).astype(np.intp)
    rows = np.clip(np.rint(y), 0, smooth.shape[0] - 1).astype(np.intp)
    ring = np.sort(smooth[rows, columns].astype(np.float64), axis=1)
    return np.asarray(ring[:, 12] - ring[:, 3] < settings.ring_spread * (blobs.high - blobs.low))
