"""The sheets of Gearhead Skirmish's counters: 72 toys, Small Fry, and tokens for those who are zapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from firmware_py.cli.paper.page import SIZES, Page, dots
from firmware_py.words import Words
from hardware.counters import Face, Plan, plan_of_counters
from hardware.layout import Layout
from rules.gearhead.board import COPIES, KINDS, SMALL_FRY
from vision.studio.counters import paint_face, paint_zap

__all__ = ["SMALL_FRIES", "TOKENS", "TOKEN_MM", "TOP", "counter_sheets"]

SMALL_FRIES: Final = 30
"""The rules know no limit (G-A12); a pile of so many is not used up in an evening."""

TOKENS: Final = 24
TOKEN_MM: Final = 14.0

TOP: Final = 28.0
"""Where the counters begin, mm from the upper edge."""

_MARGIN: Final = 9.0
_FOOT: Final = 22.0
_TICK: Final = 3.0
_CUT: Final = (150, 150, 150)
_BACK: Final = Face("ziggy", flipped=True)


@dataclass(frozen=True, slots=True)
class _Column:
    """Counters of one face, or of a front and its back beside it, to be folded; `count` of them."""

    faces: tuple[Face, ...]
    count: int


def counter_sheets(layout: Layout, paper: str, words: Words) -> list[Page]:
    """All counters in the size that fits a chessboard's squares, then the tokens."""
    plan = plan_of_counters(layout)
    across = int((SIZES[paper][0] - 2 * _MARGIN) / plan.side)
    down = int((SIZES[paper][1] - TOP - _FOOT) / plan.side)
    sheets = list(_filled(_columns(down), across))
    painted = _Painter(plan, words)
    pages = [
        _counters(columns, plan, painted, _titled(paper, "counters", words, number, len(sheets) + 1))
        for number, columns in enumerate(sheets, 1)
    ]
    return [*pages, _tokens(_titled(paper, "tokens", words, len(sheets) + 1, len(sheets) + 1), words)]


def _columns(down: int) -> Iterator[_Column]:
    """Every counter once, in columns of one kind with at most so many in each."""
    numbers: list[tuple[tuple[Face, ...], int]] = [
        ((Face(kind),), COPIES) for kind in KINDS if kind != _BACK.kind
    ]
    numbers += [((Face(_BACK.kind), _BACK), COPIES), ((Face(SMALL_FRY),), SMALL_FRIES)]
    for faces, count in numbers:
        while count > 0:
            yield _Column(faces, min(count, down))
            count -= down


def _filled(columns: Iterator[_Column], across: int) -> Iterator[list[_Column]]:
    """The columns sheet by sheet; a front is never parted from its back."""
    sheet: list[_Column] = []
    for column in columns:
        if sum(len(one.faces) for one in sheet) + len(column.faces) > across:
            yield sheet
            sheet = []
        sheet.append(column)
    yield sheet


class _Painter:
    """Paints every face once."""

    def __init__(self, plan: Plan, words: Words) -> None:
        self._plan, self.words = plan, words
        self._painted: dict[Face, Image.Image] = {}

    def face(self, face: Face) -> Image.Image:
        if face not in self._painted:
            key = "gearhead.counter.on_back" if face.flipped else "gearhead.counter.name"
            name = self.words.short(key, {"toy": face.kind})
            self._painted[face] = paint_face(face, self._plan, name, dots(self._plan.side))
        return self._painted[face]


def _counters(columns: Sequence[_Column], plan: Plan, painted: _Painter, page: Page) -> Page:
    """Counters on a page that has its title."""
    page.write(_MARGIN + 4, 15.5, painted.words.say("paper.sheet.counters_how"))
    if any(_BACK in column.faces for column in columns):
        page.write(_MARGIN + 4, 21.5, painted.words.say("paper.sheet.fold"))
    side, width = plan.side, sum(len(column.faces) for column in columns) * plan.side
    x = left = (page.size[0] - width) / 2
    for column in columns:
        for face in column.faces:
            for row in range(column.count):
                page.lay(painted.face(face), x, TOP + row * side)
            _cuts(page, x, side, column.count, fold=face == _BACK)
            x += side
    page.line(x, TOP - _TICK, x, TOP + columns[-1].count * side + _TICK, ink=_CUT)
    for row in range(max(column.count for column in columns) + 1):
        page.line(left - _TICK, TOP + row * side, left, TOP + row * side, ink=_CUT)
        page.line(x, TOP + row * side, x + _TICK, TOP + row * side, ink=_CUT)
    return page


def _cuts(page: Page, x: float, side: float, count: int, *, fold: bool) -> None:
    """The cutting lines of one column: its left edge (a fold is dashed), and those between its counters."""
    for row in range(count + 1):
        page.line(x, TOP + row * side, x + side, TOP + row * side, ink=_CUT)
    bottom = TOP + count * side
    if not fold:
        page.line(x, TOP - _TICK, x, bottom + _TICK, ink=_CUT)
        return
    y = TOP - _TICK
    while y < bottom + _TICK:
        page.line(x, y, x, min(y + 2, bottom + _TICK), 0.35)
        y += 4


def _tokens(page: Page, words: Words) -> Page:
    """Tokens for zapped toys, on a page that has its title."""
    page.write(_MARGIN + 4, 15.5, words.say("paper.sheet.tokens_how"))
    page.write(_MARGIN + 4, 19.5, words.say("paper.sheet.tokens_gone"))
    token, across, pitch = paint_zap(dots(TOKEN_MM)), 6, TOKEN_MM + 6
    left = (page.size[0] - across * pitch) / 2
    for place in range(TOKENS):
        page.lay(token, left + place % across * pitch + 3, TOP + 6 + place // across * pitch)
    return page


def _titled(paper: str, title: str, words: Words, number: int, count: int) -> Page:
    page = Page(paper, colour=True)
    page.write(_MARGIN + 4, 8, words.say(f"paper.sheet.{title}", {"number": number, "count": count}), 5)
    page.ruler(_MARGIN + 4, page.size[1] - 12, 100, words)
    return page
