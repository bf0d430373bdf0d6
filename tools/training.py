"""What the training of the dome's two nets shares: the loop by the clock, the flags, and the writing."""

from __future__ import annotations

import argparse
import copy
import math
import multiprocessing
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import onnx
import torch
from torch import nn

cv2.setNumThreads(1)  # OpenCV's own threads would not survive the fork of the process that makes batches

BATCH = 64
KEPT = 0.998
"""What the mean of the weights, which is written, keeps of itself at each step."""
QUEUED = 6
BEGUN = 512
"""So many inputs tell the batch norms of a net that is gone on with what is usual."""


@dataclass(frozen=True, slots=True)
class Course:
    """What is learnt.

    Attributes:
        batches: the batches of a folder of pictures, without end, by a seed; runs in a process of its own.
        losses: what a net is wrong by in a batch, by parts.
        weights: how much each part counts.
        report: how right a net is on what it never saw.
        takes, gives, shape: the names of its input and output, and the shape of one input.
    """

    batches: Callable[[Path, int], Iterator[Any]]
    losses: Callable[[nn.Module, Any], dict[str, torch.Tensor]]
    weights: dict[str, float]
    report: Callable[[nn.Module], str]
    takes: str
    gives: str
    shape: tuple[int, int, int]


def flags(doc: str | None, minutes: float) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", type=Path)
    parser.add_argument("pictures", type=Path, help="the folder of the files of pictures")
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument(
        "--begin", type=Path, nargs="+", help="go on with these nets (.onnx) or weights (.pt), or their mean"
    )
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def begin(net: nn.Sequential, files: list[Path], shown: torch.Tensor) -> None:
    """Begin with the mean of some nets (.onnx) or of some weights (.pt): it is often better than each.

    A net in use has no batch norms any more. They are put back so that it tells the same, in training too;
    `shown` are inputs, (n, ...), normalised, from which they learn what is usual.
    """
    if all(file.suffix == ".pt" for file in files):
        kept = [torch.load(file) for file in files]
        mean = {name: torch.stack([one[name].float() for one in kept]).mean(dim=0) for name in kept[0]}
        net.load_state_dict(mean)
        return
    layers, x, bias = iter(_mean_layers(files)), shown, torch.zeros(1)
    with torch.no_grad():
        for layer in net:
            if isinstance(layer, nn.Conv2d | nn.Linear):
                weight, bias = next(layers)
                layer.weight.copy_(weight)
                if layer.bias is not None:
                    layer.bias.copy_(bias)
            elif isinstance(layer, nn.BatchNorm2d):
                _put_back(layer, x, bias)
            x = layer(x)


def _put_back(norm: nn.BatchNorm2d, x: torch.Tensor, bias: torch.Tensor) -> None:
    """Let a batch norm add the bias that it was folded to, to what (n, channels, h, w) usually comes."""
    mean, spread = x.mean(dim=(0, 2, 3)), x.var(dim=(0, 2, 3), unbiased=False)
    for own, value in (
        (norm.running_mean, mean),
        (norm.running_var, spread),
        (norm.weight, (spread + norm.eps).sqrt()),
        (norm.bias, bias + mean),
    ):
        assert own is not None
        own.copy_(value)


def _mean_layers(files: list[Path]) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """The mean weights and biases of some written nets, layer by layer."""
    nets = []
    for file in files:
        graph = onnx.load(file).graph
        arrays = {one.name: torch.tensor(onnx.numpy_helper.to_array(one)) for one in graph.initializer}
        layers = [node.input for node in graph.node if node.op_type in ("Conv", "Gemm")]
        nets.append([(arrays[weight], arrays[bias]) for _, weight, bias in layers])
    return [
        (torch.stack([one[0] for one in same]).mean(dim=0), torch.stack([one[1] for one in same]).mean(dim=0))
        for same in zip(*nets, strict=True)
    ]


def train(net: nn.Module, course: Course, args: argparse.Namespace) -> None:
    """Train for some minutes, report now and then, write; with 0 minutes only write what it begins with."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    mean = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=1e-3)
    queue: Any = multiprocessing.Queue(QUEUED)
    source = multiprocessing.Process(
        target=_feed, args=(queue, course.batches, args.pictures, args.seed), daemon=True
    )
    source.start()
    start, step, sums = time.monotonic(), 0, dict.fromkeys(course.weights, 0.0)
    while (done := (time.monotonic() - start) / max(60 * args.minutes, 1e-9)) < 1:
        rate = args.rate * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * done))
        for group in optimiser.param_groups:
            group["lr"] = max(rate, 1e-6)
        parts = course.losses(net, queue.get())
        loss = torch.stack([course.weights[name] * part for name, part in parts.items()]).sum()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        _average(mean, net, min(KEPT, 1 - 1 / (step + 1)))
        for name, part in parts.items():
            sums[name] += float(part.detach()) / 100
        if step % 100 == 0:
            told = " ".join(f"{name} {value:.3f}" for name, value in sums.items())
            print(f"{time.monotonic() - start:6.0f} s, step {step}: {told}", flush=True)
            sums = dict.fromkeys(course.weights, 0.0)
        if step % 500 == 0:
            print("   ", course.report(mean), flush=True)
            write(mean, course, args.net)
    print("   ", course.report(mean), flush=True)
    write(mean, course, args.net)
    source.terminate()


def write(net: nn.Module, course: Course, path: Path) -> None:
    """Write the net as ONNX, batch norms folded into the convolutions, and its weights beside it."""
    plain = copy.deepcopy(net).to(memory_format=torch.contiguous_format).eval()
    torch.onnx.export(
        plain,
        (torch.zeros(1, *course.shape),),
        str(path),
        input_names=[course.takes],
        output_names=[course.gives],
        dynamic_axes={course.takes: {0: "n"}, course.gives: {0: "n"}},
        opset_version=13,
        dynamo=False,
    )
    torch.save(net.state_dict(), path.with_suffix(".pt"))


def _feed(queue: Any, batches: Callable[[Path, int], Iterator[Any]], folder: Path, seed: int) -> None:
    for batch in batches(folder, seed):
        queue.put(batch)


def _average(mean: nn.Module, net: nn.Module, keep: float) -> None:
    """Move the mean of the weights a little towards the newest."""
    with torch.no_grad():
        for ours, theirs in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if ours.dtype.is_floating_point:
                ours.mul_(keep).add_(theirs, alpha=1 - keep)
            else:
                ours.copy_(theirs)
