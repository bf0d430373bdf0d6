"""The lessons of the spotter: drawn domes, varied anew each time they are shown, and what they show.

Used by `tools/train_spotter.py`; needs numpy and OpenCV only.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

INPUT, REACH, STRIDE = 128, 1.15, 8
"""As in `vision.dice.nets.spotter`, which these scripts do not need."""
CELLS = INPUT // STRIDE
CHANNELS = 20
"""Place; ten classes (untold, 1-6, blank, dot, numeral); lean; right, down, size, turn (2); tilt; squash (2).

The last three are asked for in training only: they teach what the lean is to be told by.
"""
BLANK, DOT, NUMERAL = 7, 8, 9
TYPICAL_SIDE = 24.0
"""A die's side in the net's picture (px): sizes are told as the logarithm of the ratio to it."""

DRAWN_SIDE, DRAWN_REACH = 160, 1.3
"""As in `tools/draw_domes.py`."""

RESCAN = 10_000
"""After how many pictures it is looked for new files."""

HARDLY = 14.0
"""Degrees up to which it is not asked whether a die leans: on a wall it cannot lean by so little."""

STEEP = 30.0
"""Degrees from which on it is not asked which face of a leaning die is up."""

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
SITES = np.array([(u, v) for v in (1, 0, -1) for u in (-1, 0, 1)], float)


def _patterns() -> list[tuple[int, NDArray[np.bool_]]]:
    """The values with the sites of their pips, in the order of SITES."""
    rising, falling, corners = [2, 6], [0, 8], [0, 2, 6, 8]
    filled = [(1, [4]), (2, rising), (2, falling), (3, [*rising, 4]), (3, [*falling, 4]), (4, corners)]
    filled += [(5, [*corners, 4]), (6, [*corners, 3, 5]), (6, [*corners, 1, 7])]
    return [(value, np.isin(np.arange(9), sites)) for value, sites in filled]


PATTERNS = _patterns()


def can_be_told(value: int, hidden: NDArray[np.bool_]) -> bool:
    """Whether a face's value follows from the sites that are not hidden, with no more than one pip hidden."""
    ways = [sites for number, sites in PATTERNS if number == value]
    others = [sites for number, sites in PATTERNS if number != value]
    for sites in ways:
        if (sites & hidden).sum() > 1 or (value == 1 and hidden[4]):
            return False
        if any((other[~hidden] == sites[~hidden]).all() for other in others):
            return False
    return True


@dataclass(frozen=True)
class Batch:
    """pictures: (n, INPUT, INPUT, 3) uint8. maps, each (n, CELLS, CELLS) float32, shape (n, 5, ...).

    heat: 1 at a die's cell, less around. seen: 0 where nothing is asked. value: class or -1. lean: 0, 1 or
    -1. share: how much a cell counts. shape: place, size, turn, squash. tilt: in STEEP, or -1.
    """

    pictures: Bytes
    maps: dict[str, Floats]


def kept_back(folder: Path) -> Path:
    """The file of drawn domes that nothing learns from."""
    return min(folder.glob("domes-*[0-9].npz"))


class Lessons:
    """Makes batches of the files of a folder, but for the one kept back; for an `exam` of that one only."""

    def __init__(self, folder: Path, seed: int, exam: bool = False) -> None:
        self._folder, self._exam = folder, exam
        self._rng = np.random.default_rng(seed)
        self._files: dict[Path, tuple[Bytes, Floats]] = {}
        self._made = 0

    def _look(self) -> None:
        found = sorted(self._folder.glob("*[0-9].npz"))
        held = kept_back(self._folder)
        for path in [held] if self._exam else [path for path in found if path != held]:
            if path not in self._files:
                with np.load(path) as file:
                    self._files[path] = file["pictures"], file["rows"]

    def pick(self) -> tuple[Bytes, Floats]:
        """A picture drawn at random, and its rows."""
        if self._made % RESCAN == 0:
            self._look()
        self._made += 1
        files = list(self._files.values())
        pictures, rows = files[int(self._rng.integers(len(files)))]
        k = int(self._rng.integers(len(pictures)))
        return pictures[k], rows[k]

    def batch(self, number: int) -> Batch:
        """So many pictures, drawn at random."""
        shown, maps = [], []
        for _ in range(number):
            picture, dice = vary(*self.pick(), self._rng)
            shown.append(picture)
            maps.append(wanted(dice))
        return Batch(np.stack(shown), {name: np.stack([one[name] for one in maps]) for name in maps[0]})


