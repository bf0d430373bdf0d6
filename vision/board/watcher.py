"""Watching a board from frame to frame: found once, then followed; found anew when camera or board was
moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from hardware.layout import Layout
from vision.board.pieces.leaning import Lean
from vision.board.place.canvas import Picture
from vision.board.place.features import FeatureMap, KnownColours
from vision.board.place.fit import expected_error
from vision.board.place.following import PrintFollower
from vision.board.place.registration import Refused, Registration, check, print_error, space_points
from vision.board.reader import BoardReader, BoardSettings, Look
from vision.board.seen import BoardSeen

SEEN_AGAIN: Final = 0.5
"""Correlation of colours with the key frame that a followed board must keep; pieces and shadows change some
of it."""


PLAINLY: Final = 0.7
"""If such a share of the followed points agree, the colours need only tell that the board was not turned."""

LEANING: Final = 4
"""How pieces lean is learnt anew until so many are seen: what fewer tell is chance."""

UNMOVED_PX: Final = 1.0
"""A board whose spaces are all seen so near to where they were has not moved."""


class BoardWatcher:
    """Reads a series of pictures of one board. Not for several threads at once.

    Corners given by hand are needed for the first picture only. The key frame is the picture by which the
    board was last found for sure; every later one is matched with it, so that errors cannot add up.
    """

    def __init__(self, layout: Layout, settings: BoardSettings | None = None) -> None:
        """Raises PictureError when the layout's reference picture cannot be read."""
        self.reader = BoardReader(layout, settings)
        self._layout = layout
        self._focal = (settings or BoardSettings()).focal_px
        self._key: Registration | None = None
        self._last: Registration | None = None
        self._leaning: tuple[Registration, Lean] | None = None
        self._follower: PrintFollower | None = None
        self._colours: KnownColours | None = None
        self._map: FeatureMap | None = None
        self._key_picture: Picture | None = None

    def look(
        self,
        picture: Picture,
        *,
        corners: Sequence[tuple[float, float]] | None = None,
    ) -> BoardSeen:
        """What the next BGR picture shows."""
        return self.look_closely(picture, corners=corners).seen

    def look_closely(
        self,
        picture: Picture,
        *,
        corners: Sequence[tuple[float, float]] | None = None,
    ) -> Look:
        """As `look`, with where the board and its pieces were found."""
        found = self.find(picture, corners)
        known = self._known_lean(found)
        look = self.reader.read_found(picture, found, known)
        standing = sum(seen.sure and seen.colour is not None for seen in look.seen.pieces.values())
        if known is None and look.registration is not None and look.lean is not None and standing >= LEANING:
            self._leaning = (look.registration, look.lean)
        return look

    def _known_lean(self, found: Registration | Refused) -> Lean | None:
        """How pieces leaned when the board was last seen, if neither it nor the camera has moved since."""
        if self._leaning is None or isinstance(found, Refused):
            return None
        before, lean = self._leaning
        return lean if self._moved(before, found) <= UNMOVED_PX else None

    def find(
        self, picture: Picture, corners: Sequence[tuple[float, float]] | None = None
    ) -> Registration | Refused:
        """Where the board lies: tags are read in every picture; otherwise it is followed, or looked for
        anew."""
        if corners is not None or self._key is None:
            return self._keep(picture, self.reader.registrar.find(picture, corners))
        if self._layout.tags is not None:
            found = self.reader.registrar.find(picture)
            if isinstance(found, Registration):
                return self._keep(picture, found)
        followed = self._follow(picture, self._key)
        if followed is None:
            return self._search(picture, self._key)
        self._last = followed
        return followed

    def _keep(self, picture: Picture, found: Registration | Refused) -> Registration | Refused:
        """Make a picture the key frame if the board was found in it."""
        if isinstance(found, Registration):
            if self._key is None or self._moved(self._key, found) > UNMOVED_PX:
                self._key = found
                self._key_picture = picture
                self._follower = PrintFollower(picture, found.pose.homography, self._layout)
                self._colours = KnownColours(picture, found.pose.homography, self._layout)
                self._map = None
            self._last = found
        return found

    def _known_print(self, key: Registration) -> FeatureMap | None:
        """The key frame's features, made when they are first needed."""
        if self._map is None and self._key_picture is not None:
            self._map = FeatureMap(self._key_picture, key.pose.homography, self._layout)
        return self._map

    def _moved(self, before: Registration, now: Registration) -> float:
        """How far the farthest space has moved in the picture, pixels."""
        spaces = space_points(self._layout)
        return float(np.linalg.norm(before.pose.pixels(spaces) - now.pose.pixels(spaces), axis=1).max())

    def _follow(self, picture: Picture, key: Registration) -> Registration | None:
        """The board near where it was last, by the key frame's points."""
        if self._follower is None or self._colours is None or self._last is None:
            return None
        moved = self._follower.find(picture, self._last.pose.homography)
        if moved is None:
            return None
        fit, points = moved
        # After a quarter turn the lines are the same: points are found in the places of others.
        own, *turned = self._colours.likenesses(picture, fit.homography)
        if own < max(turned) or (fit.inliers.mean() < PLAINLY and own < SEEN_AGAIN):
            return None
        # The frame's own error comes on top of the key frame's.
        error = (expected_error(fit, points, space_points(self._layout)) ** 2 + key.error_px**2) ** 0.5
        found = check(self._layout, fit.homography, error, key.how, picture.shape, self._focal)
        return found if isinstance(found, Registration) else None

    def _search(self, picture: Picture, key: Registration) -> Registration | Refused:
        """The board anywhere in the picture, by the layout's own means or the key frame's print."""
        own = self.reader.registrar.find(picture)
        if isinstance(own, Registration):
            return self._keep(picture, own)
        known = self._known_print(key)
        if known is None or self._layout.reference is not None:
            return own
        located = known.locate(picture)
        if isinstance(located, str):
            return Refused(located)
        error = (print_error(located.fit, located.points, self._layout) ** 2 + key.error_px**2) ** 0.5
        found = check(self._layout, located.fit.homography, error, key.how, picture.shape, self._focal)
        if isinstance(found, Registration):
            self._last = found
        return found
