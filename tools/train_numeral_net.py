"""Train the net for printed numerals on drawn crops and write it as ONNX.

    python -m venv /tmp/train && /tmp/train/bin/pip install torch onnx numpy
    /tmp/train/bin/python tools/train_numeral_net.py vision/dice/nets/numerals.onnx out/numerals-*.npz

The crops come from `tools/draw_numeral_crops.py`. Each is turned, inverted, shaded and made noisy whenever it
is shown, but never mirrored: a mirrored 2 is nearly a 5. One crop in twenty is kept back to report on.
"""

from __future__ import annotations

import argparse
import copy
import math
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

CROP, CLASSES = 32, 7
LAYERS = ((5, 16, 2), (3, 24, 1), (3, 32, 2), (3, 40, 1), (3, 40, 2))
"""Kernel, channels out, stride."""
HIDDEN = 32
BATCH = 128


def build() -> nn.Sequential:
    """The net: crops (n, 1, CROP, CROP), normalised, to logits (n, CLASSES)."""
    layers: list[nn.Module] = []
    inside, side = 1, CROP
    for kernel, outside, stride in LAYERS:
        conv = nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False)
        layers += [conv, nn.BatchNorm2d(outside), nn.ReLU()]
        inside, side = outside, side // stride
    layers += [nn.Flatten(), nn.Linear(inside * side * side, HIDDEN), nn.ReLU(), nn.Dropout(0.1)]
    return nn.Sequential(*layers, nn.Linear(HIDDEN, CLASSES))


def normalised(crops: torch.Tensor) -> torch.Tensor:
    """Each crop with mean 0 and deviation 1, as `vision.dice.nets.numeral_net` does it."""
    x = crops - crops.mean(dim=(1, 2), keepdim=True)
    return (x / (x.std(dim=(1, 2), keepdim=True, unbiased=False) + 4.0))[:, None]


def varied(crops: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    """Crops (n, CROP, CROP) turned by quarters, inverted, shaded, softened and made noisy."""
    x = crops.astype(np.float32)
    n = len(x)
    for quarter in range(1, 4):
        some = rng.integers(0, 4, n) == quarter
        x[some] = np.rot90(x[some], quarter, axes=(1, 2))
    x = np.where(rng.random((n, 1, 1)) < 0.25, 255 - x, x)
    ramp = np.linspace(-0.15, 0.15, CROP, dtype=np.float32)
    slope = rng.standard_normal((2, n, 1, 1), np.float32)
    x *= 1 + slope[0] * ramp[:, None] + slope[1] * ramp
    soft = (x + np.roll(x, 1, 1) + np.roll(x, -1, 1) + np.roll(x, 1, 2) + np.roll(x, -1, 2)) / 5
    x += 0.7 * rng.random((n, 1, 1), np.float32) * (soft - x)
    noise = 6 * rng.random((n, 1, 1), np.float32)
    return np.asarray(x + noise * rng.standard_normal(x.shape, np.float32), np.float32)


def report(net: nn.Module, crops: NDArray[np.uint8], labels: NDArray[np.int64]) -> str:
    """How right the net is on crops it never saw."""
    net.eval()
    with torch.no_grad():
        chances = torch.softmax(net(normalised(torch.from_numpy(crops.astype(np.float32)))), dim=1).numpy()
    net.train()
    best, said = chances.max(axis=1), chances.argmax(axis=1)
    sure, same = (best > 0.9) & (said > 0), said == labels
    return (
        f"right {np.mean(same):.4f}, digits sure and right {np.mean((sure & same)[labels > 0]):.4f}, "
        f"sure and wrong {np.mean(sure & ~same):.4f}"
    )


def write(net: nn.Module, path: Path) -> None:
    """Write the net with chances (n, CLASSES) as output, batch norms folded into the convolutions."""
    plain = nn.Sequential(copy.deepcopy(net), nn.Softmax(dim=1)).eval()
    torch.onnx.export(
        plain,
        (torch.zeros(1, 1, CROP, CROP),),
        str(path),
        input_names=["crops"],
        output_names=["chances"],
        dynamic_axes={"crops": {0: "n"}, "chances": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )


def main() -> None:
    """Train, report, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("net", type=Path)
    parser.add_argument("crops", type=Path, nargs="+")
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(args.seed)
    parts = [np.load(file) for file in args.crops]
    crops, labels = (np.concatenate([part[name] for part in parts]) for name in ("crops", "labels"))
    order = rng.permutation(len(crops))
    crops, labels = crops[order], labels[order].astype(np.int64)
    held = len(crops) // 20
    net = build()
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-3)
    steps, step = (len(crops) - held) // BATCH * args.epochs, 0
    for epoch in range(args.epochs):
        order, total = held + rng.permutation(len(crops) - held), 0.0
        for k in range(0, len(order) - BATCH + 1, BATCH):
            pick = order[k : k + BATCH]
            rate = args.rate * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * step / steps))
            for group in optimiser.param_groups:
                group["lr"] = max(rate, 1e-6)
            given = net(normalised(torch.from_numpy(varied(crops[pick], rng))))
            loss = functional.cross_entropy(given, torch.from_numpy(labels[pick]), label_smoothing=0.02)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            step += 1
            total += float(loss.detach()) * BATCH / len(order)
        print(f"epoch {epoch + 1}: loss {total:.4f}, {report(net, crops[:held], labels[:held])}", flush=True)
        write(net, args.net)


if __name__ == "__main__":
    main()
