"""The picture of the dome that the page shows."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from firmware_py.web.photo import as_jpeg, take
from vision.dice.reading import DiceReading

UNREAD = DiceReading("none", (), None, "no_die")


@pytest.mark.parametrize(("white", "shown"), [(130, 235), (240, 240), (40, 100)])
def test_a_picture_taken_dark_is_shown_light(white: int, shown: int) -> None:
    picture = np.full((120, 160, 3), white // 2, np.uint8)
    picture[30:90, 40:120] = white
    for jpeg in (take(picture, UNREAD).jpeg, as_jpeg(picture)):
        seen = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert abs(int(seen[60, 80].mean()) - shown) <= 4
