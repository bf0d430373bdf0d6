"""Soft shadows on the plate or board: of every lamp, and where a thing stands on it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.studio.geometry import Doubles, Floats, View, box_around
from vision.studio.lens import DomeLens, project_through
from vision.studio.light import Lamp, Light, threefold

_SHIFT = 4
_LONGEST = 5.0
_EDGE = 30000.0
_SPREAD = ((-0.7, 0.0), (0.7, 0.0), (0.0, -0.7), (0.0, 0.7))


def shadow_outline(points: Doubles, lamp: Lamp, part: tuple[float, float]) -> Doubles:
    """Where points (n, 3) throw their shadow on z = 0 (n, 3), from a part (-1..1 twice) of a lamp.

    A low lamp's endless shadow is cut at five times the height.
    """
    source = np.array(lamp.at) + part[0] * np.array(lamp.across) + part[1] * np.array(lamp.along)
    height = np.maximum(points[:, 2:], 0.0)
    drift = (points[:, :2] - source[:2]) * (height / np.maximum(source[2] - height, 1.0))
    far = np.linalg.norm(drift, axis=1, keepdims=True)
    drift *= np.minimum(1.0, _LONGEST * height / np.maximum(far, 1e-9))
    return np.column_stack((points[:, :2] + drift, np.zeros(len(points))))


def darken(canvas: Floats, outlines: Sequence[Doubles], share: float, soft: float) -> None:
    """Take a share of the light away inside outlines (each n, 2, pixels), averaged, with soft edges, in
    place.
    """
    outlines = [np.clip(outline, -_EDGE, _EDGE) for outline in outlines]
    box = box_around(np.concatenate(outlines), (canvas.shape[1], canvas.shape[0]), 3 * soft + 2)
    if box[2] < 2 or box[3] < 2:
        return
    x, y, w, h = box
    mask = np.zeros((h, w), np.float32)
    for outline in outlines:
        part = np.zeros((h, w), np.uint8)
        fixed = np.rint((outline - (x, y)) * 2**_SHIFT).astype(np.int32)
        cv2.fillConvexPoly(part, cv2.convexHull(fixed), 255, cv2.LINE_AA, _SHIFT)
        mask += part
    mask *= np.float32(share / 255 / len(outlines))
    mask = cv2.GaussianBlur(mask, (0, 0), max(soft, 0.5))
    canvas[y : y + h, x : x + w] *= threefold(1 - mask)


def lamp_share(lamp: Lamp, light: Light) -> float:
    """Which part of all light on the plate comes from one lamp."""
    return lamp.strength * max(0.0, lamp.at[2]) / float(np.linalg.norm(lamp.at)) / max(light.level(), 1e-6)


def cast_shadow(canvas: Floats, hull: Doubles, size: float, view: View, lens: DomeLens, light: Light) -> None:
    """Draw the shadow of a thing with a hull (n, 3) and a size in mm into a radiance picture, in place."""
    scale = view.pixels_per_mm(tuple(hull.mean(axis=0)))
    for lamp in light.lamps:
        outlines = [project_through(view, lens, shadow_outline(hull, lamp, part)) for part in _SPREAD]
        darken(canvas, outlines, 0.85 * lamp_share(lamp, light), 0.05 * size * scale)
    foot = project_through(view, lens, hull * (1, 1, 0))
    darken(canvas, [foot], 0.5 * light.ambient / max(light.level(), 1e-6), 0.22 * size * scale)
