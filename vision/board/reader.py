"""Reading a whole board from one picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from hardware.layout import Layout
from vision.board.pieces.close_ups import close_up_net, close_ups
from vision.board.pieces.colours import (
    ColourCanvas,
    Shades,
    SingleArray,
    around,
    balanced,
    disc,
    printed_colours,
    shades_of,
)
from vision.board.pieces.evidence import (
    MIDDLE_SPOT,
    PRINT_REACH,
    SHIFT_MM,
    SPOTS,
    Evidence,
    gather,
    gather_each,
    gather_free,
    print_likeness,
)
from vision.board.pieces.heights import SLANTED, StackSight, doubtful_tops
from vision.board.pieces.leaning import USUAL_REACH, Lean, lean_of, reaching, refined
from vision.board.pieces.levels import Level, Texture, learn, learn_texture
from vision.board.pieces.outlines import outlines_of, sprawling
from vision.board.pieces.pieces import HIDDEN, STATES, Clues, counted, judged, log_likelihoods, strangeness
from vision.board.pieces.relief import grounds_of, relief_of
from vision.board.pieces.standing import Standing, own_odds, settled
from vision.board.pieces.surroundings import Surroundings, around_places, covered, without_edge
from vision.board.place.canvas import Picture, frame_of, in_picture, straighten
from vision.board.place.pose import FloatArray, map_points
from vision.board.place.registration import Refused, Registrar, Registration, open_reference, space_points
from vision.board.seen import EMPTY, BoardSeen, Facts, SpaceSeen

CANVAS_MM_PER_PX: Final = 0.5
"""Scale at which pieces are read: a peg of 12 mm is 24 pixels across."""

PRINT_FREE: Final = 0.7
"""The print is compared only where so much of it is free of pieces that lean over it."""

PATTERN_LEAST: Final = 8.0
"""Lightness must vary so much over a space in the reference picture for its print to be recognised."""

BODY_WIDTH: Final = 1.6
"""The breadth of what a piece hides, in base radii."""

FIRST_REACH: Final = 0.8
"""Before the lean is known, pieces are looked for near their feet, where it matters less."""

PLAIN_TO_SEE: Final = 3.0
"""A piece whose log-likelihood leads that of emptiness by so much helps to see the others."""


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """What the camera's owner may know: its focal length in pixels."""

    focal_px: float | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """One look at a board: what was seen, and for overlays where: `registration`, and the lean of the
    pieces."""

    seen: BoardSeen
    registration: Registration | None
    lean: Lean | None


@dataclass(frozen=True, slots=True)
class _Sight:
    """What the colours of one picture tell: how pieces lean, what lies around the feet, which spaces no hand
    covers (n,), all clues and their log-likelihoods (n, 5), and which piece each pixel of the canvas shows
    (h, w), or -1."""

    colours: ColourCanvas
    lean: Lean
    feet: Surroundings
    open: npt.NDArray[np.bool_]
    clues: Clues
    fits: FloatArray
    taken: npt.NDArray[np.int32]


