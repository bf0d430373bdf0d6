"""A thing painted into a box of a picture, ready to be laid over what is behind it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2

from vision.studio.geometry import Box, Floats
from vision.studio.light import threefold


@dataclass(frozen=True, slots=True, eq=False)
class Painted:
    """Colour times cover (h, w, 3), and how far it covers (h, w, 3), in the box x, y, w, h."""

    box: Box
    colour: Floats
    cover: Floats

    @staticmethod
    def shrunk(box: Box, colour: Floats, cover: Floats) -> Painted:
        """Average finer samples, colour (H, W, 3) times cover (H, W), down to a box's pixels."""
        shape = box[2], box[3]
        small = cv2.resize(colour, shape, interpolation=cv2.INTER_AREA).reshape(box[3], box[2], 3)
        covered = cv2.resize(cover, shape, interpolation=cv2.INTER_AREA).reshape(box[3], box[2])
        return Painted(box, small, threefold(covered))

    def onto(self, canvas: Floats, share: float = 1.0) -> None:
        """Lay it over a radiance picture (h, w, 3), in place."""
        x, y, w, h = self.box
        under = canvas[y : y + h, x : x + w]
        if share == 1.0:
            under *= 1 - self.cover
            under += self.colour
        else:
            under *= 1 - self.cover * share
            under += self.colour * share