@dataclass
class Lesson:
    """A die in the net's picture: its row, its corners (4, 2) px, and its hidden sites (9,)."""

    row: Floats
    corners: NDArray[np.float64]
    hidden: NDArray[np.bool_]

    @property
    def sites(self) -> NDArray[np.float64]:
        """The nine sites (9, 2), px."""
        right = (self.corners[1] - self.corners[0] + self.corners[2] - self.corners[3]) / 4
        up = (self.corners[0] - self.corners[3] + self.corners[1] - self.corners[2]) / 4
        middle = self.corners.mean(axis=0)
        return np.asarray(middle + float(self.row[12]) * (SITES[:, :1] * right + SITES[:, 1:] * up))

    @property
    def side(self) -> float:
        """The mean of its edges, px."""
        edges = np.linalg.norm(self.corners - np.roll(self.corners, 1, axis=0), axis=1)
        return float(edges.mean())


def vary(
    picture: Bytes, rows: Floats, rng: np.random.Generator, side: int = INPUT, reach: float = REACH
) -> tuple[Bytes, list[Lesson]]:
    """A drawn dome as another camera, lamp and place of the dome would have it, (side, side, 3)."""
    grow = side / (2 * reach) / (DRAWN_SIDE / (2 * DRAWN_REACH)) * float(np.exp(rng.normal(0, 0.07)))
    # Now and then the dome was looked for at the wrong place: then there is board to be seen, and half a die.
    off = rng.normal(0, side / (5 if rng.random() < 0.06 else 32), 2)
    angle = rng.uniform(0, 2 * np.pi)
    squeeze = float(np.exp(rng.normal(0, 0.02)))
    # A numeral in a mirror is none, and some are like others.
    mirrored = 1.0 if (rows[rows[:, 16] > 0, 0] == 2).any() else float(rng.choice((-1, 1)))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ np.diag(
        [grow * squeeze, grow / squeeze * mirrored]
    )
    middle, target = (
        np.full(2, (DRAWN_SIDE - 1) / 2),
        np.full(2, (side - 1) / 2) + off,
    )
    matrix = np.column_stack([turn, target - turn @ middle])
    out = cv2.warpAffine(
        picture, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    dice = []
    for row in rows:
        if row[16] > 0:
            corners = row[4:12].reshape(4, 2) @ turn.T + matrix[:, 2]
            bits = (int(row[14]) >> np.arange(9)) & 1
            dice.append(Lesson(row, corners, bits.astype(bool)))
    colours = coloured(out.astype(np.float32), any(die.row[0] == 1 for die in dice), rng)
    if rng.random() < 0.45:
        glare(colours, dice, rng)
    return spoilt(colours, rng), [die for die in dice if inside(die, side)]


def inside(die: Lesson, side: int) -> bool:
    """Whether the middle of a die is in the picture."""
    middle = die.corners.mean(axis=0)
    return bool((middle > 2).all() and (middle < side - 3).all())


def coloured(x: Floats, red: bool, rng: np.random.Generator) -> Floats:
    """Other colours, contrast and light; where there is a red dot its redness is left."""
    if rng.random() < 0.08:
        x[:] = x.mean(axis=2, keepdims=True) if not red else x
    elif not red and rng.random() < 0.5:
        x = x[..., rng.permutation(3)]
        mix = np.eye(3) + rng.normal(0, 0.15, (3, 3))
        x = np.asarray(cv2.transform(x, mix / mix.sum(axis=1, keepdims=True)), np.float32)
    x = x * np.exp(rng.normal(0, 0.08, 3)).astype(np.float32)
    x = np.clip(x, 0, 255) / 255
    if rng.random() < 0.6:
        x = np.power(x, float(np.exp(rng.normal(0, 0.3))))
    x = (x - 0.5) * float(np.exp(rng.normal(0, 0.2))) + 0.5 + float(rng.normal(0, 0.06))
    if rng.random() < 0.4:
        ramp = np.linspace(-1, 1, len(x), dtype=np.float32)
        slope = rng.normal(0, 0.25, 2)
        x = x * (1 + float(slope[0]) * ramp[:, None] + float(slope[1]) * ramp[None])[..., None]
    if rng.random() < 0.35:
        grain = rng.normal(0, 1, x.shape[:2]).astype(np.float32)
        x = x * (1 + float(rng.uniform(0, 0.35)) * grain)[..., None]
    return np.asarray(x * 255, np.float32)


def glare(x: Floats, dice: list[Lesson], rng: np.random.Generator) -> None:
    """Put reflected lamps on a picture, in place, mostly near a die, and mark what they hide."""
    side = len(x)
    cover = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        at = rng.uniform(0.15 * side, 0.85 * side, 2)
        if dice and rng.random() < 0.5:
            die = dice[int(rng.integers(len(dice)))]
            at = die.corners.mean(axis=0) + rng.normal(0, 0.6 * die.side, 2)
        cover = np.maximum(cover, float(rng.uniform(0.35, 1.0)) * lamp(at, side, rng))
    tone = 255 * rng.uniform(0.9, 1.0, 3).astype(np.float32)
    x += cover[..., None] * (tone * float(rng.uniform(0.85, 1.1)) - x)
    for die in dice:
        columns, rows = np.clip(np.rint(die.sites), 0, side - 1).astype(int).T
        die.hidden |= cover[rows, columns] > 0.6


def lamp(at: NDArray[np.float64], side: int, rng: np.random.Generator) -> Floats:
    """How much of each pixel (side, side) the reflection of a window, a bulb or a tube covers."""
    cover = np.zeros((side, side), np.float32)
    size, kind = float(np.exp(rng.uniform(np.log(2.0), np.log(12)))), rng.random()
    if kind < 0.5:
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 6))))
        points = at + size * np.column_stack([np.cos(angles), np.sin(angles)]) * rng.uniform(0.5, 1.4, 2)
        cv2.fillPoly(cover, [np.rint(points * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    elif kind < 0.75:
        axes = max(1, int(size)), max(1, int(size * rng.uniform(0.3, 1)))
        cv2.ellipse(cover, (int(at[0]), int(at[1])), axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    else:
        reach, start = int(rng.uniform(8, 50)), float(rng.uniform(0, 360))
        way = np.radians(start + rng.uniform(0, 40))
        middle = at - reach * np.array([np.cos(way), np.sin(way)])
        wide = max(1, int(size / 2))
        end = start + float(rng.uniform(15, 60))
        cv2.ellipse(cover, (int(middle[0]), int(middle[1])), (reach, reach), 0, start, end, 1.0, wide)
    return np.asarray(cv2.GaussianBlur(cover, (0, 0), float(rng.uniform(0.4, 1.6))), np.float32)


def spoilt(x: Floats, rng: np.random.Generator) -> Bytes:
    """Blur, noise, and what cameras do to hide both."""
    chance = rng.random(6)
    if chance[0] < 0.35:
        x = np.asarray(cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.3, 1.3))), np.float32)
    if chance[1] < 0.06:
        kernel = np.zeros((5, 5), np.float32)
        way = rng.uniform(0, np.pi)
        for t in np.linspace(-2, 2, 9):
            kernel[round(2 + t * np.sin(way)), round(2 + t * np.cos(way))] = 1
        x = cv2.filter2D(x, -1, kernel / kernel.sum())
    if chance[2] < 0.1:
        small = max(int(len(x) * rng.uniform(0.55, 0.95)), 8)
        x = cv2.resize(cv2.resize(x, (small, small), interpolation=cv2.INTER_AREA), x.shape[1::-1])
    if chance[3] < 0.25:
        x = x + float(rng.uniform(0.2, 1.0)) * (x - cv2.GaussianBlur(x, (0, 0), 1.2))
    if chance[4] < 0.6:
        noise = rng.normal(0, 1, x.shape).astype(np.float32)
        x = x + float(np.abs(rng.normal(0, 8))) * noise
    out = np.clip(x, 0, 255).astype(np.uint8)
    if chance[5] < 0.25:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))]
        out = np.asarray(cv2.imdecode(cv2.imencode(".jpg", out, quality)[1], cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(out, np.uint8)


_AT = STRIDE * np.arange(CELLS) + (STRIDE - 1) / 2


def wanted(dice: list[Lesson]) -> dict[str, Floats]:
    """What the net ought to say of a picture with these dice; see `Batch`."""
    flat = (CELLS, CELLS)
    maps = {"heat": np.zeros(flat), "seen": np.ones(flat), "value": -np.ones(flat), "lean": -np.ones(flat)}
    maps |= {"share": np.zeros(flat), "shape": np.zeros((7, CELLS, CELLS)), "tilt": -np.ones(flat)}
    nearest = np.full(flat, np.inf)
    for die in dice:
        x, y = die.corners.mean(axis=0)
        across, down = x - _AT[None, :], y - _AT[:, None]
        away = np.hypot(across, down)
        mine = (away < nearest) & (away < max(0.26 * die.side, 5.8))
        nearest = np.where(mine, away, nearest)
        heat = np.exp(-((away / (0.15 * die.side + 2.5)) ** 2) / 2)
        heat.flat[int(away.argmin())] = 1.0
        maps["heat"] = np.maximum(maps["heat"], heat)
        if die.hidden.sum() >= 8:
            maps["seen"][heat > 0.05] = 0
        maps["value"][mine] = class_of(die)
        maps["lean"][mine] = lean_of(die)
        maps["tilt"][mine] = die.row[3] / STEEP if lean_of(die) >= 0 else -1
        maps["share"][mine] = 1.0
        right = die.corners[1] - die.corners[0] + die.corners[2] - die.corners[3]
        turn = 4 * np.arctan2(right[1], right[0])
        shape = [across / STRIDE + 0 * down, down / STRIDE + 0 * across]
        shape += [
            np.full(flat, number) for number in (np.log(die.side / TYPICAL_SIDE), np.cos(turn), np.sin(turn))
        ]
        shape += [np.full(flat, number) for number in squash(die.corners)]
        maps["shape"][:, mine] = np.stack(shape)[:, mine]
    return {name: np.asarray(array, np.float32) for name, array in maps.items()}


def squash(corners: NDArray[np.float64]) -> tuple[float, float]:
    """How far and which way a face is foreshortened: 0, 0 for a square, length 1 for a line."""
    right = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    spread = np.outer(right, right) + np.outer(down, down)
    total = max(float(np.trace(spread)), 1e-9)
    return float(spread[0, 0] - spread[1, 1]) / total, 2 * float(spread[0, 1]) / total


def lean_of(die: Lesson) -> int:
    """Whether a die leans, 1 or 0; -1 where it is not asked."""
    flat, tilt = float(die.row[2]), float(die.row[3])
    if die.row[15] > 0 or flat > 1 or (flat < 1 and tilt < HARDLY):
        return -1
    return int(flat < 1)


def class_of(die: Lesson) -> int:
    """The class of a die's top, -1 where it is not asked."""
    kind, top, flat, tilt = (float(number) for number in die.row[:4])
    if die.row[15] > 0:
        return 0
    if kind == 2:
        return NUMERAL
    if not flat and tilt > STEEP:
        return -1
    if kind == 1:
        if die.hidden[4] or die.hidden.sum() > 3:
            return 0
        return DOT if top == 1 else BLANK
    return int(top) if can_be_told(int(top), die.hidden) else 0
