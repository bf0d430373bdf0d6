"""The part of a picture that is searched for dice, at the size at which it is searched."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.cut import in_grey, quickly_shrunk
from vision.dice.dome import find_dome
from vision.dice.pips.blobs import Grey
from vision.dice.reading import Circle, DiceChoice, Point
from vision.dice.settings import ReaderSettings

__all__ = ["LEAST_PICTURE", "Scene", "scene_of"]

LEAST_PICTURE = 16
"""Pictures with a shorter side (px) show no die."""

BESIDE = 1.17
"""How many radii of a dome are searched to each side of its centre: a little more than its nets are shown."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The part of a picture that is searched; its pixels are (p - corner) * scale of the picture's."""

    grey: Grey
    part: NDArray[np.uint8]
    """The same part of the picture as it came, in colours (H, W, 3) BGR if it has them, not shrunk."""
    corner: Point
    scale: float
    dome: Circle | None
    """The dome in the scene's own pixels, where dice can only be inside it."""
    rim: Circle | None
    """The dome in the scene's own pixels, also where it was only noticed and there may be dice outside it."""

    def colours(self) -> NDArray[np.uint8] | None:
        """The scene in colours (H, W, 3) BGR, if it has them."""
        if self.part.ndim != 3 or self.part.shape[:2] == self.grey.shape:
            return self.part if self.part.ndim == 3 else None
        size = self.grey.shape[1::-1]
        return np.asarray(cv2.resize(self.part, size, interpolation=cv2.INTER_AREA), np.uint8)

    def window(self, centre: Point, half: float) -> Scene:
        """The part of the scene within so many pixels of a place in it, each way."""
        left, top = max(int(centre[0] - half), 0), max(int(centre[1] - half), 0)
        part = np.s_[top : int(centre[1] + half) + 1, left : int(centre[0] + half) + 1]

        def moved(circle: Circle | None) -> Circle | None:
            return None if circle is None else Circle(circle.x - left, circle.y - top, circle.r)

        fine = [round(number / self.scale) for number in (top, left)]
        end = [round(number / self.scale) for number in self.grey[part].shape]
        return Scene(
            np.ascontiguousarray(self.grey[part]),
            self.part[fine[0] : fine[0] + end[0], fine[1] : fine[1] + end[1]],
            (self.corner[0] + left / self.scale, self.corner[1] + top / self.scale),
            self.scale,
            moved(self.dome),
            moved(self.rim),
        )

    def mirrored(self) -> Scene:
        """The scene in a mirror, left and right changed; without its circles."""
        grey, part = np.ascontiguousarray(self.grey[:, ::-1]), np.ascontiguousarray(self.part[:, ::-1])
        return Scene(grey, part, self.corner, self.scale, None, None)

    def to_picture(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Points (n, 2) of the scene in pixels of the picture."""
        return np.asarray(points / self.scale + np.array(self.corner, float))

    def circle_in_picture(self, circle: Circle) -> Circle:
        """A circle of the scene in pixels of the picture."""
        x, y = circle.x / self.scale + self.corner[0], circle.y / self.scale + self.corner[1]
        return Circle(x, y, circle.r / self.scale)


def scene_of(
    picture: NDArray[np.uint8], dice: DiceChoice, dome: Circle | None, settings: ReaderSettings
) -> Scene:
    """The dome's part of a picture if a dome is known or looked for, else all of it."""
    rim, part = dome, picture
    if dome is None:
        found = find_dome(in_grey(picture))
        least = settings.sure_dome if dice != "any" else settings.plain_dome
        rim = found.circle if found is not None and found.sureness >= least else None
        dome = rim if dice != "any" else None
    corner, scale = (0, 0), settings.longest_side / max(picture.shape[:2])
    if dome is not None:
        reach = BESIDE * dome.r
        left, top = max(int(dome.x - reach), 0), max(int(dome.y - reach), 0)
        part = picture[top : int(dome.y + reach) + 1, left : int(dome.x + reach) + 1]
        corner, scale = (left, top), settings.dome_radius / dome.r
        if min(part.shape[:2], default=0) < LEAST_PICTURE:
            return scene_of(picture, "any", None, settings)
    whole = part
    part = in_grey(part)
    scale = min(scale, 1.0)
    if scale < 1.0:
        part = quickly_shrunk(part, *(max(round(scale * length), 1) for length in part.shape[1::-1]))
    if rim is not None:
        rim = Circle((rim.x - corner[0]) * scale, (rim.y - corner[1]) * scale, rim.r * scale)
    grey = np.ascontiguousarray(part)
    return Scene(grey, whole, corner, scale, None if dome is None else rim, rim)
