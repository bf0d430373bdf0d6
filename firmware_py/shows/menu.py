"""The menu of the three buttons on the OLED."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from firmware_py.shows.font import LINE, draw_text, fit, text_width
from firmware_py.view.values import Menu
from firmware_py.words import Words

__all__ = ["draw_menu"]

_BAR: Final = 11
_LINES: Final = 5
_HINT_LINES: Final = 4
_PER_SECOND: Final = 24.0
_GAP: Final = 24


def draw_menu(image: Image.Image, menu: Menu, t: float, words: Words) -> None:
    """Draw the title, the entries round the selected one, and the hint wandering below, on black."""
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, image.width - 1, _BAR - 1), fill=1)
    draw_text(image, (3, 2), fit(words.short(menu.title.key, menu.title.facts), image.width - 40), 0)
    where = f"{menu.selected + 1}/{len(menu.items)}"
    draw_text(image, (image.width - text_width(where) - 3, 2), where, 0)
    shown = _LINES if menu.hint is None else _HINT_LINES
    first = min(max(0, menu.selected - shown // 2), max(0, len(menu.items) - shown))
    for line, item in enumerate(menu.items[first : first + shown]):
        y, chosen = _BAR + 2 + line * (LINE + 1), first + line == menu.selected
        if chosen:
            pen.rectangle((0, y - 1, image.width - 1, y + LINE - 1), fill=1)
        text = words.short(item.key, item.facts)
        if chosen:
            _wandering(image, text, t, (4, y - 1), 0)
        else:
            draw_text(image, (4, y), fit(text, image.width - 8), 1)
    if menu.hint is not None:
        _wandering(image, words.say(menu.hint.key, menu.hint.facts), t, (0, image.height - LINE - 1), 1)


def _wandering(image: Image.Image, text: str, t: float, at: tuple[int, int], ink: int) -> None:
    """A line of text from `at` to as far from the right edge; what does not fit wanders to the left."""
    strip = Image.new("1", (image.width - 2 * at[0], LINE + 1), 1 - ink)
    width = text_width(text)
    x = 0 if width <= strip.width else -round(t * _PER_SECOND) % (width + _GAP)
    for start in (x, x - width - _GAP):
        draw_text(strip, (start, 1), text, ink)
    image.paste(strip, at)
