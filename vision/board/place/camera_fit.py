"""Fitting the board's plane with a camera behind it: steadier than a free homography where few points are
seen."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.board.place.fit import LEAST_NOISE_PX, PlaneFit
from vision.board.place.pose import FOCAL_SPREAD, TYPICAL_FOCAL, FloatArray, map_points

_TRIES: Final = 15
_STEP: Final = 1e-4


def fit_camera(
    points: FloatArray, pixels: FloatArray, shape: tuple[int, ...], noise_px: float
) -> PlaneFit | None:
    """The plane through points (n, 2), mm, seen at pixels (n, 2) by a usual camera that looks through the
    picture's middle.

    The focal length is free, but held near a usual one's (`TYPICAL_FOCAL`, `FOCAL_SPREAD`). `noise_px` is
    how exactly the pixels are known. None when no camera fits.
    """
    best: tuple[float, FloatArray] | None = None
    for log in np.linspace(-2.0, 2.0, _TRIES) * FOCAL_SPREAD:
        homography = _at_focal(points, pixels, shape, TYPICAL_FOCAL * max(shape[:2]) * float(np.exp(log)))
        if homography is None:
            continue
        left = map_points(homography, points) - pixels
        cost = float((left**2).sum()) / noise_px**2 + (log / FOCAL_SPREAD) ** 2
        if best is None or cost < best[0]:
            best = cost, homography
    if best is None:
        return None
    left = map_points(best[1], points) - pixels
    noise = float(np.sqrt((left**2).sum() / max(2 * len(points) - 7, 1)))
    return PlaneFit(best[1] / best[1][2, 2], np.ones(len(points), bool), max(noise, LEAST_NOISE_PX))


def _matrix(shape: tuple[int, ...], focal: float) -> FloatArray:
    height, width = shape[:2]
    return np.array([[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]])


def _at_focal(
    points: FloatArray, pixels: FloatArray, shape: tuple[int, ...], focal: float
) -> FloatArray | None:
    """The best homography that a camera of this focal length can give."""
    solid = np.column_stack([points, np.zeros(len(points))])
    matrix = _matrix(shape, focal)
    ok, turn, shift = cv2.solvePnP(solid, pixels, matrix, None, flags=cv2.SOLVEPNP_IPPE)
    if not ok:
        return None
    turn, shift = cv2.solvePnPRefineLM(solid, pixels, matrix, None, turn, shift)
    axes = cv2.Rodrigues(turn)[0]
    homography = matrix @ np.column_stack([axes[:, 0], axes[:, 1], shift.ravel()])
    return np.asarray(homography) if np.isfinite(homography).all() else None


def expected_camera_error(
    fit: PlaneFit, points: FloatArray, where: FloatArray, shape: tuple[int, ...], noise_px: float
) -> float:
    """How far off `fit_camera` is likely to be at `where` (m, 2), mm: root mean square, pixels.

    The same first-order propagation as for a free homography, over focal length, turn and place.
    """
    focal = TYPICAL_FOCAL * max(shape[:2])
    solid = np.column_stack([points, np.zeros(len(points))])
    seen = map_points(fit.homography, points)
    _, turn, shift = cv2.solvePnP(solid, seen, _matrix(shape, focal), None, flags=cv2.SOLVEPNP_IPPE)
    start = np.concatenate([[0.0], turn.ravel(), shift.ravel()])
    scale = np.array([1.0, 1.0, 1.0, 1.0, focal, focal, focal])

    def project(parameters: FloatArray, at: FloatArray) -> FloatArray:
        lens = _matrix(shape, focal * float(np.exp(parameters[0])))
        flat = np.column_stack([at, np.zeros(len(at))])
        found, _ = cv2.projectPoints(flat, parameters[1:4], parameters[4:], lens, None)
        return np.asarray(found).ravel()

    def jacobian(at: FloatArray) -> FloatArray:
        steps = np.eye(7) * _STEP * scale
        return np.column_stack(
            [(project(start + s, at) - project(start - s, at)) / (2 * _STEP) for s in steps]
        )

    j = jacobian(points) / noise_px
    prior = np.zeros((7, 7))
    prior[0, 0] = 1 / FOCAL_SPREAD**2
    covariance = np.linalg.pinv(j.T @ j + prior)
    at = jacobian(where)
    return float(np.sqrt(np.einsum("ij,jk,ik->", at, covariance, at) / len(where)))
