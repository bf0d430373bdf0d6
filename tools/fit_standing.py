"""Fit the nets that tell print from pieces of the same colour, on boards that are drawn for it.

python tools/fit_standing.py vision/board/pieces/standing.npz [--pictures 400] [--seed 1]

The layouts are those that come with the project, with other distances, pieces and seats each time.
One picture in eight is kept back to report on.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from tools.drawn_boards import Drawn, drawn_board
from vision.board.pieces.colours import printed_colours
from vision.board.pieces.standing import INPUTS, Net, Standing, inputs_alone, inputs_beside, run
from vision.board.place.pose import FloatArray
from vision.board.place.registration import Registration
from vision.board.reader import BoardReader
from vision.studio.settings import Setting

HIDDEN = 16
STEPS = 4000
BATCH = 512
RATE = 0.01
DECAY = 3e-4
ALIKE = 5
"""One board in so many is printed in the very colours of its men."""

SEEN_LEAST = 0.6
"""Spaces that are hidden by more than the rest of this teach nothing."""


def looks(pictures: int, seed: int) -> Iterator[tuple[Standing, np.ndarray, np.ndarray]]:
    """Of drawn boards: what is known of their spaces, which may teach, and which hold a piece."""
    for number in range(seed, seed + pictures):
        setting = Setting.VARIED if number % 2 else Setting.TABLE
        drawn = drawn_board(number, setting, alike=number % ALIKE == 0)
        reader = BoardReader(drawn.layout)
        corners = None if drawn.layout.tags else drawn.truth.corners
        found = reader.registrar.find(drawn.picture, corners)
        if not isinstance(found, Registration):
            continue
        known = reader.pieces.standing(drawn.picture, found)
        full = np.array([space in drawn.tops for space in drawn.layout.spaces])
        yield known, teaching(drawn), full


def teaching(drawn: Drawn) -> np.ndarray:
    """Which spaces (n,) of a drawn board teach to tell print from pieces of its colour."""
    printed = printed_colours(drawn.layout)
    return np.array(
        [
            space in printed
            and drawn.tops.get(space) in (None, printed[space])
            and drawn.truth.seen[space] >= SEEN_LEAST
            for space in drawn.layout.spaces
        ]
    )


def half_hidden(known: Standing, rng: np.random.Generator) -> Standing:
    """The same with half of the spaces under hands, as at a table: fewer are left to compare with."""
    return replace(known, open=known.open & (rng.random(len(known.open)) < 0.5))


def fit(inputs: FloatArray, truth: np.ndarray, seed: int) -> Net:
    """A net with one hidden layer, by Adam on the logistic loss; the inputs' scale is folded into it."""
    mean, spread = inputs.mean(axis=0), inputs.std(axis=0) + 1e-6
    scaled = (inputs - mean) / spread
    rng = np.random.default_rng(seed)
    wide = inputs.shape[1]
    weights = [rng.normal(0, wide**-0.5, (wide, HIDDEN)), np.zeros(HIDDEN), rng.normal(0, 0.25, HIDDEN)]
    weights.append(np.zeros(()))
    speed, energy = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    for step in range(1, STEPS + 1):
        chosen = rng.integers(0, len(scaled), BATCH)
        seen = scaled[chosen]
        hidden = np.tanh(seen @ weights[0] + weights[1])
        off = (1 / (1 + np.exp(-(hidden @ weights[2] + weights[3]))) - truth[chosen]) / BATCH
        back = np.outer(off, weights[2]) * (1 - hidden**2)
        slopes = [seen.T @ back, back.sum(axis=0), hidden.T @ off, off.sum()]
        rate = RATE * min(1.0, 2 * (1 - step / STEPS) + 0.02)
        for k, slope in enumerate(slopes):
            whole = slope + (DECAY * weights[k] if k in (0, 2) else 0.0)
            speed[k] = 0.9 * speed[k] + 0.1 * whole
            energy[k] = 0.999 * energy[k] + 0.001 * whole**2
            pace = np.sqrt(energy[k] / (1 - 0.999**step)) + 1e-8
            weights[k] = weights[k] - rate * speed[k] / (1 - 0.9**step) / pace
    first = weights[0] / spread[:, None]
    return first, weights[1] - mean @ first, weights[2], weights[3]


def report(name: str, odds: FloatArray, truth: np.ndarray) -> None:
    """How often each is told, and told wrong, from some certainty on."""
    for least in (3.0, 4.0, 5.0):
        empty, full = odds[~truth], odds[truth]
        print(
            f"{name} at {least}: empty told {(empty < -least).mean():.4f}, "
            f"wrong {(empty > least).mean():.4f}; "
            f"pieces told {(full > least).mean():.4f}, wrong {(full < -least).mean():.4f}"
        )


def main() -> None:
    """Draw, gather, fit, report, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pictures", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    seen = list(looks(args.pictures, args.seed))
    kept = np.arange(len(seen)) % 8 == 0
    rng = np.random.default_rng(args.seed)
    seen += [
        (half_hidden(known, rng), teaches, men)
        for (known, teaches, men), back in zip(seen, kept, strict=True)
        if not back
    ]
    kept = np.append(kept, np.zeros(len(seen) - len(kept), bool))
    alone = [inputs_alone(known) for known, _, _ in seen]

    def of(rows: list[FloatArray], back: bool) -> FloatArray:
        pairs = zip(rows, seen, kept, strict=True)
        return np.concatenate([row[teaches] for row, (_, teaches, _), k in pairs if k == back])

    truth = {
        back: np.concatenate([t[m] for (_, m, t), k in zip(seen, kept, strict=True) if k == back])
        for back in (False, True)
    }
    first = fit(of(alone, False), truth[False], 1)
    beside = [
        inputs_beside(known, row, run(first, row)) for (known, _, _), row in zip(seen, alone, strict=True)
    ]
    second = fit(of(beside, False), truth[False], 2)
    assert (alone[0].shape[1], beside[0].shape[1]) == INPUTS
    report("first", run(first, of(alone, True)), truth[True])
    report("second", run(second, of(beside, True)), truth[True])
    parts = {
        f"{name}{k}": np.float32(w) for name, net in (("a", first), ("b", second)) for k, w in enumerate(net)
    }
    np.savez(args.out, **parts)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
