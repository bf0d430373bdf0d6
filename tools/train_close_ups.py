"""Train the net that tells print from pieces of the same colour by close-ups, and write it as ONNX.

    /tmp/train/bin/python tools/train_close_ups.py out/close_ups.onnx out/close_ups --minutes 10

The close-ups are those of `tools/draw_close_ups.py`, the environment that of `tools/train_spotter.py`. One
file in eight is kept back to report on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional
from training import BATCH, Course, flags, train

CHANNELS, SIDE = 5, 28
USUAL = 0.6
"""As in `vision.board.pieces.close_ups`, which this script does not need."""
LAYERS = (16, 24, 40)
HIDDEN = 32
DROPPED = 0.2
DOUBT = 0.01
"""No close-up is taught with more certainty than all but this: the net is not to be too sure of itself."""
KEPT_BACK = 8
BLURRED = 0.4
"""So many are shown as by a camera that is out of focus."""


def build() -> nn.Sequential:
    """The net: (n, CHANNELS, SIDE, SIDE) to log-odds (n, 1)."""
    layers: list[nn.Module] = []
    inside, side = CHANNELS, SIDE
    for outside in LAYERS:
        layers += [nn.Conv2d(inside, outside, 3, padding=1, bias=False), nn.BatchNorm2d(outside), nn.ReLU()]
        layers.append(nn.MaxPool2d(2))
        inside, side = outside, side // 2
    layers += [nn.Flatten(1), nn.Linear(inside * side * side, HIDDEN), nn.ReLU(), nn.Dropout(DROPPED)]
    return nn.Sequential(*layers, nn.Linear(HIDDEN, 1))


def vary(seen: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Close-ups (n, CHANNELS, SIDE, SIDE) as they might be on other boards: mirrored, shifted, in other
    light, of other colours, blurred, noisy."""
    if rng.random() < 0.5:
        seen = seen[..., ::-1]
    new = np.roll(seen, tuple(rng.integers(-1, 2, 2)), (2, 3)).astype(np.float32)
    n = len(new)
    new[:, 0] *= rng.uniform(0.7, 1.3, (n, 1, 1))
    new[:, 1] = (new[:, 1] + USUAL) * rng.uniform(0.7, 1.4, (n, 1, 1)) - USUAL
    new[:, 2] += rng.normal(0.0, 0.05, (n, 1, 1))
    for one in new[rng.random(n) < BLURRED]:
        for channel in one[:3]:
            cv2.GaussianBlur(channel, (0, 0), rng.uniform(0.4, 1.3), dst=channel)
    grain = rng.normal(size=(n, 3, SIDE, SIDE)) * rng.uniform(0.0, 0.06, (n, 1, 1, 1))
    new[:, :3] += grain.astype(np.float32)
    return new


def opened(folder: Path, *, back: bool) -> tuple[np.ndarray, np.ndarray]:
    """All close-ups that are kept back, or all others, and which show a piece."""
    chosen = [
        np.load(file) for k, file in enumerate(sorted(folder.glob("*.npz"))) if (k % KEPT_BACK == 0) == back
    ]
    return np.concatenate([one["seen"] for one in chosen]), np.concatenate([one["full"] for one in chosen])


def batches(folder: Path, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Close-ups and how likely a piece is, without end."""
    seen, full = opened(folder, back=False)
    rng = np.random.default_rng(seed)
    while True:
        chosen = rng.integers(0, len(seen), BATCH)
        yield vary(seen[chosen], rng), np.clip(full[chosen], DOUBT, 1 - DOUBT).astype(np.float32)


def wrong(net: nn.Module, batch: tuple[np.ndarray, np.ndarray]) -> dict[str, torch.Tensor]:
    """How wrong a net is in a batch."""
    seen, full = (torch.from_numpy(part) for part in batch)
    net.train()
    return {"piece": functional.binary_cross_entropy_with_logits(net(seen)[:, 0], full)}


def report(seen: np.ndarray, full: np.ndarray, net: nn.Module) -> str:
    """How often each is told, and told wrong, from some certainty on."""
    net.eval()
    with torch.no_grad():
        odds = torch.cat([net(part.float())[:, 0] for part in torch.from_numpy(seen).split(500)]).numpy()
    told = []
    for least in (2.0, 3.0, 4.0):
        right = f"{(odds[full] > least).mean():.4f} and {(odds[~full] < -least).mean():.4f}"
        told.append(
            f"at {least:g} {right}, {(odds[full] < -least).sum()} and {(odds[~full] > least).sum()} wrong"
        )
    return "; ".join(told)


def main() -> None:
    """Train, report, write."""
    args = flags(__doc__, 10.0)
    course: Course = Course(
        batches,
        wrong,
        {"piece": 1.0},
        partial(report, *opened(args.pictures, back=True)),
        "seen",
        "odds",
        (CHANNELS, SIDE, SIDE),
    )
    net: Any = build()
    if args.begin is not None:
        net.load_state_dict(torch.load(args.begin))
    train(net, course, args)


if __name__ == "__main__":
    main()