class PieceReader:
    """Reads the pieces of one layout in pictures whose registration is known."""

    def __init__(self, layout: Layout) -> None:
        """Raises PictureError when the layout's reference picture cannot be read."""
        self._layout = layout
        self._names = list(layout.spaces)
        self._points = space_points(layout)
        self._frame = frame_of(layout, CANVAS_MM_PER_PX)
        colours, radius = printed_colours(layout), layout.piece.base_radius
        self._printed = [colours.get(s) for s in self._names]
        self._beside = _beside(self._points, radius)
        self._grounds = grounds_of(self._frame, self._points, radius)
        self._known_print: ColourCanvas | None = None
        self._coarse_print: Shades | None = None
        self._comparable = np.zeros(len(self._names), bool)
        if layout.reference is not None:
            picture, homography = open_reference(layout.reference)
            self._known_print = self._colours(picture, homography)
            self._coarse_print = shades_of(self._known_print.halved().strength)
            self._small_print = _halved(self._known_print.lab)
            pixels = self._frame.pixels(self._points)
            rows, columns = around(pixels, disc(PRINT_REACH * radius / CANVAS_MM_PER_PX), self._frame.size)
            printed = np.array([p is not None for p in self._printed])
            self._comparable = printed & (
                self._known_print.lightness[rows, columns].std(axis=1) > PATTERN_LEAST
            )

        self._doubtful = np.array([p is not None for p in self._printed]) & ~self._comparable

    def read(
        self, picture: Picture, found: Registration, lean: Lean | None = None
    ) -> tuple[dict[str, SpaceSeen], Lean]:
        """Every space of a BGR picture, and how the pieces lean (`lean`, if that is known already)."""
        sight = self._sight(picture, found, lean)
        fits = sight.fits
        if self._doubtful.any():
            known = self._standing(sight)
            fits = settled(fits, known, np.where(self._doubtful, own_odds(known), np.nan))
        best = [STATES[column] for column in fits.argmax(axis=1)]
        hidden = self._hidden(sight, np.array([state == EMPTY for state in best]))
        strange = strangeness(sight.clues, fits, self._points, hidden)
        alone = fits
        if self._layout.game == "trouble":
            fits = counted(fits, strange)
        strange = np.where(self._fallen(sight, best), HIDDEN, strange)
        seen = judged(fits, alone, sight.clues.spots, strange)
        if self._layout.piece.stack_step:
            seen = self._with_heights(seen, sight, found)
        return dict(zip(self._names, seen, strict=True)), sight.lean

    def standing(self, picture: Picture, found: Registration) -> Standing:
        """What is known of every space before print is told from pieces of its colour: to fit that by."""
        return self._standing(self._sight(picture, found, None))

    def close_ups(self, picture: Picture, found: Registration) -> tuple[npt.NDArray[np.int_], SingleArray]:
        """Which spaces (m,) are printed in a colour, and their close-ups: to train by."""
        return self._close_ups(self._sight(picture, found, None))

    def _sight(self, picture: Picture, found: Registration, lean: Lean | None) -> _Sight:
        """All that colours tell of a BGR picture."""
        colours = self._colours(picture, found.pose.homography)
        radius = self._layout.piece.base_radius
        ground = gather(colours, self._beside, radius)
        feet = around_places(colours, self._points, self._points, radius)
        bare = gather(colours, self._points, radius)
        seen = ~(covered(feet) | without_edge(bare, feet, {}))
        if lean is None:
            lean = replace(lean_of(found.pose, self._layout.piece.height), reach=FIRST_REACH)
            spots = self._spots(colours, lean)
            levels = learn(spots, self._printed, ground, seen)
            lean = self._leaning(lean, colours, spots, levels)
        spots = self._spots(colours, lean)
        levels = learn(spots, self._printed, ground, seen)
        likeness = self._likeness(colours)
        reference = self._reference(lean)
        fits, _ = self._fits(spots, levels, likeness, reference)
        taken = self._taken(fits, lean)
        spots = self._free_spots(colours, lean, taken, spots)
        likeness[self._covered_feet(taken)] = np.nan
        fits, clues = self._fits(spots, levels, likeness, reference)
        return _Sight(colours, lean, feet, seen, clues, fits, taken)

    def _standing(self, sight: _Sight) -> Standing:
        radius = self._layout.piece.base_radius
        tops = sight.lean.reach * sight.lean.offsets(self._points)
        printed = np.array([p is not None for p in self._printed])
        relief = relief_of(sight.colours, self._points, tops, radius, sight.taken, self._grounds, printed)
        close = np.zeros(len(self._names))
        asked, seen = self._close_ups(sight)
        close[asked] = close_up_net().odds(seen)
        lean = np.linalg.norm(tops, axis=1) / radius
        return Standing(self._printed, relief, sight.clues.spots, lean, sight.fits, sight.open, close)

    def _close_ups(self, sight: _Sight) -> tuple[npt.NDArray[np.int_], SingleArray]:
        """Which spaces (m,) are printed in a colour, and what `CloseUpNet` sees of them."""
        asked = np.flatnonzero([p is not None for p in self._printed])
        levels = [sight.clues.levels[str(self._printed[i])] for i in asked]
        tops, radius = sight.lean.reach * sight.lean.offsets(self._points), self._layout.piece.base_radius
        return asked, close_ups(sight.colours, self._points, tops, radius, sight.taken, asked, levels)

    def _fallen(self, sight: _Sight, best: Sequence[str]) -> npt.NDArray[np.bool_]:
        """Which spaces, judged `best`, show a piece that does not stand there; half the scale will do."""
        colours = sight.colours.halved()
        outlines = outlines_of(self._layout, self._points, sight.lean, colours.frame)
        levels, taken = sight.clues.levels, sight.taken[::2, ::2]
        return sprawling(colours, outlines, best, self._printed, levels, taken, self._coarse_print)

    def _with_heights(self, seen: list[SpaceSeen], sight: _Sight, found: Registration) -> list[SpaceSeen]:
        """What was seen, with the heights of stacks, and doubts where a captive may pass for a top."""
        piece, levels = self._layout.piece, sight.clues.levels
        tops = [one.colour for one in seen]
        standing = [i for i, top in enumerate(tops) if top is not None]
        camera = found.pose.camera
        stacks = StackSight(
            sight.colours, piece, self._points, camera, levels, sight.taken, standing, self._printed
        )
        seek = [i for i in standing if not levels[str(tops[i])].as_ground]
        leanings = {i: leaning for i in seek if (leaning := stacks.leaning(i)) is not None}
        doubtful = doubtful_tops(leanings, tops)
        seen = [replace(one, sure=one.sure and not doubt) for one, doubt in zip(seen, doubtful, strict=True)]
        slanted = found.pose.tilt >= SLANTED
        for i, leaning in leanings.items():
            if slanted and seen[i].sure and leaning.colour == tops[i]:
                seen[i] = replace(seen[i], height=stacks.height(i, leaning))
        return seen

    def _hidden(self, sight: _Sight, empty: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Which spaces, judged `empty` (n,) or not, go on into their surroundings or lie under something."""
        radius, clues = self._layout.piece.base_radius, sight.clues
        bodies = around_places(sight.colours, self._places(sight.lean)[MIDDLE_SPOT], self._points, radius)
        foot = without_edge(clues.spots[0], sight.feet, clues.levels)
        body = without_edge(clues.spots[MIDDLE_SPOT], bodies, clues.levels)
        return np.asarray(np.where(empty, foot, body) | covered(sight.feet))

    def _places(self, lean: Lean) -> list[FloatArray]:
        """Where each of `SPOTS` lies, (n, 2), mm."""
        offsets = lean.reach * lean.offsets(self._points)
        return [self._points + s * offsets for s in SPOTS]

    def _spots(self, colours: ColourCanvas, lean: Lean) -> list[Evidence]:
        """The evidence of each of `SPOTS`."""
        return gather_each(colours, self._places(lean), self._layout.piece.base_radius)

    def _free_spots(
        self, colours: ColourCanvas, lean: Lean, taken: npt.NDArray[np.int32], before: list[Evidence]
    ) -> list[Evidence]:
        """The same, without what pieces hide."""
        radius, owners = self._layout.piece.base_radius, np.arange(len(self._names))
        places = self._places(lean)
        return [
            gather_free(colours, p, radius, taken, owners, e) for p, e in zip(places, before, strict=True)
        ]

    def _colours(self, picture: Picture, homography: FloatArray) -> ColourCanvas:
        canvas = straighten(picture, homography, self._frame)
        return balanced(canvas, self._inside(picture, homography), self._layout, self._frame)

    def _inside(self, picture: Picture, homography: FloatArray) -> npt.NDArray[np.bool_]:
        """Which pixels of the canvas the picture shows, (h, w)."""
        matrix, (width, height) = homography @ self._frame.matrix, self._frame.size
        ends = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1.0]])
        if in_picture(map_points(matrix, ends), picture.shape).all():
            return np.ones((height, width), bool)
        whole = np.full(picture.shape[:2], 255, np.uint8)
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(whole, matrix, self._frame.size, flags=flags) > 0)

    def _leaning(
        self, lean: Lean, colours: ColourCanvas, spots: list[Evidence], levels: Mapping[str, Level]
    ) -> Lean:
        """The lean corrected by the pieces that are plain to see."""
        fits, _ = self._fits(spots, levels)
        best = fits.argmax(axis=1)
        standing = [
            i for i, b in enumerate(best) if STATES[b] != EMPTY and fits[i, b] > fits[i, -1] + PLAIN_TO_SEE
        ]
        if not standing:
            return lean
        held = [levels[STATES[best[i]]] for i in standing]
        hues, strengths = np.array([v.hue for v in held]), np.array([v.piece for v in held])
        points, radius = self._points[standing], self._layout.piece.base_radius
        lean = refined(replace(lean, reach=USUAL_REACH), colours, points, radius, hues, strengths)
        return reaching(lean, colours, points, radius, hues, strengths)

    def _fits(
        self,
        spots: list[Evidence],
        levels: Mapping[str, Level],
        likeness: FloatArray | None = None,
        reference: Evidence | None = None,
    ) -> tuple[FloatArray, Clues]:
        """The log-likelihoods (n, 5) and what they rest on, with the print's likeness to the reference's
        (n,), and the empty board where bodies would be seen, once they are known."""
        texture = Texture(1.0, np.ones(len(self._names)))
        if reference is not None:
            texture = learn_texture(spots[MIDDLE_SPOT], self._printed, levels, reference.roughness)
        alike = likeness if likeness is not None else np.full(len(self._names), np.nan)
        light = self._plain_lightness(spots[0])
        clues = Clues(spots, self._printed, levels, texture, alike, self._comparable, reference, light)
        return log_likelihoods(clues), clues

    def _reference(self, lean: Lean) -> Evidence | None:
        """What the empty board shows where bodies that lean so would be seen, if it is known."""
        if self._known_print is None:
            return None
        return gather(self._known_print, self._places(lean)[MIDDLE_SPOT], self._layout.piece.base_radius)

    def _likeness(self, colours: ColourCanvas) -> FloatArray:
        """How well each space's print agrees with the reference picture's, (n,); nan where there is none to
        see."""
        likeness = np.full(len(self._names), np.nan)
        if self._known_print is not None:
            pixels = (self._frame.pixels(self._points[self._comparable]) - 0.5) / 2
            reach = PRINT_REACH * self._layout.piece.base_radius / (2 * CANVAS_MM_PER_PX)
            shift = round(SHIFT_MM / (2 * CANVAS_MM_PER_PX))
            small = _halved(colours.lab)
            likeness[self._comparable] = print_likeness(small, self._small_print, pixels, reach, shift)
        return likeness

    def _covered_feet(self, taken: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
        """Which spaces' prints lie too much under other pieces to be compared, (n,)."""
        reach = PRINT_REACH * self._layout.piece.base_radius / CANVAS_MM_PER_PX
        rows, columns = around(self._frame.pixels(self._points), disc(reach), self._frame.size)
        held = taken[rows, columns]
        own = np.arange(len(self._names))[:, None]
        return np.asarray(((held < 0) | (held == own)).mean(axis=1) < PRINT_FREE)

    def _plain_lightness(self, evidence: Evidence) -> float:
        plain = np.array([p is None for p in self._printed])
        pale = plain & (evidence.size <= np.percentile(evidence.size[plain], 60))
        return max(float(np.median(evidence.lightness[pale])), 5.0)

    def _taken(self, fits: FloatArray, lean: Lean) -> npt.NDArray[np.int32]:
        """For each canvas pixel the index of the piece that is seen there, or -1: from foot to top of
        each."""
        taken = np.full((self._frame.size[1], self._frame.size[0]), -1, np.int32)
        best = fits.argmax(axis=1)
        feet = self._frame.pixels(self._points)
        tops = self._frame.pixels(self._points + SPOTS[-1] * lean.reach * lean.offsets(self._points))
        width = max(round(BODY_WIDTH * self._layout.piece.base_radius / CANVAS_MM_PER_PX), 1)
        for i in np.argsort(fits.max(axis=1)):
            if STATES[best[i]] != EMPTY and fits[i, best[i]] > fits[i, -1] + PLAIN_TO_SEE:
                ends = [tuple(int(v) for v in np.round(p)) for p in (feet[i], tops[i])]
                cv2.line(taken, ends[0], ends[1], int(i), width)
        return taken


def _halved(lab: SingleArray) -> SingleArray:
    """A canvas at half its size: prints are coarse enough to be compared so."""
    size = (lab.shape[1] // 2, lab.shape[0] // 2)
    return np.asarray(
        cv2.resize(lab[: 2 * size[1], : 2 * size[0]], size, interpolation=cv2.INTER_AREA), np.float32
    )


def _beside(points: FloatArray, radius: float) -> FloatArray:
    """Points (m, 2), mm, around spaces (n, 2) that belong to none of them."""
    angles = np.arange(8) * np.pi / 4
    ring = 2.0 * radius * np.column_stack([np.cos(angles), np.sin(angles)])
    around_all = (points[:, None] + ring[None]).reshape(-1, 2)
    clear = np.linalg.norm(around_all[:, None] - points[None], axis=2).min(axis=1) > 1.6 * radius
    return np.asarray(around_all[clear][::3])


class BoardReader:
    """Reads a layout's board from single pictures."""

    def __init__(self, layout: Layout, settings: BoardSettings | None = None) -> None:
        """Raises PictureError when the layout's reference picture cannot be read."""
        chosen = settings or BoardSettings()
        self.layout = layout
        self.registrar = Registrar(layout, chosen.focal_px)
        self.pieces = PieceReader(layout)

    def look(
        self,
        picture: Picture,
        *,
        corners: Sequence[tuple[float, float]] | None = None,
    ) -> BoardSeen:
        """What a BGR picture shows; `corners` are the layout's four in pixels."""
        return self.look_closely(picture, corners=corners).seen

    def look_closely(
        self,
        picture: Picture,
        *,
        corners: Sequence[tuple[float, float]] | None = None,
    ) -> Look:
        """As `look`, with where the board and its pieces were found."""
        return self.read_found(picture, self.registrar.find(picture, corners))

    def read_found(
        self,
        picture: Picture,
        found: Registration | Refused,
        lean: Lean | None = None,
    ) -> Look:
        """Read the pieces of a picture whose registration is done, and perhaps known how they lean."""
        if isinstance(found, Refused):
            return Look(BoardSeen(False, None, 0.0, {}, found.reason, found.facts), None, None)
        spaces, lean = self.pieces.read(picture, found, lean)
        doubtful = [s for s, seen in spaces.items() if not seen.sure]
        reason = "unsure" if doubtful else "seen"
        facts: Facts = {"count": len(doubtful) or len(spaces), "spaces": tuple(doubtful)}
        return Look(BoardSeen(True, found.how, found.error_px, spaces, reason, facts), found, lean)
