"""The small nets that come with the product, run by OpenCV alone."""

from __future__ import annotations

import cv2
import numpy as np

__all__ = ["read_net"]


def read_net(model: bytes) -> cv2.dnn.Net:
    """A net given as ONNX, on the engine that is the quicker one for nets this small.

    OpenCV 5 has a new engine beside that of OpenCV 4; it takes up to twice as long for a batch of crops.
    """
    data = np.frombuffer(model, np.uint8)
    if hasattr(cv2.dnn, "ENGINE_CLASSIC"):
        return cv2.dnn.readNetFromONNX(data, cv2.dnn.ENGINE_CLASSIC)
    return cv2.dnn.readNetFromONNX(data)
