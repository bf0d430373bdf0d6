"""Train the dice net on drawn crops and write it as ONNX.

    python -m venv /tmp/train && /tmp/train/bin/pip install jax optax onnx numpy
    /tmp/train/bin/python tools/train_dice_net.py vision/dice/nets/net.onnx out/crops-*.npz

The crops come from `tools/draw_dice_crops.py`; a further npz file may hold crops of photographs whose licence
allows it (`tools/cut_dice_crops.py` names them). One crop in twenty is kept back to report on.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import optax
from onnx import TensorProto, helper, numpy_helper

Params = dict[str, Any]

CROP = 48
FACE = 22.0
"""As in `vision.dice.nets.net`, which this script does not need."""
CLASSES = 7
PIP_AREA = 14
"""Pixels of a face that glare may cover and still hide no pip."""
LAYERS = (
    ("c1", 5, 1, 16, 2),
    ("c2", 3, 16, 24, 1),
    ("c3", 3, 24, 40, 2),
    ("c4", 3, 40, 40, 1),
    ("c5", 3, 40, 64, 2),
)
"""Name, kernel, channels in and out, stride."""
SQUEEZED = 16
HIDDEN = 64
BATCH = 128


def start(seed: int) -> Params:
    """He-initialised weights; convolutions as (out, in, k, k)."""
    rng = np.random.default_rng(seed)
    params: Params = {}
    side = CROP
    for name, kernel, inside, outside, stride in LAYERS:
        fan = inside * kernel * kernel
        weights = rng.normal(0, np.sqrt(2 / fan), (outside, inside, kernel, kernel))
        params[name] = (weights.astype(np.float32), np.zeros(outside, np.float32))
        side //= stride
    last = LAYERS[-1][3]
    for name, fan, outside in [("d1", SQUEEZED * side * side, HIDDEN), ("d2", HIDDEN, CLASSES)]:
        weights = rng.normal(0, np.sqrt(2 / fan), (fan, outside)).astype(np.float32)
        params[name] = (weights, np.zeros(outside, np.float32))
    squeeze = rng.normal(0, np.sqrt(2 / last), (SQUEEZED, last, 1, 1)).astype(np.float32)
    params["sq"] = (squeeze, np.zeros(SQUEEZED, np.float32))
    return params


def logits(params: Params, x: jax.Array) -> jax.Array:
    """The net: crops (n, 1, CROP, CROP), normalised, to logits (n, CLASSES)."""
    for name, kernel, _, _, stride in LAYERS:
        weights, bias = params[name]
        pad = kernel // 2
        x = jax.lax.conv_general_dilated(x, weights, (stride, stride), [(pad, pad), (pad, pad)])
        x = jax.nn.relu(x + bias[None, :, None, None])
    weights, bias = params["sq"]
    x = jax.nn.relu(jax.lax.conv_general_dilated(x, weights, (1, 1), "VALID") + bias[None, :, None, None])
    x = x.reshape(x.shape[0], -1)
    x = jax.nn.relu(x @ params["d1"][0] + params["d1"][1])
    return x @ params["d2"][0] + params["d2"][1]


def normalised(x: jax.Array) -> jax.Array:
    """Each crop with mean 0 and deviation 1, as `vision.dice.nets.net` does it."""
    x = x - x.mean(axis=(1, 2), keepdims=True)
    return x / (x.std(axis=(1, 2), keepdims=True) + 4.0)


def varied(crops: jax.Array, labels: jax.Array, key: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Turn, mirror, invert, fade, blur, shade and add noise and glare: what no drawing has enough of.

    Glare that could hide a pip makes the label 0: nobody can tell what is under it.
    """
    keys = jax.random.split(key, 10)
    n = crops.shape[0]
    x = crops.astype(jnp.float32)
    turns = jax.random.randint(keys[0], (n,), 0, 8)

    def turn(one: jax.Array, k: jax.Array) -> jax.Array:
        one = jnp.where(k >= 4, one[:, ::-1], one)
        ways = [one, one.T, one[::-1, ::-1], one[::-1, ::-1].T]
        return jnp.stack(ways)[k % 4]

    x = jax.vmap(turn)(x, turns)
    x = jnp.where(jax.random.bernoulli(keys[1], 0.25, (n, 1, 1)), 255 - x, x)
    slope = jax.random.normal(keys[2], (n, 2, 1, 1)) * 0.5
    ramp = jnp.linspace(-1, 1, CROP)
    x = x * (1 + 0.4 * (slope[:, 0] * ramp[None, :, None] + slope[:, 1] * ramp[None, None, :]))
    soft = (x + jnp.roll(x, 1, 1) + jnp.roll(x, -1, 1) + jnp.roll(x, 1, 2) + jnp.roll(x, -1, 2)) / 5
    x = x + jax.random.uniform(keys[3], (n, 1, 1)) * (soft - x)
    x, hidden = _glared(x, keys[4:8])
    x = x + jax.random.normal(keys[8], x.shape) * jax.random.uniform(keys[9], (n, 1, 1), maxval=12)
    return x, jnp.where(hidden, 0, labels)


