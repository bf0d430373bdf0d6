"""Train the net that looks closely at one die under a dome, and write it as ONNX.

    /tmp/train/bin/python tools/train_close_look.py out/close_look.onnx out/domes --minutes 30

The pictures and the environment are those of `tools/train_spotter.py`. Each die is shown twice: close, with
its sides, and as a part of the whole dome; both turned so that the dome's middle is above the die.
"""

from __future__ import annotations

import argparse
import copy
import math
import multiprocessing
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from spotter_lessons import (
    DRAWN_REACH,
    DRAWN_SIDE,
    STEEP,
    Bytes,
    Floats,
    Lesson,
    Lessons,
    class_of,
    squash,
    vary,
)
from torch import nn
from torch.nn import functional

CLOSE, FACE, REACH = 64, 26.0, 1.15
"""As in `vision.dice.close_look`, which this script does not need."""
OUT = 14
"""Ten classes, lean; for training only tilt and squash (2)."""
LAYERS = ((5, 24, 2), (3, 32, 1), (3, 56, 2), (3, 64, 1), (3, 96, 2), (3, 96, 1))
"""Kernel, channels out, stride."""
SQUEEZED, HIDDEN = 16, 96
BATCH, KEPT, QUEUED = 64, 0.998, 6
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
    """What is shown and (14,) what is meant: class, lean or -1, tilt, squash (2), whether a die is there."""
    if die is None:
        side = float(rng.uniform(18, 40))
        middle = rng.uniform(8, DRAWN_SIDE - 8, 2)
        if any(np.hypot(*(one.corners.mean(axis=0) - middle)) < 0.9 * one.side for one in others):
            return None
        return shown(picture, middle, side, rng), np.array([0, -1, 0, 0, 0, 0], np.float32)
    side = die.side * float(np.exp(rng.normal(0, 0.07)))
    middle = die.corners.mean(axis=0) + rng.normal(0, 0.05 * die.side, 2)
    known = die.row[15] == 0 and die.row[2] < 2
    centre = np.full(2, (DRAWN_SIDE - 1) / 2)
    right, down = centre - middle
    angle = float(np.arctan2(right, -down))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    lean = 1 - die.row[2] if known else -1
    meant = [class_of(die), lean, die.row[3] / STEEP, *squash(die.corners @ turn.T), 1]
    return shown(picture, middle, side, rng), np.array(meant, np.float32)


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
    value = functional.cross_entropy(given[asked, :10], meant[asked, 0].long(), label_smoothing=0.02)
    lean = functional.binary_cross_entropy_with_logits(given[lies, 10], meant[lies, 1])
    tilt = functional.smooth_l1_loss(given[lies, 11], meant[lies, 2], beta=0.2)
    shape = functional.smooth_l1_loss(given[there, 12:14], meant[there, 3:5], beta=0.1)
    return {"value": value, "lean": lean, "tilt": tilt, "squash": shape}


WEIGHTS = {"value": 1.0, "lean": 1.5, "tilt": 1.0, "squash": 1.0}


def feed(queue: Any, folder: Path, seed: int) -> None:
    """Put batches into a queue without end."""
    cv2.setNumThreads(1)
    lessons = CloseLessons(folder, seed)
    while True:
        queue.put(lessons.close(BATCH))


def report(net: nn.Module, exam: list[tuple[Bytes, Floats]]) -> str:
    """How right the net is on dice it never saw."""
    net.eval()
    with torch.no_grad():
        given = torch.cat([net(normalised(torch.from_numpy(views))) for views, _ in exam])
    net.train()
    meant = torch.cat([torch.from_numpy(rows) for _, rows in exam])
    flat = (meant[:, 1] == 0) & (meant[:, 0] > 0)
    best, value = torch.softmax(given[flat, :10], dim=1).max(dim=1)
    same, sure = value == meant[flat, 0], (best > 0.9) & (value > 0)
    lies = meant[:, 1] >= 0
    lean, truly = torch.sigmoid(given[lies, 10]), meant[lies, 1] > 0
    within = meant[lies, 2] > 14 / STEEP

    def share(told: torch.Tensor) -> str:
        return f"{float(told.float().mean()):.4f}"

    return (
        f"right {share(same)}, sure and right {share(same & sure)}, sure and wrong {share(~same & sure)}; "
        f"flat ones held to lean {share(lean[~truly] > 0.5)}, leaning ones told {share(lean[truly] > 0.5)}, "
        f"those of 14 degrees and more {share(lean[truly & within] > 0.5)}"
    )


def write(net: nn.Module, path: Path) -> None:
    """Write the net as ONNX, batch norms folded into the convolutions, and its weights beside it."""
    plain = copy.deepcopy(net).to(memory_format=torch.contiguous_format).eval()
    torch.onnx.export(
        plain,
        (torch.zeros(1, 6, CLOSE, CLOSE),),
        str(path),
        input_names=["die_and_dome"],
        output_names=["told"],
        dynamic_axes={"die_and_dome": {0: "n"}, "told": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )
    torch.save(net.state_dict(), path.with_suffix(".pt"))


def train(args: argparse.Namespace) -> None:
    """Train for some minutes, report now and then, write."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    net = build().to(memory_format=torch.channels_last)
    if args.begin:
        net.load_state_dict(torch.load(args.begin))
    mean = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-3)
    queue: Any = multiprocessing.Queue(QUEUED)
    source = multiprocessing.Process(target=feed, args=(queue, args.pictures, args.seed), daemon=True)
    source.start()
    kept_back = CloseLessons(args.pictures, 999, kept_back=True)
    exam = [kept_back.close(BATCH) for _ in range(12)]
    start, step, sums = time.monotonic(), 0, dict.fromkeys(WEIGHTS, 0.0)
    while (done := (time.monotonic() - start) / (60 * args.minutes)) < 1:
        rate = args.rate * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * done))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, 1e-6)
        views, rows = queue.get()
        parts = losses(net(normalised(torch.from_numpy(views))), torch.from_numpy(rows))
        loss = sum(WEIGHTS[name] * part for name, part in parts.items())
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        keep = min(KEPT, 1 - 1 / (step + 1))
        with torch.no_grad():
            for ours, theirs in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
                if ours.dtype.is_floating_point:
                    ours.mul_(keep).add_(theirs, alpha=1 - keep)
                else:
                    ours.copy_(theirs)
        for name, part in parts.items():
            sums[name] += float(part.detach()) / 100
        if step % 100 == 0:
            told = " ".join(f"{name} {value:.3f}" for name, value in sums.items())
            print(f"{time.monotonic() - start:6.0f} s, step {step}: {told}", flush=True)
            sums = dict.fromkeys(WEIGHTS, 0.0)
        if step % 500 == 0:
            print("   ", report(mean, exam), flush=True)
            write(mean, args.net)
    print("   ", report(mean, exam), flush=True)
    write(mean, args.net)
    source.terminate()


def main() -> None:
    """Train, report, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("net", type=Path)
    parser.add_argument("pictures", type=Path, help="the folder of the files of pictures")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--begin", type=Path, help="go on with these weights (.pt)")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
