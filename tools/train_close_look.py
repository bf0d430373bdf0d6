"""Train the net that looks closely at one die under a dome, and write it as ONNX.

    /tmp/train/bin/python tools/train_close_look.py out/close_look.onnx out/domes --minutes 30

The pictures and the environment are those of `tools/train_spotter.py`. Each die is shown twice: close, with
its sides, and as a part of the whole dome; both turned so that the dome's middle is above the die.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from spotter_lessons import (
    DRAWN_REACH,
    DRAWN_SIDE,
    NUMERAL,
    STEEP,
    Bytes,
    Floats,
    Lesson,
    Lessons,
    class_of,
    lean_of,
    squash,
    vary,
)
from torch import nn
from torch.nn import functional
from training import BATCH, BEGUN, Course, begin, flags, train

CLOSE, FACE, REACH = 64, 26.0, 1.15
"""As in `vision.dice.nets.close_look`, which this script does not need."""
CLASSES = 15
"""Untold, pips 1 to 6, blank, dot, printed numerals 1 to 6."""
OUT = CLASSES + 4
"""The classes and lean; for training only tilt and squash (2)."""
LAYERS = ((5, 24, 2), (3, 32, 1), (3, 56, 2), (3, 64, 1), (3, 96, 2), (3, 96, 1))
"""Kernel, channels out, stride."""
SQUEEZED, HIDDEN = 16, 96
MOST_HIDDEN = 2
"""Of the nine sites of a face so many may be hidden where a numeral is to be told."""
ELSEWHERE = 0.1
"""How many close looks are at places where no die is."""


def build() -> nn.Sequential:
    """The net: (n, 6, CLOSE, CLOSE), normalised, to (n, OUT)."""
    layers: list[nn.Module] = []
    inside, side = 6, CLOSE
    for kernel, outside, stride in LAYERS:
        conv = nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False)
        layers += [conv, nn.BatchNorm2d(outside), nn.ReLU(inplace=True)]
        inside, side = outside, side // stride
    layers += [nn.Conv2d(inside, SQUEEZED, 1), nn.ReLU(inplace=True), nn.Flatten(1)]
    layers += [nn.Linear(SQUEEZED * side * side, HIDDEN), nn.ReLU(inplace=True), nn.Linear(HIDDEN, OUT)]
    return nn.Sequential(*layers)


def normalised(shown: torch.Tensor) -> torch.Tensor:
    """Die and dome each with mean 0 and about deviation 1."""
    x = shown.float().reshape(-1, 2, 3 * CLOSE * CLOSE)
    x = x - x.mean(dim=2, keepdim=True)
    x = x / (x.std(dim=2, keepdim=True, unbiased=False) + 8.0)
    return x.reshape(-1, 6, CLOSE, CLOSE).contiguous(memory_format=torch.channels_last)


def shown(picture: Bytes, middle: Floats, side: float, rng: np.random.Generator) -> Bytes:
    """Die and dome (6, CLOSE, CLOSE) as they are when a die is looked at there."""
    dome = np.full(2, (DRAWN_SIDE - 1) / 2) + rng.normal(0, 2.5, 2)
    radius = DRAWN_SIDE / (2 * DRAWN_REACH) * float(np.exp(rng.normal(0, 0.06)))
    right, down = dome - middle
    angle = float(np.arctan2(right, -down)) if np.hypot(right, down) > 1 else 0.0
    views = []
    for centre, scale in ((middle, FACE / side), (dome, CLOSE / (2 * REACH * radius))):
        turn = scale * np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        matrix = np.column_stack([turn, (CLOSE - 1) / 2 - turn @ centre])
        source = cv2.GaussianBlur(picture, (0, 0), 0.4 / scale) if scale < 0.7 else picture
        view = cv2.warpAffine(
            source, matrix, (CLOSE, CLOSE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        views.append(view.transpose(2, 0, 1))
    return np.concatenate(views)


def lesson(picture: Bytes, die: Lesson | None, others: list[Lesson], rng: np.random.Generator) -> Any:
    """What is shown and (6,) what is meant: class, lean or -1, tilt, squash (2), whether a die is there."""
    if die is None:
        side = float(rng.uniform(18, 40))
        middle = rng.uniform(8, DRAWN_SIDE - 8, 2)
        if any(np.hypot(*(one.corners.mean(axis=0) - middle)) < 0.9 * one.side for one in others):
            return None
        return shown(picture, middle, side, rng), np.array([0, -1, 0, 0, 0, 0], np.float32)
    side = die.side * float(np.exp(rng.normal(0, 0.07)))
    middle = die.corners.mean(axis=0) + rng.normal(0, 0.05 * die.side, 2)
    centre = np.full(2, (DRAWN_SIDE - 1) / 2)
    right, down = centre - middle
    angle = float(np.arctan2(right, -down))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    meant = [close_class_of(die), lean_of(die), die.row[3] / STEEP, *squash(die.corners @ turn.T), 1]
    return shown(picture, middle, side, rng), np.array(meant, np.float32)


def close_class_of(die: Lesson) -> int:
    """The class of a die's top, -1 where it is not asked; numerals are told apart."""
    seen = class_of(die)
    if seen != NUMERAL:
        return seen
    if die.row[2] < 1 and die.row[3] > STEEP:
        return -1
    return NUMERAL + int(die.row[1]) - 1 if die.hidden.sum() <= MOST_HIDDEN else 0


