"""Fitting the board's plane to points seen in a picture, with the error that remains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.board.place.pose import FloatArray, map_points

LEAST_NOISE_PX: Final = 0.3
"""No corner or feature is found better than this; it keeps a perfect-looking fit of few points honest."""


@dataclass(frozen=True, slots=True)
class PlaneFit:
    """A homography (3, 3) from mm to pixels, which of the points agree with it (n,), and their spread in
    pixels."""

    homography: FloatArray
    inliers: np.ndarray
    noise_px: float


def fit_plane(points: FloatArray, pixels: FloatArray, reach_px: float) -> PlaneFit | None:
    """The homography through points (n, 2), mm, seen at pixels (n, 2); points farther off than `reach_px`
    are left out.

    None when fewer than four agree, or the board would be folded or seen from behind.
    """
    if len(points) < 4:
        return None
    method = 0 if len(points) == 4 else cv2.RANSAC
    matrix, _ = cv2.findHomography(
        points.astype(np.float64),
        pixels.astype(np.float64),
        method,
        reach_px,
        maxIters=2000,
        confidence=0.999,
    )
    if matrix is None or not np.isfinite(matrix).all():
        return None
    inliers = np.linalg.norm(map_points(matrix, points) - pixels, axis=1) <= reach_px
    if inliers.sum() < 4 or not is_view_from_above(matrix, points[inliers]):
        return None
    if inliers.sum() > 4:
        again, _ = cv2.findHomography(points[inliers], pixels[inliers], 0)
        matrix = matrix if again is None else again
    left = map_points(matrix, points[inliers]) - pixels[inliers]
    spare = max(2 * int(inliers.sum()) - 8, 1)
    noise = float(np.sqrt((left**2).sum() / spare)) if inliers.sum() > 4 else 0.0
    return PlaneFit(matrix / matrix[2, 2], inliers, max(noise, LEAST_NOISE_PX))


def is_view_from_above(homography: FloatArray, points: FloatArray) -> bool:
    """Whether the plane at points (n, 2), mm, is seen unfolded and from its upper side (y up becomes y
    down)."""
    w = points @ homography[2, :2] + homography[2, 2]
    if not ((w > 0).all() or (w < 0).all()):
        return False
    return bool(np.linalg.det(homography) * np.sign(w[0]) < 0)


def expected_error(
    fit: PlaneFit, points: FloatArray, where: FloatArray, noise_px: float | None = None
) -> float:
    """How far off the homography is likely to be at `where` (m, 2), mm: root mean square, pixels.

    First-order propagation of the points' noise through the least-squares fit (Hartley and Zisserman, 5.2).
    """
    noise = fit.noise_px if noise_px is None else noise_px
    jacobian = _jacobian(fit.homography, points[fit.inliers])
    information = jacobian.T @ jacobian
    covariance = np.linalg.pinv(information) * noise**2
    at = _jacobian(fit.homography, where)
    variance = np.einsum("ij,jk,ik->i", at, covariance, at)
    return float(np.sqrt(variance.sum() / len(where)))


def _jacobian(homography: FloatArray, points: FloatArray) -> FloatArray:
    """How the pixels of points (n, 2) move with the first eight entries of the homography: (2n, 8)."""
    x, y = points.T
    seen = map_points(homography, points)
    w = points @ homography[2, :2] + homography[2, 2]
    one, zero = np.ones_like(x), np.zeros_like(x)
    u_row = np.column_stack([x, y, one, zero, zero, zero, -seen[:, 0] * x, -seen[:, 0] * y]) / w[:, None]
    v_row = np.column_stack([zero, zero, zero, x, y, one, -seen[:, 1] * x, -seen[:, 1] * y]) / w[:, None]
    return np.concatenate([u_row, v_row])
