"""The clear dome itself: what it lets through and which lamps and windows it mirrors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.studio.geometry import Box, Camera, Floats, Size, View, box_around, length, view_of
from vision.studio.light import Light, fresnel, reflected, threefold
from vision.studio.stage import Stage


@dataclass(frozen=True, slots=True, eq=False)
class Glass:
    """A clear dome in a picture.

    box: its part of the picture x, y, w, h. clear: what it lets through there (h, w, 3). glare: what it
    throws back (h, w, 3), radiance.
    """

    box: Box
    clear: Floats
    glare: Floats

    def over(self, canvas: Floats) -> None:
        """Lay it over a radiance picture (H, W, 3), in place."""
        x, y, w, h = self.box
        inside = canvas[y : y + h, x : x + w]
        inside *= self.clear
        inside += self.glare


@lru_cache(maxsize=12)
def glass_of(stage: Stage, camera: Camera, light: Light, size: Size, sunk: float = 0.0) -> Glass:
    """The dome of a stage, pressed down by some mm; the latest dozen are remembered."""
    view = view_of(camera, size)
    box = _dome_box(view, stage.radius + stage.thickness)
    w, h = box[2], box[3]
    x, y = view.plane_points(box)
    rng = np.random.default_rng(stage.seed + 2)
    eye = view.centre.astype(np.float32)
    rays = np.stack((x.ravel() - eye[0], y.ravel() - eye[1], np.full(x.size, -eye[2], np.float32)))
    eye = eye + np.array((0, 0, sunk), np.float32)
    rays /= length(rays)
    glare = np.zeros((x.size, 3), np.float32)
    clear = np.ones(x.size, np.float32)
    uneven = _wobble(stage, (h, w), rng)
    for radius in (stage.radius + stage.thickness, stage.radius):
        along = -(eye @ rays)
        depth2 = radius**2 - (eye @ eye - along**2)
        t = along - np.sqrt(np.maximum(depth2, 0))
        points = eye[:, None] + t * rays
        hit = np.nonzero((depth2 > 0) & (points[2] > sunk))[0]
        points, into = points[:, hit], rays[:, hit]
        normals = points / np.float32(radius) + uneven[:, hit]
        normals /= length(normals)
        cosine = -(normals * into).sum(axis=0)
        share = fresnel(cosine)
        bounce = into + 2 * cosine * normals
        glare[hit] += share[:, None] * reflected(points, bounce, light) * clear[hit, None]
        clear[hit] *= 1 - share
    domed = clear < 1
    milk = np.float32(stage.haze) * domed
    clear *= 1 - milk
    glare += milk[:, None] * np.float32(0.6 * light.level())
    thrown = glare.reshape(h, w, 3)
    _dust(stage, thrown, domed.reshape(h, w), light, rng)
    thrown = np.asarray(cv2.GaussianBlur(thrown, (0, 0), 0.5), np.float32)
    return Glass(box, threefold(clear.reshape(h, w)), thrown)


def _wobble(stage: Stage, shape: tuple[int, int], rng: np.random.Generator) -> Floats:
    """Small slow errors (3, h * w) of the dome's normals."""
    coarse = rng.standard_normal((9, 9, 3)).astype(np.float32)
    smooth = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.ascontiguousarray(smooth.reshape(-1, 3).T) * np.float32(0.06 * stage.wobble)


def _dust(
    stage: Stage,
    glare: Floats,
    domed: np.ndarray[tuple[int, int], np.dtype[np.bool_]],
    light: Light,
    rng: np.random.Generator,
) -> None:
    """Specks on the dome that catch the light, in place."""
    h, w = domed.shape
    for x, y, size, bright in zip(*(rng.random((4, stage.dust))), strict=True):
        at = int(x * (w - 1)), int(y * (h - 1))
        if domed[at[1], at[0]]:
            tone = float(0.05 + 0.2 * bright) * light.level()
            cv2.circle(glare, at, int(1 + 1.2 * size), (tone, tone, tone), -1, cv2.LINE_8)


def _dome_box(view: View, radius: float) -> Box:
    around, up = np.meshgrid(np.radians(np.arange(0, 360, 10.0)), np.radians(np.arange(0, 91, 15.0)))
    points = radius * np.stack(
        (np.cos(around) * np.cos(up), np.sin(around) * np.cos(up), np.sin(up)), axis=-1
    )
    return box_around(view.project(points.reshape(-1, 3)), view.size, 2)
