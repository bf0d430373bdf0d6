"""What a camera sees of somebody who holds up the counter that he has drawn from the cup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from hardware.counters import Face, Plan
from vision.studio.counters import paint_face
from vision.studio.geometry import Size
from vision.studio.light import Picture

__all__ = ["HeldCounter", "draw_held"]

_TABLE: Final = (72, 104, 128)
_SKIN: Final = (126, 160, 214)
_FACE_PX: Final = 380
_NOISE: Final = 3.0
_BLUR: Final = 0.9


@dataclass(frozen=True, slots=True)
class HeldCounter:
    """A counter in front of a camera.

    Attributes:
        face: its side that is seen.
        side: how long its side is, in pictures' heights.
        at: its middle, in pictures' heights from the picture's middle, x to the right, y down.
        turned: degrees, as the sun goes.
        leaning: by how much its upper edge is shorter than its lower one, as a share.
        hidden: the thumb lies on its marker.
    """

    face: Face
    side: float = 0.45
    at: tuple[float, float] = (0.0, 0.0)
    turned: float = 0.0
    leaning: float = 0.0
    hidden: bool = False


def draw_held(held: HeldCounter | None, plan: Plan, size: Size, rng: np.random.Generator) -> Picture:
    """The camera's next picture (h, w, 3), BGR: a table, and what is held over it; size is width, height."""
    width, height = size
    shade = np.linspace(1.12, 0.86, width)[None, :, None] * np.linspace(1.05, 0.92, height)[:, None, None]
    picture = np.asarray(np.array(_TABLE, np.float32) * shade, np.float32)
    if held is not None:
        _hold(picture, held, plan)
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), _BLUR), np.float32)
    picture += rng.normal(0, _NOISE, picture.shape).astype(np.float32)
    return np.clip(picture, 0, 255).astype(np.uint8)


def _hold(picture: np.ndarray[tuple[int, ...], np.dtype[np.float32]], held: HeldCounter, plan: Plan) -> None:
    """Lay counter and thumb into a picture, in place."""
    height, width = picture.shape[:2]
    face = np.asarray(paint_face(held.face, plan, held.face.kind, _FACE_PX), np.float32)[..., ::-1]
    half, lean = held.side * height / 2, held.leaning * held.side * height / 2
    corners = np.array([(-half + lean, -half), (half - lean, -half), (half, half), (-half, half)])
    way = np.radians(held.turned)
    turn = np.array([[np.cos(way), np.sin(way)], [-np.sin(way), np.cos(way)]])
    middle = np.array([width / 2, height / 2]) + np.array(held.at) * height
    ends = np.array([(0, 0), (_FACE_PX, 0), (_FACE_PX, _FACE_PX), (0, _FACE_PX)], np.float32)
    matrix = cv2.getPerspectiveTransform(ends, (corners @ turn + middle).astype(np.float32))
    box = width, height
    seen = cv2.warpPerspective(np.ascontiguousarray(face), matrix, box, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.ones((_FACE_PX, _FACE_PX), np.float32), matrix, box)[..., None]
    picture *= 1 - mask
    picture += mask * seen
    thumb = np.array((-0.3, 0.15) if held.hidden else (0.0, 0.62)) * held.side * height
    at = thumb @ turn + middle
    axes = round(0.24 * held.side * height), round(0.34 * held.side * height)
    cv2.ellipse(picture, np.rint(at).astype(int).tolist(), axes, held.turned, 0, 360, _SKIN, -1, cv2.LINE_AA)