def _glared(x: jax.Array, keys: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Crops with a white patch of some shape on one in four, and which of them it hides something of."""
    n = x.shape[0]
    at = jax.random.uniform(keys[0], (n, 2, 1, 1), minval=0, maxval=CROP)
    long, turned, edge, chance = jax.random.uniform(keys[1], (4, n, 1, 1))
    size = jax.random.uniform(keys[2], (n, 1, 1), minval=1.0, maxval=7.0)
    down, right = jnp.mgrid[0:CROP, 0:CROP]
    dy, dx = down - at[:, 0], right - at[:, 1]
    cos, sin = jnp.cos(turned * jnp.pi), jnp.sin(turned * jnp.pi)
    reach = jnp.sqrt(((dx * cos + dy * sin) / (1 + 2 * long)) ** 2 + (dy * cos - dx * sin) ** 2)
    cover = jax.nn.sigmoid((size - reach) / (0.3 + edge)) * (chance < 0.25)
    strength = jax.random.uniform(keys[3], (n, 1, 1), minval=0.5, maxval=1.0)
    middle = (CROP - 1) / 2
    face = (jnp.abs(down - middle) < 0.4 * FACE) & (jnp.abs(right - middle) < 0.4 * FACE)
    lost = (cover * strength > 0.6) & face
    return x + cover * strength * (255 - x), lost.sum(axis=(1, 2)) > PIP_AREA


@partial(jax.jit, static_argnames=("optimiser",))
def step(
    params: Params, state: Any, crops: jax.Array, labels: jax.Array, key: jax.Array, optimiser: Any
) -> tuple[Params, Any, jax.Array]:
    """One step of descent."""

    def loss(params: Params) -> jax.Array:
        shown, meant = varied(crops, labels, key)
        given = logits(params, normalised(shown)[:, None])
        wanted = optax.smooth_labels(jax.nn.one_hot(meant, CLASSES), 0.02)
        return optax.softmax_cross_entropy(given, wanted).mean()

    value, slopes = jax.value_and_grad(loss)(params)
    updates, state = optimiser.update(slopes, state, params)
    return optax.apply_updates(params, updates), state, value


@jax.jit
def chances(params: Params, crops: jax.Array) -> jax.Array:
    """The chances (n, CLASSES) that the net gives."""
    return jax.nn.softmax(logits(params, normalised(crops.astype(jnp.float32))[:, None]))


def write_onnx(params: Params, path: Path) -> None:
    """Write the net with inputs (n, 1, CROP, CROP), normalised, and chances (n, CLASSES) as output."""
    nodes, weights, x = [], [], "crops"

    def keep(name: str, array: Any) -> str:
        weights.append(numpy_helper.from_array(np.ascontiguousarray(array, np.float32), name))
        return name

    for name, kernel, _, _, stride in (*LAYERS, ("sq", 1, 0, 0, 1)):
        inputs = [x, keep(f"{name}.w", params[name][0]), keep(f"{name}.b", params[name][1])]
        shape = {"kernel_shape": [kernel] * 2, "strides": [stride] * 2, "pads": [kernel // 2] * 4}
        nodes.append(helper.make_node("Conv", inputs, [f"{name}.c"], **shape))
        nodes.append(helper.make_node("Relu", [f"{name}.c"], [name]))
        x = name
    nodes.append(helper.make_node("Flatten", [x], ["flat"], axis=1))
    for name, source, target in [("d1", "flat", "d1.g"), ("d2", "d1", "d2.g")]:
        inputs = [source, keep(f"{name}.w", params[name][0]), keep(f"{name}.b", params[name][1])]
        nodes.append(helper.make_node("Gemm", inputs, [target]))
        if name == "d1":
            nodes.append(helper.make_node("Relu", [target], ["d1"]))
    nodes.append(helper.make_node("Softmax", ["d2.g"], ["chances"], axis=1))
    graph = helper.make_graph(
        nodes,
        "dice",
        [helper.make_tensor_value_info("crops", TensorProto.FLOAT, ["n", 1, CROP, CROP])],
        [helper.make_tensor_value_info("chances", TensorProto.FLOAT, ["n", CLASSES])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def begin_with(path: Path) -> Params:
    """The weights of a net that was written before."""
    read = {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}
    return {name: (read[f"{name}.w"], read[f"{name}.b"]) for name in {key.split(".")[0] for key in read}}


def load(files: list[Path]) -> tuple[np.ndarray, np.ndarray]:
    """All crops and labels of some npz files."""
    parts = [np.load(file) for file in files]
    return np.concatenate([p["crops"] for p in parts]), np.concatenate([p["labels"] for p in parts])


def main() -> None:
    """Train, report, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("net", type=Path)
    parser.add_argument("crops", type=Path, nargs="+")
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--begin", type=Path, help="go on with this net")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    crops, labels = load(args.crops)
    rng = np.random.default_rng(args.seed)
    order = rng.permutation(len(crops))
    crops, labels = crops[order], labels[order].astype(np.int32)
    held = len(crops) // 20
    params = begin_with(args.begin) if args.begin else start(args.seed)
    key = jax.random.key(args.seed)
    steps = (len(crops) - held) // BATCH * args.epochs
    optimiser = optax.adamw(optax.cosine_onecycle_schedule(steps, args.rate), weight_decay=1e-4)
    state = optimiser.init(params)
    for epoch in range(args.epochs):
        order = held + rng.permutation(len(crops) - held)
        losses = []
        for k in range(0, len(order) - BATCH + 1, BATCH):
            pick = order[k : k + BATCH]
            key, one = jax.random.split(key)
            params, state, loss = step(params, state, crops[pick], labels[pick], one, optimiser)
            losses.append(loss)
        given = np.concatenate([chances(params, crops[k : k + 512]) for k in range(0, held, 512)])[:held]
        right = float((given.argmax(axis=1) == labels[:held]).mean())
        print(
            f"epoch {epoch + 1}: loss {np.mean(losses):.4f}, right on kept-back crops {right:.4f}", flush=True
        )
        write_onnx(params, args.net)


if __name__ == "__main__":
    main()
