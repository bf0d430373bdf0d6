from importlib.resources import files

import cv2
import numpy as np

from vision.nets import read_net


def test_the_quicker_engine_tells_what_the_usual_one_tells() -> None:
    model = files("vision.dice.nets").joinpath("net.onnx").read_bytes()
    crops = np.random.default_rng(0).normal(size=(3, 1, 48, 48)).astype(np.float32)
    told = []
    for net in (read_net(model), cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))):
        net.setInput(crops)
        told.append(net.forward())
    assert told[0].shape == (3, 7)
    np.testing.assert_allclose(told[0], told[1], atol=1e-5)


def test_a_net_takes_batches_of_any_length_in_any_order() -> None:
    net = read_net(files("vision.dice.nets").joinpath("net.onnx").read_bytes())
    crops = np.random.default_rng(1).normal(size=(7, 1, 48, 48)).astype(np.float32)
    net.setInput(crops)
    together = net.forward().copy()
    for crop, told in zip(crops[::-1], together[::-1], strict=True):
        net.setInput(crop[None])
        np.testing.assert_allclose(net.forward()[0], told, atol=1e-5)
