"""Train the spotter, the net that looks at a whole dome in colour, and write it as ONNX.

    python -m venv /tmp/train && /tmp/train/bin/pip install torch onnx numpy opencv-python-headless
    /tmp/train/bin/python tools/train_spotter.py out/spotter.onnx out/domes --minutes 60

The pictures come from `tools/draw_domes.py`, and of photographs whose licence allows it from
`tools/paste_dice.py`; files that are added while it runs are taken in. Each picture is turned, scaled,
coloured, blurred and put under reflected lamps anew whenever it is shown. One file is kept back to report on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import torch
from spotter_lessons import CHANNELS, INPUT, Batch, Lessons
from torch import nn
from torch.nn import functional
from training import BATCH, BEGUN, Course, begin, flags, train

LAYERS = (
    (5, 16, 2, 1),
    (3, 32, 2, 1),
    (3, 40, 1, 1),
    (3, 64, 2, 1),
    (3, 64, 1, 1),
    (3, 64, 1, 2),
    (3, 64, 1, 4),
    (3, 64, 1, 1),
)
"""Kernel, channels out, stride, dilation: at last each cell sees the whole dome, whose outline tells how the
camera looks at the dice."""


def build() -> nn.Sequential:
    """The net: pictures (n, 3, INPUT, INPUT), normalised, to maps (n, CHANNELS, CELLS, CELLS)."""
    layers: list[nn.Module] = []
    inside = 3
    for kernel, outside, stride, dilation in LAYERS:
        pad = kernel // 2 * dilation
        conv = nn.Conv2d(inside, outside, kernel, stride, pad, dilation=dilation, bias=False)
        layers += [conv, nn.BatchNorm2d(outside), nn.ReLU(inplace=True)]
        inside = outside
    last = nn.Conv2d(inside, CHANNELS, 1)
    nn.init.zeros_(last.bias)
    last.bias.data[0] = -3.0
    return nn.Sequential(*layers, last)


def normalised(pictures: torch.Tensor) -> torch.Tensor:
    """Each picture with mean 0 and about deviation 1, as `vision.dice.nets.spotter` does it."""
    x = pictures.float()
    x = x - x.mean(dim=(1, 2, 3), keepdim=True)
    return x / (x.std(dim=(1, 2, 3), keepdim=True, unbiased=False) + 8.0)


def losses(given: torch.Tensor, meant: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """What each part of the maps is wrong by; places by a focal loss that spares cells near a die."""
    heat, chance = meant["heat"], torch.sigmoid(given[:, 0]).clamp(1e-5, 1 - 1e-5)
    there = (heat > 0.99).float()
    place = there * (1 - chance) ** 2 * chance.log()
    place = place + (1 - there) * (1 - heat) ** 4 * chance**2 * (1 - chance).log()
    number = there.sum().clamp(min=1)
    parts = {"place": -(place * meant["seen"]).sum() / number}
    known = meant["value"] >= 0
    shares = meant["share"]
    logits = given[:, 1:11].permute(0, 2, 3, 1)[known]
    value = functional.cross_entropy(
        logits, meant["value"][known].long(), reduction="none", label_smoothing=0.02
    )
    parts["value"] = (value * shares[known]).sum() / shares[known].sum().clamp(min=1)
    lies = meant["lean"] >= 0
    lean = functional.binary_cross_entropy_with_logits(
        given[:, 11][lies], meant["lean"][lies], reduction="none"
    )
    parts["lean"] = (lean * shares[lies]).sum() / shares[lies].sum().clamp(min=1)
    on = (shares > 0)[:, None]
    shape = torch.cat([given[:, 12:17], given[:, 18:20]], dim=1)
    off = functional.smooth_l1_loss(shape, meant["shape"], reduction="none", beta=0.1)
    tilt = functional.smooth_l1_loss(given[:, 17][lies], meant["tilt"][lies], reduction="none", beta=0.2)
    parts["tilt"] = (tilt * shares[lies]).sum() / shares[lies].sum().clamp(min=1)
    parts["shape"] = (off * on).sum() / on.sum().clamp(min=1)
    return parts


WEIGHTS = {"place": 1.0, "value": 1.0, "lean": 1.0, "tilt": 1.0, "shape": 0.5}


def tensors(batch: Batch) -> tuple[torch.Tensor, dict[str, torch.Tensor]]:
    """A batch for torch."""
    pictures = (
        torch.from_numpy(batch.pictures).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)
    )
    return pictures, {name: torch.from_numpy(array) for name, array in batch.maps.items()}


def batches(folder: Path, seed: int) -> Iterator[Batch]:
    """Batches without end."""
    lessons = Lessons(folder, seed)
    while True:
        yield lessons.batch(BATCH)


def report(exam: list[Batch], net: nn.Module) -> str:
    """How right the net is on pictures it never saw, at the truth's own cells."""
    net.eval()
    found = right = told = wrong = dice = lean_right = leans = 0
    with torch.no_grad():
        for batch in exam:
            pictures, meant = tensors(batch)
            given = net(normalised(pictures))
            peak = (meant["heat"] > 0.99) & (meant["seen"] > 0)
            found += int((torch.sigmoid(given[:, 0])[peak] > 0.4).sum())
            dice += int(peak.sum())
            flat = peak & (meant["lean"] == 0) & (meant["value"] > 0)
            chances = torch.softmax(given[:, 1:11], dim=1).permute(0, 2, 3, 1)[flat]
            best, value = chances.max(dim=1)
            sure = (best > 0.9) & (value > 0)
            same = value == meant["value"][flat]
            told += len(best)
            right += int((sure & same).sum())
            wrong += int((sure & ~same).sum())
            lies = peak & (meant["lean"] >= 0)
            said = (given[:, 11][lies] > 0).float()
            lean_right += int((said == meant["lean"][lies]).sum())
            leans += int(lies.sum())
    net.train()
    return (
        f"found {found / dice:.3f}, flat ones sure and right {right / told:.4f}, sure and wrong "
        f"{wrong / told:.4f}, leaning told {lean_right / leans:.3f}"
    )


def wrong(net: nn.Module, batch: Batch) -> dict[str, torch.Tensor]:
    """What the net is wrong by in a batch."""
    pictures, meant = tensors(batch)
    return losses(net(normalised(pictures)), meant)


def main() -> None:
    """Train, report, write."""
    args = flags(__doc__, minutes=60)
    torch.manual_seed(args.seed)
    net = build().to(memory_format=torch.channels_last)
    if args.begin:
        begin(net, args.begin, normalised(tensors(Lessons(args.pictures, 998).batch(BEGUN))[0]))
    unseen = Lessons(args.pictures, 999, exam=True)
    exam = partial(report, [unseen.batch(BATCH) for _ in range(10)])
    train(net, Course(batches, wrong, WEIGHTS, exam, "dome", "maps", (3, INPUT, INPUT)), args)


if __name__ == "__main__":
    main()