class CloseLessons(Lessons):
    """Batches of close looks."""

    def close(self, number: int) -> tuple[Bytes, Floats]:
        """(number, 6, CLOSE, CLOSE) and (number, 6)."""
        views, meant = [], []
        while len(views) < number:
            picture, rows = self.pick()
            varied, dice = vary(picture, rows, self._rng, DRAWN_SIDE, DRAWN_REACH)
            for die in [*dice, *([None] if self._rng.random() < ELSEWHERE else [])]:
                one = lesson(varied, die, dice, self._rng)
                if one is not None:
                    views.append(one[0])
                    meant.append(one[1])
        return np.stack(views[:number]), np.stack(meant[:number])


def losses(given: torch.Tensor, meant: torch.Tensor) -> dict[str, torch.Tensor]:
    """What each part is wrong by."""
    asked, lies, there = meant[:, 0] >= 0, meant[:, 1] >= 0, meant[:, 5] > 0
    value = functional.cross_entropy(given[asked, :CLASSES], meant[asked, 0].long(), label_smoothing=0.02)
    lean = functional.binary_cross_entropy_with_logits(given[lies, CLASSES], meant[lies, 1])
    tilt = functional.smooth_l1_loss(given[lies, CLASSES + 1], meant[lies, 2], beta=0.2)
    shape = functional.smooth_l1_loss(given[there, CLASSES + 2 :], meant[there, 3:5], beta=0.1)
    return {"value": value, "lean": lean, "tilt": tilt, "squash": shape}


WEIGHTS = {"value": 1.0, "lean": 1.5, "tilt": 1.0, "squash": 1.0}


def batches(folder: Path, seed: int) -> Iterator[tuple[Bytes, Floats]]:
    """Batches without end."""
    lessons = CloseLessons(folder, seed)
    while True:
        yield lessons.close(BATCH)


def wrong(net: nn.Module, batch: tuple[Bytes, Floats]) -> dict[str, torch.Tensor]:
    """What the net is wrong by in a batch."""
    views, rows = (torch.from_numpy(array) for array in batch)
    return losses(net(normalised(views)), rows)


def report(exam: list[tuple[Bytes, Floats]], net: nn.Module) -> str:
    """How right the net is on dice it never saw."""
    net.eval()
    with torch.no_grad():
        given = torch.cat([net(normalised(torch.from_numpy(views))) for views, _ in exam])
    net.train()
    meant = torch.cat([torch.from_numpy(rows) for _, rows in exam])
    flat = (meant[:, 1] == 0) & (meant[:, 0] > 0)
    best, value = torch.softmax(given[flat, :CLASSES], dim=1).max(dim=1)
    same, sure = value == meant[flat, 0], (best > 0.9) & (value > 0)
    lies = meant[:, 1] >= 0
    lean, truly = torch.sigmoid(given[lies, CLASSES]), meant[lies, 1] > 0

    def share(told: torch.Tensor) -> str:
        return f"{float(told.float().mean()):.4f}"

    return (
        f"right {share(same)}, sure and right {share(same & sure)}, sure and wrong {share(~same & sure)}; "
        f"flat ones held to lean {share(lean[~truly] > 0.5)}, leaning ones told {share(lean[truly] > 0.5)}"
    )


def main() -> None:
    """Train, report, write."""
    args = flags(__doc__, minutes=30)
    torch.manual_seed(args.seed)
    net = build().to(memory_format=torch.channels_last)
    if args.begin:
        begin(net, args.begin, normalised(torch.from_numpy(CloseLessons(args.pictures, 998).close(BEGUN)[0])))
    unseen = CloseLessons(args.pictures, 999, exam=True)
    exam = partial(report, [unseen.close(BATCH) for _ in range(12)])
    train(net, Course(batches, wrong, WEIGHTS, exam, "die_and_dome", "told", (6, CLOSE, CLOSE)), args)


if __name__ == "__main__":
    main()
