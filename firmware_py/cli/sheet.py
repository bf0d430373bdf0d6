"""A contact sheet: small pictures side by side, each with its name and a few words."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

__all__ = ["ContactSheet"]

_SIDE = 200
_TEXT = 30
_GAP = 8
_ACROSS = 6
_MOST = 600
_BACK = (24, 24, 28)


class ContactSheet:
    """Collects pictures and lays them out in rows."""

    def __init__(self) -> None:
        self._cells: list[tuple[Image.Image, str, str]] = []
        self.left_out = 0

    def add(self, picture: NDArray[np.uint8], name: str, words: str) -> None:
        """Add a picture, (H, W) grey or (H, W, 3) BGR; beyond 600 they are only counted, in `left_out`."""
        if len(self._cells) >= _MOST:
            self.left_out += 1
            return
        kind = cv2.COLOR_GRAY2RGB if picture.ndim == 2 else cv2.COLOR_BGR2RGB
        small = Image.fromarray(cv2.cvtColor(picture, kind))
        small.thumbnail((_SIDE, _SIDE))
        self._cells.append((small, name, words))

    def __len__(self) -> int:
        return len(self._cells)

    def draw(self) -> Image.Image:
        """The sheet as an RGB picture."""
        across = min(_ACROSS, max(1, len(self._cells)))
        down = max(1, math.ceil(len(self._cells) / across))
        cell_w, cell_h = _SIDE + _GAP, _SIDE + _TEXT + _GAP
        sheet = Image.new("RGB", (across * cell_w + _GAP, down * cell_h + _GAP), _BACK)
        pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(11)
        for number, (small, name, words) in enumerate(self._cells):
            x, y = _GAP + number % across * cell_w, _GAP + number // across * cell_h
            sheet.paste(small, (x + (_SIDE - small.width) // 2, y + (_SIDE - small.height) // 2))
            pen.text((x, y + _SIDE + 1), _fit(name, font), (240, 240, 240), font)
            pen.text((x, y + _SIDE + 15), _fit(words, font), (255, 180, 90), font)
        return sheet


def _fit(text: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont) -> str:
    if font.getlength(text) <= _SIDE:
        return text
    while text and font.getlength(text + "…") > _SIDE:
        text = text[:-1]
    return text + "…"
