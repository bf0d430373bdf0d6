"""Draw the crops that the net for printed numerals is trained on, with every type on this machine.

    apt-get install fonts-dejavu fonts-liberation fonts-lato ...     (the more, the better)
    python tools/draw_numeral_crops.py out/numerals-0.npz --count 30000 --seed 0

A crop is CROP x CROP grey pixels round a die's face whose side measures about FACE pixels and lies upright in
it, give or take what a reader errs by. Its label is the digit, or 0 where none is to be told: pips, glints,
faces off the middle or of another size, digits that glare hides in part, and the digits that dice have not.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from vision.dice.nets.numeral_net import CROP, FACE
from vision.digits import FORMS, drawn_digit
from vision.studio.geometry import turn_about
from vision.studio.looks import pip_places

Floats = NDArray[np.float32]

FINE = 3
"""Crops are drawn so many times as large, then shrunk."""
CELL = 96
"""Pixels of a face's texture a side."""
DIGITS = "12346578"
FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
NO_TYPES = ("symbol", "d0500", "dingbat", "math", "emoji", "z003", "initials", "keyboard")
NONE_SHARE = 0.4
HIDDEN = 0.1
"""Share of a digit's ink that glare may cover, and it can still be told."""


def types() -> list[dict[str, Floats]]:
    """The digits of every type found, cut close, 1 where inked."""
    files = [file for folder in FONT_FOLDERS for file in sorted(folder.rglob("*.[to]t[fc]"))]
    found = []
    for file in files:
        if not any(name in file.name.lower() for name in NO_TYPES):
            font = ImageFont.truetype(str(file), 72)
            found.append({digit: _cut(font, digit) for digit in DIGITS})
    if not found:
        sys.exit("no TrueType fonts found: apt-get install fonts-dejavu fonts-liberation")
    return found


def _cut(font: ImageFont.FreeTypeFont, digit: str) -> Floats:
    image = Image.new("L", (160, 160), 0)
    ImageDraw.Draw(image).text((80, 80), digit, 255, font, anchor="mm")
    ink = np.asarray(image, np.float32) / np.float32(255)
    rows, columns = np.nonzero(ink > 0.5)
    return ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A face's ink (CELL, CELL), 0 to 1, and what its crop is to be called."""

    ink: Floats
    label: int


