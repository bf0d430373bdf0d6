"""Stacks under a slanted camera: which colour is at the end of what leans outward, and how high it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from hardware.layout import PieceSize
from hardware.spaces import COLOURS
from vision.board.pieces.colours import ColourCanvas, SingleArray, shades_of
from vision.board.pieces.leaning import HUE_REACH, STRONG
from vision.board.pieces.levels import Level
from vision.board.place.pose import FloatArray
from vision.board.seen import Height

TIP: Final = 0.38
NARROW: Final = 0.23
"""The roundness of a cone's tip, and how broad the path is on which its end is looked for, to each side, in
base radii."""

TALLEST: Final = 7
"""Stacks are looked for up to so many cones."""

STEP_MM: Final = 0.5
ACROSS: Final = 5
SHARE: Final = 0.5
"""The path is sampled so finely, at so many points across; it shows a colour at such a share of them."""

GAP_MM: Final = 3.0
"""Gleams and edges between cones are no longer than this, nor is less of another colour a top."""

FOOT_REACH: Final = 0.8
"""A path that comes so near to another space, in base radii, may belong to what stands there."""

CLEAR: Final = 1.5
"""A piece whose foot is nearer to a path, in base radii, may be taken for its end."""

RING: Final = 1.9
"""The print round a piece reaches so far, in base radii: its colour seen no farther off is no top's."""

SHORT: Final = 0.75
"""Less than such a share of a single piece's length is perhaps the top of a stack that leans over."""

END_MM: Final = 0.8
HEIGHT_SHARE: Final = 0.05
"""How exactly a tip's end is found on the board's plane, one standard deviation, and by what share of its
height the camera's place may be off beside that of the others in the picture."""

SLANTED: Final = 15.0
"""Degrees off the vertical from which the board's perspective tells well enough where the camera is."""

TELLING: Final = 0.36
"""A height is told if its spread is at most such a share of what one captive adds."""


@dataclass(frozen=True, slots=True)
class Leaning:
    """What leans outward from one space: how far from it its lowest colour ends, it ends itself, and a single
    piece would, mm on the board; the colour at its end; the spaces whose feet it passes; and whether it goes
    past all other pieces."""

    lowest: float
    end: float
    single: float
    colour: str
    passes: tuple[int, ...]
    clear: bool


class StackSight:
    """Looks along the way on which the tops of n spaces at points (n, 2), mm, lean in one picture."""

    def __init__(
        self,
        colours: ColourCanvas,
        piece: PieceSize,
        points: FloatArray,
        camera: FloatArray,
        levels: Mapping[str, Level],
        taken: npt.NDArray[np.int32],
        standing: Sequence[int],
        printed: Sequence[str | None],
    ) -> None:
        """`camera` (3,) is the lens, mm; `taken` (h, w) the piece seen at each pixel, or -1; `standing` the
        spaces on which pieces stand; `printed` (n) the colours they may be printed in. Colours that the board
        itself has are not followed."""
        self._colours, self._piece, self._points, self._camera = colours, piece, points, camera
        self._taken, self._standing, self._printed = taken, standing, printed
        self._levels = {colour: level for colour, level in levels.items() if not level.as_ground}

    def leaning(self, space: int) -> Leaning | None:
        """What leans outward from a space on which a piece stands; None where that is not to be seen."""
        away = self._away(space)
        way = (self._points[space] - self._camera[:2]) / max(away, 1e-6)
        single = self._reach(self._piece.height, away)
        longest = self._reach(self._piece.height + (TALLEST - 1) * self._piece.stack_step, away)
        along = np.arange(0.0, longest, STEP_MM)
        shown = self._shown(self._points[space] + along[:, None] * way, way)
        own = self._printed[space]
        if own is not None:
            shown = _without_ring(shown, COLOURS.index(own), round(RING * self._piece.base_radius / STEP_MM))
        end = _run_end(shown)
        if end is None:
            return None
        line = self._points[space] + along[: end + 1, None] * way
        gaps = np.hypot(self._points[:, :1] - line[:, 0], self._points[:, 1:] - line[:, 1])
        near = gaps.min(axis=1)
        passed = np.flatnonzero(near < FOOT_REACH * self._piece.base_radius).tolist()
        colour = COLOURS[_last_colour(shown[: end + 1])]
        others = tuple(i for i in passed if i != space)
        lowest = float(along[_first_end(shown[: end + 1])])
        held = np.unique(self._taken[self._pixels(self._beside(line, way, 1.0))])
        close = [i for i in self._standing if near[i] < CLEAR * self._piece.base_radius]
        clear = not {*held.tolist(), *close} - {-1, space}
        return Leaning(lowest, float(along[end]), single, colour, others, clear)

    def height(self, space: int, leaning: Leaning) -> Height | None:
        """How high the end of a stack stands; None where one captive more would hardly show, or others are in
        the way."""
        away, piece = self._away(space), self._piece
        step = self._reach(piece.height + piece.stack_step, away) - leaning.single
        spread = float(np.hypot(END_MM / max(step, 1e-6), HEIGHT_SHARE * piece.height / piece.stack_step))
        if spread > TELLING or not leaning.clear:
            return None
        share = (leaning.end - TIP * piece.base_radius) / away
        top = float(self._camera[2]) * share / (1.0 + share) + TIP * piece.base_radius
        return Height(top, spread * piece.stack_step, piece.height, piece.stack_step)

    def _away(self, space: int) -> float:
        return float(np.linalg.norm(self._points[space] - self._camera[:2]))

    def _reach(self, top: float, away: float) -> float:
        """How far from a space, mm on the board, the end of a tip `top` mm high is seen."""
        middle = top - TIP * self._piece.base_radius
        return away * middle / (float(self._camera[2]) - middle) + TIP * self._piece.base_radius

    def _shown(self, line: FloatArray, way: FloatArray) -> npt.NDArray[np.int_]:
        """The index of the colour whose plastic shows at points (m, 2), mm, of a path; -1 for none."""
        seen = self._colours.strength_at(*self._pixels(self._beside(line, way, NARROW)))
        shares = np.zeros((len(line), len(COLOURS)))
        for k, colour in enumerate(COLOURS):
            if colour in self._levels:
                plastic = is_plastic(seen, self._levels[colour])
                shares[:, k] = plastic.reshape(len(line), ACROSS).mean(axis=1)
        return np.where(shares.max(axis=1) >= SHARE, shares.argmax(axis=1), -1)

    def _beside(self, line: FloatArray, way: FloatArray, reach: float) -> FloatArray:
        """`ACROSS` points for each of a path's (m, 2), up to so many base radii beside it."""
        beside = reach * self._piece.base_radius * np.linspace(-1.0, 1.0, ACROSS)
        spots = line[:, None] + beside[None, :, None] * np.array([-way[1], way[0]])
        return np.asarray(spots.reshape(-1, 2))

    def _pixels(self, points: FloatArray) -> tuple[npt.NDArray[np.int_], npt.NDArray[np.int_]]:
        """Rows and columns (m,) of points (m, 2), mm."""
        columns, rows = np.round(self._colours.frame.pixels(points)).astype(int).T
        width, height = self._colours.frame.size
        return np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)


