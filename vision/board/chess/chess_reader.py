"""Reading a chessboard: which toy lies on each square, which squares are bare, which cannot be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.layout import Layout
from rules import Toy
from vision.board.chess.bare import blur_mm, looks_of, surely_bare
from vision.board.chess.lattice import find_chessboard
from vision.board.chess.markers import Found, MarkerFinder
from vision.board.chess.squares import SquareFinder
from vision.board.place.canvas import Picture
from vision.board.place.registration import Refused, Registrar, Registration, check
from vision.board.seen import EMPTY, BoardSeen, Facts, SpaceSeen, toy_label

__all__ = ["ChessLook", "ChessReader"]

TURNED: Final = 42.0
"""A counter that is turned by more than this off north or south, degrees, faces neither for sure."""

CENTRED: Final = 0.34
"""A counter farther off a square's middle than this, in squares, lies between two."""

ASTRAY: Final = 0.2
"""Few set a counter so far off a square's middle, in squares, unless something lies beside it: if a square
next to its own cannot be told, two counters may share it."""

LOOSE: Final = 0.06
"""A board that its squares do not bear out is read only if it was found so exactly, in squares."""

MOST_BLUR_MM: Final = 5.0
"""Where the lines between squares are blurred more widely no square is surely bare: a counter's drawing and
edge are lost in it."""

SURE: Final = 0.99
"""The likelihood of what was read: a marker without a wrong bit, or a square that is bare."""


@dataclass(frozen=True, slots=True)
class ChessLook:
    """One look at a chessboard: what was seen, and for overlays where it and its counters were found."""

    seen: BoardSeen
    registration: Registration | None
    found: tuple[Found, ...] = ()


