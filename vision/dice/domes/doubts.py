"""What may make another value of a face than the nets see: a lamp on its middle, or pips hardly visible."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import shrunk
from vision.dice.domes.alike import middle_misleads
from vision.dice.domes.sites import on_face
from vision.dice.pips.place import Place
from vision.dice.scene import Scene

__all__ = ["LAMP", "FaceLevels", "face_levels"]

Floats = NDArray[np.float32]

LAMP, LAMP_ABOVE = 235.0, 5.0
"""A lamp is white: all colours are above the first level, and above the face's own by the second."""

DARK_PIPS, DARK_SHARE = 40.0, 4.0
"""A face has dark pips if so many per cent of it (the second) are darker than it by so many levels."""

SPREADS = (0.22, 0.25, 0.28)
"""How far pips may lie from the middle of a face, across and down, in its sides."""

BARE = 0.33
"""So far across or down from the middle a one, three or five has no pips, however large the one is."""

ACROSS = 40
"""A face and what is round it are looked at with at most so many pixels a side: that is quicker."""

PIP = 0.14
"""How wide a part of a face is looked at for a pip, in its sides."""

FAINT, FAINT_SHARE = 9.0, 0.33
"""Two opposite corners may have pips if both differ from the bare places between them by so many levels, and
by such a share of what the middle does, unless that is as white as a lamp: the pips of a die are alike."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceLevels:
    """The levels (H, W, C) round a face, how far each pixel is from its middle in sides, and its place."""

    levels: Floats
    away: Floats
    place: tuple[float, float, float, float]
    """Middle (x, y), side (px) and turn (degrees)."""

    def lamp_misleads(self, value: int) -> bool:
        """Whether a lamp on the middle may hide a pip there, or pass for one."""
        if value in (2, 3, 4, 5):
            x, y, side, turn = self.place
            return middle_misleads(self.levels, (x, y), side, turn, value)
        return value == 1 and self._white_among_dark_pips()

    def _white_among_dark_pips(self) -> bool:
        """Whether the middle of a face is a lamp, and the face has dark pips."""
        middle, face = (np.median(self._within(reach), axis=0) for reach in (0.09, 0.42))
        white = bool(middle.min() > LAMP and middle.min() - face.min() > LAMP_ABOVE)
        darkest = np.percentile(self._within(0.42).mean(axis=1), DARK_SHARE)
        return white and bool(face.mean() - darkest > DARK_PIPS)

    def hardly_shows_pips(self) -> bool:
        """Whether there may be faint pips in two opposite corners of a face that seems to show a one."""
        x, y, side, turn = self.place
        smooth = cv2.blur(self.levels, (max(round(PIP * side), 3),) * 2)
        smooth = smooth.reshape(*self.levels.shape)
        height, width = smooth.shape[:2]

        def at(across: float, down: float) -> NDArray[np.float64]:
            place = on_face(np.array([[across, down]]), (x, y), side, turn)[0]
            column, row = np.rint(np.clip(place, 0, (width - 1, height - 1))).astype(int)
            return np.asarray(smooth[row, column], np.float64)

        bare = np.mean([at(BARE, 0), at(-BARE, 0), at(0, BARE), at(0, -BARE)], axis=0)
        shown = self._within(0.09)
        middle = np.percentile(np.abs(shown - bare), 75, axis=0)
        lamp = float(np.median(shown, axis=0).min()) > LAMP
        least = np.full_like(middle, FAINT) if lamp else np.maximum(FAINT, FAINT_SHARE * middle)
        for s in SPREADS:
            for corner in ((s, s), (s, -s)):
                one, two = at(*corner) - bare, at(-corner[0], -corner[1]) - bare
                if ((one * two > 0) & (np.minimum(np.abs(one), np.abs(two)) > least)).any():
                    return True
        return False

    def _within(self, reach: float) -> Floats:
        """The pixels (n, C) nearer to the middle than so many sides, one at least."""
        return np.asarray(self.levels[self.away <= max(reach, float(self.away.min()))])


def face_levels(scene: Scene, place: Place, turn: float) -> FaceLevels:
    """The levels round a face that lies at a place in a scene, `turn` as a `Spot` has it."""
    window = scene.window(place.middle, 0.6 * place.side)
    seen = window.part
    x, y = np.array(place.middle) - (np.array(window.corner) - scene.corner) * window.scale
    scale = min(ACROSS / max(seen.shape[:2]), window.scale)
    if scale < 1.0:
        height, width = (max(round(scale * length), 1) for length in seen.shape[:2])
        seen = shrunk(seen, width, height)
    seen = seen.reshape(*seen.shape[:2], -1)
    scale /= window.scale
    x, y, side = scale * (x + 0.5) - 0.5, scale * (y + 0.5) - 0.5, scale * place.side
    rows, columns = np.mgrid[0 : seen.shape[0], 0 : seen.shape[1]]
    away = np.hypot(columns - x, rows - y) / side
    return FaceLevels(
        seen.astype(np.float32), away.astype(np.float32), (float(x), float(y), float(side), turn)
    )
