"""A hand over the table: a forearm, a palm and fingers, and their shadow."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.studio.geometry import Doubles, Floats, View, box_around
from vision.studio.light import Colour, Light, srgb, threefold
from vision.studio.shadows import lamp_share, shadow_outline

_SKIN = srgb(196, 145, 118)
_CLOTH = srgb(60, 70, 92)
_FINGERS = ((-26.0, 58.0), (-9.0, 74.0), (8.0, 78.0), (25.0, 68.0))
_KNUCKLES = ((-30.0, 4.0), (-10.0, 10.0), (9.0, 10.0), (27.0, 4.0))
_EVEN_SHADE = 0.35


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose middle finger points at a place.

    at: mm, where the middle finger's tip is, over the plane. height: mm of the palm above it. toward:
    degrees, where it points. skin, sleeve: colours. solid: whether the camera sees it, or only its shadow
    (the hand being outside the picture, between lamp and table).
    """

    at: tuple[float, float]
    height: float = 60.0
    toward: float = 90.0
    skin: Colour = _SKIN
    sleeve: Colour = _CLOTH
    solid: bool = True

    def bones(self) -> list[tuple[Doubles, Doubles, float, bool]]:
        """Capsules: start and end (3,) in mm, radius in mm, whether it is the sleeve."""
        angle = np.radians(self.toward)
        forward = np.array([np.cos(angle), np.sin(angle), 0.0])
        right = np.array([forward[1], -forward[0], 0.0])
        wrist = np.array([*self.at, 0.0]) - 150.0 * forward
        up = np.array([0, 0, 1.0])

        def place(across: float, along: float, lift: float) -> Doubles:
            return np.asarray(wrist + (along + 70) * forward + across * right + (self.height + lift) * up)

        bones = [
            (place(0, -250, 90), place(0, -95, 35), 42.0, True),
            (place(0, -100, 35), place(0, -55, 20), 28.0, False),
        ]
        bones += [
            (place(x, -55, 18), place(kx, ky, 12), 17.0, False)
            for x, (kx, ky) in zip((-16, -5, 5, 16), _KNUCKLES, strict=True)
        ]
        bones += [
            (place(kx, ky, 12), place(fx, fy, -14), 8.5, False)
            for (kx, ky), (fx, fy) in zip(_KNUCKLES, _FINGERS, strict=True)
        ]
        bones.append((place(-22, -40, 10), place(-56, 8, -10), 10.5, False))
        return bones


def hand_masks(hand: Hand, view: View, size: tuple[int, int]) -> tuple[Floats, Floats]:
    """Where the camera sees skin and where sleeve: two masks (h, w), 0-1."""
    masks = np.zeros((2, size[1], size[0]), np.uint8)
    if hand.solid:
        for start, end, radius, sleeve in hand.bones():
            _capsule(
                masks[int(sleeve)],
                view.project(np.stack((start, end))),
                radius * view.pixels_per_mm(_tuple(end)),
            )
    return masks[0].astype(np.float32) / 255, masks[1].astype(np.float32) / 255


def _tuple(point: Doubles) -> tuple[float, float, float]:
    return float(point[0]), float(point[1]), float(point[2])


def _capsule(mask: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], ends: Doubles, radius: float) -> None:
    limit = 20000
    clipped = np.clip(ends, -limit, limit)
    start, end = ((round(float(p[0]) * 8), round(float(p[1]) * 8)) for p in clipped)
    along = clipped[1] - clipped[0]
    normal = np.array([-along[1], along[0]]) / max(float(np.linalg.norm(along)), 1e-6) * radius
    corners = np.stack((clipped[0] + normal, clipped[1] + normal, clipped[1] - normal, clipped[0] - normal))
    cv2.fillConvexPoly(mask, np.rint(corners * 8).astype(np.int32), 255, cv2.LINE_AA, 3)
    for centre in (start, end):
        cv2.circle(mask, centre, round(radius * 8), 255, -1, cv2.LINE_AA, 3)


def _shadow_mask(hand: Hand, view: View, light: Light, shape: tuple[int, int]) -> Floats:
    """The share of light (h, w) that the hand keeps from the board."""
    shares = np.zeros(shape, np.float32)
    step = 4
    small = np.array((1 / step, 1 / step))
    for lamp in light.lamps:
        mask = np.zeros((shape[0] // step + 1, shape[1] // step + 1), np.uint8)
        for start, end, radius, _ in hand.bones():
            ends = view.project(shadow_outline(np.stack((start, end)), lamp, (0.0, 0.0)))
            _capsule(mask, ends * small, radius * view.pixels_per_mm() / step)
        wide = hand.height * max(float(np.linalg.norm(lamp.across)), 20.0) / float(np.linalg.norm(lamp.at))
        blurred = cv2.GaussianBlur(
            mask.astype(np.float32), (0, 0), max(1.0, wide * view.pixels_per_mm() / step)
        )
        shares += cv2.resize(blurred, (shape[1], shape[0])) * np.float32(0.9 / 255 * lamp_share(lamp, light))
    return shares


def cover_with_hand(canvas: Floats, hand: Hand, view: View, light: Light) -> None:
    """Draw a hand and its shadow into a radiance picture (h, w, 3), in place."""
    shape = canvas.shape[0], canvas.shape[1]
    canvas *= threefold(1 - _shadow_mask(hand, view, light, shape))
    if not hand.solid:
        return
    under = Hand(hand.at, 0.0, hand.toward)
    near = np.zeros((shape[0] // 4 + 1, shape[1] // 4 + 1), np.uint8)
    for start, end, radius, _ in under.bones():
        _capsule(near, view.project(np.stack((start, end))) / 4, radius * view.pixels_per_mm() / 4)
    soft = cv2.GaussianBlur(
        near.astype(np.float32), (0, 0), max(2.0, hand.height * view.pixels_per_mm() / 10)
    )
    canvas *= threefold(1 - np.float32(_EVEN_SHADE / 255) * cv2.resize(soft, (shape[1], shape[0])))
    for start, end, radius, sleeve in hand.bones():
        _cover_with_bone(
            canvas, (start, end), radius, hand.sleeve if sleeve else hand.skin, view, light.level()
        )


def _cover_with_bone(
    canvas: Floats, ends: tuple[Doubles, Doubles], radius: float, colour: Colour, view: View, level: float
) -> None:
    """Draw one capsule of a hand, darker towards its edges, in place."""
    reach = radius * view.pixels_per_mm(_tuple(ends[1]))
    pixels = view.project(np.stack(ends))
    x, y, w, h = box_around(pixels, view.size, reach + 4)
    if w < 1 or h < 1:
        return
    mask = np.zeros((h, w), np.uint8)
    _capsule(mask, pixels - (x, y), reach)
    cover = mask.astype(np.float32) / 255
    roundness = cv2.GaussianBlur(cover, (0, 0), max(1.0, 0.3 * reach))
    cover = cv2.GaussianBlur(cover, (0, 0), 1.0)
    lit = cover * (0.25 + 0.75 * roundness) * np.float32(0.85 * level)
    part = canvas[y : y + h, x : x + w]
    part *= threefold(1 - cover)
    part += cv2.transform(threefold(lit), np.diag(colour))