class ChessReader:
    """Reads the counters of one layout's chessboard, picture by picture.

    What was found in the picture before helps only to find the board again; counters are read anew each time.
    """

    def __init__(self, layout: Layout, focal: float | None = None) -> None:
        """`focal`: the camera's focal length in pixels, if known.

        Raises PictureError when the layout's corner tags are those of counters.
        """
        self.layout = layout
        self.registrar = Registrar(layout, focal)
        self._markers = MarkerFinder(layout)
        self._squares = SquareFinder(layout)
        self._names = list(layout.spaces)
        self._points = np.array(list(layout.spaces.values()))
        self._last: Registration | None = None

    def look(
        self,
        picture: Picture,
        *,
        corners: Sequence[tuple[float, float]] | None = None,
        history: Mapping[str, str | None] | None = None,
    ) -> BoardSeen:
        """What a BGR picture shows; `corners` are the layout's four in pixels. `history` changes nothing: a
        marker is read or not."""
        return self.look_closely(picture, corners=corners).seen

    def look_closely(
        self,
        picture: Picture,
        *,
        corners: Sequence[tuple[float, float]] | None = None,
    ) -> ChessLook:
        """As `look`, with where the board and its counters were found."""
        found = self.find(picture, corners)
        if isinstance(found, Refused):
            return ChessLook(BoardSeen(False, None, 0.0, {}, found.reason, found.facts), None)
        return self._read(picture, found)

    def find(
        self, picture: Picture, corners: Sequence[tuple[float, float]] | None = None
    ) -> Registration | Refused:
        """The board: by its tags, by given corners, where it was, or by its squares, which bear it out."""
        found = self.registrar.find(picture, corners)
        tried = [found, self._last] if isinstance(found, Registration) else [self._last]
        for one in tried:
            better = None if one is None else self._squares.refined(picture, one)
            if better is not None:
                self._last = better
                return better
        if isinstance(found, Registration) and found.error_px <= LOOSE * self._pitch_px(found):
            return found
        anywhere = self._anywhere(picture)
        if anywhere is not None:
            self._last = anywhere
            return anywhere
        return found if isinstance(found, Refused) else Refused("squares_hidden")

    def _anywhere(self, picture: Picture) -> Registration | None:
        homography = find_chessboard(picture, self.layout)
        if homography is None:
            return None
        found = check(self.layout, homography, 1.0, "squares", picture.shape, None)
        return self._squares.refined(picture, found) if isinstance(found, Registration) else None

    def _pitch_px(self, found: Registration) -> float:
        return self._squares.pitch * float(np.median(found.pose.scale(self._points)))

    def _read(self, picture: Picture, where: Registration) -> ChessLook:
        canvas = self._markers.straightened(picture, where.pose)
        found = self._markers.find(canvas, where.pose)
        bare = self._bare(canvas, picture, where, found)
        near = {self._names[k] for k in np.flatnonzero(~bare)} - {self._nearest(one) for one in found}
        for space in sorted(near):
            found += self._markers.find_near(canvas, self.layout.spaces[space], where.pose)
        found = _each_once(found)
        bare = self._bare(canvas, picture, where, found)
        spaces = self._judged(found, bare, where)
        doubtful = tuple(space for space, seen in spaces.items() if not seen.sure)
        facts: Facts = {"count": len(doubtful) or len(spaces), "spaces": doubtful}
        reason = "unsure" if doubtful else "seen"
        seen = BoardSeen(True, where.how, where.error_px, spaces, reason, facts)
        return ChessLook(seen, where, tuple(found))

    def _bare(
        self, canvas: Picture, picture: Picture, where: Registration, found: Sequence[Found]
    ) -> npt.NDArray[np.bool_]:
        if blur_mm(canvas, self._markers.frame, self.layout) > MOST_BLUR_MM:
            return np.zeros(len(self._names), np.bool_)
        whole = np.full(picture.shape[:2], 255, np.uint8)
        matrix = where.pose.homography @ self._markers.frame.matrix
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        inside = cv2.warpPerspective(whole, matrix, self._markers.frame.size, flags=flags) > 0
        tiles = [one.corners for one in found]
        return surely_bare(looks_of(canvas, np.asarray(inside), self._markers.frame, self.layout, tiles))

    def _nearest(self, one: Found) -> str:
        return self._names[int(np.abs(self._points - one.at).max(axis=1).argmin())]

    def _judged(
        self, found: Sequence[Found], bare: npt.NDArray[np.bool_], where: Registration
    ) -> dict[str, SpaceSeen]:
        """Each square with one counter that lies well on it, or bare, or not to be told."""
        on: dict[str, list[Found]] = {}
        between: set[str] = set()
        slack = 2 * where.error_px / self._pitch_px(where)
        untold = ~bare & ~np.isin(self._names, [self._nearest(one) for one in found])
        for one in found:
            off = np.abs(self._points - one.at).max(axis=1) / self._squares.pitch
            order = np.argsort(off)
            on.setdefault(self._names[int(order[0])], []).append(one)
            if off[order[0]] > CENTRED - slack:
                between |= {self._names[int(k)] for k in order[:4] if off[k] < 1.0 - CENTRED + slack}
            elif off[order[0]] > ASTRAY - slack and ((off < 1.5) & untold).any():
                between.add(self._names[int(order[0])])
        spaces = {}
        for space, is_bare in zip(self._names, bare, strict=True):
            here = on.get(space, [])
            toy = _toy(here[0]) if len(here) == 1 else None
            if space in between or (here and toy is None):
                spaces[space] = _unsure(toy)
            elif toy is not None:
                label = toy_label(toy)
                spaces[space] = SpaceSeen(label, {label: SURE, EMPTY: 1 - SURE}, True)
            else:
                spaces[space] = SpaceSeen(None, {EMPTY: SURE}, True) if is_bare else _unsure(None)
        return spaces


def _toy(found: Found) -> Toy | None:
    """The toy that a counter is; None if it faces neither north nor south."""
    if abs(found.heading) <= TURNED:
        return Toy(found.face.kind, "N", found.face.flipped)
    if abs(found.heading) >= 180 - TURNED:
        return Toy(found.face.kind, "S", found.face.flipped)
    return None


def _unsure(guess: Toy | None) -> SpaceSeen:
    label = None if guess is None else toy_label(guess)
    return SpaceSeen(label, {label or EMPTY: 0.5}, False)


def _each_once(found: Sequence[Found]) -> list[Found]:
    """Counters without those found twice in one place."""
    kept: list[Found] = []
    for one in found:
        twice = (
            other
            for other in kept
            if other.face == one.face and np.hypot(other.at[0] - one.at[0], other.at[1] - one.at[1]) < 5.0
        )
        if next(twice, None) is None:
            kept.append(one)
    return kept
