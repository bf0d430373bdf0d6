"""The OLED's frame: 128 by 64 pixels, black and white, a pure function of the view and of time.

A bar says whose turn it is; the dice stand big on the left; the right side says what to do, or lists the
moves; in a game of points they stand in a line at the foot. What does not fit is paged or scrolled. Nothing
blinks faster than twice a second.
"""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from firmware_py.shows.drawings import (
    draw_arrow,
    draw_cup,
    draw_die,
    draw_dome,
    draw_laurel,
    draw_mark,
    draw_number,
    draw_red_die,
)
from firmware_py.shows.font import LINE, draw_text, fit, text_width, wrap
from firmware_py.shows.guide import draw_fix
from firmware_py.shows.menu import draw_menu
from firmware_py.shows.qr import draw_address
from firmware_py.shows.tally import TALLY, draw_tally, has_tally
from firmware_py.view import tells_difference
from firmware_py.view.values import OptionView, Phase, Say, TableView
from firmware_py.words import Words
from rules import Colour, Toy

__all__ = ["HEIGHT", "WIDTH", "render_oled"]

WIDTH: Final = 128
HEIGHT: Final = 64

_BAR = 11
_LEFT = 46
_TEXT = _LEFT + 2
_ROOM = WIDTH - _TEXT
_PAGE_SECONDS = 3.0
_SCROLL_PER_SECOND = 24.0
_CODE_PERIOD, _CODE_SHOWN = 4.0, 2.5
"""Seconds: while a phone is being paired, its code and the game take turns."""
_ADDRESS_PERIOD, _ADDRESS_SHOWN = 9.0, 6.0
"""Seconds: as long as a camera needs to find the page's address; the rest is the game's."""
_TUMBLE = (1, 4, 2, 6, 3, 5)


def render_oled(view: TableView, t: float, words: Words) -> Image.Image:
    """The frame at `t` seconds: a picture of mode "1" and 128 by 64 pixels; 1 is a lit pixel."""
    image = Image.new("1", (WIDTH, HEIGHT))
    if view.menu is not None:
        draw_menu(image, view.menu, t, words)
        return image
    if view.pairing_code and t % _CODE_PERIOD < _CODE_SHOWN:
        _code(image, view.pairing_code, words)
        return image
    address = view.address
    if address is not None and t < address.until and t % _ADDRESS_PERIOD < _ADDRESS_SHOWN:
        draw_address(image, address.where, words)
        return image
    _bar(image, view, t, words)
    if has_tally(view):
        draw_tally(image, view, words)
    _emblem(image, view, t, words)
    if view.phase is Phase.OVER and view.ranking:
        _ranking(image, view)
    elif view.lists_options:
        _moves(image, view, t, words)
    else:
        _pages(image, view, t, words)
    return image


def _foot(view: TableView) -> int:
    """Where the room for the game's own words ends, px from the top."""
    return HEIGHT - TALLY if has_tally(view) else HEIGHT


def _lines(view: TableView) -> int:
    """How many lines of text there is room for."""
    return (_foot(view) - _BAR - 1) // (LINE + 1)


def _bar(image: Image.Image, view: TableView, t: float, words: Words) -> None:
    """The bar on top: whose turn it is, by name and colour, and whether something is broken."""
    ImageDraw.Draw(image).rectangle((0, 0, WIDTH - 1, _BAR - 1), fill=1)
    right = WIDTH - 3
    if view.faults and t % 1.0 < 0.5:
        right -= text_width("!", 1) + 3
        draw_text(image, (right + 3, 2), "!", 0)
    if view.turn is None:
        draw_text(image, (3, 2), "Pop Umpire", 0)
        return
    colour = words.term(view.turn)
    right -= text_width(colour)
    draw_text(image, (right, 2), colour, 0)
    draw_text(image, (3, 2), fit(_player(view, view.turn), right - 8), 0)


