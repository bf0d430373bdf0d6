"""The board's pose in a picture: by its tags, by its print, or by four corners given by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np

from hardware.layout import Layout, Reference
from vision.board.place.camera_fit import expected_camera_error, fit_camera
from vision.board.place.canvas import Picture, in_picture
from vision.board.place.features import FeatureMap
from vision.board.place.fit import PlaneFit, expected_error, fit_plane, is_view_from_above
from vision.board.place.pose import BoardPose, FloatArray, pose_from_homography
from vision.board.place.tags import TagFinder
from vision.board.seen import NO_FACTS, Facts, How
from vision.errors import PictureError

TAG_REACH_PX: Final = 4.0
"""A tag's corner farther off than this from where the others put it: the tag has moved or is bent."""

CAMERA_STRAIN: Final = 2.0
"""By how much a camera's fit to tags may be worse than a free homography's before no camera is believed
in."""

HAND_NOISE_PX: Final = 1.5
"""How exactly a corner is pointed at by hand."""

ERROR_LIMIT: Final = 0.4
"""The largest error that is accepted, in piece radii: beyond it a space would be read half beside itself."""

CELL_MM: Final = 25.0
"""Features nearer to each other than this lie on one rim or one bulge and share their error."""

LEAST_PX_PER_MM: Final = 0.7
"""Smaller boards show a piece as fewer than about 8 pixels across: too few to tell its colour from its
rim's."""

LEAST_INSIDE: Final = 0.5
"""So many of the spaces must lie in the picture for it to show the board at all."""


@dataclass(frozen=True, slots=True)
class Registration:
    """The board found: its pose, by what, and how far off a space may be (root mean square, pixels)."""

    pose: BoardPose
    how: How
    error_px: float


@dataclass(frozen=True, slots=True)
class Refused:
    """The board not found: the reason's key and facts."""

    reason: str
    facts: Facts = field(default_factory=lambda: NO_FACTS)


def check(
    layout: Layout,
    homography: FloatArray,
    error_px: float,
    how: How,
    shape: tuple[int, ...],
    focal: float | None,
) -> Registration | Refused:
    """The registration that a homography gives in a picture of `shape`, or why it will not do."""
    spaces = space_points(layout)
    if not is_view_from_above(homography, spaces):
        return Refused("not_found")
    pose = pose_from_homography(homography, shape, focal)
    inside = float(in_picture(pose.pixels(spaces), shape).mean())
    if inside < LEAST_INSIDE:
        return Refused("outside", {"percent": round(100 * inside)})
    scale = float(np.median(pose.scale(spaces)))
    if scale < LEAST_PX_PER_MM:
        return Refused("too_small", {"px": f"{scale:.1f}"})
    if error_px > ERROR_LIMIT * layout.piece.base_radius * scale:
        return Refused("too_coarse", {"px": f"{error_px:.1f}"})
    return Registration(pose, how, error_px)


def print_error(fit: PlaneFit, points: FloatArray, layout: Layout) -> float:
    """How far off the spaces may be in a fit of many features at points (n, 2), mm: root mean square,
    pixels."""
    return expected_error(fit, points, space_points(layout)) * _crowding(points[fit.inliers])


def space_points(layout: Layout) -> FloatArray:
    """All spaces of a layout, mm, (n, 2)."""
    return np.array(list(layout.spaces.values()))


def _crowding(points: FloatArray) -> float:
    """By how much a fit is less sure than its points (n, 2), mm, pretend, because neighbours err alike."""
    cells = len({tuple(c) for c in np.floor(points / CELL_MM).astype(int).tolist()})
    return float(np.sqrt(len(points) / max(cells, 1)))


class Registrar:
    """Finds one layout's board in single pictures."""

    def __init__(self, layout: Layout, focal: float | None = None) -> None:
        """`focal`: the camera's focal length in pixels, if known.

        Raises PictureError when the layout's reference picture cannot be read.
        """
        self._layout = layout
        self._focal = focal
        self._tags = None if layout.tags is None else TagFinder(layout.tags)
        self._map: FeatureMap | None = None
        if layout.reference is not None:
            picture, homography = open_reference(layout.reference)
            self._map = FeatureMap(picture, homography, layout)

    def find(
        self, picture: Picture, corners: Sequence[tuple[float, float]] | None = None
    ) -> Registration | Refused:
        """The board in a BGR picture: by tags, for a layout without any by its print; where that fails by
        `corners`, the layout's four in pixels."""
        refused = Refused("no_means")
        if self._tags is not None:
            found = self._by_tags(picture, self._tags)
            if isinstance(found, Registration):
                return found
            refused = found
        elif self._map is not None:
            found = self.by_print(picture, self._map, "reference")
            if isinstance(found, Registration):
                return found
            refused = found
        return self._by_corners(picture, corners) if corners is not None else refused

    def by_print(self, picture: Picture, known: FeatureMap, how: How) -> Registration | Refused:
        """The board by the features of a known picture."""
        located = known.locate(picture)
        if isinstance(located, str):
            return Refused(located)
        error = print_error(located.fit, located.points, self._layout)
        return check(self._layout, located.fit.homography, error, how, picture.shape, self._focal)

    def _by_tags(self, picture: Picture, finder: TagFinder) -> Registration | Refused:
        points, pixels = finder.find(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
        if len(points) < 8:
            return Refused("few_tags", {"seen": len(points) // 4, "needed": 2})
        fit = fit_plane(points, pixels, TAG_REACH_PX)
        if fit is None or fit.inliers.sum() < 8:
            return Refused("tags_disagree")
        points, pixels = points[fit.inliers], pixels[fit.inliers]
        fit = replace(fit, inliers=np.ones(len(points), bool))
        spaces = space_points(self._layout)
        homography, error = fit.homography, expected_error(fit, points, spaces)
        # Two or three tags hold a free homography loosely at the far side; a camera behind it holds it
        # better, unless the picture was cropped or straightened and no camera fits.
        camera = fit_camera(points, pixels, picture.shape, fit.noise_px) if len(points) < 16 else None
        if camera is not None and camera.noise_px <= CAMERA_STRAIN * fit.noise_px:
            homography = camera.homography
            error = expected_camera_error(camera, points, spaces, picture.shape, camera.noise_px)
        return check(self._layout, homography, error, "tags", picture.shape, self._focal)

    def _by_corners(self, picture: Picture, corners: Sequence[tuple[float, float]]) -> Registration | Refused:
        points, pixels = np.array(self._layout.corners), np.array(corners, np.float64)
        fit = fit_plane(points, pixels, np.inf) if _goes_round(pixels) else None
        if fit is None:
            return Refused("bad_corners")
        error = expected_error(fit, points, space_points(self._layout), HAND_NOISE_PX)
        return check(self._layout, fit.homography, error, "corners", picture.shape, self._focal)


def _goes_round(corners: FloatArray) -> bool:
    """Whether pixels (4, 2) go clockwise round an area, with a turn at each."""
    sides = np.roll(corners, -1, axis=0) - corners
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    return bool((turns > 1.0).all())


def open_reference(reference: Reference) -> tuple[Picture, FloatArray]:
    """The reference picture (BGR) and the homography that takes mm to its pixels.

    Raises PictureError when the file is no picture.
    """
    picture = cv2.imread(str(reference.file), cv2.IMREAD_COLOR)
    if picture is None:
        raise PictureError(f"{reference.file}: the layout's reference picture cannot be read as a picture")
    s, (x, y) = 1.0 / reference.mm_per_px, reference.centre_px
    return np.asarray(picture, np.uint8), np.array([[s, 0.0, x], [0.0, -s, y], [0.0, 0.0, 1.0]])
