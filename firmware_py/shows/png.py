"""OLED and strip as PNG files: for documents, and to see what the glass would show."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from firmware_py.errors import DeviceError, reason_of
from firmware_py.shows.colours import RGB
from firmware_py.shows.leds import leds_of
from firmware_py.shows.oled import render_oled
from firmware_py.shows.strip import render_strip
from firmware_py.view.values import TableView
from firmware_py.words import Words
from hardware.layout import Layout

__all__ = ["PngFolder", "draw_strip", "enlarged_oled"]

_SCALE: Final = 4
_BOARD_PX: Final = 480
_GLASS: Final = (8, 12, 18)
_LIT: Final = (176, 224, 255)
_BASE: Final = (20, 20, 24)
_SOCKET: Final = (44, 44, 50)


def enlarged_oled(image: Image.Image) -> Image.Image:
    """The OLED's frame four times as large, RGB, with pixels that can be told apart as on the glass."""
    large = Image.new("RGB", (image.width * _SCALE, image.height * _SCALE), _GLASS)
    mask = image.convert("L").resize(large.size, Image.Resampling.NEAREST)
    pixels = Image.new("RGB", large.size, _LIT)
    grid = Image.new("L", large.size, 255)
    pen = ImageDraw.Draw(grid)
    for x in range(_SCALE - 1, large.width, _SCALE):
        pen.line((x, 0, x, large.height), fill=120)
    for y in range(_SCALE - 1, large.height, _SCALE):
        pen.line((0, y, large.width, y), fill=120)
    large.paste(pixels, mask=Image.composite(grid, Image.new("L", large.size), mask.convert("1")))
    return large


def draw_strip(lights: list[RGB], layout: Layout) -> Image.Image:
    """The LEDs where they lie on the board, RGB, 480 pixels wide and high at most."""
    xs, ys = zip(*layout.corners, strict=True)
    scale = _BOARD_PX / max(max(xs) - min(xs), max(ys) - min(ys))
    size = round((max(xs) - min(xs)) * scale), round((max(ys) - min(ys)) * scale)
    image = Image.new("RGB", size, _BASE)
    pen, radius = ImageDraw.Draw(image), max(3.0, layout.piece.base_radius * scale * 0.7)
    for led, (x, y) in leds_of(layout).places.items():
        x, y = (x - min(xs)) * scale, (max(ys) - y) * scale
        light = tuple(map(max, lights[led], _SOCKET))
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=light)
    return image


class PngFolder:
    """Writes a numbered pair of files for every new view: 0001-oled.png and 0001-strip.png."""

    name = "pictures"
    frame_seconds: float | None = None

    def __init__(self, folder: Path, words: Words, layout: Layout) -> None:
        self._folder, self._words, self._layout = folder, words, layout
        self._number = 0
        self._before: TableView | None = None

    def open(self) -> None:
        """Make the folder.

        Raises:
            DeviceError: if it cannot be made.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DeviceError(
                "{where}: the folder cannot be made: {reason}.",
                where=str(self._folder),
                reason=reason_of(error),
            ) from error

    def show(self, view: TableView, t: float) -> None:
        """Write the files of a view.

        Raises:
            DeviceError: if they cannot be written.
        """
        if view == self._before:
            return
        self._before = view
        self._number += 1
        name = self._folder / f"{self._number:04d}"
        try:
            enlarged_oled(render_oled(view, t, self._words)).save(f"{name}-oled.png")
            draw_strip(render_strip(view, t, self._layout), self._layout).save(f"{name}-strip.png")
        except OSError as error:
            raise DeviceError(
                "{what}-oled.png: cannot be written: {reason}.", what=str(name), reason=reason_of(error)
            ) from error

    def close(self) -> None:
        """Nothing is held open."""