def _emblem(image: Image.Image, view: TableView, t: float, words: Words) -> None:
    """The left side: the dice, or what stands for the moment."""
    pen, side = ImageDraw.Draw(image), 34 if has_tally(view) else 42
    at = (_LEFT - side) // 2, (_BAR + _foot(view) - side) // 2 + 1
    if tells_difference(view.verdict) and t % 1.0 < 0.5:
        draw_mark(image, at, side, "!")
        return
    match view.phase:
        case Phase.WAITING_FOR_POP | Phase.SETTING_UP:
            down = view.phase is Phase.WAITING_FOR_POP and t % 1.6 < 0.5
            draw_dome(pen, at, side, 1.0 if down else 0.0)
            if view.phase is Phase.WAITING_FOR_POP:
                draw_arrow(pen, (at[0] + side // 2, at[1] + side - (21 if down else 30)))
        case Phase.ROLLING:
            jump = round(3 * abs((t * 3) % 2 - 1))
            draw_die(pen, (at[0] + 6, at[1] + 4 + jump), 30, _TUMBLE[int(t * 8) % 6])
        case Phase.UNREADABLE:
            draw_mark(image, at, side, "?")
        case Phase.ILLEGAL_MOVE | Phase.CORRECTION if view.fix is not None:
            draw_fix(image, at, side, view.fix, t)
        case Phase.ILLEGAL_MOVE:
            if t % 1.0 < 0.7:
                draw_mark(image, at, side, "!")
        case Phase.WAITING_FOR_DRAW:
            draw_cup(pen, at, side)
        case Phase.PAUSED:
            pen.rectangle((at[0] + 10, at[1] + 6, at[0] + 17, at[1] + 36), fill=1)
            pen.rectangle((at[0] + 25, at[1] + 6, at[0] + 32, at[1] + 36), fill=1)
        case Phase.OVER:
            draw_laurel(image, at, side, _winner(view, words))
        case _:
            _dice(image, view, at, side)


def _winner(view: TableView, words: Words) -> str:
    """The letter of the team that has won; a sign of equality where several players have."""
    best = view.ranking[0] if view.ranking else ()
    alone = len({_player(view, colour) for colour in best}) == 1
    return words.term(best[0], "letter")[:1].upper() if alone else "="


def _dice(image: Image.Image, view: TableView, at: tuple[int, int], side: int) -> None:
    if view.die is None and "cup" in view.shared:
        draw_cup(ImageDraw.Draw(image), at, side)
        return
    if view.die is None:
        draw_dome(ImageDraw.Draw(image), at, side, 0.0)
        return
    pen = ImageDraw.Draw(image)
    several = len(view.die.faces) > 1
    size = side * 4 // 7 if several else side
    for number, (kind, face) in enumerate(zip(view.die.kinds, view.die.faces, strict=False)):
        x = at[0] + (number * (side - size) if several else 0)
        y = at[1] + (number * (side - size + 1) - 1 if several else 0)
        if kind == "red":
            draw_red_die(pen, (x, y), size, bool(face))
        elif kind == "d6":
            draw_die(pen, (x, y), size, face)
        else:
            draw_number(image, (x, y), size, face)


def _moves(image: Image.Image, view: TableView, t: float, words: Words) -> None:
    """The list of moves with the selected one marked, and that one in words below."""
    shown = _lines(view) - 1
    first = min(max(0, view.selected - shown // 2), max(0, len(view.options) - shown))
    pen, last = ImageDraw.Draw(image), _BAR + 2 + (shown - 1) * (LINE + 1)
    for line, option in enumerate(view.options[first : first + shown]):
        y, chosen = _BAR + 2 + line * (LINE + 1), first + line == view.selected
        if chosen:
            pen.rectangle((_TEXT - 2, y - 1, WIDTH - 1, y + LINE - 1), fill=1)
        _move(image, option, (_TEXT, y), t, words, 0 if chosen else 1)
    for more, mark, y in ((first > 0, "▲", _BAR + 2), (first + shown < len(view.options), "▼", last)):
        if more:
            draw_text(image, (WIDTH - 6, y), mark, 0 if first == view.selected and mark == "▲" else 1)
    _scrolling(image, _about(view, view.options[view.selected], words), _foot(view) - LINE - 1, t)


def _about(view: TableView, option: OptionView, words: Words) -> str:
    """The line below the moves. Of a decision: a counter that lies wrong; else the toy that it is about, and
    what would come of it or, where that is nothing more, what is asked."""
    told = [] if view.verdict is None else [view.verdict]
    if option.origin is not None:
        follows = " ".join(words.short(say.key, say.facts) for say in option.follows or (option.say,))
        return " · ".join([*(words.short(say.key, say.facts) for say in told), follows])
    if tells_difference(view.verdict):
        return " ".join(words.short(say.key, say.facts) for say in told)
    stack = view.pieces.get(option.target or view.at or "", ())
    toys = [words.term(piece.kind) for piece in stack if isinstance(piece, Toy)]
    says = option.follows or [*told, view.headline]
    return " · ".join([*toys, *(words.short(say.key, say.facts) for say in says)])


def _move(
    image: Image.Image, option: OptionView, at: tuple[int, int], t: float, words: Words, ink: int
) -> None:
    if option.origin is not None and option.target is not None:
        text = f"{option.origin}→{option.target}"
    else:
        text = words.short(option.say.key, option.say.facts)
    x = draw_text(image, at, fit(text, _ROOM - 8), ink)
    if option.captures and t % 1.0 < 0.6:
        draw_text(image, (x + 3, at[1]), "×" + "".join(words.term(c, "letter") for c in option.captures), ink)


def _scrolling(image: Image.Image, text: str, y: int, t: float) -> None:
    """A line; a text that does not fit wanders to the left and begins again."""
    strip = Image.new("1", (WIDTH - _TEXT, LINE + 1))
    width = text_width(text)
    x = 0 if width <= strip.width else -round(t * _SCROLL_PER_SECOND) % (width + 24)
    for start in (x, x - width - 24):
        draw_text(strip, (start, 1), text)
    image.paste(strip, (_TEXT, y))


def _ranking(image: Image.Image, view: TableView) -> None:
    place = 1
    lines: list[str] = []
    for group in view.ranking:
        lines += [f"{place}. {_player(view, colour)}" for colour in group]
        place += len(group)
    for number, text in enumerate(lines[:4]):
        draw_text(image, (_TEXT, _BAR + 6 + number * (LINE + 2)), fit(text, _ROOM), 1)


def _pages(image: Image.Image, view: TableView, t: float, words: Words) -> None:
    """What to do, the referee's word and what is broken, a page after the other."""
    says: list[Say] = [view.headline] + ([view.verdict] if view.verdict else [])
    texts = [words.short(say.key, say.facts) for say in says]
    texts += [f"{words.term(fault.part)}: {words.problem(fault.why)}" for fault in view.faults]
    pages = [page for text in texts for page in _paged(wrap(text, _ROOM), _lines(view))]
    page = pages[int(t / _PAGE_SECONDS) % len(pages)]
    scale = 2 if len(page) <= 2 and all(text_width(line, 2) <= _ROOM for line in page) else 1
    height = len(page) * (LINE + 1) * scale
    y = _BAR + (_foot(view) - _BAR - height) // 2 + 1
    for number, line in enumerate(page):
        draw_text(image, (_TEXT, y + number * (LINE + 1) * scale), line, 1, scale)


def _code(image: Image.Image, code: str, words: Words) -> None:
    """The code that lets a phone act, as large as it goes."""
    title = words.short("web.pairing.title")
    draw_text(image, ((WIDTH - text_width(title)) // 2, 6), title, 1)
    scale = 3 if text_width(code, 3) <= WIDTH else 2
    draw_text(image, ((WIDTH - text_width(code, scale)) // 2, HEIGHT // 2 - 4), code, 1, scale)


def _paged(lines: list[str], most: int) -> list[list[str]]:
    return [lines[first : first + most] for first in range(0, len(lines), most)] or [[""]]


def _player(view: TableView, colour: Colour) -> str:
    return next((s.seat.player for s in view.seats if s.seat.colour == colour), colour)