class Press:
    """Prints faces of dice."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.types = types()

    def die(self) -> list[Face]:
        """Three faces of one die, the first of which is up."""
        rng = self.rng
        type_of = self.types[int(rng.integers(len(self.types)))]
        pen = float(rng.uniform(0.08, 0.22)), float(rng.uniform(0.45, 0.75)), float(rng.normal(0, 0.06))
        form, high = int(rng.integers(-5, FORMS)), float(rng.uniform(0.36, 0.62))
        off, turned = rng.normal(0, 0.02, 2), float(rng.normal(0, 4))
        turned += float(rng.uniform(0, 360)) if rng.random() < 0.1 else 90 * int(rng.integers(4))
        faces = []
        for value in rng.permutation(6)[:3] + 1:
            value = int(value)
            if form < 0:
                glyph = type_of[str(value)]
            else:
                drawn = drawn_digit(value, 72, form, weight=pen[0], width=pen[1], slant=pen[2])
                glyph = drawn.astype(np.float32) / 255
            dash = value == 6 and rng.random() < 0.5
            faces.append(Face(laid(glyph, high, turned, off, dash), value))
        return faces

    def no_die(self) -> list[Face]:
        """Three faces with whatever is no digit of a die."""
        rng, kind = self.rng, self.rng.random()
        if kind < 0.55:
            r, spread, turned = rng.uniform(0.07, 0.14), rng.uniform(0.2, 0.29), bool(rng.random() < 0.5)
            one = float(r * rng.uniform(1, 2.4))
            return [
                Face(pipped(int(v), one if v == 1 else float(r), float(spread), turned), 0)
                for v in rng.integers(1, 7, 3)
            ]
        if kind < 0.7:
            return [Face(np.zeros((CELL, CELL), np.float32), 0)] * 3
        if kind < 0.85:
            faces = self.die()
            glyph = self.types[int(rng.integers(len(self.types)))][str(rng.choice(["7", "8"]))]
            other = laid(
                glyph, float(rng.uniform(0.36, 0.62)), float(rng.uniform(0, 360)), np.zeros(2), False
            )
            return [Face(other, 0), *faces[1:]]
        ink = np.zeros((CELL, CELL), np.uint8)
        for _ in range(int(rng.integers(1, 4))):
            a, b = (tuple(int(v) for v in rng.uniform(0.1, 0.9, 2) * CELL) for _ in range(2))
            cv2.line(ink, a, b, 255, int(rng.integers(3, 18)), cv2.LINE_AA)
        return [Face(ink.astype(np.float32) / 255, 0)] * 3


def laid(glyph: Floats, high: float, turned: float, off: NDArray[np.float64], dash: bool) -> Floats:
    """A glyph in the middle of a face: `high` in sides of it, turned by degrees; with the dash below a 6."""
    scale = high * CELL / glyph.shape[0]
    move = cv2.getRotationMatrix2D((glyph.shape[1] / 2, glyph.shape[0] / 2), turned, scale)
    move[:, 2] += (0.5 + off) * CELL - np.array([glyph.shape[1], glyph.shape[0]]) / 2
    if dash:
        glyph = np.vstack(
            [glyph, np.zeros((8, glyph.shape[1]), np.float32), np.ones((6, glyph.shape[1]), np.float32)]
        )
    return np.asarray(cv2.warpAffine(glyph, move, (CELL, CELL), flags=cv2.INTER_AREA), np.float32)


def pipped(value: int, radius: float, spread: float, turned: bool) -> Floats:
    """A face with pips."""
    ink = np.zeros((CELL, CELL), np.uint8)
    for a, b in pip_places(value, turned):
        at = round(16 * CELL * (0.5 + a * spread)), round(16 * CELL * (0.5 - b * spread))
        cv2.circle(ink, at, round(16 * CELL * radius), 255, -1, cv2.LINE_AA, 4)
    return ink.astype(np.float32) / 255


_SIDES = ((np.array([0, 0, 1.0]), np.array([1.0, 0, 0])), (np.array([1.0, 0, 0]), np.array([0, 1.0, 0])))
_CUBE = (
    (_SIDES[0][0], _SIDES[0][1]),
    (_SIDES[1][0], _SIDES[1][1]),
    (-_SIDES[1][0], _SIDES[1][1]),
    (_SIDES[1][1], _SIDES[1][0]),
    (-_SIDES[1][1], _SIDES[1][0]),
)
"""Normals and rights of the top and of the four sides of a die."""


def crop_of(faces: list[Face], rng: np.random.Generator) -> tuple[NDArray[np.uint8], int]:
    """A crop (CROP, CROP) of a die with these faces, and its label."""
    side = CROP * FINE
    canvas = _ground(side, rng)
    dark, light = sorted(rng.uniform(10, 245, 2))
    if light - dark < 35:
        light = dark + 35
    body, ink = (light, dark) if rng.random() < 0.65 else (dark, light)
    lean = float(abs(rng.normal(0, 9))) if rng.random() < 0.75 else float(rng.uniform(0, 40))
    axis = float(rng.uniform(0, 2 * np.pi))
    turn = turn_about((0, 0, 1), float(rng.normal(0, 5))) @ turn_about((np.cos(axis), np.sin(axis), 0), lean)
    size = FACE * FINE * float(np.exp(rng.normal(0, 0.07)))
    middle = np.full(2, (side - 1) / 2) + rng.normal(0, 0.045, 2) * size
    label = faces[0].label
    if label and rng.random() < 0.12:
        label = 0
        if rng.random() < 0.5:
            size *= float(rng.choice([0.5, 0.6, 1.6, 1.9]))
        else:
            way = rng.uniform(0, 2 * np.pi)
            middle += size * rng.uniform(0.35, 1.0) * np.array([np.cos(way), np.sin(way)])
    rounding = float(rng.uniform(0, 0.25))
    covers = np.zeros((side, side), np.float32)
    for k, (normal, right) in sorted(enumerate(_CUBE), key=lambda item: (turn @ item[1][0])[2]):
        if (turn @ normal)[2] <= 0.02:
            continue
        face = faces[0] if k == 0 else faces[1 + k % 2]
        shade = 1.0 if k == 0 else float(rng.uniform(0.55, 1.1))
        cover = _paint(canvas, face.ink, turn, normal, right, (size, middle, rounding), (body, ink, shade))
        covers = cover if k == 0 else covers
    crop, hidden = _glared(canvas, covers, rng)
    return _taken(crop, rng), 0 if hidden else label


def _ground(side: int, rng: np.random.Generator) -> Floats:
    """What a die lies on: grainy, with a slope of light and now and then an edge."""
    down, right = np.mgrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j].astype(np.float32)
    way = rng.uniform(0, 2 * np.pi)
    across = right * np.cos(way) + down * np.sin(way)
    level = float(rng.uniform(10, 240))
    canvas = level * (1 + 0.2 * float(rng.normal()) * across)
    if rng.random() < 0.35:
        canvas = np.where(across > rng.uniform(0.55, 1.2), float(rng.uniform(10, 250)), canvas)
    grain = rng.normal(0, 1, (side // 2, side // 2)).astype(np.float32)
    grain = cv2.resize(grain, (side, side)) * float(rng.exponential(10))
    return np.asarray(canvas + grain, np.float32)


def _paint(
    canvas: Floats,
    ink: Floats,
    turn: NDArray[np.float64],
    normal: NDArray[np.float64],
    right: NDArray[np.float64],
    place: tuple[float, NDArray[np.float64], float],
    tone: tuple[float, float, float],
) -> Floats:
    """Lay a face of a cube whose top is in the middle into the canvas; returns where its ink lies there."""
    size, middle, rounding = place
    body, inked, shade = tone
    up = np.cross(normal, right)
    square = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1.0]]) / 2
    corners = normal / 2 + square[:, :1] * right + square[:, 1:] * up - np.array([0, 0, 0.5])
    seen = corners @ turn.T
    pixels = middle + size * np.array([1, -1]) * seen[:, :2] * (1 + 0.06 * seen[:, 2:])
    source = np.array([[0, 0], [CELL, 0], [CELL, CELL], [0, CELL]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, pixels.astype(np.float32))
    shape = (canvas.shape[1], canvas.shape[0])
    mask = np.ones((CELL, CELL), np.float32)
    if rounding > 0.02:
        axis = np.abs(np.arange(CELL) + 0.5 - CELL / 2) / CELL - (0.5 - rounding)
        mask[np.hypot(np.maximum(axis[:, None], 0), np.maximum(axis, 0)) > rounding] = 0
    cover = cv2.warpPerspective(mask, matrix, shape, flags=cv2.INTER_LINEAR)
    inky = np.asarray(cv2.warpPerspective(ink, matrix, shape, flags=cv2.INTER_LINEAR), np.float32)
    tones = (body + (inked - body) * inky) * shade
    canvas += cover * (tones - canvas)
    return inky


def _glared(canvas: Floats, inky: Floats, rng: np.random.Generator) -> tuple[Floats, bool]:
    """The canvas under reflected lamps and a veil, and whether they hide part of the digit."""
    hidden = False
    for _ in range(int(rng.choice([0, 0, 0, 1, 2]))):
        mask = np.zeros(canvas.shape, np.uint8)
        box = (
            tuple(rng.uniform(0, canvas.shape[0], 2)),
            tuple(rng.uniform(4, 40, 2)),
            float(rng.uniform(0, 180)),
        )
        if rng.random() < 0.5:
            cv2.ellipse(mask, box, 255, -1, cv2.LINE_AA)
        else:
            cv2.fillConvexPoly(mask, np.rint(cv2.boxPoints(box)).astype(np.int32), 255, cv2.LINE_AA)
        strong = float(rng.uniform(0.3, 1.0))
        glare = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), float(rng.uniform(0.6, 3))) * strong
        canvas = np.asarray(canvas + glare * (255 - canvas), np.float32)
        lost = float((inky * (glare > 0.45)).sum())
        hidden = hidden or lost > HIDDEN * float(inky.sum())
    return canvas, hidden


def _taken(canvas: Floats, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The crop as a camera takes it: shrunk, blurred, noisy."""
    blur = float(rng.uniform(0.4, 1.1)) * FINE
    small = cv2.resize(cv2.GaussianBlur(canvas, (0, 0), blur), (CROP, CROP), interpolation=cv2.INTER_AREA)
    small += rng.normal(0, float(rng.exponential(4)), small.shape)
    return np.clip(small, 0, 255).astype(np.uint8)


def main() -> None:
    """Draw crops and keep them in an npz file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=30000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(args.seed)
    press = Press(rng)
    made = [
        crop_of(press.no_die() if rng.random() < NONE_SHARE else press.die(), rng) for _ in range(args.count)
    ]
    args.file.parent.mkdir(parents=True, exist_ok=True)
    crops, labels = zip(*made, strict=True)
    np.savez_compressed(args.file, crops=np.stack(crops), labels=np.array(labels, np.uint8))


if __name__ == "__main__":
    main()