def is_plastic(strength: SingleArray, level: Level) -> npt.NDArray[np.bool_]:
    """Which opponent colours (..., 2) are those of a colour's pieces."""
    seen = shades_of(strength)
    return np.asarray((seen.size > STRONG * level.piece) & seen.near(level.hue, HUE_REACH))


def doubtful_tops(leanings: Mapping[int, Leaning], tops: Sequence[str | None]) -> npt.NDArray[np.bool_]:
    """Which of n spaces, whose tops are thought to be `tops`, may show a captive or another stack's top.

    A top of another colour at the end of what leans from a space is the stack's own if no other piece stands
    there, or if the lower colour is too short for a single piece. What is too short for a piece where
    another's stack leans over it may be that one's top.
    """
    doubtful = np.zeros(len(tops), bool)
    for space, seen in leanings.items():
        behind = [i for i in seen.passes if tops[i] is not None and i in leanings]
        short = [i for i in behind if leanings[i].end < SHORT * leanings[i].single]
        doubtful[short] = True
        if seen.colour == tops[space]:
            continue
        if seen.lowest < SHORT * seen.single:
            doubtful[[space, *behind]] = True
        doubtful[space] |= len(short) == len(behind)
    return doubtful


def _without_ring(shown: npt.NDArray[np.int_], own: int, reach: int) -> npt.NDArray[np.int_]:
    """The samples of a path without those of the print's `own` colour that end it within `reach`, after
    another colour."""
    end = _run_end(shown)
    if end is None or end > reach:
        return shown
    run = shown[: end + 1]
    others = np.flatnonzero((run >= 0) & (run != own))
    kept = others[-1] if len(others) else end
    number = np.arange(len(shown))
    return np.where((number > kept) & (number <= end), -1, shown)


def _run_end(shown: npt.NDArray[np.int_]) -> int | None:
    """The last sample of what hangs together from the foot outward; None if there is nothing."""
    coloured = np.flatnonzero(shown >= 0)
    gap = round(GAP_MM / STEP_MM)
    if not len(coloured) or coloured[0] > 2 * gap:
        return None
    apart = np.flatnonzero(np.diff(coloured) > gap)
    return int(coloured[apart[0]] if len(apart) else coloured[-1])


def _first_end(shown: npt.NDArray[np.int_]) -> int:
    """The last sample of the colour that is seen from the foot on, up to where another one begins."""
    coloured = np.flatnonzero(shown >= 0)
    other = coloured[shown[coloured] != shown[coloured[0]]]
    before = coloured[coloured < other[0]] if len(other) else coloured
    return int(before[-1])


def _last_colour(shown: npt.NDArray[np.int_]) -> int:
    """The colour of the outer end that is longer than an edge."""
    least = round(GAP_MM / STEP_MM)
    outward = shown[shown >= 0][::-1]
    start = 0
    for k in range(1, len(outward) + 1):
        if k == len(outward) or outward[k] != outward[start]:
            if k - start >= least:
                return int(outward[start])
            start = k
    return int(np.bincount(outward).argmax())
